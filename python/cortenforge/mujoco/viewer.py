"""MuJoCo's interactive viewer, on a page in the browser instead of a window: works on machines without a display."""

import contextlib
import os
import sys
import threading
import time
import webbrowser

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _functions
from cortenforge.mujoco._pictures import rows
from cortenforge.mujoco._structs import MjData, MjModel, MjvCamera, MjvOption, MjvPerturb, MjvScene
from cortenforge.recorder import Recorder

_GONE_SECONDS = 5  # after the last page was closed; a reload is shorter
_FRAME = 1 / 60


def in_colab():
    """Whether a notebook of Google Colab runs this: a browser elsewhere, which reaches no server of this machine."""
    return "google.colab" in sys.modules


def announce(url):
    """Opens the page where there is a screen, shows it in a notebook, prints its address everywhere."""
    if in_colab():
        print("Colab shows what is synced as a recording, when the viewer is closed.", flush=True)
        return
    print(f"The viewer is at {url}", flush=True)
    try:
        from IPython import get_ipython
        from IPython.display import IFrame, display

        if get_ipython() is not None and "IPKernelApp" in get_ipython().config:
            display(IFrame(url, width="100%", height=600))
            return
    except ImportError:
        pass
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(url)


class _Mirror:
    """A struct that the program and the page both change: what the program wrote last wins, else the page's is read."""

    def __init__(self, struct, put, get):
        self.struct, self._put, self._get = struct, put, get
        self._last = bytes(rows(struct))

    def exchange(self):
        now = bytes(rows(self.struct))
        if now != self._last:
            self._put(rows(self.struct))
        else:
            self._get(rows(self.struct))
        self._last = bytes(rows(self.struct))


class Handle:
    """What launch_passive gives: the page beside a program's own loop. sync() shows the data and applies what people did."""

    def __init__(self, model, data, key_callback=None):
        self._model, self._data, self._key_callback = model, data, key_callback
        self._live = _core.Live(model, "viewer")
        self._lock = threading.RLock()
        self._seen = False  # whether any page was ever open
        self._film = Recorder(model) if in_colab() else None
        self.cam, self.opt, self.perturb, self.user_scn = MjvCamera(), MjvOption(), MjvPerturb(), MjvScene(model, 1000)
        _functions.mjv_defaultFreeCamera(model, self.cam)
        live = self._live
        self._mirrors = [
            _Mirror(self.cam, live.set_camera, live.get_camera),
            _Mirror(self.opt, live.set_option, live.get_option),
            _Mirror(self.perturb, live.set_perturb, live.get_perturb),
        ]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    @property
    def url(self):
        """Where the page is."""
        return self._live.url if self._live else None

    @property
    def m(self):
        return self._model if self._live else None

    @property
    def d(self):
        return self._data if self._live else None

    @property
    def viewport(self):
        from cortenforge.mujoco._visual_structs import MjrRect

        return MjrRect(0, 0, 1280, 720) if self._live else None

    def is_running(self):
        """False after close(), or when the last page was closed some seconds ago."""
        if not self._live:
            return False
        self._seen = self._seen or self._live.clients > 0
        if self._seen and self._live.seconds_alone > _GONE_SECONDS:
            self.close()
        return self._live is not None

    def lock(self):
        """Held while the viewer reads or changes model and data."""
        return self._lock if self._live else contextlib.nullcontext()

    def sync(self, state_only=False):
        """Applies commands of the page to the data and shows it."""
        if not self._live:
            return
        with self._lock:
            self._live.apply_commands(self._data)
            for mirror in self._mirrors:
                mirror.exchange()
            self._live.apply_perturbation(self._data)
            self._live.publish(self._data, self.user_scn._memory[: self.user_scn.ngeom])
            if self._film:
                self._film.take(self._data)
        for key in self._live.take_keys():
            if self._key_callback:
                self._key_callback(key)

    def close(self):
        """Ends the page; everything else is a no-op afterwards."""
        if self._live and self._film:
            from IPython.display import display

            display(self._film)
        self._live = None

    def _update(self):
        if self._live:
            with self._lock:
                self._live.set_model()

    def update_hfield(self, hfieldid):
        """Shows a height field that was changed."""
        self._update()

    def update_mesh(self, meshid):
        """Shows a mesh that was changed."""
        self._update()

    def update_texture(self, texid):
        """Shows a texture that was changed."""
        self._update()

    def set_figures(self, viewports_figures):
        """Figures are the page's own plots; taken and not shown."""

    def clear_figures(self):
        """Takes figures away."""

    def set_texts(self, texts):
        """Shows texts: (font, position, left, right) or a list of them."""
        if self._live:
            texts = [texts] if isinstance(texts, tuple) else texts
            self._live.say("\n".join(" ".join(part for part in text[2:] if part) for text in texts))

    def clear_texts(self):
        """Takes texts away."""
        if self._live:
            self._live.say("")

    def set_images(self, viewports_images):
        """Pictures over the scene; taken and not shown. ValueError for one that is no picture."""
        for _, image in [viewports_images] if isinstance(viewports_images, tuple) else viewports_images:
            if np.ndim(image) != 3 or np.shape(image)[2] != 3:
                raise ValueError("an image has the shape (height, width, 3)")

    def clear_images(self):
        """Takes pictures away."""


def _checked(model, data):
    if not isinstance(model, MjModel):
        raise ValueError(f"model should be an MjModel, not a {type(model).__name__}")
    if not isinstance(data, MjData):
        raise ValueError(f"data should be an MjData, not a {type(data).__name__}")


def launch_passive(model, data, *, key_callback=None, show_left_ui=True, show_right_ui=True):
    """Opens a page beside the program's own loop, which steps the data and calls sync() of the handle."""
    _checked(model, data)
    if key_callback is not None and not callable(key_callback):
        raise ValueError("key_callback should be callable")
    _functions.mj_forward(model, data)
    handle = Handle(model, data, key_callback)
    announce(handle.url)
    return handle


def _advance(handle, model, data):
    """Steps of one frame, as fast as the page wants them."""
    live = handle._live
    if live.paused:
        steps = live.take_steps()
    else:
        steps = max(1, round(_FRAME * live.speed / model.opt.timestep))
    ends = time.monotonic() + _FRAME
    for _ in range(steps):
        live.apply_perturbation(data)
        live.remember(data)
        _functions.mj_step(model, data)
        if time.monotonic() > ends:
            break
    live.pause_when_bad(data)


def launch(model=None, data=None, *, loader=None, show_left_ui=True, show_right_ui=True):
    """Opens a page that simulates, until it is closed."""
    if in_colab():
        raise RuntimeError(
            "no page reaches a machine of Colab: use launch_passive, or cortenforge.record, in a loop of your own"
        )
    if loader is not None:
        if model is not None or data is not None:
            raise ValueError("give either a loader or a model and data, not both")
        model, data = loader()[:2]
    if model is None:
        raise ValueError("there is nothing to show: give a model, or a loader")
    data = MjData(model) if data is None else data
    with launch_passive(model, data) as handle:
        while handle.is_running():
            start = time.monotonic()
            _advance(handle, model, data)
            handle.sync()
            time.sleep(max(0, _FRAME - (time.monotonic() - start)))


def launch_from_path(path):
    """Opens a page on a model file."""
    launch(MjModel.from_xml_path(path))
