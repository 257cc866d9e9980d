"""Inverse dynamics beside the oracle's, and of what forward dynamics gave: the forces that went in must come out."""

import contextlib

import mujoco as oracle
import numpy as np

import cortenforge.mujoco as corten
from cortenforge.conformance import bars
from cortenforge.conformance.difference import Difference, error_of

_DISCRETE, _RK4 = int(corten.mjtEnableBit.mjENBL_INVDISCRETE), int(corten.mjtIntegrator.mjINT_RK4)


@contextlib.contextmanager
def _solved_to_the_end(model):
    """Newton without tolerance: the minimum itself, as near as rounding lets it."""
    option = model.opt
    kept = option.solver, option.tolerance, option.iterations, option.noslip_iterations, option.enableflags
    option.solver, option.tolerance, option.iterations, option.noslip_iterations = int(corten.mjtSolver.mjSOL_NEWTON), 0.0, 100, 0
    option.enableflags &= ~_DISCRETE  # forward dynamics gives the plain acceleration
    try:
        yield
    finally:
        option.solver, option.tolerance, option.iterations, option.noslip_iterations, option.enableflags = kept


def _round_trip(engine, model, data):
    """How far inverse(forward(x)) is from x: user, actuator and Cartesian forces."""
    with _solved_to_the_end(model):
        engine.mj_forward(model, data)
        applied = data.qfrc_smooth - data.qfrc_passive + data.qfrc_bias
        scale = np.maximum(1.0, np.abs(data.qfrc_constraint))
        engine.mj_inverse(model, data)
    return float(np.max(np.abs(data.qfrc_inverse - applied) / scale, initial=0.0))


def compare_inverse(ours_model, ours, theirs_model, theirs):
    """Both data in the same state; their accelerations and forces are lost."""
    trip = Difference("inverse(forward)", _round_trip(corten, ours_model, ours), bars.NEWTON,
                      sensitivity=_round_trip(oracle, theirs_model, theirs))
    if theirs_model.opt.enableflags & _DISCRETE and theirs_model.opt.integrator == _RK4:
        return [trip]  # the oracle ends the process
    ours.qacc[:] = theirs.qacc
    corten.mj_inverse(ours_model, ours)
    oracle.mj_inverse(theirs_model, theirs)
    scale = max(1.0, np.max(np.abs(theirs.qfrc_constraint), initial=0.0))  # it is a difference of forces of this size
    error, note = error_of(np.array(ours.qfrc_inverse) / scale, theirs.qfrc_inverse / scale)
    return [trip, Difference("mj_inverse", error, bars.NEWTON, note)]
