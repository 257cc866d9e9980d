"""Every public name of MuJoCo's package is here, of the same kind and with the same arguments. Judge: oracle."""

import importlib
import inspect

import mujoco
import mujoco.minimize
import mujoco.rollout
import mujoco.viewer
import pytest

import cortenforge.mujoco as corten
from cortenforge.mujoco import _absent, minimize, rollout, viewer  # noqa: F401 - imported, as MuJoCo's are

# what MuJoCo's package happens to import for itself, and where its own files are
OF_THE_PACKAGE = set(
    "Any IO Sequence TypeAlias Union ctypes os platform subprocess warnings zipfile HEADERS_DIR PLUGINS_DIR "
    "PLUGIN_HANDLES".split()
)
NAMES = sorted(name for name in dir(mujoco) if not name.startswith("_") and name not in OF_THE_PACKAGE)


def of_the_specification(name):
    """Names of the editable model, which has tests of its own."""
    return name.startswith(("Mjs", "MjSpec")) or name.endswith("Vec") or name in ("MjStruct", "from_zip", "to_zip")


def kind(thing):
    if inspect.ismodule(thing):
        return "module"
    if inspect.isclass(thing):
        return "class"
    return "function" if callable(thing) else type(thing).__name__


def test_every_name_exists_and_is_of_the_same_kind():
    wrong = []
    for name in NAMES:
        mine = getattr(corten, name, None)
        if mine is None and not of_the_specification(name):
            wrong.append(f"{name} is missing")
        elif mine is not None and not of_the_specification(name) and kind(mine) != kind(getattr(mujoco, name)):
            wrong.append(f"{name} is a {kind(mine)}, not a {kind(getattr(mujoco, name))}")
    assert wrong == []


def test_there_are_no_other_public_names():
    own = [name for name in dir(corten) if not name.startswith("_") and not hasattr(mujoco, name)]
    assert [
        name for name in own if not inspect.ismodule(getattr(corten, name))
    ] == []  # others may have imported submodules


SAME_TYPES = {
    "typing.SupportsInt": "int",
    "typing.SupportsFloat": "float",
    "mujoco._structs.MjModel": "Model",
    "mujoco._structs.MjData": "Data",
    "cortenforge._core.": "",
    "mujoco._structs.": "",
    "object | None": "object",
    "MjLROpt": "object",
}


def arguments(documentation):
    """The arguments in the first line of a native function's documentation, types of both binding tools in the same words."""
    line = documentation.splitlines()[0]
    for theirs, common in SAME_TYPES.items():
        line = line.replace(theirs, common)
    parts, depth, current = [], 0, ""
    for letter in line[line.index("(") + 1 :]:
        depth += letter in "([" and 1 or letter in ")]" and -1
        if depth < 0:
            break
        if letter == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += letter
    return [part for part in (*parts, current.strip()) if part]


FUNCTIONS = [name for name in NAMES if inspect.isbuiltin(getattr(mujoco, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_has_the_oracles_arguments(name):
    mine, theirs = getattr(corten, name), arguments(getattr(mujoco, name).__doc__)
    if inspect.isfunction(mine):
        assert list(inspect.signature(mine).parameters) == [argument.split(":")[0] for argument in theirs]
    else:
        assert arguments(mine.__doc__) == theirs


def test_everything_says_what_it_is():
    silent = [name for name in NAMES if callable(getattr(corten, name, None)) and not getattr(corten, name).__doc__]
    assert [name for name in silent if not of_the_specification(name)] == []


@pytest.mark.parametrize("name", _absent.FUNCTIONS)
def test_what_is_not_there_says_so_when_used(name):
    function = getattr(corten, name)
    with pytest.raises(NotImplementedError, match=name):
        function(*[None] * len(inspect.signature(function).parameters))


def test_contexts_are_there_and_need_nothing(both):
    context = corten.GLContext(100, 100)
    context.make_current()
    context.free()
    assert corten.mjr_maxViewport(corten.MjrContext(both.m, 150)).width == both.m.vis.global_.offwidth


@pytest.mark.parametrize("module", ["rollout", "minimize", "viewer"])
def test_modules_have_the_oracles_functions(module):
    theirs, ours = (importlib.import_module(f"{package}.{module}") for package in ("mujoco", "cortenforge.mujoco"))
    for name, thing in vars(theirs).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != f"mujoco.{module}":
            continue
        assert kind(getattr(ours, name)) == kind(thing), name
        if inspect.isfunction(thing):
            assert list(inspect.signature(getattr(ours, name)).parameters) == list(
                inspect.signature(thing).parameters
            ), name


STRUCTS = (
    "MjOption MjStatistic MjContact MjWarningStat MjTimerStat MjSolverStat MjLROpt MjvCamera MjvGLCamera MjvGeom MjvLight MjvOption "
    "MjvPerturb MjvFigure MjvScene"
).split()


@pytest.mark.parametrize("name", STRUCTS)
def test_structs_have_the_oracles_members_and_start_like_them(name):
    mine, theirs = getattr(corten, name)(), getattr(mujoco, name)()
    for member in (m for m in dir(theirs) if not m.startswith("_")):
        assert type(getattr(mine, member)).__name__ == type(getattr(theirs, member)).__name__, member
    if name not in ("MjvFigure", "MjvScene"):  # these the oracle does not print
        assert repr(mine) == repr(theirs)


def test_scenes_have_room_for_what_the_model_has():
    xml = """<mujoco><asset><skin name="s" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2 1 2 3"><bone body="world" bindpos="0 0 0"
      bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 1 1"/></skin></asset></mujoco>"""
    ours = corten.MjvScene(corten.MjModel.from_xml_string(xml), maxgeom=5)
    theirs = mujoco.MjvScene(mujoco.MjModel.from_xml_string(xml), maxgeom=5)
    for name in (n for n in dir(theirs) if n.startswith(("skin", "flex", "n", "maxgeom", "geomorder"))):
        mine, other = getattr(ours, name), getattr(theirs, name)
        assert getattr(mine, "shape", mine) == getattr(other, "shape", other), name
    assert len(ours.geoms) == len(theirs.geoms) == 5 and len(ours.lights) == len(theirs.lights)


@pytest.mark.parametrize("name", ["MjModel", "MjData"])
def test_fields_are_in_the_class_itself_where_programs_look_for_them(name):
    theirs = {field for field in vars(getattr(mujoco, name)) if not field.startswith("_")} - {"bind_scalar"}
    assert theirs - set(vars(getattr(corten, name))) == set()


def test_sizes_of_a_model_come_in_one_array_too():
    xml = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"
    mine, theirs = corten.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    memory = {"nbuffer"}
    sizes = [{name: size for name, size in zip(m._size_fields, m._sizes) if name not in memory} for m in (mine, theirs)]
    assert sizes[0] == sizes[1]


def test_room_for_results_of_another_engine_can_be_made():
    model = corten.MjModel.from_xml_string(
        "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"
    )
    data = corten.MjData(model)
    corten._functions._realloc_con_efc(data, ncon=3, nefc=7, nJ=7)
    assert (len(data.contact.dist), data.efc_KBIP.shape, data.efc_J.shape) == (3, (7, 4), (7,))
    with pytest.raises(corten.FatalError, match="Insufficient arena memory"):
        corten._functions._realloc_con_efc(data, ncon=1, nefc=2**31 - 1)
    assert (data.ncon, data.nefc) == (0, 0)
    corten.mj_step(model, data)
