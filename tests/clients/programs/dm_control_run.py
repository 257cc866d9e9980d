"""A thousand random steps of one task of every domain of the dm_control suite; a few of every other task."""

import numpy as np
from dm_control import suite
from recording import Recording, flat

LONG, SHORT = 1000, 5
RENDERS = {("quadruped", "escape")}  # uploads its terrain to the GPU, without one on MuJoCo it fails

recording, seen = Recording(), set()
for domain, task in sorted(set(suite.ALL_TASKS) - RENDERS):
    env = suite.load(domain, task, task_kwargs={"random": 1})
    env.reset()
    env.physics.data.qvel[:] += recording.disturbance
    spec, rng = env.action_spec(), np.random.RandomState(1)
    low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
    rows = recording.rows[f"{domain}/{task}"] = []
    for _ in range(SHORT if domain in seen else LONG):
        step = recording.timed(env.step, rng.uniform(low, high))
        rows.append(np.append(flat(list(step.observation.values())), step.reward))
        if step.last():
            break
    seen.add(domain)
recording.save()
