"""A cloth falls over a ball: where it lies, how much its edges are stretched, and what holds it."""

import numpy as np

import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_string("""
<mujoco>
  <option timestep=".002" integrator="implicitfast"/>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <geom name="ball" size=".15" pos="0 0 .2"/>
    <flexcomp name="cloth" type="grid" dim="2" count="9 9 1" spacing=".06 .06 .06" pos="0 0 .37" radius=".01" mass=".2">
      <edge equality="true" damping=".001"/>
      <contact selfcollide="none"/>
    </flexcomp>
  </worldbody>
</mujoco>""")
data = mujoco.MjData(model)

print(
    f"{model.nflexvert} vertices, {model.nflexedge} edges, {model.nflexelem} triangles, {model.nv} degrees of freedom"
)
for _ in range(4):
    for _ in range(25):
        mujoco.mj_step(model, data)
    height = data.flexvert_xpos[:, 2]
    stretch = data.flexedge_length / model.flexedge_length0 - 1
    on_ball = int(np.sum(data.contact.geom[:, 0] == model.geom("ball").id)) if data.ncon else 0
    print(
        f"t = {data.time:.2f} s: between {height.min():.3f} and {height.max():.3f} m, stretched by at most {100 * stretch.max():.1f} %, "
        f"{on_ball} contacts with the ball"
    )
