"""MuJoCo's rendering functions without OpenGL: mjr_render takes the picture, mjr_readPixels hands it out."""

import numpy as _np

from cortenforge.mujoco import _absent, _pictures
from cortenforge.mujoco._enums import mjtDepthMap, mjtFramebuffer, mjtRndFlag
from cortenforge.mujoco._visual_structs import MjrRect

globals().update({name: function for name, function in _absent.ALL.items() if name.startswith("mjr_")})


_current = []  # the context of the last mjr_setBuffer: as in OpenGL, rectangles go there


class MjrContext:
    """Where pictures go: as large as the model's offscreen buffer, and in memory, from the bottom row up as in OpenGL."""

    def __init__(self, model=None, fontscale=None):
        self.offWidth = model.vis.global_.offwidth if model else 0
        self.offHeight = model.vis.global_.offheight if model else 0
        self.currentBuffer = mjtFramebuffer.mjFB_WINDOW.value
        self.readDepthMap = mjtDepthMap.mjDEPTH_ZERONEAR.value
        self.windowAvailable = 0
        self.free()
        _current[:] = [self]

    def free(self):
        """Forgets the last picture."""
        self._color, self._depth = _np.zeros((0, 0, 3), _np.uint8), _np.zeros((0, 0), _np.float32)

    def _window(self, rect):
        """The part of the buffer that a rectangle names: colours, and nearness from 0 at the far plane to 1 at the near one."""
        height, width = max(self.offHeight, rect.bottom + rect.height), max(self.offWidth, rect.left + rect.width)
        if self._depth.shape != (height, width):
            self._color, self._depth = _np.zeros((height, width, 3), _np.uint8), _np.zeros((height, width), _np.float32)
        part = (slice(rect.bottom, rect.bottom + rect.height), slice(rect.left, rect.left + rect.width))
        return self._color[part], self._depth[part]


def mjr_setBuffer(framebuffer, con):
    """There is only the offscreen buffer."""
    con.currentBuffer = int(framebuffer)
    _current[:] = [con]


def mjr_restoreBuffer(con):
    """Nothing to restore."""


def mjr_finish():
    """Pictures are finished when mjr_render returns."""


def mjr_getError():
    """No error: 0."""
    return 0


def mjr_resizeOffscreen(width, height, con):
    """Makes room for pictures of another size."""
    con.offWidth, con.offHeight = int(width), int(height)


def mjr_maxViewport(con):
    """The largest picture."""
    return MjrRect(0, 0, con.offWidth, con.offHeight)


def mjr_rectangle(viewport, r, g, b, a):
    """A rectangle of one colour over the last picture."""
    if _current:
        color, _ = _current[0]._window(viewport)
        color[:] = _np.rint((1 - a) * color + a * 255 * _np.clip([r, g, b], 0, 1))


def _index_colors(native, pixels):
    """One more than the number of the geom in the three bytes of a pixel."""
    index = _np.empty(pixels.shape[:2], _np.int32)
    native.render_index(index)
    pixels[:] = _np.stack([index + 1 >> shift & 255 for shift in (0, 8, 16)], axis=-1)


def _nearness(native, depth):
    """Distances as OpenGL's depth buffer has them, 1 at the near plane and 0 at the far one."""
    near, far = native.zclip
    return near * (far - depth) / (depth * (far - near))


def mjr_render(viewport, scn, con):
    """Takes the picture of a scene that mjv_updateScene has filled."""
    native, _ = getattr(scn, "_native", (None, None))
    color, depth = con._window(viewport)
    color[:], depth[:] = 0, 0
    if native is None:
        return
    _pictures.show_geoms(native, scn)
    native.resize(viewport.width, viewport.height)
    native.set_effects(_np.asarray(scn.flags, _np.uint8))
    pixels, distances = _np.empty(color.shape, _np.uint8), _np.empty(depth.shape, _np.float32)
    native.render_depth(distances)
    if scn.flags[mjtRndFlag.mjRND_SEGMENT] and scn.flags[mjtRndFlag.mjRND_IDCOLOR]:
        _index_colors(native, pixels)
    else:
        native.render_rgb(pixels)
    color[:], depth[:] = pixels[::-1], _nearness(native, distances)[::-1]


def _hand_out(pixels, out, name):
    if out.size != pixels.size:
        raise TypeError(f"{name} needs {pixels.size} numbers, the array has {out.size}")
    out.reshape(pixels.shape)[:] = pixels


def mjr_readPixels(rgb, depth, viewport, con):
    """Colours and depths of a part of the last picture, from the bottom row up."""
    color, nearness = con._window(viewport)
    if rgb is not None:
        _hand_out(color, rgb, "rgb")
    if depth is not None:
        _hand_out(nearness if con.readDepthMap == mjtDepthMap.mjDEPTH_ZEROFAR else 1 - nearness, depth, "depth")


def mjr_findRect(x, y, nrect, rect):
    """0 if the point lies in the rectangle, -1 if not."""
    return 0 if rect.left <= x < rect.left + rect.width and rect.bottom <= y < rect.bottom + rect.height else -1
