"""Pictures of a simulation without a graphics card: colour, depth, and which object is where."""

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _pictures, _structs
from cortenforge.mujoco._enums import mjtCamera, mjtObj
from cortenforge.mujoco._functions import mj_name2id, mjv_defaultFreeCamera, mjv_makeLights, mjv_updateCamera
from cortenforge.mujoco._visual import put_headlight


class Renderer:
    """Takes pictures of a model's simulation, of any size, on all processors.

    >>> with Renderer(model, height=480, width=640) as renderer:
    ...     renderer.update_scene(data, camera="front")
    ...     pixels = renderer.render()          # (480, 640, 3), uint8
    """

    def __init__(self, model, height=240, width=320, max_geom=10000, threads=0):
        self._model, self._height, self._width = model, height, width
        self._scene = _structs.MjvScene(model, max_geom)
        self._scene_option = _structs.MjvOption()
        self._native = _core.Renderer(model, width, height, threads)
        self._depth = self._segmentation = False

    @property
    def model(self):
        """The model whose simulation is seen."""
        return self._model

    @property
    def scene(self):
        """Its flags (mjtRndFlag) say how the next pictures are made: shadows, reflections, sky, fog, haze.

        scene.geoms are the things in the picture. They may be changed, and more be put into scene.geoms[scene.ngeom]
        with ngeom increased: they are drawn so until the next update_scene.
        """
        return self._scene

    @property
    def height(self):
        """Rows of a picture."""
        return self._height

    @property
    def width(self):
        """Columns of a picture."""
        return self._width

    def enable_depth_rendering(self):
        """Pictures are distances along the view in metres from here on."""
        self._depth, self._segmentation = True, False

    def disable_depth_rendering(self):
        """Pictures are not distances from here on."""
        self._depth = False

    def enable_segmentation_rendering(self):
        """Pictures are the id and mjtObj of the object at each pixel from here on; -1 -1 where nothing is."""
        self._depth, self._segmentation = False, True

    def disable_segmentation_rendering(self):
        """Pictures are not object ids from here on."""
        self._segmentation = False

    def update_scene(self, data, camera=-1, scene_option=None):
        """What the next pictures show: the simulation as it is now, seen by a camera.

        camera: id or name of a camera of the model, -1 for the free camera, or an MjvCamera.
        scene_option: an MjvOption, which says what is visible.
        Raises ValueError when the model has no such camera.
        """
        self._check_open("update_scene")
        cam = self._find_camera(camera)
        _pictures.update(self._native, self._scene, data, cam, scene_option or self._scene_option)
        mjv_makeLights(self._model, data, self._scene)
        mjv_updateCamera(self._model, data, cam, self._scene)
        put_headlight(self._scene)

    def render(self, *, out=None):
        """The picture: (height, width, 3) uint8; (height, width) float32 of depth; (height, width, 2) int32 of ids.

        out: an array to put colours or depths into.
        """
        self._check_open("render")
        shape = (self._height, self._width) if self._depth else (self._height, self._width, 3)
        if out is not None and out.shape != shape:
            raise ValueError(
                f"Expected `out.shape == {shape}`. Got `out.shape={out.shape}` instead: depths have the shape "
                "(height, width), all other pictures (height, width, 3)."
            )
        _pictures.show_geoms(self._native, self._scene)
        if self._segmentation:
            ids = np.empty((self._height, self._width, 2), np.int32)
            self._native.render_segmentation(ids)
            return ids
        pixels = np.empty(shape, np.float32 if self._depth else np.uint8)
        if self._depth:
            self._native.render_depth(pixels)
        else:
            self._native.set_effects(np.asarray(self._scene.flags, np.uint8))
            self._native.render_rgb(pixels)
        if out is None:
            return pixels
        out[:] = pixels
        return out

    def close(self):
        """Frees the memory; no picture can be made after that."""
        self._native = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def _check_open(self, name):
        if self._native is None:
            raise RuntimeError(f"{name} was called after close(); make a new Renderer")

    def _find_camera(self, camera):
        if isinstance(camera, _structs.MjvCamera):
            return camera
        cam = _structs.MjvCamera()
        number = camera
        if isinstance(camera, str):
            number = mj_name2id(self._model, mjtObj.mjOBJ_CAMERA, camera)
            if number == -1:
                raise ValueError(f'camera "{camera}" does not exist in this model')
        if not -1 <= number < self._model.ncam:
            raise ValueError(
                f"camera {number} is out of range: -1 is the free camera, the model has {self._model.ncam}"
            )
        if number == -1:
            mjv_defaultFreeCamera(self._model, cam)
        else:
            cam.type, cam.fixedcamid = mjtCamera.mjCAMERA_FIXED, number
        return cam


def write_png(path, pixels):
    """Writes a picture of the shape (height, width, 3) to a file."""
    _core.write_png(str(path), np.ascontiguousarray(pixels, np.uint8))


def write_movie(path, frames, fps=30):
    """Writes pictures of one size to an animated .gif, or to an .mp4 where ffmpeg is installed."""
    movie = None
    for frame in frames:
        frame = np.ascontiguousarray(frame, np.uint8)
        movie = movie or _core.Movie(str(path), frame.shape[1], frame.shape[0], fps)
        movie.add(frame)
    if movie is None:
        raise ValueError("a moving picture needs at least one frame")
    movie.finish()
