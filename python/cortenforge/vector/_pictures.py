"""Pictures of worlds of which only the configuration is known."""

from cortenforge import mujoco
from cortenforge.renderer import Renderer


class Pictures:
    """Takes pictures of one model; with the camera named "track" where it has one, as Gymnasium does."""

    def __init__(self, model, mode, width, height):
        if mode not in ("rgb_array", "depth_array"):
            raise ValueError(f"no render_mode {mode!r}; there are 'rgb_array' and 'depth_array'")
        self._model, self._data = model, mujoco.MjData(model)
        self._renderer = Renderer(model, height, width)
        if mode == "depth_array":
            self._renderer.enable_depth_rendering()
        self._camera = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_CAMERA, "track")

    def take(self, qpos):
        """The picture of a configuration."""
        self._data.qpos[:] = qpos
        mujoco.mj_fwdKinematics(self._model, self._data)
        self._renderer.update_scene(self._data, self._camera)
        return self._renderer.render()

    def close(self):
        """No more pictures."""
        self._renderer.close()
