"""One step of worlds on a GPU in float64, or in the emulator where there is none, beside the oracle's."""

import mujoco as oracle
import numpy as np

import cortenforge.mujoco as corten
from cortenforge import gpu
from cortenforge.conformance import bars
from cortenforge.conformance.beside import Beside, moved
from cortenforge.conformance.difference import Difference, error_of

STATE = (
    "time",
    "qpos",
    "qvel",
    "act",
    "ctrl",
    "mocap_pos",
    "mocap_quat",
    "qfrc_applied",
    "xfrc_applied",
    "qacc_warmstart",
)
# a step of less than 0.1 s with accelerations that may differ by 1e-8
BARS = {
    "ncon": bars.EXACT,
    "nefc": bars.EXACT,
    "qacc": bars.NEWTON,
    "sensordata": bars.NEWTON,
    "qvel": 1e-9,
    "qpos": 1e-9,
    "act": 1e-9,
}


def takes(model):
    """Whether the GPU steps the model; what it refuses is said by gpu.unsupported."""
    return not gpu.unsupported(model)


class GpuStep:
    """All states as worlds of their own."""

    def __init__(self, ours_model, theirs_model, states):
        self.models, self.states = (ours_model, theirs_model), states
        self.differences = []  # one list per state

    def run(self):
        ours_model, theirs_model = self.models
        worlds = gpu.Worlds(ours_model, len(self.states), "float64", device=0 if gpu.available() else "emulator")
        starts, ours, theirs = [], corten.MjData(ours_model), oracle.MjData(theirs_model)
        rows = {name: [] for name in STATE}
        for state in self.states:
            state.set(ours_model, ours, theirs_model, theirs)
            starts.append(oracle.MjData(theirs_model))
            oracle.mj_copyData(starts[-1], theirs_model, theirs)
            for name in STATE:
                rows[name].append(np.array(getattr(theirs, name)).ravel())
        for name in STATE:
            worlds.write(name, np.array(rows[name]))
        worlds.step()
        results = {name: worlds.read(name) for name in BARS}
        beside = Beside(theirs_model, 1, oracle.mj_step)
        for world, start in enumerate(starts):
            self.differences.append(
                self._compare(start, beside, {name: values[world] for name, values in results.items()})
            )

    def _compare(self, start, beside, ours):
        theirs_model = self.models[1]
        theirs = oracle.MjData(theirs_model)
        oracle.mj_copyData(theirs, theirs_model, start)
        oracle.mj_step(theirs_model, theirs)
        out = []
        for name, bar in BARS.items():
            error, note = error_of(ours[name], np.ravel(getattr(theirs, name)))
            difference = Difference(name, error, bar, note)
            if not difference.ok:  # what the oracle itself does when nudged
                difference.sensitivity = max(
                    moved(n, theirs, lambda d, name=name: np.ravel(getattr(d, name))) for n in beside.several(start)
                )
            out.append(difference)
        return out
