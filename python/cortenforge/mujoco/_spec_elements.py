"""Elements of an MjSpec: one class per kind, with the attributes that the engine's own description lists."""

import contextlib
import operator

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _client_texts, _enums, _spec_parts
from cortenforge.mujoco._spec_parts import _CLASSES, MjsTendonPath, wrap

__all__ = [
    "MjByteVec",
    "MjCharVec",
    "MjDoubleVec",
    "MjFloatVec",
    "MjIntVec",
    "MjStringVec",
    "MjsActuator",
    "MjsBody",
    "MjsCamera",
    "MjsCompiler",
    "MjsDefault",
    "MjsElement",
    "MjsEquality",
    "MjsExclude",
    "MjsFlex",
    "MjsFrame",
    "MjsGeom",
    "MjsHField",
    "MjsJoint",
    "MjsKey",
    "MjsLight",
    "MjsMaterial",
    "MjsMesh",
    "MjsNumeric",
    "MjsOrientation",
    "MjsPair",
    "MjsPlugin",
    "MjsSensor",
    "MjsSite",
    "MjsSkin",
    "MjsTendon",
    "MjsTendonPath",
    "MjsText",
    "MjsTexture",
    "MjsTuple",
    "MjsWrap",
]

_ORIENTATIONS = ("axisangle", "xyaxes", "zaxis", "euler")


def _wrap_all(refs):
    return [wrap(ref) for ref in refs]


class _Entries:
    """A list inside an element; entries are read and assigned in place."""

    __slots__ = ("_ref", "_field")

    def __init__(self, ref, field):
        self._ref, self._field = ref, field

    def __len__(self):
        return _core.spec_size(self._ref, self._field)

    def __getitem__(self, index):
        return _core.spec_item(self._ref, self._field, operator.index(index))

    def __setitem__(self, index, value):
        _core.spec_put_item(self._ref, self._field, operator.index(index), value)

    def __iter__(self):
        return iter(_core.spec_get(self._ref, self._field))

    def __array__(self, dtype=None, copy=None):
        return np.array(_core.spec_get(self._ref, self._field), self._dtype if dtype is None else dtype)

    _dtype = None


class MjDoubleVec(_Entries):
    """A list of numbers inside an element."""

    _dtype = np.float64


class MjFloatVec(_Entries):
    """A list of single-precision numbers inside an element."""

    _dtype = np.float32


class MjIntVec(_Entries):
    """A list of integers inside an element."""

    _dtype = np.int32


class MjByteVec(_Entries):
    """A list of bytes inside an element."""

    _dtype = np.uint8


class MjStringVec(_Entries):
    """A list of names inside an element."""


class MjCharVec(_Entries):
    """A word inside an element, character by character."""


_ENTRIES = {"doubles": MjDoubleVec, "floats": MjFloatVec, "ints": MjIntVec, "words": MjStringVec, "chars": MjCharVec}


class _Field:
    """One attribute: how its value is shown, checked and stored."""

    def __init__(self, index, name, kind, count, enumeration):
        self.index, self.name, self.kind, self.count = index, name, kind, count
        self.enum = _enums.ALL.get(enumeration)
        self.real = enumeration == "float"

    def __get__(self, element, owner=None):
        if element is None:
            return self
        if self.kind in _ENTRIES:
            if not element._ref.alive:
                raise RuntimeError("this element was deleted from its MjSpec")
            return _ENTRIES[self.kind](element._ref, self.index)
        value = _core.spec_get(element._ref, self.index)
        if self.enum is not None:
            return self.enum(value)
        if self.real:
            return float(value)
        return wrap(value) if self.kind == "part" else value

    def __set__(self, element, value):
        if self.enum is not None and not isinstance(value, self.enum):
            raise TypeError(f"{self.name} takes values of {self.enum.__name__} only")
        self.store(element, value)

    def store(self, element, value):
        """Assignment without asking for the enumeration's own type."""
        if self.kind == "part":
            value = value._ref if isinstance(value, _Part) else value
        elif self.kind == "int" or self.real:
            value = _integer(self.name, value)
        elif self.kind == "float":
            value = _number(self.name, value)
        elif self.kind == "array":
            value = _numbers(self.name, value)
        elif self.kind == "chars":
            value = _characters(self, element, value)
        elif self.kind == "words" and self.count and len(value) != self.count:
            raise ValueError(_client_texts.exact_count(self.name, self.count, len(value)))
        elif self.kind in ("doubles", "floats", "ints", "words"):
            value = list(_entries(self, value))
        _core.spec_put(element._ref, self.index, value)


