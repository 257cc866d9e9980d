"""Which entries of the step arena the oracle defines: a second run on memory full of rubbish must give them again."""

import ctypes

import mujoco as oracle
import numpy as np

from cortenforge import _core

_RUBBISH = 0x5A


def exists(array):
    """False for an array the oracle has not made: it is shown with the right shape, on memory of numpy's own."""
    return array.size > 0 and not array.flags.owndata


def _extent(array):
    """First and last address of an array, or None when there is none."""
    if not exists(array):
        return None
    first = array.__array_interface__["data"][0]
    return first, first + sum((n - 1) * stride for n, stride in zip(array.shape, array.strides)) + array.itemsize


def _is_current(name, data):
    """False for pointers that an earlier pass has left behind."""
    return data.nefc > 0 if name.startswith("efc_") or name == "tendon_efcadr" else data.nisland > 0


def _fill_arena(data):
    arrays = [getattr(data, name) for name in _core.data_arena_arrays if _is_current(name, data)]
    for first, last in filter(None, map(_extent, arrays + ([data.contact.dist] if data.ncon else []))):
        ctypes.memset(first, _RUBBISH, last - first)


class Poisoned:
    """Repeats forward passes of the oracle from the same state, on memory where the first pass has left nothing."""

    def __init__(self, model):
        self.model, self.data = model, oracle.MjData(model)

    def repeat(self, after):
        """The data of a second pass, from the state and inputs of `after`."""
        oracle.mj_copyData(self.data, self.model, after)
        _fill_arena(self.data)
        oracle.mj_forward(self.model, self.data)
        return self.data


def defined(first, second):
    """Entries that two passes agree on, by value; all that exists when there is no second pass."""
    if second is None or not exists(first):
        return np.full(first.shape, exists(first))
    # freed memory may come back with rubbish in it
    same = (first == second) & (first != np.full(first.itemsize, _RUBBISH, np.uint8).view(first.dtype)[0])
    if first.dtype.kind == "f":
        same |= np.isnan(first) & np.isnan(second)
    return same
