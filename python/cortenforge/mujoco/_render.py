"""MuJoCo's rendering functions without OpenGL: mjr_render takes the picture, mjr_readPixels hands it out."""

import numpy as _np

from cortenforge.mujoco import _absent, _pictures
from cortenforge.mujoco._enums import mjtDepthMap, mjtFramebuffer, mjtRndFlag
from cortenforge.mujoco._visual_structs import MjrRect

globals().update({name: function for name, function in _absent.ALL.items() if name.startswith("mjr_")})


class MjrContext:
    """Where pictures go: as large as the model's offscreen buffer, and in memory."""

    def __init__(self, model=None, fontscale=None):
        self.offWidth = model.vis.global_.offwidth if model else 0
        self.offHeight = model.vis.global_.offheight if model else 0
        self.currentBuffer = mjtFramebuffer.mjFB_WINDOW.value
        self.readDepthMap = mjtDepthMap.mjDEPTH_ZERONEAR.value
        self.windowAvailable = 0
        self._color = self._depth = self._zclip = None

    def free(self):
        """Forgets the last picture."""
        self._color = self._depth = None


def mjr_setBuffer(framebuffer, con):
    """There is only the offscreen buffer."""
    con.currentBuffer = int(framebuffer)


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


def _index_colors(native, scn, pixels):
    """One more than the number of the geom in the three bytes of a pixel; the scene's geoms tell what they are."""
    for i, (objid, objtype) in enumerate(native.objects()[:scn.maxgeom]):
        geom = scn.geoms[i]
        geom.segid, geom.objid, geom.objtype = i, objid, objtype
    index = _np.empty(pixels.shape[:2], _np.int32)
    native.render_index(index)
    pixels[:] = _np.stack([index + 1 >> shift & 255 for shift in (0, 8, 16)], axis=-1)


def mjr_render(viewport, scn, con):
    """Takes the picture of a scene that mjv_updateScene has filled."""
    native, _ = getattr(scn, "_native", (None, None))
    con._color = _np.zeros((viewport.height, viewport.width, 3), _np.uint8)
    con._depth = _np.ones((viewport.height, viewport.width), _np.float32)
    if native is None:
        return
    _pictures.add_own_geoms(native, scn, scn._simulated)
    native.resize(viewport.width, viewport.height)
    native.set_effects(_np.asarray(scn.flags, _np.uint8))
    native.render_depth(con._depth)
    con._zclip = native.zclip
    if scn.flags[mjtRndFlag.mjRND_SEGMENT] and scn.flags[mjtRndFlag.mjRND_IDCOLOR]:
        _index_colors(native, scn, con._color)
    else:
        native.render_rgb(con._color)


def _buffer_depth(con):
    """Distances as OpenGL's depth buffer has them, from 0 to 1."""
    if con._zclip is None:
        return con._depth
    near, far = con._zclip
    from_far = near * (far - con._depth) / (con._depth * (far - near))
    return from_far if con.readDepthMap == mjtDepthMap.mjDEPTH_ZEROFAR else 1 - from_far


def _hand_out(pixels, out, name):
    if out.size != pixels.size:
        raise TypeError(f"size of {name} should be {pixels.size}, got {out.size}")
    out.reshape(pixels.shape)[:] = pixels[::-1]  # OpenGL begins at the bottom


def mjr_readPixels(rgb, depth, viewport, con):
    """Colours and depths of the last picture, from the bottom row up."""
    if con._color is None or con._color.shape[:2] != (viewport.height, viewport.width):
        raise ValueError("mjr_readPixels reads the viewport that mjr_render was called with")
    if rgb is not None:
        _hand_out(con._color, rgb, "rgb")
    if depth is not None:
        _hand_out(_buffer_depth(con), depth, "depth")


def mjr_findRect(x, y, nrect, rect):
    """0 if the point lies in the rectangle, -1 if not."""
    return 0 if rect.left <= x < rect.left + rect.width and rect.bottom <= y < rect.bottom + rect.height else -1
