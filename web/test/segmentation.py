"""Prints which object is at each pixel of the free camera's picture, by the ray renderer: pairs of int32 (id, mjtObj)."""

import sys

import numpy as np

import cortenforge.mujoco as mujoco

path, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
model = mujoco.MjModel.from_xml_path(path)
model.vis.global_.offwidth, model.vis.global_.offheight = width, height
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
with mujoco.Renderer(model, height, width) as renderer:
    renderer.enable_segmentation_rendering()
    renderer.update_scene(data)
    sys.stdout.buffer.write(np.ascontiguousarray(renderer.render(), np.int32).tobytes())
