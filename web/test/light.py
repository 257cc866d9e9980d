"""Prints pictures of the ray renderer, RGB: without mirror, haze and fog, then with one of them each: MODEL WIDTH HEIGHT AZIMUTH ELEVATION DISTANCE EFFECT..."""

import sys

import cortenforge.mujoco as mujoco

path, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
FLAGS = {
    "reflection": mujoco.mjtRndFlag.mjRND_REFLECTION,
    "haze": mujoco.mjtRndFlag.mjRND_HAZE,
    "fog": mujoco.mjtRndFlag.mjRND_FOG,
}
model = mujoco.MjModel.from_xml_path(path)
model.vis.global_.offwidth, model.vis.global_.offheight = width, height
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
camera = mujoco.MjvCamera()
camera.azimuth, camera.elevation, camera.distance = map(float, sys.argv[4:7])
camera.lookat[:] = 0
with mujoco.Renderer(model, height, width) as renderer:
    for effect in [None, *sys.argv[7:]]:
        renderer.update_scene(data, camera)
        for name, flag in FLAGS.items():
            renderer.scene.flags[flag] = name == effect
        sys.stdout.buffer.write(renderer.render().tobytes())
