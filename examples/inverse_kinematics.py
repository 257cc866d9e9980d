"""Inverse kinematics: damped least squares brings the top of the cart's pole to a target."""

import numpy as np

import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/cartpole.xml")
data = mujoco.MjData(model)
top = model.site("top").id
target = np.array([0.4, 0, 0.5])

jacobian = np.zeros((3, model.nv))
for iteration in range(100):
    mujoco.mj_fwdPosition(model, data)
    missing = target - data.site_xpos[top]
    error = np.linalg.norm(missing)
    mujoco.mj_jacSite(model, data, jacobian, None, top)
    change = np.linalg.solve(jacobian.T @ jacobian + 1e-6 * np.eye(model.nv), jacobian.T @ missing)
    mujoco.mj_integratePos(model, data.qpos, change, 1)
    if error < 1e-10:
        break
print(f"after {iteration + 1} iterations the top is {error:.1e} m from its target")
print(f"cart at {data.qpos[0]:.4f} m, pole at {data.qpos[1]:.4f} rad")
assert error < 1e-9
