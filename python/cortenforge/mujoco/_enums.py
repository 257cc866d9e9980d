"""MuJoCo's enumerations, made from the engine's own declarations."""

from cortenforge import _core
from cortenforge.mujoco import _rendering_enums


class _EnumType(type):
    """A class whose members are its only instances; calling it looks a value up."""

    def __call__(cls, value):
        try:
            return cls._by_value[int(value)]
        except KeyError:
            raise ValueError(f"Invalid int value for {cls.__name__}: {int(value)}") from None

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
