"""Inverse dynamics beside the oracle's, and of what forward dynamics gave: the forces that went in must come out."""

import contextlib
import functools

import mujoco as oracle
import numpy as np

import cortenforge.mujoco as corten
from cortenforge.conformance import bars
from cortenforge.conformance.beside import Beside
from cortenforge.conformance.difference import Difference, error_of

_DISCRETE, _RK4 = int(corten.mjtEnableBit.mjENBL_INVDISCRETE), int(corten.mjtIntegrator.mjINT_RK4)


@contextlib.contextmanager
def _solved_to_the_end(model):
    """Newton without tolerance: the minimum itself, as near as rounding lets it."""
    option = model.opt
    kept = option.solver, option.tolerance, option.iterations, option.noslip_iterations, option.enableflags
    option.solver, option.tolerance, option.iterations, option.noslip_iterations = (
        int(corten.mjtSolver.mjSOL_NEWTON),
        0.0,
        100,
        0,
    )
    option.enableflags &= ~_DISCRETE  # forward dynamics gives the plain acceleration
    try:
        yield
    finally:
        option.solver, option.tolerance, option.iterations, option.noslip_iterations, option.enableflags = kept


def _there_and_back(engine, model, data):
    with _solved_to_the_end(model):
        engine.mj_forward(model, data)
        engine.mj_inverse(model, data)


def _residual(data):
    """How far the inverse is from the forces that went in: of the user, of actuators and Cartesian ones."""
    applied = data.qfrc_smooth - data.qfrc_passive + data.qfrc_bias
    return float(
        np.max(np.abs(data.qfrc_inverse - applied) / np.maximum(1.0, np.abs(data.qfrc_constraint)), initial=0.0)
    )


def _compare_round_trip(ours_model, ours, theirs_model, theirs, say):
    """Where rounding keeps the oracle from its minimum, ours may be as far from it as the oracle's neighbours are."""
    say("corten inverse")
    _there_and_back(corten, ours_model, ours)
    say("oracle inverse")
    _there_and_back(oracle, theirs_model, theirs)
    residual, judge = _residual(ours), _residual(theirs)
    if np.isnan(residual) and np.isnan(judge):  # forces without bounds: neither comes back
        residual = judge = 0.0
    trip = Difference("inverse(forward)", residual, bars.NEWTON, sensitivity=judge, same_bits=residual == judge)
    for neighbour in (
        () if trip.ok else Beside(theirs_model, 1, functools.partial(_there_and_back, oracle)).several(theirs)
    ):
        trip.sensitivity = max(trip.sensitivity, _residual(neighbour))
        if trip.ok:
            break
    return trip


def compare_inverse(ours_model, ours, theirs_model, theirs, say):
    """Both data in the same state; their accelerations and forces are lost. say(phase) is told who is at work."""
    trip = _compare_round_trip(ours_model, ours, theirs_model, theirs, say)
    if theirs_model.opt.enableflags & _DISCRETE and theirs_model.opt.integrator == _RK4:
        return [trip]  # the oracle ends the process
    ours.qacc[:] = theirs.qacc
    say("corten inverse")
    corten.mj_inverse(ours_model, ours)
    say("oracle inverse")
    oracle.mj_inverse(theirs_model, theirs)
    scale = max(1.0, np.max(np.abs(theirs.qfrc_constraint), initial=0.0))  # it is a difference of forces of this size
    error, note = error_of(np.array(ours.qfrc_inverse) / scale, theirs.qfrc_inverse / scale)
    return [trip, Difference("mj_inverse", error, bars.NEWTON, note)]
