"""Functions on the structs of abstract visualization: defaults, geoms of one's own, scenes of a simulation."""

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _pictures
from cortenforge.mujoco._enums import mjtCamera, mjtGeom, mjtLightType, mjtVisFlag
from cortenforge.mujoco._errors import FatalError
from cortenforge.mujoco._visual_camera import mjv_cameraInModel, mjv_frustumHeight, mjv_updateCamera
from cortenforge.mujoco._visual_structs import MjvCamera, MjvLight, MjvScene

__all__ = [
    "mjv_connector",
    "mjv_defaultCamera",
    "mjv_defaultFigure",
    "mjv_defaultFreeCamera",
    "mjv_defaultOption",
    "mjv_defaultPerturb",
    "mjv_addGeoms",
    "mjv_initGeom",
    "mjv_makeLights",
    "mjv_select",
    "mjv_updateScene",
]

_LIGHT_FIELDS = ("type", "texid", "ambient", "diffuse", "specular", "castshadow", "bulbradius", "intensity", "range")
_SPOT_FIELDS = ("attenuation", "cutoff", "exponent")
_empty_light = MjvLight(np.zeros(MjvLight._dtype.itemsize, np.uint8))


def _reset(struct):
    struct.assign(type(struct)())


def mjv_defaultCamera(cam):
    """A free camera at the default place."""
    _reset(cam)


def mjv_defaultOption(opt):
    """What is drawn when nobody chose anything."""
    _reset(opt)


def mjv_defaultPerturb(pert):
    """No perturbation."""
    _reset(pert)


def mjv_defaultFigure(fig):
    """An empty figure with default style."""
    _reset(fig)


def mjv_defaultFreeCamera(m, cam):
    """The free camera that the model's statistics and visual settings ask for."""
    _reset(cam)
    cam.type = mjtCamera.mjCAMERA_FREE
    cam.lookat = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = m.vis.global_.azimuth, m.vis.global_.elevation
    cam.orthographic = m.vis.global_.orthographic


def _numbers(name, values, count):
    numbers = np.asarray(values, float)
    if numbers.shape != (count,):
        raise TypeError(f"{name} should have {count} numbers")
    return numbers


def mjv_initGeom(geom, type, size, pos, mat, rgba):
    """A geom with the sizes of a model's geom; None stands for the default."""
    _reset(geom)
    geom.type = int(type)
    if size is not None:
        size = _numbers("size", size, 3)
        round_types = {
            mjtGeom.mjGEOM_SPHERE: [0, 0, 0],
            mjtGeom.mjGEOM_CAPSULE: [0, 0, 1],
            mjtGeom.mjGEOM_CYLINDER: [0, 0, 1],
        }
        geom.size = size[round_types.get(geom.type, [0, 1, 2])]
    if pos is not None:
        geom.pos = _numbers("pos", pos, 3)
    if mat is not None:
        geom.mat = _numbers("mat", mat, 9).reshape(3, 3)
    if rgba is not None:
        geom.rgba = _numbers("rgba", rgba, 4)


def mjv_connector(geom, type, width, from_, to):
    """Makes a capsule, cylinder, arrow or line reach from a point to another."""
    centred = int(type) in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER)
    if not centred and int(type) not in (
        mjtGeom.mjGEOM_ARROW,
        mjtGeom.mjGEOM_ARROW1,
        mjtGeom.mjGEOM_ARROW2,
        mjtGeom.mjGEOM_LINE,
    ):
        raise FatalError(f"mjv_connector: geom type {int(type)} does not connect two points")
    start, end = _numbers("from_", from_, 3), _numbers("to", to, 3)
    along = end - start
    geom.type = int(type)
    geom.size = width, width, np.linalg.norm(along) * (0.5 if centred else 1)
    geom.pos = (start + end) / 2 if centred else start
    quat, mat = np.zeros(4), np.zeros(9)
    _core.mju_quatZ2Vec(quat, along)
    _core.mju_quat2Mat(mat, quat)
    geom.mat = mat.reshape(3, 3)


def mjv_makeLights(m, d, scn):
    """The headlight and the lights of the model that are lit, for scn.lights."""
    head = m.vis.headlight
    lit = [-1] * bool(head.active) + [i for i in range(m.nlight) if m.light_active[i]]
    scn.nlight = min(len(lit), len(scn.lights))
    for light, i in zip(scn.lights, lit):
        light.assign(_empty_light)
        light.id, light.headlight = i, i < 0
        if i < 0:
            light.type, light.texid, light.bulbradius, light.range = mjtLightType.mjLIGHT_DIRECTIONAL, -1, 0.02, 10
            light.ambient, light.diffuse, light.specular = head.ambient, head.diffuse, head.specular
            continue
        light.pos, light.dir = d.light_xpos[i], d.light_xdir[i]
        for name in _LIGHT_FIELDS + (_SPOT_FIELDS if m.light_type[i] == mjtLightType.mjLIGHT_SPOT else ()):
            setattr(light, name, getattr(m, f"light_{name}")[i])


def put_headlight(scn):
    """The headlight shines from the camera, where the camera looks."""
    head = scn.lights[0]
    if scn.nlight and head.headlight:
        left, right = scn.camera
        head.pos, head.dir = (left.pos + right.pos) / 2, left.forward


def _native_of(m, scn):
    native, model = getattr(scn, "_native", (None, None))
    if model is not m:
        native = _core.Renderer(m, 1, 1, 0)
        object.__setattr__(scn, "_native", (native, m))
    return native


def mjv_updateScene(m, d, opt, pert, cam, catmask, scn):
    """What mjr_render will show: the simulation as it is now, as geoms, lights and cameras."""
    _pictures.update(_native_of(m, scn), scn, d, cam, opt, pert, catmask)
    mjv_makeLights(m, d, scn)
    mjv_updateCamera(m, d, cam, scn)
    put_headlight(scn)


def mjv_addGeoms(m, d, opt, pert, catmask, scn):
    """Adds the geoms of some categories of another simulation to a scene."""
    more = MjvScene(m, scn.maxgeom)
    _pictures.update(_native_of(m, more), more, d, MjvCamera(), opt, pert, catmask)
    first, count = scn.ngeom, min(more.ngeom, scn.maxgeom - scn.ngeom)
    scn._memory[first : first + count] = more._memory[:count]
    scn.ngeom, scn.status = first + count, int(more.status or count < more.ngeom)
    for i in range(first, first + count):
        scn.geoms[i].segid = i


def mjv_select(m, d, vopt, aspectratio, relx, rely, scn, selpnt, geomid, flexid, skinid):
    """Body whose geom is seen at a place of the picture, from 0 0 at the lower left to 1 1; -1 where none is. Skins are not felt."""
    head, forward, up = np.zeros(3), np.zeros(3), np.zeros(3)
    mjv_cameraInModel(head, forward, up, scn)
    height = mjv_frustumHeight(scn)
    aside = (relx - 0.5) * height * aspectratio * np.cross(forward, up) + (rely - 0.5) * height * up
    start, ray = (head + aside, forward) if scn.camera[0].orthographic else (head, forward + aside)
    hit = np.full(1, -1, np.int32)
    groups, statics = np.array(vopt.geomgroup, np.uint8), int(vopt.flags[mjtVisFlag.mjVIS_STATIC])
    distance = _core.mj_ray(m, d, start, ray, groups, statics, -1, hit)
    geomid[:], flexid[:], skinid[:] = hit[0], -1, -1
    if distance < 0:
        return -1
    selpnt[:] = start + distance * ray
    return int(m.geom_bodyid[hit[0]])
