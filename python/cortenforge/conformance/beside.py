"""The oracle's own sensitivity: what becomes of it when it starts a rounding error beside."""

import mujoco as oracle
import numpy as np

from cortenforge.conformance.compare import error_of

NUDGE = 1e-13


def nudge(model, data, rng):
    """Moves positions and velocities by about 1e-13."""
    oracle.mj_integratePos(model, data.qpos, rng.standard_normal(model.nv), NUDGE)
    data.qvel[:] += NUDGE * rng.standard_normal(model.nv)


class Beside:
    """A neighbour of an oracle's data."""

    def __init__(self, model, seed):
        self.model, self.data, self.rng = model, oracle.MjData(model), np.random.default_rng(seed)

    def forward(self, data):
        """The pass of `data`, repeated from a nudged state."""
        oracle.mj_copyData(self.data, self.model, data)
        nudge(self.model, self.data, self.rng)
        oracle.mj_forward(self.model, self.data)
        return self.data


def moved(neighbour, data, value):
    """How far value(data) moves with the nudge; infinite when the constraints become others."""
    if any(getattr(neighbour, n) != getattr(data, n) for n in ("ncon", "ne", "nf", "nl", "nefc", "nisland")):
        return float("inf")
    return error_of(value(neighbour), value(data))[0]