def _integer(name, value):
    if isinstance(value, (float, np.floating)):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None


def _number(name, value):
    if isinstance(value, (str, bytes)) or value is None:
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    return float(value)


def _numbers(name, value):
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} must be numbers")
    array = np.asarray(value, np.float64)
    if array.ndim == 0 or (array.ndim > 1 and array.size != array.shape[0]):
        raise TypeError(f"{name} must be a list of numbers")
    return array.reshape(-1).tolist()


def _entries(field, value):
    if field.kind != "words" and isinstance(value, (str, bytes)):
        raise TypeError(f"{field.name} must be numbers")
    return np.asarray(value).tolist() if isinstance(value, np.ndarray) else value


def _characters(field, element, value):
    expected = _core.spec_size(element._ref, field.index)
    if len(value) != expected:
        raise ValueError(_client_texts.length(field.name, expected))
    if any(len(character) != 1 for character in value):
        raise ValueError(_client_texts.single_characters(field.name))
    return "".join(value)


class _Part:
    """Anything that lives in an MjSpec. Two objects are equal if they are the same element."""

    __slots__ = ("_ref", "__weakref__")
    _fields = {}

    def __init__(self, *args, **kwargs):
        raise TypeError(f"{type(self).__name__} has no constructor; it is made by the add_ methods of an MjSpec")

    def __setattr__(self, name, value):
        if not hasattr(type(self), name):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __reduce__(self):
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")

    __reduce_ex__ = lambda self, protocol: self.__reduce__()


class MjsElement(_Part):
    """Any element of an MjSpec."""

    __slots__ = ()


class _Named(_Part):
    """What all elements of the specification have."""

    __slots__ = ()
    name = property(
        lambda self: _core.spec_name(self._ref), lambda self, value: _core.spec_set_name(self._ref, _text(value))
    )
    id = property(lambda self: _core.spec_id(self._ref))
    signature = property(lambda self: _core.spec_signature(self._ref.tree))


def _text(value):
    if isinstance(value, bytes):
        return value.decode()
    if not isinstance(value, str):
        raise TypeError(f"expected text, not {type(value).__name__}")
    return value


def _default_ref(default):
    if default is None:
        return None
    if not isinstance(default, MjsDefault):
        raise TypeError(f"default must be an MjsDefault, not {type(default).__name__}")
    return default._ref


def apply_keywords(element, keywords):
    """Sets attributes given by name, as the add_ methods do: lengths are checked, orientations choose their type."""
    for group, alt in (("", "alt"), ("i", "ialt")):
        given = [name for name in _ORIENTATIONS if keywords.get(group + name) is not None and alt in element._fields]
        if len(given) > 1:
            names = [group + name for name in _ORIENTATIONS]
            raise ValueError(_client_texts.one_of(names))
        for name in given:
            part = getattr(element, alt)
            _put_keyword(part, part._fields[name], keywords[group + name], group + name)
            part.type = _enums.mjtOrientation(1 + _ORIENTATIONS.index(name))
    for name, value in keywords.items():
        if value is None or _is_orientation(element, name):
            continue
        if name == "name":
            element.name = value
        else:
            _put_keyword(element, element._fields[name], value, name)


def _is_orientation(element, name):
    return (name in _ORIENTATIONS and "alt" in element._fields) or (
        name[1:] in _ORIENTATIONS and name[0] == "i" and "ialt" in element._fields
    )


def _put_keyword(element, field, value, name):
    if field.kind == "array":
        value = _numbers(name, value)
        if name == "size" and field.count == 3:
            if not 1 <= len(value) <= 3:
                raise ValueError(_client_texts.list_size("size", "1, 2, or 3"))
            value = value + [0.0] * (3 - len(value))
        elif len(value) != field.count:
            raise ValueError(_client_texts.list_size(name, field.count))
    elif field.kind == "words" and field.count:
        value = [*value, *[""] * field.count][: field.count]
    field.store(element, value)


def known_keywords(cls):
    names = {"name", "info", *cls._fields} - {"alt", "ialt", "data"} | (
        {"data"} if "data" in cls._fields and cls._fields["data"].kind != "bytes" else set()
    )
    if "alt" in cls._fields:
        names.update(_ORIENTATIONS)
    if "ialt" in cls._fields:
        names.update("i" + name for name in _ORIENTATIONS)
    return names


def check_keywords(method, cls, keywords):
    unknown = set(keywords) - known_keywords(cls)
    if unknown:
        raise TypeError(f"{method}() got an unexpected keyword argument '{sorted(unknown)[0]}'")


