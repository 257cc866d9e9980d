"""Setting and getting user callbacks."""

from cortenforge import _core
from cortenforge.mujoco import _absent

globals().update({name: getattr(_core, name) for name in dir(_core) if name.startswith(("set_mj", "get_mj"))})
globals().update({name: function for name, function in _absent.ALL.items() if name.startswith("set_mj")})


def get_mju_user_malloc():
    """Always None: memory functions cannot be set."""


def get_mju_user_free():
    """Always None: memory functions cannot be set."""
