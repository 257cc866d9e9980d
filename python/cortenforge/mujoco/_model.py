"""MjModel: the compiled model."""

from cortenforge import _core
from cortenforge.mujoco import _named, _plain_structs
from cortenforge.mujoco._fields import ArrayField, assign

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
        attributes = model.__dict__
        attributes["opt"] = _plain_structs.MjOption(native.memory("opt"))
        attributes["stat"] = _plain_structs.MjStatistic(native.memory("stat"))
        attributes["vis"] = _plain_structs.MjVisual(native)
        return model

    @staticmethod
    def from_xml_string(xml, assets=None):
        """Compiles a model from MJCF or URDF text; assets: file name -> bytes. ValueError says all that is wrong with it."""
        return MjModel._wrap(_core.load_string(xml, assets, False))

    @staticmethod
    def from_xml_path(filename, assets=None):
        """Compiles a model from a file, which may be one of the assets."""
        return MjModel._wrap(_core.load_file(str(filename), assets, False))

    @staticmethod
    def from_binary_path(filename, assets=None):
        """Loads a model saved by mj_saveModel."""
        if assets and filename in assets:
            return MjModel._wrap(_core.Model.from_bytes(assets[filename]))
        return MjModel._wrap(_core.Model.from_file(filename))

    __setattr__ = assign

    @property
    def _address(self):
        return self.address

    def __reduce__(self):
        return (_restore, (self.to_bytes(),))

    def __copy__(self):
        return MjModel._wrap(self.copied())

    def __deepcopy__(self, memo):
        return self.__copy__()


def _restore(content):
    return MjModel._wrap(_core.Model.from_bytes(content))


for _name in _core.model_arrays:
    setattr(MjModel, _name, ArrayField(_name, bytes if _name in _TEXT else None))
_named.install(MjModel, _named.MODEL, "Model")
