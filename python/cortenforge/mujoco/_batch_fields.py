"""Which fields a batch binds and expands, and what to say of a name that is none of them."""

import difflib

import numpy as np

from cortenforge import _core
from cortenforge.mujoco._enums import mjtState
from cortenforge.mujoco._later_fields import ORIENTATIONS
from cortenforge.mujoco._plain_structs import MjOption

_ASSETS = ("mesh_", "skin_", "hfield_", "tex_", "oct_")
_SHARED = ("bvh_depth", "bvh_child", "bvh_nodeid", "names", "paths", "text_data")
_STRUCTURAL = ("adr", "num", "id", "type")
_COUNTS = ("nA", "nJ", "ncon", "ne", "nefc", "nf", "nidof", "nisland", "nl")
_OPTIONS = tuple(f"opt.{name}" for name in MjOption._dtype.names)

# what the rows of a batch hold, in their order: field -> element of the state
STATE = {
    name: getattr(mjtState, f"mjSTATE_{bit}")
    for name, bit in dict(
        time="TIME",
        qpos="QPOS",
        qvel="QVEL",
        act="ACT",
        history="HISTORY",
        qacc_warmstart="WARMSTART",
        ctrl="CTRL",
        qfrc_applied="QFRC_APPLIED",
        xfrc_applied="XFRC_APPLIED",
        eq_active="EQ_ACTIVE",
        mocap_pos="MOCAP_POS",
        mocap_quat="MOCAP_QUAT",
        userdata="USERDATA",
        plugin_state="PLUGIN",
    ).items()
}

DATA_FIELDS = frozenset({*_core.data_arrays, *_COUNTS, *ORIENTATIONS, "time"} - {"plugin_data"})
MODEL_FIELDS = frozenset(
    {name for name in _core.model_arrays if not name.startswith(_ASSETS) and name not in _SHARED} | set(_OPTIONS)
)


def is_structural(field):
    """Whether a field of the model says how the model is put together."""
    return field.endswith(_STRUCTURAL) and not field.endswith("contype")


def of_data(data, name):
    """A field of Data as an array; numbers have no dimension."""
    return np.asarray(getattr(data, name), np.int32 if name in _COUNTS else None)


def of_model(model, name):
    """A field of the model, or an option, as an array."""
    if name in _OPTIONS:
        name = name[len("opt.") :]
        return np.asarray(getattr(model.opt, name), MjOption._dtype[name].base)
    return getattr(model, name)


def _close(name, names):
    close = difflib.get_close_matches(name, sorted(names), 3)
    return f" (did you mean {', '.join(map(repr, close))}?)" if close else ""


def not_bound(name):
    """The error for a name that bind() does not know."""
    option = f"opt.{name}"
    field = next((field for field in (name, option) if field in MODEL_FIELDS), None)
    if field:
        return ValueError(f"{name} belongs to the model: use expand({field!r})")
    if name in _core.data_arena_arrays or name == "contact":
        return ValueError(f"{name} lives in the arena of one step, where its size changes; get_data() shows it")
    if name in ("pstack", "pbase", "parena") or name.startswith(("maxuse", "flg_")):
        return ValueError(
            f"{name} is not a field that bind() knows; scalars bind() accepts: {', '.join(_COUNTS)} and time"
        )
    return ValueError(f"{name} is not an array of MjData{_close(name, DATA_FIELDS)}")


def not_expanded(name):
    """The error for a name that expand() does not know."""
    if name in DATA_FIELDS:
        return ValueError(f"{name} belongs to the data: use bind({name!r})")
    if f"opt.{name}" in MODEL_FIELDS:
        return ValueError(f"{name} is an option: use expand('opt.{name}')")
    if name in _core.model_arrays:
        return ValueError(
            f"{name} is asset data, which all simulations share; give them models of their own with set_models()"
        )
    return ValueError(
        f"{name} is not a field of MjModel that can differ between simulations{_close(name, MODEL_FIELDS)}"
    )
