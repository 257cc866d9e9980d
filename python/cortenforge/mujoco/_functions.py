"""Every function of MuJoCo's surface: the native ones, those written in Python, and those that are not there."""

from cortenforge import _core
from cortenforge.mujoco import _absent, _client_texts
from cortenforge.mujoco._errors import FatalError
from cortenforge.mujoco._files import *
from cortenforge.mujoco._spec_save import mj_saveLastXML
from cortenforge.mujoco._visual import *
from cortenforge.mujoco._visual_camera import *
from cortenforge.mujoco._visual_perturb import *

_PREFIXES = ("mj_", "mju_", "mjd_", "mjv_")
globals().update({name: getattr(_core, name) for name in dir(_core) if name.startswith(_PREFIXES)})
globals().update({name: function for name, function in _absent.ALL.items() if name.startswith(_PREFIXES)})
from cortenforge.mujoco._derivatives import mjd_inverseFD  # over the native one


def _realloc_con_efc(d, ncon, nefc, nJ=-1):
    """Makes room for contacts and constraint rows that another engine has computed; mujoco.mjx calls it."""
    if not d._resize_rows(int(ncon), int(nefc), int(nJ)):
        memory = mju_writeNumBytes(d.narena)
        raise FatalError(_client_texts.arena_memory(memory))
