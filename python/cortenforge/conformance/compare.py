"""Compares the fields of two models or two data, ours and the oracle's."""

from dataclasses import dataclass

import numpy as np

from cortenforge import _core
from cortenforge.conformance import bars
from cortenforge.mujoco import _structs
from cortenforge.mujoco._enums import ALL as ENUMS

mjtJacobian, mjtSolver = ENUMS["mjtJacobian"], ENUMS["mjtSolver"]


@dataclass
class Difference:
    """One field: how far it is off and how far it may be."""
    field: str
    error: float
    bar: float
    note: str = ""

    @property
    def ok(self):
        return self.error <= self.bar


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


# Sparse matrices hold whatever was there before behind the end of each row: (values and columns), row length, row start.
_SPARSE = {
    **dict.fromkeys(("actuator_moment", "moment_colind"), ("moment_rownnz", "moment_rowadr")),
    **dict.fromkeys(("ten_J", "ten_J_colind"), ("ten_J_rownnz", "ten_J_rowadr")),
    **dict.fromkeys(("efc_J", "efc_J_colind"), ("efc_J_rownnz", "efc_J_rowadr")),
    **dict.fromkeys(("efc_AR", "efc_AR_colind"), ("efc_AR_rownnz", "efc_AR_rowadr")),
    **dict.fromkeys(("iefc_J", "iefc_J_colind"), ("iefc_J_rownnz", "iefc_J_rowadr")),
    **dict.fromkeys(("iM", "iM_colind", "iLD"), ("iM_rownnz", "iM_rowadr")),
}


_ALWAYS_SPARSE = ("actuator_moment", "moment_colind", "iM", "iM_colind", "iLD")


def _used_entries(name, data, sparse):
    """Indices of the entries a matrix of the oracle really has."""
    if name == "iefc_J" and not sparse:  # a dense block per island, where the island's rows would begin in efc_J
        counts, starts = data.island_nefc * data.island_nv, data.island_iefcadr * data.nidof
    else:
        counts, starts = (getattr(data, field) for field in _SPARSE[name])
    if len(counts) == 0:
        return np.zeros(0, int)
    return np.concatenate([np.arange(start, start + count) for count, start in zip(counts, starts)])


def _used(values, indices):
    flat = np.ravel(values)
    return flat[indices] if len(indices) == 0 or indices.max() < len(flat) else flat


def _meaningful_arena(name, model, data):
    """Whether the oracle filled an arena array in this pass."""
    if name == "tendon_efcadr":
        return data.nefc > 0
    if name.startswith("efc_"):
        if name.startswith("efc_AR"):
            return data.nA > 0
        if name.startswith("efc_J_"):
            return data.nefc > 0 and _is_sparse(model)
        return data.nefc > 0 and (name != "efc_island" or data.nisland > 0)
    if name.startswith("iefc_J_"):
        return data.nisland > 0 and _is_sparse(model)
    return data.nisland > 0


def _same_counts(name, ours, theirs):
    counts = ("nefc", "nJ", "nA") if name.startswith("efc_") and name != "efc_island" else ("nefc", "nJ", "nisland", "nidof")
    return all(getattr(ours, count) == getattr(theirs, count) for count in counts)


def compare_data(ours, theirs, model):
    """Everything a forward pass computes; `model` is the oracle's."""
    constrained = theirs.nefc > 0
    newton = model.opt.solver == mjtSolver.mjSOL_NEWTON
    result = []

    sparse = _is_sparse(model)

    def add(field, mine, other):
        if field in _SPARSE and (sparse or field in _ALWAYS_SPARSE or field == "iefc_J"):
            indices = _used_entries(field, theirs, sparse)
            mine, other = _used(mine, indices), _used(other, indices)
        if bars.compared(field):
            bar = bars.forward_bar(field, is_real(other), constrained, newton)
            result.append(_one(field, mine, other, bar))

    for name in ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof", "time", "ntree_awake", "nbody_awake",
                 "nparent_awake", "nv_awake", "flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost"):
        add(name, getattr(ours, name), getattr(theirs, name))
    for name in _core.data_arrays:
        add(name, getattr(ours, name), getattr(theirs, name))
    # with other counts the arrays cannot be compared; the count itself is the difference
    if ours.ncon == theirs.ncon:
        for name in _structs.MjContact._all_fields:
            add(f"contact.{name}", getattr(ours.contact, name), getattr(theirs.contact, name))
    for name in _core.data_arena_arrays:
        if _meaningful_arena(name, model, theirs) and _same_counts(name, ours, theirs):
            add(name, getattr(ours, name), getattr(theirs, name))
    add("warning.number", ours.warning.number, theirs.warning.number)
    return result
