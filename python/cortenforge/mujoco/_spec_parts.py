"""What single kinds of elements of an MjSpec can do: paths of tendons, shortcuts of actuators, shapes of meshes."""

import operator
import weakref

from cortenforge import _core
from cortenforge.mujoco import _enums

_CLASSES = {}


def wrap(ref):
    """The one object users see for a native reference; None stays None."""
    if ref is None:
        return None
    face = ref.face() if ref.face is not None else None
    if face is None:
        face = object.__new__(_CLASSES[ref.kind])
        object.__setattr__(face, "_ref", ref)
        ref.face = weakref.ref(face)
    return face


class MjsTendonPath:
    """The elements a tendon goes through, in order."""

    def __init__(self, ref):
        self._ref = ref

    def __len__(self):
        return len(_core.spec_path(self._ref))

    def __getitem__(self, index):
        refs = _core.spec_path(self._ref)
        index = operator.index(index)
        if not 0 <= index < len(refs):
            raise IndexError(f"index {index} of {len(self)}")
        return wrap(refs[index])


def _wrapping(kind):
    def add(self, target="", sidesite="", prm=0.0):
        return wrap(_core.spec_add_wrap(self._ref, int(kind), target, sidesite, float(prm)))

    return add


_wrap_site, _wrap_geom = _wrapping(_enums.mjtWrap.mjWRAP_SITE), _wrapping(_enums.mjtWrap.mjWRAP_SPHERE)
_wrap_joint, _wrap_pulley = _wrapping(_enums.mjtWrap.mjWRAP_JOINT), _wrapping(_enums.mjtWrap.mjWRAP_PULLEY)

TENDON = {
    "path": property(lambda self: MjsTendonPath(self._ref)),
    "default": lambda self: wrap(_core.spec_class(self._ref)),
    "wrap_site": lambda self, name, /: _wrap_site(self, name),
    "wrap_geom": lambda self, name, sidesite, /: _wrap_geom(self, name, sidesite),
    "wrap_joint": lambda self, name, coef, /: _wrap_joint(self, name, prm=coef),
    "wrap_pulley": lambda self, divisor, /: _wrap_pulley(self, prm=divisor),
}

_TARGETS = {
    _enums.mjtWrap.mjWRAP_SITE: "site",
    _enums.mjtWrap.mjWRAP_JOINT: "joint",
    _enums.mjtWrap.mjWRAP_SPHERE: "geom",
    _enums.mjtWrap.mjWRAP_CYLINDER: "geom",
}


def _wrap_type(self):
    kind = _enums.mjtWrap(_core.spec_wrap_type(self._ref))
    if kind == _enums.mjtWrap.mjWRAP_SPHERE:
        geom = _target(self)
        if geom is not None and geom.type == _enums.mjtGeom.mjGEOM_CYLINDER:
            return _enums.mjtWrap.mjWRAP_CYLINDER
    return kind


def _named(self, kind, name):
    return wrap(_core.spec_find(self._ref.tree, kind, name)) if kind and name else None


def _target(self):
    return _named(
        self, _TARGETS.get(_enums.mjtWrap(_core.spec_wrap_type(self._ref))), _core.spec_wrap_names(self._ref)[0]
    )


def _parameter(kind):
    def get(self):
        return _core.spec_wrap_prm(self._ref) if _core.spec_wrap_type(self._ref) == kind else None

    return property(get)


WRAP = {
    "type": property(_wrap_type),
    "target": property(_target),
    "sidesite": property(lambda self: _named(self, "site", _core.spec_wrap_names(self._ref)[1])),
    "coef": _parameter(_enums.mjtWrap.mjWRAP_JOINT),
    "divisor": _parameter(_enums.mjtWrap.mjWRAP_PULLEY),
    "info": property(lambda self: ""),
}


def _shortcut(self, kind, **parameters):
    """-1 is a number that was not given."""
    given = {name: value if isinstance(value, list) else [value] for name, value in parameters.items()}
    _core.spec_set_shortcut(
        self._ref, kind, {name: [float(x) for x in value] for name, value in given.items() if set(value) != {-1}}
    )


def _set_servo(kind):
    def set_to(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
        self.inheritrange = float(inheritrange)
        _shortcut(self, kind, kp=kp, kv=kv, dampratio=dampratio, timeconst=timeconst)

    return set_to


def _set_to_cylinder(self, timeconst, bias, area, diameter=-1):
    _core.spec_set_shortcut(
        self._ref, "cylinder", {"timeconst": [timeconst], "bias": [bias, 0, 0], "area": [area], "diameter": [diameter]}
    )


def _set_to_muscle(
    self,
    timeconst=(-1, -1),
    tausmooth=0,
    range=(-1, -1),
    force=-1,
    scale=-1,
    lmin=-1,
    lmax=-1,
    vmax=-1,
    fpmax=-1,
    fvmax=-1,
):
    pair = lambda value: list(value) if hasattr(value, "__len__") else [value, value]
    _shortcut(
        self,
        "muscle",
        timeconst=pair(timeconst),
        tausmooth=tausmooth,
        range=pair(range),
        force=force,
        scale=scale,
        lmin=lmin,
        lmax=lmax,
        vmax=vmax,
        fpmax=fpmax,
        fvmax=fvmax,
    )


ACTUATOR = {
    "set_to_motor": lambda self: _shortcut(self, "motor"),
    "set_to_position": _set_servo("position"),
    "set_to_intvelocity": _set_servo("intvelocity"),
    "set_to_velocity": lambda self, kv: _core.spec_set_shortcut(self._ref, "velocity", {"kv": [float(kv)]}),
    "set_to_damper": lambda self, kv: _core.spec_set_shortcut(self._ref, "damper", {"kv": [float(kv)]}),
    "set_to_cylinder": _set_to_cylinder,
    "set_to_muscle": _set_to_muscle,
    "set_to_adhesion": lambda self, gain: _core.spec_set_shortcut(self._ref, "adhesion", {"gain": [float(gain)]}),
}


def _make(self, shape, *parameters):
    _core.spec_make_mesh(
        self._ref, int(getattr(_enums.mjtMeshBuiltin, f"mjMESH_BUILTIN_{shape}")), [float(p) for p in parameters]
    )


MESH = {
    "make_sphere": lambda self, subdivision: _make(self, "SPHERE", subdivision),
    "make_hemisphere": lambda self, resolution: _make(self, "HEMISPHERE", resolution),
    "make_cone": lambda self, nedge, radius: _make(self, "CONE", nedge, radius),
    "make_supersphere": lambda self, resolution, e, n: _make(self, "SUPERSPHERE", resolution, e, n),
    "make_supertorus": lambda self, resolution, radius, s, t: _make(self, "SUPERTORUS", resolution, radius, s, t),
    "make_wedge": lambda self, resolution=(0, 0), fov=(0, 0), gamma=0: _make(self, "WEDGE", *resolution, *fov, gamma),
    "make_plate": lambda self, resolution=(0, 0): _make(self, "PLATE", *resolution),
}
