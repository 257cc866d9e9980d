"""MuJoCo's plain structs (options, contacts, statistics) as Python views of the engine's memory."""

import copy

import numpy as np

from cortenforge import _core


def _dtype(layout):
    fields, size = layout
    return np.dtype(
        {
            "names": [name for name, _, _, _ in fields],
            "formats": [(fmt, (length,)) if length else fmt for _, fmt, length, _ in fields],
            "offsets": [offset for _, _, _, offset in fields],
            "itemsize": size,
        }
    )


def show(obj, names):
    lines = [f"  {name}: {getattr(obj, name)!r}" for name in sorted(names)]
    return "\n".join([f"<{type(obj).__name__}", *lines, ">"])


class MjStruct:
    """One struct; `memory` is the bytes it looks at, its own when None."""

    _dtype = None
    _default = b""

    def __init__(self, memory=None):
        if memory is None:
            memory = np.zeros(self._dtype.itemsize, np.uint8)
            if self._default:
                memory[:] = np.frombuffer(self._default, np.uint8)
        object.__setattr__(self, "_row", memory.view(self._dtype))

    def __setattr__(self, name, value):
        if name not in self._dtype.names:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __eq__(self, other):
        if type(other) is not type(self):
            return False
        return all(np.array_equal(getattr(self, n), getattr(other, n)) for n in self._dtype.names)

    __hash__ = None

    def __repr__(self):
        return show(self, self._dtype.names)

    def assign(self, other):
        """Every field of other."""
        self._row[:] = other._row

    def __copy__(self):
        return type(self)(self._row.view(np.uint8).copy())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return (type(self), (np.array(self._row.view(np.uint8)),))


def _scalar(name, kind):
    def get(self):
        return self._row[name][0].item()

    def put(self, value):
        if kind == "i" and isinstance(value, (float, np.floating)):
            raise TypeError(f"{name} is an integer, not {type(value).__name__}")
        self._row[name][0] = value

    return property(get, put)


def _vector(name):
    def get(self):
        return self._row[name][0]

    def put(self, value):
        self._row[name][0][:] = value

    return property(get, put)


def _text(name):
    def get(self):
        return self._row[name][0].decode()

    def put(self, value):
        self._row[name][0] = value.encode()

    return property(get, put)


def _member(name, kind):
    if kind.shape:
        return _vector(name)
    return _text(name) if kind.kind == "S" else _scalar(name, kind.kind)


def _fields_text(dtype):
    """name: type of every field"""
    return "\n".join(
        f"{name}: {kind.base}{list(kind.shape) if kind.shape else ''}" for name in dtype.names for kind in [dtype[name]]
    )


def make_struct(name, dtype, default=b"", module=__name__):
    """The class of a struct with the fields of a numpy record."""
    body = {"__module__": module, "__doc__": _fields_text(dtype), "_dtype": dtype, "_default": default}
    body.update({field: _member(field, dtype[field]) for field in dtype.names})
    formats = {field: dtype[field] for field in dtype.names}
    body["_all_fields"] = tuple(dtype.names)
    body["_int_fields"] = tuple(f for f, t in formats.items() if t.kind == "i" and not t.shape)
    body["_float_fields"] = tuple(f for f, t in formats.items() if t.kind == "f" and not t.shape)
    body["_floatarray_fields"] = tuple(f for f, t in formats.items() if t.shape)
    return type(MjStruct)(name, (MjStruct,), body)


def _make(name, default=b""):
    return make_struct(name, _dtype(_core.struct_layouts[name]), default)


MjOption = _make("MjOption", _core.default_option)
MjStatistic = _make("MjStatistic")
MjContact = _make("MjContact")
MjWarningStat = _make("MjWarningStat")
MjTimerStat = _make("MjTimerStat")
MjSolverStat = _make("MjSolverStat")
MjLROpt = _make("MjLROpt")
Global, Quality, Headlight, Map, Scale, Rgba = (
    _make(name) for name in ("Global", "Quality", "Headlight", "Map", "Scale", "Rgba")
)


