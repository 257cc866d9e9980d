"""Which release's surface the package has. The numbers are always MuJoCo 3.5.0's.

Programs are told 3.5.0 unless CORTENFORGE_API or install(api=…) asks for more. What later releases added is shown to programs that asked, and
to those in an environment whose own MuJoCo is later than 3.5: they were installed for it.
"""

import functools
import importlib.metadata
import os

# what CORTENFORGE_API or install(api=…) may ask for -> the version programs are told
VERSIONS = {"3.5": "3.5.0", "4.0": "4.0.1"}
_chosen = None
_followers = []


def choose(api):
    """From now on `mujoco.__version__` is that of `api`, "3.5" or "4.0"."""
    global _chosen
    _chosen = _known(api)
    for follower in _followers:
        follower(is_later())


def follow(follower):
    """Calls follower(whether later releases are meant) now and whenever that is chosen."""
    _followers.append(follower)
    follower(is_later())


def _known(api):
    if api not in VERSIONS:
        raise ValueError(f"there is no API '{api}' to choose; known are {', '.join(VERSIONS)}")
    return api


def _asked():
    return _chosen or _known(os.environ.get("CORTENFORGE_API", "3.5"))


@functools.cache
def _installed_is_later():
    try:
        return [int(part) for part in importlib.metadata.version("mujoco").split(".")[:2]] > [3, 5]
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return False


def is_later():
    """Whether programs are written for a release after 3.5."""
    return _asked() != "3.5" or _installed_is_later()


def version():
    """The version that programs are told."""
    return VERSIONS[_asked()]
