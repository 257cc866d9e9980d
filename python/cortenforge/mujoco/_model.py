"""MjModel: the compiled model."""

import os
import warnings

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _named, _plain_structs
from cortenforge.mujoco._fields import ArrayField, PartField, adopt_properties, assign
from cortenforge.mujoco._vfs import files_of

_TEXT = ("names", "paths", "text_data")


class MjModel(_core.Model):
    """Everything that stays the same while a simulation runs. Arrays are views of the engine's memory."""

    _size_fields = tuple(_core.model_sizes)
    _all_fields = tuple(_core.model_sizes) + tuple(_core.model_arrays)

    def __init__(self, *args, **kwargs):
        raise TypeError("MjModel has no constructor; use from_xml_string, from_xml_path or from_binary_path")

    @classmethod
    def _wrap(cls, native):
        model = cls.__new__(cls)
        _core.Model.__init__(model, native)
        return model

    @classmethod
    def _loaded(cls, native):
        """The model of a load, whose warnings are told; they stay in load_warnings."""
        for text in native.load_warnings:
            warnings.warn(text, stacklevel=3)
        return cls._wrap(native)

    @property
    def _sizes(self):
        return np.array([getattr(self, name) for name in self._size_fields])

    @staticmethod
    def from_xml_string(xml, assets=None, vfs=None):
        """Compiles a model from MJCF or URDF text; assets, or vfs: file name -> bytes. ValueError says all that is wrong with it."""
        return MjModel._loaded(_core.load_string(xml, files_of(assets, vfs)))

    @staticmethod
    def from_xml_path(filename, assets=None, vfs=None):
        """Compiles a model from a file, which may be one of the assets."""
        return MjModel._loaded(_core.load_file(os.fspath(filename), files_of(assets, vfs)))

    @staticmethod
    def from_binary_path(filename, assets=None):
        """Loads a model saved by mj_saveModel."""
        if assets and filename in assets:
            return MjModel._wrap(_core.Model._from_bytes(assets[filename]))
        return MjModel._wrap(_core.Model._from_file(filename))

    __setattr__ = assign

    def _same(self):
        return MjModel._wrap(self)

    def __reduce__(self):
        return (_restore, (self._to_bytes(),))

    def __copy__(self):
        return MjModel._wrap(self._copied())

    def __deepcopy__(self, memo):
        return self.__copy__()


def _restore(content):
    return MjModel._wrap(_core.Model._from_bytes(content))


MjModel.opt = PartField("opt", lambda model, name: _plain_structs.MjOption(model._memory(name)), "MjOption")
MjModel.stat = PartField("stat", lambda model, name: _plain_structs.MjStatistic(model._memory(name)), "MjStatistic")
MjModel.vis = PartField("vis", lambda model, name: _plain_structs.MjVisual(model), "MjVisual")
for _name in _core.model_arrays:
    setattr(MjModel, _name, ArrayField(_name, _core.model_shapes[_name], bytes if _name in _TEXT else None))
adopt_properties(MjModel)
_named.install(MjModel, _named.MODEL, "Model")
