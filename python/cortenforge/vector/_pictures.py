"""Pictures of worlds of which only the configuration is known, and a page on which people watch them."""

import time

import numpy as np

from cortenforge import _core, mujoco
from cortenforge.mujoco.viewer import announce
from cortenforge.renderer import Renderer


class Pictures:
    """Takes pictures of one model; with the camera named "track" where it has one, as Gymnasium does."""

    def __init__(self, model, mode, width, height):
        if mode not in ("rgb_array", "depth_array"):
            raise ValueError(f"no render_mode {mode!r}; there are 'rgb_array', 'depth_array' and 'human'")
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


class WorldsPage:
    """Shows worlds side by side in the browser while they are simulated; costs little, and nothing while nobody looks."""

    _SHOWN = 16  # worlds
    _SECONDS = 1 / 20  # between frames

    def __init__(self, model):
        self._model, self._solid, self._scratch = model, mujoco.MjData(model), mujoco.MjData(model)
        self._live = _core.Live(model, "worlds")
        self._next = 0.0
        announce(self.url)

    @property
    def url(self):
        """Where the page is."""
        return self._live.url

    def show(self, qpos, seconds):
        """The configurations, a row each, after so many simulated seconds; unless the last ones shown are recent."""
        now = time.monotonic()
        if now < self._next or self._live.clients == 0:
            return
        self._next = now + self._SECONDS
        self._live.apply_commands(self._solid)
        chosen = min(self._live.world, len(qpos) - 1)
        self._solid.qpos[:], self._solid.time = qpos[chosen], seconds
        mujoco.mj_kinematics(self._model, self._solid)
        others = np.delete(qpos, chosen, axis=0)[: self._SHOWN - 1]
        self._live.set_worlds(self._scratch, np.ascontiguousarray(others, float))
        self._live.publish(self._solid, np.zeros(0, np.uint8))

    def close(self):
        """Ends the page."""
        self._live = None