def add_method(kind, with_default=True):
    """The add_<kind> method of bodies and frames."""

    def add(self, default=None, **keywords):
        check_keywords(f"add_{kind}", _CLASSES[kind], keywords)
        element = wrap(_core.spec_add_to_body(self._ref, kind, _default_ref(default)))
        return finish(element, keywords)

    add.__name__ = f"add_{kind}"
    add.__doc__ = f"Adds a {kind}; attributes are given by name, the others are those of the default class."
    return add


def finish(element, keywords):
    """Gives a new element its attributes; if one is refused the element is taken out again."""
    try:
        apply_keywords(element, keywords)
    except (TypeError, ValueError):
        with contextlib.suppress(ValueError):  # a key of the wrong size, which nothing compiles with, holds bodies fast
            _core.spec_remove(element._ref)
        raise
    return element


class _Placed(_Named):
    """What stands in a body, perhaps in one of its frames."""

    __slots__ = ()
    parent = property(lambda self: wrap(_core.spec_parent(self._ref)))
    frame = property(lambda self: wrap(_core.spec_frame(self._ref)))

    def set_frame(self, frame):
        """Puts the element into a frame of its body."""
        _core.spec_set_frame(self._ref, None if frame is None else frame._ref)


class _Classed:
    """What takes its values from a default class."""

    __slots__ = ()
    classname = property(
        lambda self: wrap(_core.spec_class(self._ref)),
        lambda self, value: _core.spec_set_class(self._ref, _default_ref(value)),
    )


def _make(name, kind, /, *bases, **extra):
    fields = {}
    body = {
        "__slots__": (),
        "__module__": __name__,
        "_fields": fields,
        "__doc__": f"The {kind.replace('_', ' ')} part of an MjSpec.",
        **extra,
    }
    for index, (field, shape, count, enumeration) in enumerate(_core.spec_fields.get(kind, ())):
        fields[field] = _Field(index, field, shape, count, enumeration)
        body.setdefault(field, fields[field])
    cls = type(name, bases or (_Part,), body)
    _CLASSES[kind] = cls
    return cls


_CHILD_KINDS = ("body", "camera", "geom", "joint", "light", "site")
_LISTS = {
    "bodies": "body",
    "cameras": "camera",
    "frames": "frame",
    "geoms": "geom",
    "joints": "joint",
    "lights": "light",
    "sites": "site",
}


def _first(kind):
    def first(self):
        return next(iter(_wrap_all(_core.spec_children(self._ref, kind, False))), None)

    return first


def _next(kind):
    def following(self, element):
        siblings = _wrap_all(_core.spec_children(self._ref, kind, False))
        place = siblings.index(element) + 1 if element in siblings else len(siblings)
        return siblings[place] if place < len(siblings) else None

    return following


def _add_frame(self, default=None, **keywords):
    """Adds a frame, inside the given one if any."""
    check_keywords("add_frame", MjsFrame, keywords)
    if default is not None and not isinstance(default, MjsFrame):
        raise TypeError("add_frame takes a frame to stand in")
    frame = finish(wrap(_core.spec_add_to_body(self._ref, "frame", None)), keywords)
    if default is not None:
        frame.set_frame(default)
    return frame


def _add_freejoint(self, **keywords):
    """Adds a free joint; the default class does not apply."""
    for name in keywords:
        if name not in ("align", "group", "name"):
            raise TypeError(_client_texts.freejoint_keyword(name))
    joint = wrap(_core.spec_add_freejoint(self._ref))
    return finish(joint, keywords)


def _find_all(self, kind):
    """All elements of a kind below the body."""
    if isinstance(kind, _enums.mjtObj):
        kind = {
            _enums.mjtObj.mjOBJ_BODY: "body",
            _enums.mjtObj.mjOBJ_GEOM: "geom",
            _enums.mjtObj.mjOBJ_SITE: "site",
            _enums.mjtObj.mjOBJ_JOINT: "joint",
            _enums.mjtObj.mjOBJ_LIGHT: "light",
            _enums.mjtObj.mjOBJ_CAMERA: "camera",
            _enums.mjtObj.mjOBJ_FRAME: "frame",
        }.get(kind)
    if kind not in _LISTS.values():
        raise ValueError(_client_texts.FIND_ALL)
    return _wrap_all(_core.spec_children(self._ref, kind, True))


def _find_child(self, name):
    return next((body for body in _find_all(self, "body") if body.name == name), None)


