"""Random steps of every environment of Gymnasium-Robotics, newest versions."""

import re

import gymnasium
import gymnasium_robotics
from recording import Recording

gymnasium.register_envs(gymnasium_robotics)
newest = {}
for name, spec in gymnasium.registry.items():
    entry = str(spec.entry_point)  # those in envs.mujoco are Gym's old ones, for mujoco-py
    if (
        entry.startswith("gymnasium_robotics")
        and "envs.mujoco" not in entry
        and "MujocoPy" not in entry
        and "Dense" not in name
    ):
        stem, version = re.fullmatch(r"(.*)-v(\d+)", name).groups()
        newest[stem] = max(int(version), newest.get(stem, 0))
kept = [
    stem
    for stem in sorted(newest)
    if not re.search(r"_(Continuous|BooleanTouch)|Large|Medium|Diverse|Rotate(?!Z)|Parallel|XYZ", stem)
]
recording = Recording()
for stem in kept:
    env = gymnasium.make(f"{stem}-v{newest[stem]}")
    inner = env.unwrapped
    inner = getattr(inner, "ant_env", getattr(inner, "point_env", inner))
    recording.episode(stem, env, inner.unwrapped.data, 60)
recording.save()
