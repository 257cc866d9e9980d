"""Files that a model file needs: what it includes, attaches and takes as assets."""

import os
import xml.etree.ElementTree as ElementTree

from cortenforge import _core

_CUBE = tuple(f"file{side}" for side in ("right", "left", "up", "down", "front", "back"))


def _settings(root):
    """Folders of meshes and textures as the file itself sets them; those that include it do not count."""
    meshdir = texturedir = ""
    for compiler in root.iter("compiler"):
        assetdir = compiler.get("assetdir")
        meshdir = compiler.get("meshdir", assetdir if assetdir is not None else meshdir)
        texturedir = compiler.get("texturedir", assetdir if assetdir is not None else texturedir)
    return {"mesh": meshdir, "skin": meshdir, "texture": texturedir, "hfield": ""}


def _read(path):
    try:
        return ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise _core.FatalError(f"'{path}' is not readable as XML: {error}") from None


def _collect(path, found):
    if path in found:
        return
    root = _read(path)
    found.append(path)
    here, folders = os.path.dirname(path), _settings(root)
    for element in root.iter():
        for attribute in ("file", *_CUBE):
            name = element.get(attribute)
            if not name:
                continue
            if element.tag in ("include", "model"):
                _collect(os.path.join(here, name), found)
            elif element.tag in folders:
                full = os.path.join(here, folders[element.tag], name)
                if full not in found:
                    found.append(full)


def of(path):
    """Paths of all files, the model file itself first."""
    found = []
    _collect(os.fspath(path), found)
    return found
