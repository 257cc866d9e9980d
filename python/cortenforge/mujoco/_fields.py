"""Attributes of MjModel and MjData that are views of engine arrays."""


class ArrayField:
    """An array made at first use and then kept in the object: the same one every time."""

    def __init__(self, name, shape, convert=None):
        self.name, self.convert = name, convert
        self.__doc__ = "bytes" if convert is bytes else shape

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        value = obj._array(self.name)
        if self.convert:
            value = self.convert(value)
        obj.__dict__[self.name] = value
        return value


class PartField:
    """A struct or list of the object, made at first use and then kept; it cannot be assigned."""

    def __init__(self, name, make, doc):
        self.name, self.make, self.__doc__ = name, make, doc

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        value = obj.__dict__[self.name] = self.make(obj, self.name)
        return value


class ArenaField:
    """An array of the current step, looked up anew every time; it cannot be assigned."""

    def __init__(self, name, shape):
        self.name, self.__doc__ = name, f"{shape}, of the current step"

    def __get__(self, obj, owner=None):
        return self if obj is None else obj._arena_array(self.name)

    def __set__(self, obj, value):
        raise AttributeError(f"can't set attribute '{self.name}'; write into the array")


def assign(obj, name, value):
    """obj.name = value: arrays are filled in place, properties set, unknown names refused."""
    attribute = getattr(type(obj), name, None)
    if isinstance(attribute, ArrayField) and attribute.convert is None:
        getattr(obj, name)[...] = value
    elif hasattr(attribute, "__set__"):
        attribute.__set__(obj, value)
    else:
        raise AttributeError(f"'{type(obj).__name__}' object has no assignable attribute '{name}'")


def adopt_properties(cls):
    """Puts the native base's properties into the class itself: programs look for fields in MjData.__dict__."""
    native = cls.__base__
    for name, value in vars(native).items():
        if isinstance(value, property) and not name.startswith("_"):
            setattr(cls, name, value)
