"""Plans by sampling: 64 random pushes of a cart are simulated on all cores at once, the best one is shown."""

import os

import numpy as np

import cortenforge.mujoco as mujoco
from cortenforge.mujoco import rollout

SAMPLES, STEPS = 64, 100

model = mujoco.MjModel.from_xml_path("scenes/cartpole.xml")
data = [mujoco.MjData(model) for _ in range(os.cpu_count())]  # one per thread
mujoco.mj_resetDataKeyframe(model, data[0], model.key("leaning").id)
start = np.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
mujoco.mj_getState(model, data[0], start, mujoco.mjtState.mjSTATE_FULLPHYSICS)

noise = np.random.default_rng(1).normal(size=(SAMPLES, STEPS, model.nu))
control = np.clip(np.cumsum(noise, axis=1) / 5, -1, 1)  # pushes that change slowly
state, sensors = rollout.rollout(model, data, np.tile(start, (SAMPLES, 1)), control)

pole = state[:, :, 2]  # a state is time, qpos, qvel
upright = np.abs(pole).mean(axis=1)
best = int(upright.argmin())
print(f"{SAMPLES} trajectories of {STEPS} steps: state {state.shape}, sensors {sensors.shape}")
print(f"mean lean of the pole between {upright.min():.3f} rad (sample {best}) and {upright.max():.3f} rad")
