"""Brings the oracle's models and states into ours."""

import ctypes
import functools
import pathlib

import mujoco
import numpy as np

from cortenforge import _core
from cortenforge.mujoco._model import MjModel


@functools.cache
def _library():
    return ctypes.CDLL(str(next(pathlib.Path(mujoco.__file__).parent.glob("libmujoco.so*"))))


def _plugin_name(slot):
    """Slots depend on the order of loading; names do not. The name is the first field of the oracle's description."""
    describe = _library().mjp_getPluginAtSlot
    describe.restype = ctypes.POINTER(ctypes.c_char_p)
    return describe(slot)[0].decode()


def _copy_struct(theirs, ours):
    for name in ours._all_fields:
        value = getattr(theirs, name)
        if np.shape(value) == np.shape(getattr(ours, name)):  # the oracle shows vis.rgba.bv and bvactive as empty
            setattr(ours, name, value)


def from_oracle(theirs):
    """Our MjModel with every size, option and array of an oracle's MjModel."""
    ours = MjModel._wrap(_core.Model._with_sizes({name: getattr(theirs, name) for name in _core.model_sizes}))
    for name in _core.model_arrays:
        value = getattr(theirs, name)
        if isinstance(value, bytes):
            value = np.frombuffer(value, np.int8)
        ours._array(name)[...] = value
    _copy_struct(theirs.opt, ours.opt)
    _copy_struct(theirs.stat, ours.stat)
    for group in ours.vis._groups:
        _copy_struct(getattr(theirs.vis, group), getattr(ours.vis, group))
    ours.signature = theirs.signature
    ours._name_plugins([_plugin_name(int(slot)) for slot in theirs.plugin])
    return ours
