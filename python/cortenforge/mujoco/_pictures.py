"""Between MuJoCo's structs of visualization and the native renderer."""

import numpy as np

from cortenforge.mujoco._enums import mjtCatBit, mjtVisFlag

_GROUPS = ("geomgroup", "sitegroup", "jointgroup", "tendongroup", "flexgroup", "skingroup")
_DECOR = ("JOINT", "CAMERA", "ACTUATOR", "LIGHT", "RANGEFINDER", "CONSTRAINT", "INERTIA", "CONTACTPOINT", "CONTACTFORCE", "COM")


def update(native, data, camera, option, catmask=mjtCatBit.mjCAT_ALL):
    """Shows the native renderer a simulation as MjvCamera and MjvOption say."""
    flags = np.array(option.flags, np.uint8)
    flags[mjtVisFlag.mjVIS_STATIC] &= bool(catmask & mjtCatBit.mjCAT_STATIC)
    if not catmask & mjtCatBit.mjCAT_DECOR:
        flags[[getattr(mjtVisFlag, f"mjVIS_{name}") for name in _DECOR]] = 0
    place = np.array([*camera.lookat, camera.distance, camera.azimuth, camera.elevation], float)
    groups = np.array([getattr(option, name) for name in _GROUPS], np.uint8)
    native.update_scene(data, int(camera.type), camera.fixedcamid, camera.trackbodyid, place, groups, int(option.frame), flags)


def add_own_geoms(native, scene, first):
    """Draws the geoms that a user added to the scene after the first ones."""
    own = [scene.geoms[i] for i in range(first, scene.ngeom)]
    decor = int(mjtCatBit.mjCAT_DECOR)
    ids = [(g.type, g.dataid, g.objtype, g.objid, g.category == decor) for g in own]
    reals = [(*g.size, *g.pos, *np.ravel(g.mat), *g.rgba, g.emission, g.specular, g.shininess, g.reflectance) for g in own]
    native.set_own_geoms(np.array(ids, np.int32).reshape(-1, 5), np.array(reals, float).reshape(-1, 23))
