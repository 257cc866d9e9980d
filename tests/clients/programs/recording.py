"""What the programs of this folder have in common: where results go, a disturbed start, time spent in steps."""

import argparse
import time
import warnings

import numpy as np


def flat(value):
    """All numbers of an observation, whatever it is made of."""
    if isinstance(value, dict):
        value = [value[name] for name in sorted(value)]
    if isinstance(value, (list, tuple)):
        return np.concatenate([flat(part) for part in value]) if len(value) else np.zeros(0)
    return np.ravel(np.asarray(value, float))


class Recording:
    """Trajectories by name, written by save() where the command line says; with --disturb they start a little off."""

    def __init__(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("output")
        parser.add_argument("--disturb", action="store_true")
        options = parser.parse_args()
        warnings.simplefilter("ignore")
        self.output, self.disturbance, self.rows, self.seconds = options.output, 1e-13 * options.disturb, {}, 0.0

    def timed(self, function, *arguments):
        """The result of a call; the processor's time counts as steps."""
        start = time.process_time()
        result = function(*arguments)
        self.seconds += time.process_time() - start
        return result

    def episode(self, name, env, data, steps, seed=0):
        """Random actions in an environment with Gymnasium's interface until it ends. data: whose qvel is disturbed."""
        env.reset(seed=seed)
        data.qvel[:] += self.disturbance
        rng, low, high = np.random.default_rng(seed), env.action_space.low, env.action_space.high
        rows = self.rows[name] = []
        for _ in range(steps):
            observation, reward, terminated, truncated, _ = self.timed(
                env.step, rng.uniform(low, high).astype(env.action_space.dtype)
            )
            rows.append(np.append(flat(observation), reward))
            if terminated or truncated:
                break

    def save(self):
        np.savez(self.output, seconds=self.seconds, **{name: np.array(rows) for name, rows in self.rows.items()})
