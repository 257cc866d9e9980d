"""A thousand random steps of one task of every domain of the dm_control suite; a few of every other task."""

import argparse

import numpy as np
from dm_control import suite

LONG, SHORT = 1000, 5
RENDERS = {("quadruped", "escape")}  # uploads its terrain to the GPU, without one on MuJoCo it fails


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--disturb", action="store_true")
    options = parser.parse_args()
    recorded, seen = {}, set()
    for domain, task in sorted(set(suite.ALL_TASKS) - RENDERS):
        env = suite.load(domain, task, task_kwargs={"random": 1})
        env.reset()
        env.physics.data.qvel[:] += 1e-13 * options.disturb
        spec, rng, rows = env.action_spec(), np.random.RandomState(1), []
        low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
        for _ in range(SHORT if domain in seen else LONG):
            step = env.step(rng.uniform(low, high))
            rows.append(np.concatenate([np.ravel(value) for value in step.observation.values()] + [[step.reward]]))
            if step.last():
                break
        seen.add(domain)
        recorded[f"{domain}/{task}"] = np.array(rows)
    np.savez(options.output, **recorded)


main()
