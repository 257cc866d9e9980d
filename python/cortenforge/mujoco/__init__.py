"""MuJoCo 3.5.0's Python surface on the CortenForge engine: `import cortenforge.mujoco as mujoco`."""

from typing import Union

from cortenforge.mujoco import _api, _enums, _later, _later_fields, glfw
from cortenforge.mujoco._callbacks import *
from cortenforge.mujoco._constants import *
from cortenforge.mujoco._enums import *
from cortenforge.mujoco._errors import *
from cortenforge.mujoco._functions import *
from cortenforge.mujoco._render import *
from cortenforge.mujoco._specs import *
from cortenforge.mujoco._structs import *
from cortenforge.mujoco.gl_context import *
from cortenforge.mujoco.renderer import Renderer

MjStruct = Union[
    tuple(kind for name, kind in list(globals().items()) if name.startswith("Mj") and isinstance(kind, type))
]
MjStruct.__doc__ = "Any struct of a model or data, any element of a specification."
from_zip, to_zip = MjSpec.from_zip, MjSpec.to_zip
_later_fields.install(MjModel, MjData)


def __getattr__(name):
    """What later releases brought, found when it is asked for; the names of 3.5.0 stay what `dir` shows."""
    return _api.version() if name == "__version__" else _later.look_up(name)
