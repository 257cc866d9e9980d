"""MjSpec: a model before compilation, to be edited and compiled again."""

import io
import os
import zipfile

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _client_texts
from cortenforge.mujoco import _plain_structs as _structs
from cortenforge.mujoco import _spec_elements as elements
from cortenforge.mujoco._data import MjData
from cortenforge.mujoco._model import MjModel
from cortenforge.mujoco._spec_elements import wrap

_LISTS = {
    "actuators": "actuator",
    "bodies": "body",
    "cameras": "camera",
    "equalities": "equality",
    "excludes": "exclude",
    "flexes": "flex",
    "frames": "frame",
    "geoms": "geom",
    "hfields": "hfield",
    "joints": "joint",
    "keys": "key",
    "lights": "light",
    "materials": "material",
    "meshes": "mesh",
    "numerics": "numeric",
    "pairs": "pair",
    "plugins": "plugin",
    "sensors": "sensor",
    "sites": "site",
    "skins": "skin",
    "tendons": "tendon",
    "texts": "text",
    "textures": "texture",
    "tuples": "tuple",
}
_WITH_CLASS = ("actuator", "equality", "material", "mesh", "pair", "tendon")
_WITHOUT_CLASS = ("exclude", "flex", "hfield", "key", "numeric", "plugin", "sensor", "skin", "text", "texture", "tuple")


def _spans(slots):
    """Where each element's numbers are: element -> one slice for each of qpos, qvel, act, ctrl, mocap."""
    ends = np.cumsum([sizes for _, *sizes in slots], axis=0) if slots else []
    return {key: [slice(end - size, end) for size, end in zip(sizes, row)] for (key, *sizes), row in zip(slots, ends)}


def _keep_state(before, old, after, new):
    """Copies the state of every element that is in both models; controls, as MuJoCo does, by their number."""
    new.time = old.time
    count = min(len(new.ctrl), len(old.ctrl))
    new.ctrl[:count] = old.ctrl[:count]
    was = _spans(before)
    for key, spans in _spans(after).items():
        for names, to, source in zip(
            (("qpos",), ("qvel",), ("act",), (), ("mocap_pos", "mocap_quat")), spans, was.get(key, ())
        ):
            for name in names:
                if to.stop - to.start == source.stop - source.start:
                    getattr(new, name)[to] = getattr(old, name)[source]


class _Memory:
    """What MjVisual asks of a model, of a specification."""

    def __init__(self, tree):
        self._tree = tree

    def _memory(self, part):
        return _core.spec_memory(self._tree, part)