def _attach_body(self, body, prefix=None, suffix=None):
    """Attaches a body of another specification here; returns it."""
    if not isinstance(body, MjsBody):
        raise TypeError("attach_body takes an MjsBody")
    return wrap(_core.spec_attach_body(self._ref, body._ref, prefix or "", suffix or ""))


def _attach_frame(self, frame, prefix=None, suffix=None):
    """Attaches a frame of another specification, with all that stands in it; returns it."""
    if not isinstance(frame, MjsFrame):
        raise TypeError("attach_frame takes an MjsFrame")
    return wrap(_core.spec_attach_frame(self._ref, frame._ref, prefix or "", suffix or ""))


_BODY = {f"add_{kind}": add_method(kind) for kind in _CHILD_KINDS}
_FRAME = dict(_BODY, add_frame=_add_frame, attach_body=_attach_body)
_BODY.update({f"first_{kind}": _first(kind) for kind in _LISTS.values()})
_BODY.update({f"next_{kind}": _next(kind) for kind in _LISTS.values()})
_BODY.update(
    {
        name: property(lambda self, kind=kind: _wrap_all(_core.spec_children(self._ref, kind, False)))
        for name, kind in _LISTS.items()
    }
)
_BODY.update(
    add_frame=_add_frame,
    attach_frame=_attach_frame,
    add_freejoint=_add_freejoint,
    find_all=_find_all,
    find_child=_find_child,
    to_frame=lambda self: wrap(_core.spec_to_frame(self._ref)),
)

MjsBody = _make("MjsBody", "body", _Placed, _Classed, **_BODY)
MjsFrame = _make("MjsFrame", "frame", _Placed, **_FRAME)
MjsJoint = _make("MjsJoint", "joint", _Placed, _Classed)
MjsGeom = _make("MjsGeom", "geom", _Placed, _Classed)
MjsSite = _make("MjsSite", "site", _Placed, _Classed, attach_body=_attach_body)
MjsCamera = _make("MjsCamera", "camera", _Placed, _Classed)
MjsLight = _make("MjsLight", "light", _Placed, _Classed)
MjsFlex = _make("MjsFlex", "flex", _Named)
MjsMesh = _make("MjsMesh", "mesh", _Named, _Classed, **_spec_parts.MESH)
MjsSkin = _make("MjsSkin", "skin", _Named)
MjsHField = _make("MjsHField", "hfield", _Named)
MjsTexture = _make("MjsTexture", "texture", _Named)
MjsMaterial = _make("MjsMaterial", "material", _Named, _Classed)
MjsPair = _make("MjsPair", "pair", _Named, _Classed)
MjsExclude = _make("MjsExclude", "exclude", _Named)
MjsEquality = _make("MjsEquality", "equality", _Named, _Classed)
MjsTendon = _make("MjsTendon", "tendon", _Named, **_spec_parts.TENDON)
MjsWrap = _make("MjsWrap", "wrap", **_spec_parts.WRAP)
MjsActuator = _make("MjsActuator", "actuator", _Named, _Classed, **_spec_parts.ACTUATOR)
MjsSensor = _make("MjsSensor", "sensor", _Named, get_data_size=lambda self: _core.spec_sensor_size(self._ref))
MjsNumeric = _make("MjsNumeric", "numeric", _Named)
MjsText = _make("MjsText", "text", _Named)
MjsTuple = _make("MjsTuple", "tuple", _Named)
MjsKey = _make("MjsKey", "key", _Named)
MjsPlugin = _make("MjsPlugin", "plugin", _Named)
MjsCompiler = _make(
    "MjsCompiler", "compiler", LRopt=property(lambda self: wrap(_core.spec_length_range(self._ref.tree)))
)
_make("MjLROpt", "length_range")
_make("MjStatistic", "statistic")
_make("MjSpecSettings", "spec")
MjsOrientation = _make(
    "MjsOrientation",
    "orientation",
    type=property(
        lambda self: _enums.mjtOrientation(_core.spec_orientation(self._ref)),
        lambda self, value: _core.spec_set_orientation(self._ref, int(value)),
    ),
)
_DEFAULT_KINDS = (
    "actuator",
    "camera",
    "equality",
    "flex",
    "geom",
    "joint",
    "light",
    "material",
    "mesh",
    "pair",
    "site",
    "tendon",
)
MjsDefault = _make(
    "MjsDefault",
    "default",
    **{
        kind: property(lambda self, kind=kind: wrap(_core.spec_class_record(self._ref, kind)))
        for kind in _DEFAULT_KINDS
    },
    name=property(lambda self: _core.spec_name(self._ref)),
)
_make("MjsPlugin", "plugin_use", MjsPlugin)
