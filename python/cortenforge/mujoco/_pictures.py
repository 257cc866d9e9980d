"""Between MuJoCo's structs of visualization and the native renderer."""

import numpy as np

from cortenforge.mujoco._enums import mjtCatBit
from cortenforge.mujoco._visual_structs import MjvPerturb


def rows(struct):
    """The memory of a struct, which the engine reads and writes as its own."""
    return struct._row.view(np.uint8)


def update(native, scene, data, camera, option, perturb=None, catmask=mjtCatBit.mjCAT_ALL):
    """Shows the native renderer a simulation as the structs say, and fills the scene's geoms."""
    perturb = perturb or MjvPerturb()
    native.update_scene(data, rows(camera), rows(option), rows(perturb), int(catmask))
    count = native.copy_geoms(scene._memory)
    scene.ngeom = min(count, scene.maxgeom)
    scene.status = int(count > scene.maxgeom)


def show_geoms(native, scene):
    """Shows the native renderer the scene's geoms, with what the user changed and added."""
    native.set_geoms(scene._memory[: min(scene.ngeom, scene.maxgeom)])
