"""`import mujoco` becomes CortenForge for this process: an import hook that gives one module two names.

Tools written in Python on top of MuJoCo (mujoco.mjx, mujoco.sysid, mujoco.usd …) are taken from the packages that bring them,
where those are installed; the `mujoco` they import is CortenForge as well.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys

_ALIAS, _TARGET = "mujoco", "cortenforge.mujoco"


def _swap(name, old, new):
    """The name with one package put for the other; None for a name outside the old one."""
    return new + name[len(old) :] if name == old or name.startswith(old + ".") else None


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


class _ToolLoader(importlib.machinery.SourceFileLoader):
    """Loads a tool that may import itself by our module's name: `import mujoco.mjx.io as io` inside mjx does."""

    def exec_module(self, module):
        sys.modules[_swap(module.__name__, _ALIAS, _TARGET)] = module
        super().exec_module(module)


def _find(name, path):
    """What Python finds without this hook."""
    finders = (finder for finder in sys.meta_path if not isinstance(finder, AliasFinder))
    return next(filter(None, (finder.find_spec(name, path) for finder in finders)), None)


def _alias(name, target, found):
    is_package = found.submodule_search_locations is not None
    return importlib.machinery.ModuleSpec(name, _AliasLoader(target), origin=found.origin, is_package=is_package)


def _find_tool(name):
    """The tool of this name beside an installed MuJoCo; private and compiled modules are its engine, which is not wanted."""
    engine = _find(_ALIAS, None)
    found = _find(name, engine.submodule_search_locations) if engine else None
    if (
        found is None
        or name.startswith(_ALIAS + "._")
        or isinstance(found.loader, importlib.machinery.ExtensionFileLoader)
    ):
        return None
    if isinstance(found.loader, importlib.machinery.SourceFileLoader):
        found.loader = _ToolLoader(name, found.origin)
    return found


def _is_tool(name):
    """Whether the imported package `name` is one of MuJoCo's tools: the modules in it are found the usual way."""
    return name in sys.modules and _swap(sys.modules[name].__name__, _ALIAS, "") is not None


class AliasFinder(importlib.abc.MetaPathFinder):
    """Finds mujoco and mujoco.anything in cortenforge.mujoco, and MuJoCo's tools where they are installed."""

    def find_spec(self, name, path=None, target=None):
        ours, tool = _swap(name, _ALIAS, _TARGET), _swap(name, _TARGET, _ALIAS)
        if not (ours or tool) or _is_tool(name.rpartition(".")[0]):
            return None
        found = _find(ours or name, path or sys.modules["cortenforge"].__path__)
        if found:
            return _alias(name, ours, found) if ours else None
        if ours:
            return _find_tool(name)
        found = _find_tool(tool)  # `from mujoco import mjx` asks by the name that our module has
        return found and _alias(name, tool, found)


def install(api=None):
    """From now on `import mujoco`, submodules included, gives CortenForge. RuntimeError if MuJoCo is already imported.

    api: the release whose version programs are told, "3.5" or "4.0"; by default CORTENFORGE_API, or 3.5. The numbers stay 3.5.0's.
    """
    loaded = sys.modules.get(_ALIAS)
    if loaded is not None and loaded.__name__ != _TARGET:
        raise RuntimeError("mujoco is already imported; call cortenforge.install() before the first import of mujoco")
    if api is not None:
        from cortenforge.mujoco import _api

        _api.choose(api)
    if not installed():
        sys.meta_path.insert(0, AliasFinder())


def installed():
    """Whether install() is in effect."""
    return any(isinstance(finder, AliasFinder) for finder in sys.meta_path)


def uninstall():
    """Undoes install(); modules imported meanwhile keep what they have."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, AliasFinder)]
    for name in [name for name in sys.modules if _swap(name, _ALIAS, "") is not None]:
        del sys.modules[name]
