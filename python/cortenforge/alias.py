"""`import mujoco` becomes CortenForge for this process: an import hook that gives one module two names."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys

_ALIAS, _TARGET = "mujoco", "cortenforge.mujoco"


def _is_alias(name):
    return name == _ALIAS or name.startswith(_ALIAS + ".")


class _AliasLoader(importlib.abc.Loader):
    """Hands out the module of the target's name: one module, two names."""

    def __init__(self, target):
        self._target = target

    def create_module(self, spec):
        module = importlib.import_module(self._target)
        self._own_spec = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = self._own_spec  # the import system has just replaced it by the alias's

    def get_code(self, fullname):  # for `python -m mujoco.…`
        return importlib.util.find_spec(self._target).loader.get_code(self._target)


class AliasFinder(importlib.abc.MetaPathFinder):
    """Finds mujoco and mujoco.anything in cortenforge.mujoco."""

    def find_spec(self, name, path=None, target=None):
        if not _is_alias(name):
            return None
        real = _TARGET + name[len(_ALIAS):]
        found = importlib.util.find_spec(real)
        if found is None:
            return None
        is_package = found.submodule_search_locations is not None
        return importlib.machinery.ModuleSpec(name, _AliasLoader(real), origin=found.origin, is_package=is_package)


def install():
    """From now on `import mujoco`, submodules included, gives CortenForge. RuntimeError if MuJoCo is already imported."""
    loaded = sys.modules.get(_ALIAS)
    if loaded is not None and loaded.__name__ != _TARGET:
        raise RuntimeError("mujoco is already imported; call cortenforge.install() before the first import of mujoco")
    if not installed():
        sys.meta_path.insert(0, AliasFinder())


def installed():
    """Whether install() is in effect."""
    return any(isinstance(finder, AliasFinder) for finder in sys.meta_path)


def uninstall():
    """Undoes install(); modules imported meanwhile keep what they have."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, AliasFinder)]
    for name in [name for name in sys.modules if _is_alias(name)]:
        del sys.modules[name]
