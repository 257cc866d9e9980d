"""mj_saveLastXML: the model that was read last as MJCF, with the numbers that were changed since."""

import math

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _enums
from cortenforge.mujoco._model import MjModel
from cortenforge.mujoco._spec import MjSpec

# kind of element: (prefix of the model's arrays, attribute of the element -> array where the names differ)
_ARRAYS = {
    "body": ("body_", {}),
    "joint": ("jnt_", {"solref_limit": "jnt_solref", "solimp_limit": "jnt_solimp"}),
    "geom": ("geom_", {}),
    "site": ("site_", {}),
    "camera": ("cam_", {}),
    "light": ("light_", {}),
    "material": ("mat_", {}),
    "pair": ("pair_", {}),
    "equality": ("eq_", {}),
    "tendon": (
        "tendon_",
        {
            "solref_limit": "tendon_solref_lim",
            "solimp_limit": "tendon_solimp_lim",
            "springlength": "tendon_lengthspring",
            "solref_friction": "tendon_solref_fri",
            "solimp_friction": "tendon_solimp_fri",
        },
    ),
    "actuator": ("actuator_", {}),
    "sensor": ("sensor_", {}),
    "key": ("key_", {}),
}
_OF_DOFS = {
    "damping": "dof_damping",
    "armature": "dof_armature",
    "frictionloss": "dof_frictionloss",
    "solref_friction": "dof_solref",
    "solimp_friction": "dof_solimp",
}
_INERTIA = ("mass", "ipos", "iquat", "inertia")
_POSE = ("pos", "quat")


def mj_saveLastXML(filename, m):
    """Writes the last model loaded from XML as MJCF, with the numbers of m where it has been changed since."""
    if not isinstance(m, MjModel):
        raise TypeError("mj_saveLastXML takes a file name and an MjModel")
    tree = _core.spec_last()
    if tree is None:
        raise _core.FatalError("no model was loaded from XML in this process yet")
    spec = MjSpec._wrap(_core.spec_copy(tree), {})
    was = MjModel._wrap(_core.spec_last_compiled())
    if all(
        getattr(was, size) == getattr(m, size)
        for size in ("nbody", "njnt", "ngeom", "nsite", "nq", "nv", "nu", "ntendon", "neq")
    ):
        _take_numbers(spec, was, m)
    try:
        spec.to_file(filename)
    except OSError:
        raise _core.FatalError(f"cannot write '{filename}'") from None


def _take_numbers(spec, was, now):
    _take_settings(spec, was, now)
    for kind, (prefix, names) in _ARRAYS.items():
        for i, element in enumerate(_elements(spec, kind)):
            for name, field in element._fields.items():
                array = names.get(name, prefix + name)
                if hasattr(was, array) and _differs(was, now, array, i):
                    _take(
                        spec, element, name, field, getattr(now, array)[i], lambda part: getattr(now, prefix + part)[i]
                    )
    for i, joint in enumerate(spec.joints):
        _take_joint(spec, joint, was, now, i)


def _elements(spec, kind):
    return [element for element in getattr(spec, {"body": "bodies", "equality": "equalities"}.get(kind, kind + "s"))]


def _differs(was, now, array, i):
    return not np.array_equal(
        getattr(was, array)[i], getattr(now, array)[i], equal_nan=getattr(was, array).dtype.kind == "f"
    )


def _take_settings(spec, was, now):
    for mine, before, after in [
        (spec.option, was.opt, now.opt),
        *((getattr(spec.visual, g), getattr(was.vis, g), getattr(now.vis, g)) for g in was.vis._groups),
    ]:
        for name in before._all_fields:
            if not np.array_equal(getattr(before, name), getattr(after, name)):
                setattr(mine, name, getattr(after, name))
    for name in was.stat._all_fields:
        if not np.array_equal(getattr(was.stat, name), getattr(now.stat, name)):
            setattr(spec.stat, name, getattr(now.stat, name))


def _take(spec, element, name, field, value, compiled):
    """One number that was changed; what it is compiled together with comes along."""
    if getattr(element, "meshname", "") and name in (*_POSE, "size"):
        return  # those of a mesh are made from its shape
    if "ipos" in element._fields and name in _INERTIA:
        if not element.explicitinertial:
            return  # made from the geoms
        element.ialt.type = _enums.mjtOrientation.mjORIENTATION_QUAT
        element.fullinertia[0] = np.nan
        for part in _INERTIA:
            setattr(element, part, compiled(part))
    elif "alt" in element._fields and (name in _POSE or (name == "size" and "fromto" in element._fields)):
        _place(element, compiled)
    field.store(element, _in_degrees(spec, element, name, value))


def _place(element, compiled):
    """The compiled pose, neither in a frame nor given otherwise; the length comes along, which two points gave before."""
    element.set_frame(None)
    element.alt.type = _enums.mjtOrientation.mjORIENTATION_QUAT
    element.pos, element.quat = compiled("pos"), compiled("quat")
    if "fromto" in element._fields:
        element.fromto[0] = np.nan
        element.size = compiled("size")


def _in_degrees(spec, element, name, value):
    value = np.asarray(value)
    angular = element._ref.kind == "joint" and element.type in (_enums.mjtJoint.mjJNT_HINGE, _enums.mjtJoint.mjJNT_BALL)
    if angular and name in ("range", "ref", "springref") and spec.compiler.degree:
        value = value * (180 / math.pi)
    return value.item() if value.ndim == 0 else value


def _take_joint(spec, joint, was, now, i):
    dof, qpos = now.jnt_dofadr[i], now.jnt_qposadr[i]
    for name, array in _OF_DOFS.items():
        if _differs(was, now, array, dof):
            joint._fields[name].store(joint, _in_degrees(spec, joint, name, getattr(now, array)[dof]))
    if joint.type in (_enums.mjtJoint.mjJNT_HINGE, _enums.mjtJoint.mjJNT_SLIDE):
        for name, array in (("ref", "qpos0"), ("springref", "qpos_spring")):
            if _differs(was, now, array, qpos):
                setattr(joint, name, _in_degrees(spec, joint, name, getattr(now, array)[qpos]))
