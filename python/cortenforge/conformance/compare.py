"""Compares the fields of two models or two data, ours and the oracle's."""

from dataclasses import dataclass

import numpy as np

from cortenforge import _core
from cortenforge.conformance import bars
from cortenforge.conformance.poison import defined, exists
from cortenforge.mujoco import _structs
from cortenforge.mujoco._enums import ALL as ENUMS

mjtJacobian, mjtSolver = ENUMS["mjtJacobian"], ENUMS["mjtSolver"]


SAME_ORDER = 10.0


@dataclass
class Difference:
    """One field: how far it is off and how far it may be. Where the oracle itself, nudged by a rounding error, moves about
    as far (its sensitivity), there is no number to be closer to: our rounding is a nudge at every operation."""
    field: str
    error: float
    bar: float
    note: str = ""
    sensitivity: float = 0.0

    @property
    def ok(self):
        return self.error <= max(self.bar, SAME_ORDER * self.sensitivity)


def error_of(ours, theirs):
    """Largest |ours − theirs| / max(1, |theirs|) and a word on where; NaN equals NaN."""
    if isinstance(theirs, bytes):
        return (0.0, "") if ours == theirs else (np.inf, "text differs")
    ours, theirs = np.atleast_1d(ours), np.atleast_1d(theirs)
    if ours.shape != theirs.shape:
        return np.inf, f"shape {ours.shape} instead of {theirs.shape}"
    if ours.size == 0 or np.array_equal(ours, theirs, equal_nan=ours.dtype.kind == "f"):
        return 0.0, ""
    a, b = ours.astype(np.float64), theirs.astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(a - b) / np.maximum(1.0, np.abs(b))
    error[(a == b) | (np.isnan(a) & np.isnan(b))] = 0
    error[np.isnan(error)] = np.inf
    where = np.unravel_index(np.argmax(error), error.shape)
    at = ",".join(map(str, where))
    return float(error[where]), f"[{at}] {a[where]:.17g} instead of {b[where]:.17g}"


def is_real(value):
    return np.asarray(value).dtype.kind == "f" if not isinstance(value, bytes) else False


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


def _is_sparse(model):
    jacobian = model.opt.jacobian
    return jacobian == mjtJacobian.mjJAC_SPARSE or (jacobian == mjtJacobian.mjJAC_AUTO and model.nv >= 60)


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
    return name in _SPARSE and (name in ("actuator_moment", "moment_colind") or _is_sparse(model))


# counts that fix the sizes of the arena's arrays
_COUNTS = ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof")
_ROWS = ("efc_type", "efc_id", "efc_pos", "efc_margin", "efc_frictionloss", "efc_diagApprox", "efc_KBIP", "efc_D", "efc_R", "efc_vel",
         "efc_aref")


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
        return _is_sparse(model)
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
    if not _is_sparse(model):
        return np.reshape(engine_data.efc_J, (engine_data.nefc, model.nv))
    full = np.zeros((engine_data.nefc, model.nv))
    for row in range(engine_data.nefc):
        start, count = engine_data.efc_J_rowadr[row], engine_data.efc_J_rownnz[row]
        full[row, engine_data.efc_J_colind[start:start + count]] = engine_data.efc_J[start:start + count]
    return full


def compare_rows(ours, theirs, model):
    """The constraint rows of two data; with other counts only those."""
    result = [_one(name, getattr(ours, name), getattr(theirs, name), bars.EXACT) for name in _COUNTS]
    if all(d.ok for d in result) and theirs.nefc > 0:
        for name in _ROWS:
            other = getattr(theirs, name)
            result.append(_one(name, getattr(ours, name), other, bars.SMOOTH if is_real(other) else bars.EXACT))
        result.append(_one("efc_J", _dense_jacobian(ours, model), _dense_jacobian(theirs, model), bars.SMOOTH))
    return result


def compare_data(ours, theirs, model, again=None, neighbour=None):
    """Everything a forward pass computes. `model` and the rest are the oracle's: `again` is the same pass on other memory,
    `neighbour` the pass from a nudged state."""
    constrained = theirs.nefc > 0
    newton = model.opt.solver == mjtSolver.mjSOL_NEWTON
    result = []
    names = (*_COUNTS, "time", "ntree_awake", "nbody_awake", "nparent_awake", "nv_awake", "flg_energypos", "flg_energyvel",
             "flg_subtreevel", "flg_rnepost", *_core.data_arrays, *(f"contact.{n}" for n in _structs.MjContact._all_fields),
             *_core.data_arena_arrays)
    for name in filter(bars.compared, names):
        # with other counts the arrays cannot be compared; the count itself is the difference
        if _in_arena(name) and (_counts_differ(name, ours, theirs) or not _has_meaning(name, model, theirs)):
            continue
        mine, other = _field_pair(name, ours, theirs, again, model)
        bar = bars.forward_bar(name, is_real(other), constrained, newton)
        difference = _one(name, mine, other, bar)
        if not difference.ok and neighbour is not None and name in bars.AFTER_SOLVER:
            difference.sensitivity = _moved(neighbour, theirs, name)
        result.append(difference)
    result.append(_one("warning.number", ours.warning.number, theirs.warning.number, bars.EXACT))
    return result


def _moved(neighbour, theirs, name):
    """How far a field moves with a nudge; infinite when the constraints become others."""
    if any(getattr(neighbour, count) != getattr(theirs, count) for count in _COUNTS):
        return np.inf
    return error_of(_value(neighbour, name), _value(theirs, name))[0]
