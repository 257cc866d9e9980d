"""Which release's surface the package says it is. The numbers are always MuJoCo 3.5.0's."""

import os

from cortenforge import _core

# what CORTENFORGE_API or install(api=…) may ask for -> the version programs are told
VERSIONS = {"3.5": "3.5.0", "4.0": "4.0.1"}
_chosen = None


def choose(api):
    """From now on `mujoco.__version__` is that of `api`, "3.5" or "4.0"; later MJCF is read where it changes no number."""
    global _chosen
    _chosen = _known(api)
    _core.set_lenient_reading(_chosen != "3.5")


def _known(api):
    if api not in VERSIONS:
        raise ValueError(f"there is no API '{api}' to choose; known are {', '.join(VERSIONS)}")
    return api


def version():
    """The version that programs are told."""
    return VERSIONS[_chosen or _known(os.environ.get("CORTENFORGE_API", "3.5"))]


if version() != VERSIONS["3.5"]:
    _core.set_lenient_reading(True)
