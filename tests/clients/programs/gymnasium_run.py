"""A thousand random steps of every MuJoCo environment of Gymnasium: observations and rewards, episode by episode."""

import argparse
import warnings

import gymnasium
import numpy as np

STEPS = 1000


def environments():
    """Registered names of the versions that run on MuJoCo's own bindings; Pusher-v4 refuses MuJoCo 3."""
    names = [name for name, spec in gymnasium.registry.items() if "envs.mujoco" in str(spec.entry_point)]
    return sorted(name for name in names if name.endswith(("-v4", "-v5")) and name != "Pusher-v4")


def episode(env, seed, steps, disturbance):
    """Rows of observation and reward, until the episode ends."""
    env.reset(seed=seed)
    env.unwrapped.data.qvel += disturbance
    rng = np.random.default_rng(seed)
    low, high, rows = env.action_space.low, env.action_space.high, []
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(rng.uniform(low, high))
        rows.append(np.append(observation, reward))
        if terminated or truncated:
            break
    return np.array(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--disturb", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    recorded = {}
    for name in environments():
        env, done, seed = gymnasium.make(name), 0, 0
        while done < STEPS:
            rows = episode(env, seed, STEPS - done, 1e-13 * options.disturb)
            recorded[f"{name}/{seed}"] = rows
            done, seed = done + len(rows), seed + 1
    np.savez(options.output, **recorded)


main()
