"""What a task is: a model, what is observed of it, and what a step is worth."""

import abc
import dataclasses
import math

import numpy as np


@dataclasses.dataclass(frozen=True)
class Part:
    """Numbers [first, last) of an array of MjData, in memory order, clipped to [low, high]."""

    field: str
    first: int = 0
    last: int = -1  # -1: to the end
    low: float = -math.inf
    high: float = math.inf

    def as_tuple(self):
        return (self.field, self.first, self.last, self.low, self.high)


@dataclasses.dataclass
class Outcome:
    """What a step was worth, one entry per world."""

    reward: np.ndarray
    terminated: np.ndarray
    info: dict = dataclasses.field(default_factory=dict)


class Task(abc.ABC):
    """To be subclassed. Everything is computed for all worlds at once, on arrays with one row per world."""

    frame_skip = 1  # steps per action
    max_episode_steps = 1000  # None: no limit

    @abc.abstractmethod
    def model(self):
        """The MjModel of all worlds."""

    def observation(self, model):
        """The parts that make up an observation, in order."""
        return [Part("qpos"), Part("qvel")]

    def observe(self, rows):
        """The observations, made of the rows of those parts; a task that does not override it observes the parts as they are."""
        return rows

    def signals(self, model):
        """Named parts that outcome and info need."""
        return {}

    def initial(self, model, random):
        """qpos and qvel of one world that starts again; random is that world's generator."""
        return model.qpos0, np.zeros(model.nv)

    @abc.abstractmethod
    def outcome(self, before, after, action, dt):
        """The Outcome of one action; before and after map the names of signals to arrays (nworld, n)."""

    def reset_info(self, signals):
        """Infos of worlds that have just started, arrays with one row per world."""
        return {}
