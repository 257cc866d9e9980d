"""Functions on whole models and data that need no engine: copies, files, versions."""

import numpy as np

__all__ = ["mj_version", "mj_versionString", "mj_copyData", "mj_sizeModel", "mj_saveModel"]


def mj_version():
    return 3005000


def mj_versionString():
    return "3.5.0"


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
            raise TypeError("buffer size should equal mj_sizeModel(m)")
        buffer[:] = np.frombuffer(content, np.uint8)
    if filename:
        with open(filename, "wb") as out:
            out.write(content)