class MjSpec:
    """A tree of elements: `worldbody` and its children, and the lists of everything else."""

    def __init__(self):
        self._adopt(_core.spec_new(), {})

    def _adopt(self, tree, assets):
        own = self.__dict__
        own["_tree"], own["_assets"], own["_parent"] = tree, assets, None
        own["override_assets"] = True

    @classmethod
    def _wrap(cls, tree, assets):
        spec = cls.__new__(cls)
        spec._adopt(tree, assets)
        return spec

    @staticmethod
    def from_file(filename, include=None, assets=None):
        """Reads a specification from an MJCF or URDF file; include and assets: file name -> content."""
        assets = dict(assets or {})
        return MjSpec._wrap(_core.spec_from_file(str(filename), {**(include or {}), **assets}), assets)

    @staticmethod
    def from_string(xml, include=None, assets=None):
        """Reads a specification from text; include and assets: file name -> content."""
        assets = dict(assets or {})
        return MjSpec._wrap(_core.spec_from_string(xml, {**(include or {}), **assets}), assets)

    @staticmethod
    def from_zip(file):
        """Reads a specification and its assets from a zip archive with one XML file."""
        if not zipfile.is_zipfile(file):
            raise ValueError(f"{file} is not a zip archive; MjSpec.from_zip reads what MjSpec.to_zip writes")
        with zipfile.ZipFile(file) as archive:
            contents = {info.filename: archive.read(info.filename) for info in archive.infolist() if not info.is_dir()}
        models = [name for name in contents if name.endswith(".xml")]
        if not models:
            raise ValueError("the archive has no .xml file, so there is no model in it")
        xml = contents.pop(models[-1]).decode()
        folder = os.path.dirname(models[-1])
        assets = {os.path.relpath(name, folder) if folder else name: content for name, content in contents.items()}
        return MjSpec.from_string(xml, assets=assets)

    def to_zip(self, file):
        """Writes the text and the assets into a zip archive."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, content in {**self.assets, self.modelname + ".xml": self.to_xml()}.items():
                archive.writestr(zipfile.ZipInfo(name), content)
        if hasattr(file, "write"):
            file.write(packed.getvalue())
        else:
            _core.write_file(os.fspath(file), packed.getvalue())

    def compile(self):
        """The model; ValueError says what is wrong with the specification."""
        return MjModel._loaded(_core.spec_compile(self._tree, self._assets))

    def recompile(self, m, d):
        """A new model and data with the state of d for everything that is still there."""
        if not isinstance(m, MjModel) or not isinstance(d, MjData):
            raise TypeError("recompile takes an MjModel and an MjData")
        before = _core.spec_state(self._tree)
        model = self.compile()
        data = MjData(model)
        _keep_state(before, d, _core.spec_state(self._tree), data)
        return model, data

    def to_xml(self):
        """The specification as MJCF text."""
        return _core.spec_to_xml(self._tree)

    def to_file(self, filename):
        """Writes the specification to an MJCF file."""
        text = self.to_xml()
        try:
            _core.write_file(os.fspath(filename), text.encode())
        except OSError:
            raise _core.FatalError(f"cannot write '{filename}'") from None

    def encode(self, filename, model=None, content_type=None):
        """Writes to a file in the form its ending or the content type says (later releases' name for all of them); gives its size."""
        kind = (content_type or "").rpartition("/")[2] or os.path.splitext(filename)[1][1:]
        write = {"xml": self.to_file, "zip": self.to_zip, "mjz": self.to_zip}.get(kind)
        if write:
            write(filename)
        elif kind == "mjb" and model is not None:
            _core.write_file(os.fspath(filename), model._to_bytes())
        else:
            known = "mjb needs the compiled model as well" if kind == "mjb" else "known are xml, zip, mjz and mjb"
            raise _core.FatalError(f"cannot write '{filename}' as '{kind}': {known}")
        return os.path.getsize(filename)

    def copy(self):
        """A specification of its own with the same contents."""
        twin = MjSpec._wrap(_core.spec_copy(self._tree), dict(self._assets))
        twin.__dict__["override_assets"] = self.override_assets
        return twin

    def delete(self, element):
        """Takes an element out; a body takes along everything that refers to what it carries."""
        if not isinstance(element, elements._Part):
            raise TypeError(f"cannot delete {type(element).__name__}")
        _core.spec_remove(element._ref)

    def attach(self, child, prefix=None, suffix=None, site=None, frame=None):
        """Attaches the contents of another specification to a frame or a site; returns the frame that holds them."""
        if not isinstance(child, MjSpec):
            raise TypeError("attach takes an MjSpec")
        if site is not None and frame is not None:
            raise ValueError("attach takes a frame or a site to attach to, not both")
        if site is None and frame is None:
            raise ValueError("attach needs a frame or a site to attach to")
        place = (
            self.site(site) if isinstance(site, str) else self.frame(frame) if isinstance(frame, str) else site or frame
        )
        if place is None:
            raise ValueError(_client_texts.NO_SITE if site is not None else _client_texts.NO_FRAME)
        if prefix is None and suffix is None:
            prefix = "/"
        made = wrap(_core.spec_attach(place._ref, child._tree, prefix or "", suffix or ""))
        child.__dict__["_parent"] = self
        self._take_assets(child, prefix or "", suffix or "")
        return made

    def _take_assets(self, child, prefix, suffix):
        for path, content in child._assets.items():
            folder, name = os.path.split(path)
            stem, extension = os.path.splitext(name)
            self._assets[
                f"{folder}/{'/' if folder and suffix and not prefix else ''}{prefix}{stem}{suffix}{extension}"
                if folder
                else f"{prefix}{stem}{suffix}{extension}"
            ] = content

    def activate_plugin(self, name):
        """Makes a plugin available."""
        _core.spec_activate_plugin(self._tree, name)

    def add_default(self, name, parent):
        """A new default class, a copy of its parent; None if there is one of that name."""
        return wrap(_core.spec_add_default(self._tree, name, elements._default_ref(parent)))

    def find_default(self, name):
        return wrap(_core.spec_find_default(self._tree, name))

    @staticmethod
    def resolve_orientation(degree, sequence=None, orientation=None):
        """Quaternion of an orientation given otherwise."""
        return _core.spec_resolve_orientation(bool(degree), "".join(sequence or "xyz"), orientation._ref)

    @property
    def assets(self):
        return self._assets

    @assets.setter
    def assets(self, value):
        self.__dict__["_assets"] = dict(value)

    @property
    def copy_during_attach(self):
        raise ValueError("copy_during_attach is a switch; it can be set but not read")

    @copy_during_attach.setter
    def copy_during_attach(self, value):
        self._tree.copy_during_attach = bool(value)

    @property
    def visual(self):
        return _structs.MjVisual(
            _Memory(self._tree), {"headlight": _structs.MjVisualHeadlight, "rgba": _structs.MjVisualRgba}
        )

    option = property(lambda self: _structs.MjOption(_core.spec_memory(self._tree, "opt")))
    worldbody = property(lambda self: wrap(_core.spec_world(self._tree)))
    default = property(lambda self: wrap(_core.spec_default(self._tree)))
    compiler = property(lambda self: wrap(_core.spec_compiler(self._tree)))
    stat = property(lambda self: wrap(_core.spec_statistic(self._tree)))
    parent = property(lambda self: self._parent)
    hasImplicitPluginElem = property(lambda self: 0)
    _address = property(lambda self: id(self._tree))

    def __setattr__(self, name, value):
        if not hasattr(type(self), name) and name not in self.__dict__:
            raise AttributeError(f"'MjSpec' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'MjSpec' object")


def _setting(field):
    def get(self):
        return field.__get__(wrap(_core.spec_settings(self._tree)))

    def put(self, value):
        field.__set__(wrap(_core.spec_settings(self._tree)), value)

    return property(get, put)


def _list(kind):
    return property(lambda self: elements._wrap_all(_core.spec_elements(self._tree, kind)))


def _lookup(kind):
    def find(self, name):
        return wrap(_core.spec_find(self._tree, kind, name))

    find.__name__ = kind
    find.__doc__ = f"The {kind} of that name, or None."
    return find


def _adder(kind, with_class):
    def add_of_class(self, default=None, **keywords):
        elements.check_keywords(f"add_{kind}", elements._CLASSES[kind], keywords)
        return elements.finish(wrap(_core.spec_add(self._tree, kind, elements._default_ref(default))), keywords)

    def add(self, **keywords):
        return add_of_class(self, None, **keywords)

    method = add_of_class if with_class else add
    method.__name__ = f"add_{kind}"
    method.__doc__ = f"Adds a {kind}; attributes are given by name."
    return method


for _name, _field in elements._CLASSES["spec"]._fields.items():
    setattr(MjSpec, _name, _setting(_field))
for _name, _kind in _LISTS.items():
    setattr(MjSpec, _name, _list(_kind))
    setattr(MjSpec, _kind, _lookup(_kind))
for _kind in _WITH_CLASS + _WITHOUT_CLASS:
    setattr(MjSpec, f"add_{_kind}", _adder(_kind, _kind in _WITH_CLASS))
