"""Compares the fields of two models or two data, ours and the oracle's."""

import numpy as np

from cortenforge import _core
from cortenforge.conformance import bars
from cortenforge.conformance.beside import moved, other_constraints
from cortenforge.conformance.difference import Difference, error_of, is_real
from cortenforge.conformance.layout import is_sparse, unwritten_rows
from cortenforge.conformance.poison import defined, exists
from cortenforge.mujoco import _structs
from cortenforge.mujoco._enums import ALL as ENUMS

mjtSolver = ENUMS["mjtSolver"]


def _one(field, ours, theirs, bar):
    error, note = error_of(ours, theirs)
    return Difference(field, error, bar, note)


def compare_models(ours, theirs):
    """Every size, array and setting of two compiled models."""
    has_meshes = theirs.nmesh > 0
    result = []
    for name in filter(bars.compared, (*_core.model_sizes, "signature", *_core.model_arrays)):
        value = getattr(theirs, name)
        result.append(_one(name, getattr(ours, name), value, bars.compile_bar(name, is_real(value), has_meshes)))
    parts = {"opt": (ours.opt, theirs.opt), "stat": (ours.stat, theirs.stat)}
    parts.update({f"vis.{g}": (getattr(ours.vis, g), getattr(theirs.vis, g)) for g in _structs.MjVisual._groups})
    for part, (mine, other) in parts.items():
        for name in mine._all_fields:
            value = getattr(other, name)
            if np.size(value):  # the oracle shows vis.rgba.bv and bvactive as empty
                bar = bars.compile_bar(name, is_real(value), has_meshes and part == "stat")
                result.append(_one(f"{part}.{name}", getattr(mine, name), value, bar))
    return result


# Sparse matrices outside the arena keep old values behind the end of each row: (values and columns), row length, row start.
_SPARSE = {
    **dict.fromkeys(("actuator_moment", "moment_colind"), ("moment_rownnz", "moment_rowadr")),
    **dict.fromkeys(("ten_J", "ten_J_colind"), ("ten_J_rownnz", "ten_J_rowadr")),
}


def _used_entries(name, data):
    """Indices of the entries a sparse matrix of the oracle really has."""
    counts, starts = (getattr(data, field) for field in _SPARSE[name])
    if len(counts) == 0:
        return np.zeros(0, int)
    return np.concatenate([np.arange(start, start + count) for count, start in zip(counts, starts)])


def _is_used_sparse(name, model):
    return name in _SPARSE and (name in ("actuator_moment", "moment_colind") or is_sparse(model))


# counts that fix the sizes of the arena's arrays
_COUNTS = ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof")
_ROWS = (
    "efc_type",
    "efc_id",
    "efc_pos",
    "efc_margin",
    "efc_frictionloss",
    "efc_diagApprox",
    "efc_KBIP",
    "efc_D",
    "efc_R",
    "efc_vel",
    "efc_aref",
)
_MOTION_OF_ROWS = ("efc_vel", "efc_aref")


def _counts_differ(name, ours, theirs):
    if name.startswith("contact."):
        counts = ("ncon",)
    elif name.startswith("efc_") and name != "efc_island":
        counts = ("nefc", "nJ", "nA")
    else:
        counts = ("nefc", "nJ", "nisland", "nidof")
    return any(getattr(ours, count) != getattr(theirs, count) for count in counts)


def _value(data, name):
    return getattr(data.contact, name[8:]) if name.startswith("contact.") else getattr(data, name)


def _has_meaning(name, model, theirs):
    """Dense rows have no column arrays, and tendons no rows when there are none; the memory is there all the same."""
    if name.startswith(("efc_J_", "iefc_J_")):
        return is_sparse(model)
    return name != "tendon_efcadr" or theirs.nefc > 0


def _in_arena(name):
    return name.startswith("contact.") or name in _core.data_arena_arrays


def _field_pair(name, ours, theirs, again, model):
    """The values of a field to compare: what the oracle defines of it."""
    mine, other = np.asarray(_value(ours, name)), np.asarray(_value(theirs, name))
    if _in_arena(name):
        if mine.shape != other.shape:
            return (mine, other) if exists(other) else (other, other)
        known = defined(other, None if again is None else _value(again, name))
        return mine[known], other[known]
    if _is_used_sparse(name, model):
        indices = _used_entries(name, theirs)
        return mine.ravel()[indices], other.ravel()[indices]
    return mine, other


