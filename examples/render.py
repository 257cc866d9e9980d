"""Pictures without a graphics card: colour, depth and segmentation of a humanoid after half a second of falling."""

import numpy as np

import cortenforge
import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/humanoid.xml")
data = mujoco.MjData(model)
while data.time < 0.5:
    mujoco.mj_step(model, data)

with cortenforge.Renderer(model, height=120, width=160) as renderer:
    renderer.update_scene(data, camera="follow")
    colour = renderer.render()
    renderer.enable_depth_rendering()
    depth = renderer.render()
    renderer.enable_segmentation_rendering()
    segments = renderer.render()

# a picture file that needs no library: PPM, readable by every viewer
height, width, _ = colour.shape
with open("humanoid.ppm", "wb") as file:
    file.write(b"P6 %d %d 255\n" % (width, height) + colour.tobytes())

geoms = segments[..., 0][segments[..., 1] == mujoco.mjtObj.mjOBJ_GEOM]
names = sorted({mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, int(geom)) or f"#{geom}" for geom in geoms})
print(
    f"humanoid.ppm: {width} × {height} pixels, nearest point {depth.min():.2f} m, mean colour {np.round(colour.mean(axis=(0, 1)))}"
)
print("in sight:", ", ".join(names))
