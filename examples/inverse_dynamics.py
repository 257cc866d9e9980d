"""The torque that makes a pendulum follow a sine: inverse dynamics, then a proof by simulation."""

import numpy as np

import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/pendulum.xml")
model.opt.timestep = 0.001
data = mujoco.MjData(model)


def wanted(t):
    """Angle, speed and acceleration of the motion we want."""
    return np.sin(2 * t), 2 * np.cos(2 * t), -4 * np.sin(2 * t)


def torque(t):
    """The joint torque of that motion."""
    data.qpos[0], data.qvel[0], data.qacc[0] = wanted(t)
    mujoco.mj_inverse(model, data)
    return data.qfrc_inverse[0]


times = np.arange(0, 2, model.opt.timestep)
torques = [torque(t) for t in times]
print(f"torque between {min(torques):.3f} and {max(torques):.3f} N m")

mujoco.mj_resetData(model, data)
data.qpos[0], data.qvel[0], _ = wanted(0)
worst = 0
for t, tau in zip(times, torques):
    worst = max(worst, abs(data.qpos[0] - wanted(t)[0]))
    data.qfrc_applied[0] = tau
    mujoco.mj_step(model, data)
print(f"largest error of the angle over 2 s: {worst:.4f} rad")
assert worst < 0.01
