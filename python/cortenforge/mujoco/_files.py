"""Functions on whole models and data that need no engine: copies, files, versions."""

import os
import pathlib

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _api, _plain_structs

__all__ = [
    "mj_version",
    "mj_versionString",
    "mj_copyData",
    "mj_sizeModel",
    "mj_saveModel",
    "mj_addContact",
    "mj_defaultOption",
    "mj_defaultVisual",
    "mj_printModel",
    "mj_printFormattedModel",
    "mj_printData",
    "mj_printFormattedData",
    "mj_getCache",
    "mj_getCacheSize",
    "mj_getCacheCapacity",
    "mj_setCacheCapacity",
    "mj_clearCache",
    "mju_getXMLDependencies",
    "mj_loadAllPluginLibraries",
]


def mj_version():
    """The number of MuJoCo's version that this surface is."""
    major, minor, patch = map(int, _api.version().split("."))
    return major * 1_000_000 + minor * 1000 + patch


def mj_versionString():
    """MuJoCo's version that this surface is."""
    return _api.version()


def mj_copyData(dest, m, src):
    """Copies everything in src into dest, which must belong to a model of the same sizes; views of dest stay valid."""
    dest._assign(src)
    return dest


def mj_sizeModel(m):
    """Bytes mj_saveModel writes."""
    return len(m._to_bytes())


def mj_saveModel(m, filename=None, buffer=None):
    """Writes the model to a file, or into a uint8 array of mj_sizeModel(m) bytes."""
    content = m._to_bytes()
    if buffer is not None:
        if len(buffer) != len(content):
            raise TypeError("buffer needs mj_sizeModel(m) bytes")
        buffer[:] = np.frombuffer(content, np.uint8)
    if filename:
        _core.write_file(os.fspath(filename), content)


def mj_addContact(m, d, con):
    """Appends a contact to d; constraint rows are dropped. 1 if there is no room, else 0."""
    return _core.add_contact(m, d, con._row.tobytes())


def mj_defaultOption(opt):
    """Default physics options."""
    opt.assign(_plain_structs.MjOption())


def mj_defaultVisual(vis):
    """Default visual settings."""
    defaults = _core.Model._with_sizes(dict.fromkeys(_core.model_sizes, 0))
    for name, group in vis._groups.items():
        getattr(vis, name).assign(group(defaults._memory(name)))


def _write(filename, text):
    try:
        with open(filename, "w") as out:
            out.write(text)
    except OSError:
        print(f"WARNING: '{filename}' cannot be written\n")


def mj_printModel(m, filename):
    """Writes the model as text."""
    mj_printFormattedModel(m, filename, "%- 9.2g")


def mj_printFormattedModel(m, filename, float_format):
    """Writes the model as text, numbers in a format of printf."""
    _write(filename, _core.model_text(m, float_format))


def mj_printData(m, d, filename):
    """Writes the data as text."""
    mj_printFormattedData(m, d, filename, "%- 9.2g")


def mj_printFormattedData(m, d, filename, float_format):
    """Writes the data as text, numbers in a format of printf."""
    _write(filename, _core.data_text(m, d, float_format))


def mj_getCache():
    """The cache of processed assets; there is one for the process."""
    return _core.asset_cache


def mj_getCacheSize(cache):
    """Bytes in the cache."""
    return cache.size


def mj_getCacheCapacity(cache):
    """Bytes the cache may hold."""
    return cache.capacity


def mj_setCacheCapacity(cache, size):
    """Limits the cache and returns the limit."""
    cache.capacity = size
    return cache.capacity


def mj_clearCache(cache):
    """Empties the cache."""
    cache.clear()


def mju_getXMLDependencies(filename):
    """All files a model file needs, itself included."""
    return _core.xml_dependencies(os.fspath(filename))


def mj_loadAllPluginLibraries(directory):
    """Makes the plugins of all libraries of CortenForge plugins in a folder known; other libraries are passed over."""
    for path in sorted(pathlib.Path(directory).glob("*.so")):
        if b"corten_plugin_library" in path.read_bytes():
            _core.mj_loadPluginLibrary(str(path))
