"""MuJoCo's enumerations, made from the engine's own declarations."""

from cortenforge import _core
from cortenforge.mujoco import _api, _rendering_enums


# members of later releases, and the release
_LATER = {
    "mjEQ_FLEXSTRAIN": "3.6",
    "mjGAIN_DCMOTOR": "3.7",
    "mjBIAS_DCMOTOR": "3.7",
    "mjDYN_DCMOTOR": "3.7",
    "mjENBL_DIAGEXACT": "3.9",
    "mjGAIN_SO3": "3.11",
    "mjBIAS_SO3": "3.11",
    "mjTRN_SO3": "3.11",
    "mjMOUSE_TURN_V": "3.11",
    "mjMOUSE_TURN_H": "3.11",
    "mjGAIN_PID": "3.12",
    "mjDYN_PID": "3.12",
    "mjRND_POST_PROCESSING": "3.12",
    "mjINT_DISCRETE": "3.13",
    "mjENBL_IPC": "3.14",
    "mjCONDATA_LINVEL": "3.16",
    "mjCONDATA_ANGVEL": "3.16",
    "mjMESH_BUILTIN_GRID": "3.16",
    "mjMESH_BUILTIN_BOX": "3.16",
    "mjMESH_BUILTIN_CYLINDER": "3.16",
    "mjMESH_BUILTIN_ELLIPSOID": "3.16",
    "mjMESH_BUILTIN_SQUARE": "3.16",
    "mjMESH_BUILTIN_DISC": "3.16",
    "mjENBL_SPECULATIVE": "4.0",
    "mjSTATE_PLASTIC": "4.0",
}


def _of_no_model(cls, name):
    """A later member for programs of later releases: they may name it and compare; no model has it, and none takes it."""
    place = list(_LATER).index(name)
    return 1 << (24 + place % 6) if name.startswith(("mjENBL", "mjSTATE")) else 1000 + place


class _EnumType(type):
    """A class whose members are its only instances; calling it looks a value up."""

    def __getattr__(cls, name):
        if (cls.__name__, name) == ("mjtDisableBit", "mjDSBL_MULTICCD"):
            return 1 << 19  # asks for what this engine does anyway: without mjENBL_MULTICCD it is off
        if name in _LATER and _api.is_later():
            return _of_no_model(cls, name)
        if name in _LATER:
            raise AttributeError(
                f"'{name}' came with MuJoCo {_LATER[name]}; CortenForge is MuJoCo 3.5.0 in its numbers and has "
                "no counterpart"
            )
        raise AttributeError(f"{cls.__name__} has no member '{name}'")

    def __call__(cls, value):
        try:
            return cls._by_value[int(value)]
        except KeyError:
            raise ValueError(f"{cls.__name__} has no member of value {int(value)}") from None

    def __iter__(cls):
        return iter(cls.__members__.values())

    def __len__(cls):
        return len(cls.__members__)


class _Enum(int, metaclass=_EnumType):
    """An int that knows its name; arithmetic gives plain numbers."""

    @property
    def value(self):
        return int(self)

    def __repr__(self):
        return f"<{type(self).__name__}.{self.name}: {int(self)}>"

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"

    def __reduce__(self):
        return (type(self), (int(self),))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def make(name, text):
    cls = _EnumType(name, (_Enum,), {"__module__": __name__, "__doc__": text, "__members__": {}, "_by_value": {}})
    for enumerator in text.split(","):
        key, value = (part.strip() for part in enumerator.split("="))
        member = int.__new__(cls, int(value))
        member.name = key
        setattr(cls, key, member)
        cls.__members__[key] = member
        cls._by_value.setdefault(int(value), member)
    return cls


ALL = {name: make(name, text) for name, text in {**_core.enum_texts, **_rendering_enums.TEXTS}.items()}
globals().update(ALL)
__all__ = list(ALL)
