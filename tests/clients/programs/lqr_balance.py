"""Two poles of different length, side by side on one cart, held upright by one force: the classical test of a linear regulator.

The gain comes from the backward Riccati recursion on the linear model that finite differences of a step give.
"""

import json

import mujoco
import numpy as np

POLE = """
      <body name="{name}" pos="{x} 0 .05">
        <joint name="{name}" axis="0 1 0" damping=".002"/>
        <geom type="capsule" fromto="0 0 0 0 0 {length}" size=".02" mass="{mass}"/>
        <site name="{name}_tip" pos="0 0 {length}"/>
      </body>"""
XML = f"""
<mujoco model="two poles">
  <option timestep=".004" integrator="implicitfast"/>
  <worldbody>
    <body name="cart">
      <joint name="rail" type="slide" axis="1 0 0" damping=".1"/>
      <geom type="box" size=".2 .1 .05" mass="1.5"/>{POLE.format(name="long", x=-0.1, length=1.2, mass=0.3)}{POLE.format(name="short", x=0.1, length=0.5, mass=0.15)}
    </body>
  </worldbody>
  <actuator><motor name="push" joint="rail" ctrlrange="-60 60"/></actuator>
</mujoco>
"""
HORIZON = 3000  # steps of the recursion; the gain has settled long before

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
n, nu = 2 * model.nv, model.nu

# x' = A x + B u around the upright pose, which is qpos0 and needs no force
A, B = np.zeros((n, n)), np.zeros((n, nu))
mujoco.mjd_transitionFD(model, data, 1e-6, 1, A, B, None, None)

# metres and radians weigh more than speeds, force is cheap
cost_x = np.diag([4.0, 20.0, 20.0, 0.1, 0.1, 0.1])
cost_u = np.diag([0.01])
value = cost_x.copy()
for _ in range(HORIZON):
    gain = np.linalg.solve(cost_u + B.T @ value @ B, B.T @ value @ A)
    value = cost_x + A.T @ value @ (A - B @ gain)
    value = (value + value.T) / 2

# let go with the poles leaning
mujoco.mj_resetData(model, data)
data.joint("long").qpos[0], data.joint("short").qpos[0] = 0.05, -0.03
lean = []
for step in range(2000):
    data.ctrl = -gain @ np.concatenate((data.qpos, data.qvel))
    mujoco.mj_step(model, data)
    if step % 20 == 0:
        lean.append(data.qpos[1:].tolist())

mujoco.mj_forward(model, data)
heights = [float(data.site(f"{pole}_tip").xpos[2]) for pole in ("long", "short")]
print(
    json.dumps(
        {
            "A": A.ravel().tolist(),
            "B": B.ravel().tolist(),
            "gain": gain.ravel().tolist(),
            "lean": np.ravel(lean).tolist(),
            "qpos": data.qpos.tolist(),
            "heights": heights,
        }
    )
)
