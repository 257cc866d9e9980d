"""The oracle's own sensitivity: what becomes of it when it starts a rounding error beside."""

import mujoco as oracle
import numpy as np

from cortenforge.conformance.difference import error_of
from cortenforge.conformance.layout import is_sparse, mjtJacobian

NUDGE = 1e-13
_NEIGHBOURS = 4  # of each layout, tried until they explain a difference
_LARGEST_DENSE = 300


def nudge(model, data, rng):
    """Moves positions and velocities by about 1e-13."""
    oracle.mj_integratePos(model, data.qpos, rng.standard_normal(model.nv), NUDGE)
    data.qvel[:] += NUDGE * rng.standard_normal(model.nv)


class Beside:
    """Neighbours of an oracle's data: the same pass (forward, or a whole step) from nudged states."""

    def __init__(self, model, seed, run=oracle.mj_forward):
        self.model, self.data, self.rng, self.run = model, oracle.MjData(model), np.random.default_rng(seed), run

    def one(self, data):
        """One neighbour; it lives until the next."""
        oracle.mj_copyData(self.data, self.model, data)
        nudge(self.model, self.data, self.rng)
        try:
            self.run(self.model, self.data)
        except oracle.FatalError:  # its stack is full: no neighbour, and so no allowance
            self.data = oracle.MjData(self.model)
            oracle.mj_copyData(self.data, self.model, data)
        return self.data

    def several(self, data):
        """Neighbours, and some that also solve the same problem in the other layout of the Jacobian: what rounding does."""
        for _ in range(_NEIGHBOURS):
            yield self.one(data)
            if self.model.nv <= _LARGEST_DENSE:
                yield self._one_in_other_layout(data)

    def _one_in_other_layout(self, data):
        kept = self.model.opt.jacobian
        self.model.opt.jacobian = int(mjtJacobian.mjJAC_DENSE if is_sparse(self.model) else mjtJacobian.mjJAC_SPARSE)
        try:
            return self.one(data)
        finally:
            self.model.opt.jacobian = kept


def other_constraints(neighbour, data):
    """Whether the nudge has changed which constraints there are."""
    return any(
        getattr(neighbour, n) != getattr(data, n) for n in ("ncon", "ne", "nf", "nl", "nefc", "nisland", "nidof")
    )


def moved(neighbour, data, value):
    """How far value(data) moves with the nudge; infinite when the constraints become others."""
    if other_constraints(neighbour, data):
        return float("inf")
    return error_of(value(neighbour), value(data))[0]
