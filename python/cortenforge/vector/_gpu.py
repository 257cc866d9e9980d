"""Worlds of a GPU in the place of those that the CPU steps."""

import numpy as np

from cortenforge import gpu


class GpuRows:
    """Behaves as _core.Worlds. What is watched comes to the host after every step: for learning wholly on the GPU take cortenforge.gpu.Worlds."""

    def __init__(self, model, nworld, device, dtype):
        self._worlds = gpu.Worlds(model, nworld, dtype, device)
        self._watches = []

    def watch(self, parts):
        """A view with one row per world: numbers [first, last) of fields, clipped, renewed by step and reset."""
        widths = {field: self._worlds.read(field).shape[1] for field, *_ in parts}
        parts = [(f, slice(first, widths[f] if last < 0 else last), low, high) for f, first, last, low, high in parts]
        rows = np.zeros((self._worlds.nworld, sum(part[1].stop - part[1].start for part in parts)))
        self._watches.append((rows, parts))
        self._renew()
        return rows

    def _renew(self):
        seen = {field: self._worlds.read(field) for _, parts in self._watches for field, *_ in parts}
        for rows, parts in self._watches:
            at = 0
            for field, columns, low, high in parts:
                values = seen[field][:, columns]
                np.clip(values, low, high, out=rows[:, at : at + values.shape[1]])
                at += values.shape[1]

    def step(self, control, nstep=1, active=None):
        """nstep steps of every active world with its row of control."""
        self._worlds.write("ctrl", np.ascontiguousarray(control, float))
        self._worlds.step(nstep, active=None if active is None else np.ascontiguousarray(active, bool))
        self._renew()

    def reset(self, worlds, qpos, qvel):
        """Chosen worlds start again at their rows of qpos and qvel."""
        mask = np.zeros(self._worlds.nworld, bool)
        mask[worlds] = True
        self._worlds.reset(mask)
        for name, values in (("qpos", qpos), ("qvel", qvel)):
            rows = self._worlds.read(name)
            rows[worlds] = values
            self._worlds.write(name, rows)
        self._worlds.forward(mask)
        self._renew()
