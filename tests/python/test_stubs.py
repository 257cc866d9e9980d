"""The type stub describes the package: it is Python, and knows every name and every field."""

import ast
import inspect
import pathlib

import pytest

import cortenforge.mujoco as corten
from cortenforge import _core

STUB = pathlib.Path(corten.__file__).with_suffix(".pyi")


@pytest.fixture(scope="module")
def described():
    """name -> node of the stub"""
    nodes = ast.parse(STUB.read_text()).body
    named = {node.name: node for node in nodes if hasattr(node, "name")}
    return {**named, **{node.target.id: node for node in nodes if isinstance(node, ast.AnnAssign)}}


def members(node):
    return {part.target.id if isinstance(part, ast.AnnAssign) else getattr(part, "name", None) for part in node.body}


def test_every_public_name_is_described(described):
    public = {name for name in dir(corten) if not name.startswith("_") and not inspect.ismodule(getattr(corten, name))}
    assert public - set(described) == set()


def test_every_field_is_described(described):
    assert set(_core.model_arrays) | set(_core.model_sizes) <= members(described["MjModel"])
    assert set(_core.data_arrays) | set(_core.data_arena_arrays) <= members(described["MjData"])


def test_functions_have_the_arguments_of_the_package(described):
    step = described["mj_step"]
    assert [argument.arg for argument in step.args.args] == ["m", "d", "nstep"]
    assert ast.get_docstring(step)


def test_most_fields_say_what_they_mean():
    lines = STUB.read_text().splitlines()
    arrays = [line for line in lines if ": numpy.typing.NDArray[" in line and "]  # (" in line]
    explained = [line for line in arrays if ";" in line]
    assert len(explained) > 0.9 * len(arrays)


def test_arrays_and_fields_have_types(described):
    types = {
        part.target.id: ast.unparse(part.annotation)
        for name in ("MjModel", "MjData", "MjsGeom", "MjOption")
        for part in described[name].body
        if isinstance(part, ast.AnnAssign)
    }
    assert (
        types["qpos0"] == "numpy.typing.NDArray[numpy.float64]"
        and types["geom_rgba"] == "numpy.typing.NDArray[numpy.float32]"
    )
    assert (
        types["qpos"] == "numpy.typing.NDArray[numpy.float64]"
        and types["efc_type"] == "numpy.typing.NDArray[numpy.int32]"
    )
    assert types["condim"] == "int" and types["type"] == "mjtGeom" and types["pos"] == "numpy.ndarray"
    assert types["load_warnings"] == "list[str]"


def test_every_function_says_what_it_does():
    functions = [
        getattr(corten, name)
        for name in dir(corten)
        if name.startswith(("mj_", "mju_", "mjd_", "mjv_", "mjr_", "mjs_", "set_mj", "get_mj"))
    ]
    words = {function.__name__: (function.__doc__ or "").split("\n") for function in functions if callable(function)}
    silent = [
        name
        for name, lines in words.items()
        if not any(line.strip() and not line.startswith(f"{name}(") for line in lines)
    ]
    assert len(words) > 250 and silent == []
