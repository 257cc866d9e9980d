"""Gymnasium vector environments on many worlds at once.

    env = cortenforge.vector.make("Hopper", num_envs=64)
    observations, infos = env.reset(seed=0)
    observations, rewards, terminations, truncations, infos = env.step(env.action_space.sample())

A task of your own is a subclass of Task; WorldsVectorEnv runs it.
"""

from cortenforge.vector._env import WorldsVectorEnv
from cortenforge.vector._gymnasium_tasks import Ant, HalfCheetah, Hopper, Humanoid
from cortenforge.vector._task import Outcome, Part, Task

TASKS = {task.__name__: task for task in (Hopper, HalfCheetah, Ant, Humanoid)}


def make(name, num_envs, **options):
    """The vector environment of a named task; options as for WorldsVectorEnv."""
    if name not in TASKS:
        raise ValueError(f"no task named {name!r}; there are {', '.join(sorted(TASKS))}")
    return WorldsVectorEnv(TASKS[name](), num_envs, **options)


__all__ = ["Ant", "HalfCheetah", "Hopper", "Humanoid", "Outcome", "Part", "TASKS", "Task", "WorldsVectorEnv", "make"]