class MjVisualHeadlight(Headlight):
    """The headlight of an editable model."""


class MjVisualRgba(Rgba):
    """The colours of an editable model."""


class MjVisual:
    """Visual settings: six groups."""

    Global, Quality, Headlight, Map, Scale, Rgba = Global, Quality, Headlight, Map, Scale, Rgba
    _groups = {"global_": Global, "quality": Quality, "headlight": Headlight, "map": Map, "scale": Scale, "rgba": Rgba}

    def __init__(self, model, groups=None):
        for name, group in {**self._groups, **(groups or {})}.items():
            object.__setattr__(self, name, group(model._memory(name)))

    def __setattr__(self, name, value):
        raise AttributeError(f"MjVisual.{name} cannot be assigned; assign its fields")

    def __eq__(self, other):
        return type(other) is MjVisual and all(getattr(self, n) == getattr(other, n) for n in self._groups)

    __hash__ = None

    def __repr__(self):
        return "\n".join(
            ["<MjVisual", *(f"  {n}: {getattr(self, n)!r}".replace("\n", "\n  ") for n in self._groups), ">"]
        )

    def __deepcopy__(self, memo):
        twin = object.__new__(MjVisual)
        for name in self._groups:
            object.__setattr__(twin, name, copy.copy(getattr(self, name)))
        return twin

    __copy__ = lambda self: self.__deepcopy__({})


setattr(MjVisual, "global", property(lambda self: self.global_))  # the C name is a Python keyword


class _StructList:
    """The structs of one list of MjData: elements by index, and each field of all of them as one array."""

    _element = None

    def __init__(self, data, part):
        self._data = _core.Data(data)  # the same memory; not the object that keeps this list
        self._part, self._elements = part, {}
        self._all = self._find_rows()

    def _find_rows(self):
        return self._data._memory(self._part).reshape(-1).view(self._element._dtype)

    def _rows(self):
        return self._all

    def __len__(self):
        return len(self._all)

    def _at(self, index):
        element = self._elements.get(index)
        if element is None:
            element = self._elements[index] = self._element(self._rows()[index : index + 1].view(np.uint8))
        return element

    def __getitem__(self, index):
        size = len(self)
        if isinstance(index, slice):
            return [self._at(i) for i in range(*index.indices(size))]
        index = int(index)
        if not 0 <= index < size:
            raise IndexError(f"Expected an index between 0 and {size}, got {index}")
        return self._at(index)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __eq__(self, other):
        if type(other) is not type(self):
            return False
        return all(np.array_equal(getattr(self, n), getattr(other, n)) for n in self._element._dtype.names)

    __hash__ = None

    def __repr__(self):
        return show(self, self._element._dtype.names)


def _column(name):
    def put(self, value):
        self._rows()[name][:] = value

    return property(lambda self: self._rows()[name], put)


def _make_list(name, element, base=_StructList):
    body = {
        "__module__": __name__,
        "__doc__": f"{element.__name__} by index; every field of all of them as an array.",
        "_element": element,
    }
    body.update({field: _column(field) for field in element._dtype.names})
    return type(name, (base,), body)


class _ContactList(_StructList):
    """Contacts live in the memory of the step, so they are looked up anew when a step may have moved them."""

    def _rows(self):
        data = self._data
        if data.ncon != len(self._all) or data._contact_address != self._address:
            self._all, self._address, self._elements = self._find_rows(), data._contact_address, {}
        return self._all

    _address = None

    def __len__(self):
        return self._data.ncon

    def _at(self, index):
        self._rows()
        return super()._at(index)


LISTS = {
    "contact": _make_list("_MjContactList", MjContact, _ContactList),
    "warning": _make_list("_MjWarningStatList", MjWarningStat),
    "timer": _make_list("_MjTimerStatList", MjTimerStat),
    "solver": _make_list("_MjSolverStatList", MjSolverStat),
}
