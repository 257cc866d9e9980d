"""Balances a double pendulum on a cart with a linear-quadratic regulator, in the style of MuJoCo's LQR tutorial."""

import json

import mujoco
import numpy as np
import scipy.linalg

XML = """
<mujoco>
  <option timestep="0.005" integrator="implicitfast"/>
  <default><joint damping="0.05"/><geom type="capsule" size="0.03"/></default>
  <worldbody>
    <body name="cart" pos="0 0 1">
      <joint name="slider" type="slide" axis="1 0 0"/>
      <geom type="box" size=".15 .1 .05" mass="1"/>
      <body name="lower">
        <joint name="lower" axis="0 1 0"/>
        <geom fromto="0 0 0 0 0 .5" mass=".2"/>
        <body name="upper" pos="0 0 .5">
          <joint name="upper" axis="0 1 0"/>
          <geom fromto="0 0 0 0 0 .5" mass=".1"/>
          <site name="tip" pos="0 0 .5"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="slider" gear="20" ctrlrange="-10 10"/></actuator>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)

# the control that holds the upright pose
mujoco.mj_resetData(model, data)
mujoco.mj_forward(model, data)
data.qacc = 0
mujoco.mj_inverse(model, data)
qpos0 = data.qpos.copy()
moment = np.zeros((model.nu, model.nv))
mujoco.mju_sparse2dense(moment, data.actuator_moment, data.moment_rownnz, data.moment_rowadr, data.moment_colind)
ctrl0 = data.qfrc_inverse @ np.linalg.pinv(moment)

# cost: keep the tip over the cart, and the cart near the middle
jac_tip, jac_cart = np.zeros((3, model.nv)), np.zeros((3, model.nv))
mujoco.mj_jacSite(model, data, jac_tip, None, mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE, "tip"))
mujoco.mj_jacBodyCom(model, data, jac_cart, None, model.body("cart").id)
balance = jac_tip - jac_cart
nv = model.nv
Q = np.zeros((2 * nv, 2 * nv))
Q[:nv, :nv] = 100 * balance.T @ balance + np.diag([1, 3, 3])
Q[nv:, nv:] = 0.01 * np.eye(nv)
R = np.eye(model.nu)

# linear dynamics and gain
mujoco.mj_resetData(model, data)
data.ctrl, data.qpos = ctrl0, qpos0
A, B = np.zeros((2 * nv, 2 * nv)), np.zeros((2 * nv, model.nu))
mujoco.mjd_transitionFD(model, data, 1e-6, True, A, B, None, None)
P = scipy.linalg.solve_discrete_are(A, B, Q, R)
K = np.linalg.inv(R + B.T @ P @ B) @ B.T @ P @ A

# run it from a push
mujoco.mj_resetData(model, data)
data.qpos[1:] = 0.02, 0
dq = np.zeros(nv)
heights = []
while data.time < 5:
    mujoco.mj_differentiatePos(model, dq, 1, qpos0, data.qpos)
    data.ctrl = ctrl0 - K @ np.hstack((dq, data.qvel))
    mujoco.mj_step(model, data)
    heights.append(float(data.site("tip").xpos[2]))

print(json.dumps({"A": A.ravel().tolist(), "B": B.ravel().tolist(), "K": K.ravel().tolist(), "heights": heights[::20],
                  "qpos": data.qpos.tolist(), "upright": float(data.site("tip").xpos[2])}))