def _dense_jacobian(engine_data, model):
    """efc_J as a full matrix."""
    if not is_sparse(model):
        used = engine_data.efc_J[: engine_data.nefc * model.nv]  # rows that were dropped are counted behind
        return np.reshape(used, (engine_data.nefc, model.nv))
    full = np.zeros((engine_data.nefc, model.nv))
    for row in range(engine_data.nefc):
        start, count = engine_data.efc_J_rowadr[row], engine_data.efc_J_rownnz[row]
        full[row, engine_data.efc_J_colind[start : start + count]] = engine_data.efc_J[start : start + count]
    return full


def compare_rows(ours, theirs, model):
    """The constraint rows of two data; with other counts only those."""
    result = [_one(name, getattr(ours, name), getattr(theirs, name), bars.EXACT) for name in _COUNTS]
    if all(d.ok for d in result) and theirs.nefc > 0:
        written = ~unwritten_rows(model, theirs)
        for name in _ROWS:
            mine, other = getattr(ours, name), getattr(theirs, name)
            if name in _MOTION_OF_ROWS:
                mine, other = mine[written], other[written]
            result.append(_one(name, mine, other, bars.SMOOTH if is_real(other) else bars.EXACT))
        result.append(
            _one("efc_J", _dense_jacobian(ours, model)[written], _dense_jacobian(theirs, model)[written], bars.SMOOTH)
        )
    return result


# what the solver decides, row by row; undetermined where a nudge decides otherwise
_STATES = ("efc_state", "iefc_state")
# what follows from the numbers of rows, and has no meaning where the oracle has not written them
_FROM_ROWS = (*bars.AFTER_SOLVER, *_STATES, *_MOTION_OF_ROWS, "efc_J", "efc_AR", "iefc_J", "iefc_aref")


def compare_data(ours, theirs, model, again=None, neighbours=()):
    """Everything a forward pass computes. `model` and the rest are the oracle's: `again` is the same pass on other memory,
    `neighbours` are passes from nudged states, looked at only when there is something to explain."""
    newton = model.opt.solver == mjtSolver.mjSOL_NEWTON
    pairs, result = {}, []
    meaningless = _FROM_ROWS if unwritten_rows(model, theirs).any() else ()
    for name in filter(bars.compared, _names()):
        if name in meaningless:
            continue
        # with other counts the arrays cannot be compared; the count itself is the difference
        if _in_arena(name) and (_counts_differ(name, ours, theirs) or not _has_meaning(name, model, theirs)):
            continue
        pairs[name] = mine, other = _field_pair(name, ours, theirs, again, model)
        result.append(_one(name, mine, other, bars.forward_bar(name, is_real(other), theirs.nefc > 0, newton)))
    _explain([d for d in result if not d.ok], ours, theirs, neighbours)
    result.append(_one("warning.number", ours.warning.number, theirs.warning.number, bars.EXACT))
    return result


def _names():
    return (
        *_COUNTS,
        "time",
        "ntree_awake",
        "nbody_awake",
        "nparent_awake",
        "nv_awake",
        "flg_energypos",
        "flg_energyvel",
        "flg_subtreevel",
        "flg_rnepost",
        *_core.data_arrays,
        *(f"contact.{n}" for n in _structs.MjContact._all_fields),
        *_core.data_arena_arrays,
    )


def _explain(differences, ours, theirs, neighbours):
    """Adds the oracle's own sensitivity to differences of what comes after the solver."""
    numbers = [d for d in differences if d.field in bars.AFTER_SOLVER]
    states = [d for d in differences if d.field in _STATES]
    if not numbers and not states:
        return
    for neighbour in neighbours:
        for d in numbers:
            d.sensitivity = max(d.sensitivity, moved(neighbour, theirs, lambda data, name=d.field: _value(data, name)))
        for d in states:
            _forgive_states(d, ours, theirs, neighbour)
        if all(d.ok for d in (*numbers, *states)):
            break


def _forgive_states(difference, ours, theirs, neighbour):
    """Rows whose state the nudge changes do not count; what is left is the difference."""
    left = getattr(difference, "left", None)
    if left is None:
        left = _value(ours, difference.field) != _value(theirs, difference.field)
    if other_constraints(neighbour, theirs):
        left = np.zeros_like(left)
    else:
        left = left & (_value(neighbour, difference.field) == _value(theirs, difference.field))
    difference.left = left
    if not left.any():
        difference.error = 0.0
