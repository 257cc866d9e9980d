#!/usr/bin/env python3
"""Writes the type stub of cortenforge.mujoco: make_stubs.py FILE. What the package has is asked of the package itself; what an
array means is the comment beside its declaration in corten/model."""

import inspect
import keyword
import pathlib
import re
import sys

import numpy

import cortenforge.mujoco as mujoco
from cortenforge.mujoco import _enums, _fields, _named, _plain_structs, _spec_elements

MODEL = pathlib.Path(__file__).parents[1] / "corten" / "model"
HEADER = '''"""MuJoCo 3.5.0's Python surface on the CortenForge engine."""

import typing
from collections.abc import Iterator
from typing import Any, Callable, Optional, Sequence, Union

import numpy
import numpy.typing
'''


def comments():
    """field name -> the words beside its declaration"""
    declaration = re.compile(
        r"^  (?:Array2?<.*>|Real|int|std::\S+|double|float|Vec\S*<.*>)\s+(\w+)(?:\s*=[^;]*|\{[^;]*\})?;\s*//\s*(.+)$"
    )
    lines = (line for header in sorted(MODEL.glob("*.h")) for line in header.read_text().splitlines())
    return {match[1]: match[2] for match in map(declaration.match, lines) if match}


WORDS = comments()
_MODEL = mujoco.MjModel.from_xml_string("<mujoco/>")
_SAMPLES = {mujoco.MjModel: _MODEL, mujoco.MjData: mujoco.MjData(_MODEL)}
_SPEC_KINDS = {
    "int": "int",
    "float": "float",
    "text": "str",
    "array": "numpy.ndarray",
    "part": "Any",
    "doubles": "MjDoubleVec",
    "floats": "MjFloatVec",
    "ints": "MjIntVec",
    "words": "MjStringVec",
    "chars": "MjCharVec",
}


_PROPERTIES = {"name": "str", "info": "str", "id": "int", "signature": "int"}


def array_type(dtype):
    return f"numpy.typing.NDArray[numpy.{numpy.dtype(dtype).name}]"


def note(*parts):
    text = "; ".join(part for part in parts if part)
    return f"  # {text}" if text else ""


def enumeration(name, cls):
    yield f"class {name}(int):"
    yield "    name: str"
    yield "    value: int"
    yield "    __members__: dict[str, Any]"
    yield from (f"    {member}: {name}{note(f'{int(value)}')}" for member, value in cls.__members__.items())


def struct_field(name, dtype):
    if dtype.shape:
        return f"    {name}: {array_type(dtype.base)}{note(f'{dtype.shape}', WORDS.get(name))}"
    kind = {"f": "float", "S": "str"}.get(dtype.kind, "int")
    return f"    {name}: {kind}{note(WORDS.get(name))}"


def struct(name, cls):
    yield f"class {name}:"
    constructor = (
        "self" if cls.__init__ is _plain_structs.MjStruct.__init__ else str(inspect.signature(cls.__init__))[1:-1]
    )
    yield f"    def __init__({constructor}) -> None: ..."
    yield from (struct_field(field, cls._dtype[field]) for field in cls._dtype.names)
    yield from (
        f"    {member}: Any"
        for member in dir(cls)
        if isinstance(getattr(cls, member), property) and member not in cls._dtype.names
    )


def struct_list(cls):
    element = cls._element
    yield f"class {cls.__name__}:"
    yield from (f"    {field}: {array_type(element._dtype[field].base)}" for field in element._dtype.names)
    yield f"    def __getitem__(self, index: int) -> {element.__name__}: ..."
    yield f"    def __iter__(self) -> Iterator[{element.__name__}]: ..."
    yield "    def __len__(self) -> int: ..."


def view(cls):
    yield f"class {cls.__name__}:"
    yield from ("    id: int", "    name: str")
    yield from (f"    {attribute}: numpy.ndarray" for attribute in cls._attributes)


def owner_member(cls, name, member, accessors):
    """A line of MjModel or MjData."""
    if isinstance(member, (_fields.ArrayField, _fields.ArenaField)):
        sample = getattr(_SAMPLES[cls], name)
        kind = "bytes" if isinstance(sample, bytes) else array_type(sample.dtype)
        return f"    {name}: {kind}{note(member.__doc__ if kind != 'bytes' else '', WORDS.get(name))}"
    if isinstance(member, _fields.PartField):
        kind = {
            "contact": "_MjContactList",
            "warning": "_MjWarningStatList",
            "timer": "_MjTimerStatList",
            "solver": "_MjSolverStatList",
            "maxuse_threadstack": "numpy.ndarray",
        }.get(name, member.__doc__)
        return f"    {name}: {kind}"
    if name in accessors:
        return f"    def {name}(self, name: Union[str, int, None] = None) -> {accessors[name]}: ..."
    if isinstance(member, property) or inspect.isdatadescriptor(member):
        kind = {"model": "MjModel", "time": "float", "load_warnings": "list[str]"}.get(name, "int")
        return f"    {name}: {kind}{note(WORDS.get(name))}"
    return None


