"""MjData: the state of one simulation and everything computed from it."""

import copy

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _named, _plain_structs
from cortenforge.mujoco._fields import ArenaField, ArrayField, PartField, adopt_properties, assign


class MjData(_core.Data):
    """State and results of one simulation. Arrays are views of the engine's memory."""

    _all_fields = tuple(_core.data_arrays) + tuple(_core.data_arena_arrays)

    def __init__(self, model):
        _core.Data.__init__(self, model)
        self.__dict__["_model"] = model

    __setattr__ = assign

    # what the oracle shows of its memory; ours has no stack of its own and no thread pool in the data
    pstack = pbase = threadpool = property(lambda self: 0)
    model = property(lambda self: self._model)
    nplugin = property(lambda self: self.model.nplugin)
    nbuffer = property(lambda self: sum(self._array(name).nbytes for name in _core.data_arrays))
    signature = property(lambda self: self.model.signature)

    def _same(self):
        return _wrap(self, self.model)

    def __copy__(self):
        return _wrap(self._copied(), self.model)

    def __deepcopy__(self, memo):
        return _wrap(self._copied(), copy.deepcopy(self.model, memo))

    def __reduce__(self):
        return (_restore, (self.model, self._to_bytes()))


def _wrap(native, model):
    data = MjData.__new__(MjData)
    _core.Data.__init__(data, native)
    data.__dict__["_model"] = model
    return data


def _restore(model, content):
    return _wrap(_core.Data._from_bytes(model, content), model)


for _name, _kind in _plain_structs.LISTS.items():
    setattr(MjData, _name, PartField(_name, _kind, _kind.__doc__))
MjData.maxuse_threadstack = PartField(
    "maxuse_threadstack", lambda data, name: np.zeros(128, np.uint64), "(128,) uint64"
)
for _name in _core.data_arrays:
    setattr(MjData, _name, ArrayField(_name, _core.data_shapes.get(_name, "array")))
for _name in _core.data_arena_arrays:
    setattr(MjData, _name, ArenaField(_name, _core.data_shapes[_name]))
adopt_properties(MjData)
_named.install(MjData, _named.DATA, "Data")
