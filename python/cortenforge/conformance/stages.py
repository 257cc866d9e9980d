"""The evaluations inside a Runge–Kutta step of ours, each beside the oracle's from the very same state. A step of four may part
from the oracle's, and from all neighbours', at a state that only its own rounding leads to; its evaluations may not."""

import mujoco as oracle

import cortenforge.mujoco as corten
from cortenforge.conformance import bars
from cortenforge.conformance.beside import Beside, moved
from cortenforge.conformance.difference import Difference, error_of
from cortenforge.conformance.states import ALL_STATE, state_of

FIELDS = ("qacc", "act_dot")


def _states_inside(model, state):
    """Where our step from this state evaluates; the control callback sees it."""
    data, seen, kept = corten.MjData(model), [], corten.get_mjcb_control()
    corten.mj_setState(model, data, state, ALL_STATE)
    corten.set_mjcb_control(lambda m, d: seen.append(state_of(m, d)))
    try:
        corten.mj_step(model, data)
    finally:
        corten.set_mjcb_control(kept)
    return seen


def compare_stages(ours_model, theirs_model, state):
    """Accelerations of every evaluation of the step from `state`; none when actuation, and so the callback, is disabled."""
    ours, theirs, beside = corten.MjData(ours_model), oracle.MjData(theirs_model), Beside(theirs_model, 1)
    found = []
    for inside in _states_inside(ours_model, state):
        corten.mj_setState(ours_model, ours, inside, ALL_STATE)
        oracle.mj_setState(theirs_model, theirs, inside, ALL_STATE)
        corten.mj_forward(ours_model, ours)
        oracle.mj_forward(theirs_model, theirs)
        for field in FIELDS:
            error, note = error_of(getattr(ours, field), getattr(theirs, field))
            difference = Difference(f"{field} of a stage", error, bars.NEWTON, note)
            for neighbour in () if difference.ok else beside.several(theirs):
                difference.sensitivity = max(difference.sensitivity, moved(neighbour, theirs, lambda d, name=field: getattr(d, name)))
                if difference.ok:
                    break
            found.append(difference)
    return found
