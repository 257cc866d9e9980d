"""Random steps of tasks of robosuite, with arms, controllers and grippers of several makers."""

import numpy as np
import robosuite
from recording import Recording, flat

recording = Recording()
for task, robots in (
    ("Lift", "Panda"),
    ("Stack", "Sawyer"),
    ("NutAssemblySquare", "UR5e"),
    ("Door", "IIWA"),
    ("Wipe", "Panda"),
    ("PickPlaceCan", "Kinova3"),
    ("TwoArmPegInHole", ["Panda", "Sawyer"]),
):
    env = robosuite.make(
        task, robots=robots, has_renderer=False, has_offscreen_renderer=False, use_camera_obs=False, horizon=60, seed=1
    )
    np.random.seed(1)
    env.reset()
    env.sim.data.qvel[:] += recording.disturbance
    rng, (low, high) = np.random.default_rng(1), env.action_spec
    rows = recording.rows[task] = []
    for _ in range(50):
        observation, reward, _, _ = recording.timed(env.step, rng.uniform(low, high))
        rows.append(np.append(flat(dict(observation)), reward))
recording.save()
