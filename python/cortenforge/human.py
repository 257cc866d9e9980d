"""Gymnasium's render_mode="human" on a page in the browser: a window for machines without a display.

cortenforge.install()
cortenforge.human.install()
environment = gymnasium.make("Humanoid-v5", render_mode="human")
"""

import time

from cortenforge.mujoco import viewer


class PageViewer:
    """Stands in for Gymnasium's WindowViewer: render() shows the data and waits until the clock has come as far as the simulation."""

    def __init__(self, model, data, width=None, height=None, max_geom=1000, visual_options=None):
        self._data, self._handle = data, viewer.launch_passive(model, data)
        self.cam, self.vopt, self.pert, self.scn = (
            self._handle.cam,
            self._handle.opt,
            self._handle.perturb,
            self._handle.user_scn,
        )
        for flag, on in (visual_options or {}).items():
            self.vopt.flags[flag] = on
        self._start()

    def _start(self):
        self._ahead = self._data.time - time.monotonic()
        self._last = self._data.time

    @property
    def url(self):
        """Where the page is."""
        return self._handle.url

    def render(self):
        """Shows the moment."""
        self._handle.sync()
        if self._data.time < self._last:  # a new episode
            self._start()
        self._last = self._data.time
        time.sleep(min(0.1, max(0, self._data.time - self._ahead - time.monotonic())))

    def make_context_current(self):
        """There is no context."""

    def free(self):
        """Ends the page."""
        self._handle.close()

    def close(self):
        """Ends the page."""
        self._handle.close()


def install():
    """Environments made from here on show render_mode="human" on the page."""
    from gymnasium.envs.mujoco import mujoco_rendering

    mujoco_rendering.WindowViewer = PageViewer