def owner(cls, table, stem):
    """MjModel or MjData."""
    accessors = {alias: f"_Mj{stem}{name}Views" for aliases, _, _, name, _ in table for alias in aliases}
    yield f"class {cls.__name__}:"
    if cls is mujoco.MjData:
        yield "    def __init__(self, model: MjModel) -> None: ..."
    for name in (n for n in dir(cls) if not n.startswith("_")):
        line = owner_member(cls, name, inspect.getattr_static(cls, name), accessors)
        if line:
            yield line
        elif name.startswith("from_"):
            first = next(iter(inspect.signature(getattr(cls, name)).parameters))
            yield "    @staticmethod"
            yield f"    def {name}({first}: str, assets: Optional[dict[str, bytes]] = None) -> MjModel: ..."
        else:
            yield f"    def {name}(self, *args: Any, **kwargs: Any) -> Any: ..."


def documented(text):
    """The words of a docstring below a stub's signature."""
    return f'    """{text.strip()}"""' if text and text.strip() else "    ..."


def native_function(name, function):
    signatures, _, words = function.__doc__.partition("\n\n")
    overloads = signatures.splitlines()
    # several forms: the words follow each form's signature, numbered
    texts = [words] if len(overloads) == 1 else re.split(r"\d+\. ``.*?``\n\n", words)[1:]
    for signature, text in zip(overloads, texts):
        if len(overloads) > 1:
            yield "@typing.overload"
        yield from native_form(signature, text)


def native_form(signature, words):
    signature = signature.replace("cortenforge._core.Model", "MjModel").replace("cortenforge._core.Data", "MjData")
    signature = re.sub(r"cortenforge\.mujoco\.\w+\.|cortenforge\._core\.", "", signature)
    signature = re.sub(r"-> ndarray\[.*\]$", "-> numpy.ndarray", signature)
    yield f"def {signature}:"
    yield documented(words)


def python_function(name, function):
    parameters = inspect.signature(function).parameters.values()
    yield f"def {name}({', '.join(str(p.replace(default=...) if p.default is not p.empty else p) for p in parameters)}) -> Any:".replace(
        "Ellipsis", "..."
    )
    yield documented(function.__doc__)


def member_lines(name, member):
    """An attribute or method of a class without a table."""
    if isinstance(member, _spec_elements._Field):
        kind = member.enum.__name__ if member.enum else "float" if member.real else _SPEC_KINDS.get(member.kind, "Any")
        return [f"    {name}: {kind}{note(f'({member.count},)' if kind == 'numpy.ndarray' else '')}"]
    if isinstance(member, property):
        return [f"    {name}: {_PROPERTIES.get(name, 'Any')}"]
    function = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
    if not inspect.isfunction(function):
        return [
            f"    def {name}(self, *args: Any, **kwargs: Any) -> Any: ..." if callable(function) else f"    {name}: Any"
        ]
    shown = [
        str(p.replace(default=..., annotation=p.empty) if p.default is not p.empty else p.replace(annotation=p.empty))
        for p in inspect.signature(function).parameters.values()
    ]
    return [
        *(
            ["    @staticmethod"]
            if isinstance(member, staticmethod)
            else ["    @classmethod"]
            if isinstance(member, classmethod)
            else []
        ),
        f"    def {name}({', '.join(shown).replace('Ellipsis', '...')}) -> Any:",
        "    " + documented(function.__doc__),
    ]


def plain_class(name, cls):
    """A class without a table behind it: its public members."""
    bases = "(Exception)" if issubclass(cls, Exception) else ""
    yield f"class {name}{bases}:"
    yield documented(cls.__doc__)
    if not bases:
        yield "    def __init__(self, *args: Any, **kwargs: Any) -> None: ..."
    for member in (m for m in dir(cls) if not m.startswith("_") and not bases and not keyword.iskeyword(m)):
        yield from member_lines(member, inspect.getattr_static(cls, member))


def entry(name, thing):
    if name in _enums.ALL:
        return enumeration(name, thing)
    if thing is mujoco.MjModel:
        return owner(thing, _named.MODEL, "Model")
    if thing is mujoco.MjData:
        return owner(thing, _named.DATA, "Data")
    if inspect.isclass(thing):
        return struct(name, thing) if issubclass(thing, _plain_structs.MjStruct) else plain_class(name, thing)
    if inspect.isfunction(thing):
        return python_function(name, thing)
    if callable(thing) and thing.__doc__ and thing.__doc__.startswith(f"{name}("):
        return native_function(name, thing)
    if callable(thing) or not isinstance(thing, (int, float, str, tuple)):
        return [f"{name}: Any"]
    return [f"{name}: {'tuple' if isinstance(thing, tuple) else type(thing).__name__}"]


def lines():
    yield HEADER
    for cls in (*_named.VIEWS.values(),):
        yield from view(cls)
    for cls in _plain_structs.LISTS.values():
        yield from struct_list(cls)
    names = [name for name in dir(mujoco) if not name.startswith("_") and not inspect.ismodule(getattr(mujoco, name))]
    for name in names:
        yield from entry(name, getattr(mujoco, name))
    yield "__version__: str"


def main():
    text = "\n".join(lines()) + "\n"
    pathlib.Path(sys.argv[1]).write_text(text)


if __name__ == "__main__":
    main()
