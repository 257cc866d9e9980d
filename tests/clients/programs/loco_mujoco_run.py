"""Random steps of robots and humans of LocoMuJoCo, from where their models stand: recordings of people to start in come from elsewhere."""

import loco_mujoco.environments as environments
import numpy as np
from recording import Recording, flat

recording = Recording()
for name in ("UnitreeH1", "UnitreeG1", "Talos", "Atlas", "HumanoidTorque", "HumanoidMuscle"):
    env = getattr(environments, name)(random_start=False)
    env.reset()
    env._data.qvel[:] += recording.disturbance
    rng, space = np.random.default_rng(1), env.info.action_space
    rows = recording.rows[name] = []
    for _ in range(50):
        observation, reward, _, _ = recording.timed(env.step, rng.uniform(space.low, space.high))
        rows.append(np.append(flat(observation), reward))
recording.save()
