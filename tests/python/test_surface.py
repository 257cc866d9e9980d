"""What a user sees: every name, shape and dtype of the oracle's MjModel and MjData. Judge: oracle."""

import inspect
import re

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten

# made by pybind11 or needing parts that belong to the specification tree
NOT_OURS = {"_pybind11_conduit_v1_", "_from_model_ptr", "_sizes", "bind", "bind_scalar"}
# arena arrays of which the oracle shows unused memory when there are no constraints or islands
UNUSED = {
    "tendon_efcadr",
    "dof_island",
    "tree_island",
    "map_dof2idof",
    "map_idof2dof",
    "map_itree2tree",
    "iM_colind",
    "iM",
    "iLD",
}


def names_of(thing):
    return [name for name in dir(thing) if not name.startswith("__") and name not in NOT_OURS]


def differences(ours, theirs, skip=()):
    """One line per name that is missing or looks different."""
    for name in names_of(theirs):
        if name in skip:
            continue
        if not hasattr(ours, name):
            yield f"{name} is missing"
            continue
        mine, other = getattr(ours, name), getattr(theirs, name)
        if isinstance(other, np.ndarray):
            if (mine.shape, mine.dtype) != (other.shape, other.dtype):
                yield f"{name}: {mine.shape} {mine.dtype} instead of {other.shape} {other.dtype}"
        elif callable(other) != callable(mine) or (not callable(other) and type(mine).__name__ != type(other).__name__):
            yield f"{name}: {type(mine)} instead of {type(other)}"


def test_model_has_every_attribute_of_the_oracle(both):
    assert list(differences(both.m, both.om)) == []


def test_data_has_every_attribute_of_the_oracle(both):
    assert list(differences(both.d, both.od, UNUSED)) == []


def test_classes_show_the_attributes_too():
    for ours, theirs in ((corten.MjModel, mujoco.MjModel), (corten.MjData, mujoco.MjData)):
        # opt, vis, stat, model and the lists live in the instance
        late = {"opt", "vis", "stat", "model", "contact", "warning", "timer", "solver", "maxuse_threadstack"}
        assert set(names_of(theirs)) - set(dir(ours)) - late == set()


@pytest.mark.parametrize("part", ["opt", "stat"])
def test_settings_print_as_the_oracles_do(both, part):
    assert repr(getattr(both.m, part)) == repr(getattr(both.om, part))


@pytest.mark.parametrize("group", ["global_", "quality", "headlight", "map", "scale"])
def test_visual_settings_print_as_the_oracles_do(both, group):
    assert repr(getattr(both.m.vis, group)) == repr(getattr(both.om.vis, group))


MODEL_ACCESSORS = (
    "body jnt joint geom site cam camera light mesh hfield tex texture mat material pair exclude eq equality tendon "
    "actuator sensor numeric tuple key keyframe"
).split()
DATA_ACCESSORS = "body jnt joint geom site cam camera light actuator sensor tendon ten".split()


@pytest.mark.parametrize("accessor", MODEL_ACCESSORS)
def test_named_access_of_the_model_prints_as_the_oracles(both, accessor):
    for i in range(2):
        try:
            theirs = getattr(both.om, accessor)(i)
        except IndexError as error:
            with pytest.raises(IndexError) as ours:
                getattr(both.m, accessor)(i)
            assert str(ours.value) == str(error)
        else:
            # the oracle shows the low half of tex_adr
            assert repr(getattr(both.m, accessor)(i)).replace("int64", "int32") == repr(theirs)


@pytest.mark.parametrize("accessor", DATA_ACCESSORS)
def test_named_access_of_data_shows_the_same_attributes(both, accessor):
    for i in range(1):
        ours, theirs = getattr(both.d, accessor)(i), getattr(both.od, accessor)(i)
        assert type(ours).__name__ == type(theirs).__name__
        for name in names_of(theirs):
            mine, other = getattr(ours, name), getattr(theirs, name)
            assert np.shape(mine) == np.shape(other), name


def test_unknown_names_and_indices_raise_what_the_oracle_raises(both):
    for argument, kind in (("bad", KeyError), ("", KeyError), (99, IndexError), (-1, IndexError)):
        with pytest.raises(kind) as theirs:
            both.om.geom(argument)
        with pytest.raises(kind) as ours:
            both.m.geom(argument)
        assert str(ours.value) == str(theirs.value)


def test_the_same_accessor_comes_back_for_name_and_id(both):
    assert both.m.geom("ball") is both.m.geom(1)
    assert both.d.body("arm") is both.d.body(2)


def test_enumerations_are_the_oracles():
    theirs = {n for n in dir(mujoco) if n.startswith("mjt")}
    shared = theirs & set(dir(corten))
    assert len(shared) > 50
    for name in shared:
        members = {k: int(v) for k, v in getattr(mujoco, name).__members__.items()}
        assert {k: int(v) for k, v in getattr(corten, name).__members__.items()} == members, name


def test_enumerators_behave_like_the_oracles():
    for module in (corten, mujoco):
        hinge = module.mjtJoint.mjJNT_HINGE
        assert repr(hinge) == "<mjtJoint.mjJNT_HINGE: 3>" and str(hinge) == "mjtJoint.mjJNT_HINGE"
        assert hinge == 3 and hinge == 3.0 and int(hinge) == 3 and hinge.value == 3 and hinge.name == "mjJNT_HINGE"
        assert hinge + 1 == 4 and 7 & hinge == 3 and [0, 1, 2, 9][hinge] == 9 and hash(hinge) == hash(3)
        assert module.mjtJoint(3) is hinge or module.mjtJoint(3) == hinge
        with pytest.raises(ValueError, match="mjtJoint.*1000"):
            module.mjtJoint(1000)


def test_constants_are_the_oracles():
    prefixes = ("mj_", "mju_", "mjv_", "mjr_", "mjt", "mjd_", "mjs_", "mjui_", "mjc_")
    for name in dir(mujoco):
        if name.startswith("mj") and not name.startswith(prefixes):
            assert getattr(corten, name) == getattr(mujoco, name), name


def test_functions_take_arguments_under_the_oracles_names():
    for name in (n for n in dir(corten) if n.startswith(("mj_", "mju_", "mjd_"))):
        theirs = getattr(mujoco, name).__doc__.splitlines()[0]
        arguments = [part.split(":")[0].strip() for part in theirs[theirs.index("(") + 1 :].split(",") if ":" in part]
        function = getattr(corten, name)
        ours = str(inspect.signature(function)) if inspect.isfunction(function) else function.__doc__
        for argument in arguments:
            assert re.search(rf"\b{argument}\b", ours), f"{name}: {argument}"
