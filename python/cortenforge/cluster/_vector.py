"""A Gymnasium vector environment whose worlds live on the nodes of a cluster."""

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cortenforge.cluster import _nodes
from cortenforge.vector import WorldsVectorEnv, task_named


class _Part:
    """Runs on a node: some of the worlds."""

    def __init__(self, task, count, autoreset_mode, nthread):
        task = task_named(task) if isinstance(task, str) else task
        self._env = WorldsVectorEnv(task, count, autoreset_mode=autoreset_mode, copy=True, nthread=nthread)

    def spaces(self):
        return self._env.single_observation_space, self._env.single_action_space

    def reset(self, seeds, options):
        return self._env.reset(seed=seeds, options=options)

    def step(self, actions):
        return self._env.step(actions)


def _joined(parts, counts):
    """Infos of all parts as one: arrays side by side, zeros where a part says nothing."""
    names = {name for infos in parts for name in infos}
    joined = {}
    for name in names:
        values = [infos.get(name) for infos in parts]
        if any(isinstance(value, dict) for value in values):
            joined[name] = _joined([value or {} for value in values], counts)
            continue
        like = next(value for value in values if value is not None)
        joined[name] = np.concatenate(
            [
                np.zeros((count, *like.shape[1:]), like.dtype) if value is None else value
                for value, count in zip(values, counts)
            ]
        )
    return joined


class ClusterVectorEnv(VectorEnv):
    """num_envs worlds of a task in `parts` groups over the cluster. World i is the world i of WorldsVectorEnv, bit for bit."""

    metadata = {"render_modes": []}
    render_mode = None

    def __init__(self, task, num_envs, *, parts=None, autoreset_mode=AutoresetMode.NEXT_STEP, nthread=1):
        ray = _nodes.library()
        _nodes.check()
        parts = min(num_envs, parts or max(1, int(ray.cluster_resources().get("CPU", 1))))
        self.num_envs = num_envs
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self._counts = [len(part) for part in np.array_split(np.arange(num_envs), parts)]
        self._bounds = np.cumsum([0, *self._counts])
        actor = ray.remote(num_cpus=nthread)(_Part)
        self._parts = [actor.remote(task, count, autoreset_mode, nthread) for count in self._counts]
        self.single_observation_space, self.single_action_space = ray.get(self._parts[0].spaces.remote())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _slices(self):
        return [slice(first, last) for first, last in zip(self._bounds, self._bounds[1:])]

    def _all(self, calls):
        """Results of one call per part, side by side."""
        columns = list(zip(*_nodes.library().get(calls)))
        return [*(np.concatenate(column) for column in columns[:-1]), _joined(columns[-1], self._counts)]

    def reset(self, *, seed=None, options=None):
        """Starts the worlds again, as WorldsVectorEnv does."""
        seeds = (
            [None] * self.num_envs
            if seed is None
            else [seed + i for i in range(self.num_envs)]
            if np.isscalar(seed)
            else list(seed)
        )
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} environments but {len(seeds)} seeds")
        mask = (options or {}).get("reset_mask")
        calls = []
        for part, rows in zip(self._parts, self._slices()):
            wanted = None if seed is None else seeds[rows]
            calls.append(
                part.reset.remote(
                    wanted, options if mask is None else {**options, "reset_mask": np.asarray(mask)[rows]}
                )
            )
        return tuple(self._all(calls))

    def step(self, actions):
        """One action in every world."""
        actions = np.asarray(actions)
        if len(actions) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} environments but {len(actions)} actions")
        return tuple(self._all([part.step.remote(actions[rows]) for part, rows in zip(self._parts, self._slices())]))

    def close_extras(self, **kwargs):
        """Ends the parts on the nodes."""
        for part in self._parts:
            _nodes.library().kill(part)


def vector(task, num_envs, **options):
    """The vector environment of a task, or of the name of one of cortenforge.vector's; options as for ClusterVectorEnv."""
    if isinstance(task, str):
        task_named(task)  # says so here if there is none
    return ClusterVectorEnv(task, num_envs, **options)
