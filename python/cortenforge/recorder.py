"""Recordings: one HTML file that anybody opens in a browser, scrubs and sends on."""

from cortenforge import _core


class Recorder:
    """Collects moments of simulations of one model; several tracks are shown overlaid, with their difference."""

    def __init__(self, model, path=None, *, name="simulation", fields=("qpos", "qvel"), fps=60, option=None):
        from cortenforge import mujoco
        from cortenforge.mujoco._pictures import rows

        self.path, self.fps = path, fps
        self._model = model
        self._native = _core.Recording(model, name, list(fields), rows(option or mujoco.MjvOption()))
        self._tracks, self._next, self._world = {}, {}, None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None and self.path:
            self.write(self.path)

    def take(self, data, track="simulation"):
        """Keeps this moment, unless the last one kept is nearer than 1/fps. Call it after every step."""
        if track not in self._tracks:
            self._tracks[track], self._next[track] = self._native.add_track(track), data.time
        if data.time + 1e-9 >= self._next[track]:
            self._next[track] = data.time + 1 / self.fps
            self._native.take(self._tracks[track], data)

    def take_worlds(self, qpos, time):
        """Keeps a moment of several worlds of a batch, a row of qpos each: they are shown over each other or side by side."""
        from cortenforge import mujoco

        if self._world is None:
            self._world = mujoco.MjData(self._model)
        for world, row in enumerate(qpos):
            self._world.qpos[:], self._world.time = row, time
            mujoco.mj_forward(self._model, self._world)
            self.take(self._world, f"world {world}")

    def html(self):
        """The recording as text."""
        return self._native.html()

    def write(self, path):
        """Writes the recording, whole or not at all."""
        self._native.write(str(path))

    def _repr_html_(self):
        """Shown in the cell of a notebook."""
        import html

        return f'<iframe srcdoc="{html.escape(self.html())}" style="width:100%;height:600px;border:0"></iframe>'


def record(model, path=None, *, name="simulation", fields=("qpos", "qvel"), fps=60, option=None):
    """A Recorder; in a with statement it writes `path` at the end:

        with cortenforge.record(model, "run.html") as recording:
            for _ in range(1000):
                mujoco.mj_step(model, data)
                recording.take(data)

    option: an MjvOption with the symbols and names to record.
    """
    return Recorder(model, path, name=name, fields=fields, fps=fps, option=option)
