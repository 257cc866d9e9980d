"""Gymnasium vector environments on many worlds at once.

    env = cortenforge.vector.make("Hopper-v5", num_envs=64)
    observations, infos = env.reset(seed=0)
    observations, rewards, terminations, truncations, infos = env.step(env.action_space.sample())

A task of your own is a subclass of Task; WorldsVectorEnv runs it.
"""

import gymnasium

from cortenforge.vector._env import WorldsVectorEnv
from cortenforge.vector._gymnasium_arms import InvertedDoublePendulum, InvertedPendulum, Pusher, Reacher
from cortenforge.vector._gymnasium_tasks import Ant, HalfCheetah, Hopper, Humanoid, HumanoidStandup, Swimmer, Walker2d
from cortenforge.vector._task import Outcome, Part, Task

_GYMNASIUM = (
    Ant,
    HalfCheetah,
    Hopper,
    Humanoid,
    HumanoidStandup,
    InvertedDoublePendulum,
    InvertedPendulum,
    Pusher,
    Reacher,
    Swimmer,
    Walker2d,
)
TASKS = {f"{task.__name__}-v5": task for task in _GYMNASIUM}


def task_named(name):
    """One of TASKS by Gymnasium's name ("Hopper-v5", or "Hopper")."""
    task = TASKS.get(name if "-v" in name else f"{name}-v5")
    if task is None:
        raise ValueError(f"no task named {name!r}; there are {', '.join(TASKS)}")
    return task()


def make(name, num_envs, **options):
    """The vector environment of a task by its name; options as for WorldsVectorEnv."""
    return WorldsVectorEnv(task_named(name), num_envs, **options)


def register():
    """Tells Gymnasium of the tasks: gymnasium.make_vec("cortenforge/Hopper-v5", 64, vectorization_mode="vector_entry_point")."""
    for name in TASKS:

        def entry(num_envs=1, name=name, **options):
            return make(name, num_envs, **options)

        # time limits are the tasks' own
        gymnasium.register(
            f"cortenforge/{name}", entry_point=gymnasium.spec(name).entry_point, vector_entry_point=entry
        )


__all__ = [
    "Outcome",
    "Part",
    "TASKS",
    "Task",
    "WorldsVectorEnv",
    "make",
    "register",
    "task_named",
    *(task.__name__ for task in _GYMNASIUM),
]
