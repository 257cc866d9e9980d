"""Balances a pole on a cart: linearises the simulation, solves the Riccati equation, closes the loop."""

import numpy as np

import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/cartpole.xml")
data = mujoco.MjData(model)


def linearise():
    """x' = A x + B u of one time step, at the upright pole."""
    mujoco.mj_resetData(model, data)
    A = np.zeros((2 * model.nv, 2 * model.nv))
    B = np.zeros((2 * model.nv, model.nu))
    mujoco.mjd_transitionFD(model, data, 1e-6, True, A, B, None, None)
    return A, B


def lqr(A, B, Q, R):
    """The gain of u = -K x, by iterating the Riccati equation until it stands still."""
    P = Q
    for _ in range(10000):
        K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
        following = Q + A.T @ P @ (A - B @ K)
        if np.abs(following - P).max() < 1e-9:
            break
        P = following
    return K


K = lqr(*linearise(), Q=np.diag([1.0, 10.0, 0.1, 0.1]), R=np.array([[1.0]]))
mujoco.mj_resetDataKeyframe(model, data, model.key("leaning").id)
print("time [s]  cart [m]  pole [rad]")
while data.time < 4:
    if round(data.time / model.opt.timestep) % 50 == 0:
        print(f"{data.time:8.2f} {data.qpos[0]:9.4f} {data.qpos[1]:11.4f}")
    data.ctrl[:] = -K @ np.concatenate([data.qpos, data.qvel])
    mujoco.mj_step(model, data)
assert np.abs(data.qpos).max() < 0.05, "the pole fell"
print(f"balanced: the pole stands {abs(data.qpos[1]):.4f} rad from upright")
