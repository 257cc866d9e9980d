"""Between MuJoCo's structs of visualization and the native renderer."""

import numpy as np

from cortenforge.mujoco._enums import mjtCatBit
from cortenforge.mujoco._visual_structs import MjvPerturb

_GROUPS = ("geomgroup", "sitegroup", "jointgroup", "tendongroup", "actuatorgroup", "flexgroup", "skingroup")


def update(native, scene, data, camera, option, perturb=None, catmask=mjtCatBit.mjCAT_ALL):
    """Shows the native renderer a simulation as the structs say, and fills the scene's geoms."""
    perturb = perturb or MjvPerturb()
    place = np.array([*camera.lookat, camera.distance, camera.azimuth, camera.elevation], float)
    groups = np.array([getattr(option, name) for name in _GROUPS], np.uint8)
    choices = (int(option.label), int(option.frame), int(option.bvh_depth), int(catmask))
    selected = (int(perturb.select), int(perturb.active), int(perturb.active2))
    selected_place = np.concatenate([perturb.refselpos, perturb.refquat, perturb.localpos])
    native.update_scene(data, int(camera.type), camera.fixedcamid, camera.trackbodyid, place, groups, choices,
                        np.array(option.flags, np.uint8), selected, selected_place)
    count = native.copy_geoms(scene._memory)
    scene.ngeom = min(count, scene.maxgeom)
    scene.status = int(count > scene.maxgeom)


def show_geoms(native, scene):
    """Shows the native renderer the scene's geoms, with what the user changed and added."""
    native.set_geoms(scene._memory[:min(scene.ngeom, scene.maxgeom)])
