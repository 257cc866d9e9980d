"""Random steps of models that dm_control puts together from parts: an arm with bricks, a humanoid and its target."""

import argparse

import numpy as np
from dm_control import manipulation
from dm_control.locomotion.examples import basic_cmu_2019

ENVIRONMENTS = {
    "arm/reach": lambda: manipulation.load("reach_site_features", seed=1),
    "arm/stack": lambda: manipulation.load("stack_2_bricks_features", seed=1),
    "arm/cradle": lambda: manipulation.load("place_cradle_features", seed=1),
    "humanoid/target": lambda: basic_cmu_2019.cmu_humanoid_go_to_target(random_state=1),
}
STEPS = 30


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--disturb", action="store_true")
    options = parser.parse_args()
    recorded = {}
    for name, make in ENVIRONMENTS.items():
        env = make()
        env.reset()
        env.physics.data.qvel[:] += 1e-13 * options.disturb
        spec, rng, rows = env.action_spec(), np.random.RandomState(1), []
        low, high = np.maximum(spec.minimum, -0.5), np.minimum(spec.maximum, 0.5)
        for _ in range(STEPS):
            step = env.step(rng.uniform(low, high))
            rows.append(np.concatenate([env.physics.data.qpos, env.physics.data.sensordata, [step.reward]]))
            if step.last():
                break
        recorded[name] = np.array(rows)
    np.savez(options.output, **recorded)


main()
