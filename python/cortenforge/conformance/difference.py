"""How far two values are apart, and how far they may be."""

from dataclasses import dataclass

import numpy as np

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
    same_bits: bool | None = None  # said only where the error is not the distance from the oracle

    @property
    def equal(self):
        return self.error == 0 if self.same_bits is None else self.same_bits

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
