"""A Gymnasium vector environment whose sub-environments are worlds of one model."""

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cortenforge import plugin
from cortenforge.vector._gpu import GpuRows
from cortenforge.vector._pictures import Pictures, WorldsPage
from cortenforge.vector._task import Part


def _seeds(seed, count):
    if seed is None:
        return [None] * count
    seeds = [seed + i for i in range(count)] if isinstance(seed, (int, np.integer)) else list(seed)
    if len(seeds) != count:
        raise ValueError(f"there are {count} environments but {len(seeds)} seeds")
    return seeds


class WorldsVectorEnv(VectorEnv):
    """Runs a task in num_envs worlds over all cores.

    Observations are views of the engine's memory, renewed by every step and reset: copy what must outlive the
    next call, or pass copy=True. With a render_mode, render() gives a picture of each world; "human" shows them
    on a page in the browser while they are stepped. World i of reset(seed=s) has the generator that Gymnasium gives seed s + i.
    With a device, the number of a GPU or "emulator", the worlds step there (cortenforge.gpu) in dtype.
    """

    metadata = {"render_modes": ["rgb_array", "depth_array", "human"]}

    def __init__(
        self,
        task,
        num_envs,
        *,
        autoreset_mode=AutoresetMode.NEXT_STEP,
        copy=False,
        nthread=0,
        device=None,
        dtype="float32",
        render_mode=None,
        width=480,
        height=480,
    ):
        self.task = task
        self.model = task.model()
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode, "render_fps": round(1 / self.dt)}
        self._copy = copy
        self._worlds = (
            plugin.worlds(self.model, num_envs, nthread)
            if device is None
            else GpuRows(self.model, num_envs, device, dtype)
        )
        self._observations = self._watch(task.observation(self.model))
        self._signals = {name: self._watch([part]) for name, part in task.signals(self.model).items()}
        self._generators = [None] * num_envs
        self._world_seeds = [None] * num_envs
        self._elapsed = np.zeros(num_envs, int)
        self._ended = np.zeros(num_envs, bool)
        self._make_spaces()
        self.render_mode, self._pictures, self._page, self._steps = render_mode, None, None, 0
        if render_mode is not None:
            self._qpos = self._watch([Part("qpos")])
        if render_mode == "human":
            self._page = WorldsPage(self.model)
        elif render_mode is not None:
            self._pictures = Pictures(self.model, render_mode, width, height)

    def _watch(self, parts):
        return self._worlds.watch([part.as_tuple() for part in parts])

    def _make_spaces(self):
        shape = self.task.observe(self._observations).shape[1:]
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float64)
        low, high = np.array(self.model.actuator_ctrlrange, np.float32).T
        self.single_action_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def dt(self):
        """Seconds per action."""
        return self.model.opt.timestep * self.task.frame_skip

    @property
    def np_random(self):
        """The generator of each world."""
        return tuple(self._generator(world) for world in range(self.num_envs))

    @property
    def np_random_seed(self):
        """The seed of each world."""
        return tuple(self._world_seeds)

    def reset(self, *, seed=None, options=None):
        """Starts all worlds again, or those that options["reset_mask"] marks."""
        mask = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, bool)))
        if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
            raise ValueError(f"reset_mask should be {self.num_envs} booleans, at least one of them true")
        for world, world_seed in enumerate(_seeds(seed, self.num_envs)):
            if mask[world] and world_seed is not None:
                self._seed(world, world_seed)
        self._start(mask)
        self._ended[mask] = False
        return self._observed(), self._infos(self.task.reset_info(self._signals), mask)

    def step(self, actions):
        """One action in every world; worlds that ended start again as autoreset_mode says."""
        actions = np.asarray(actions)
        if self.autoreset_mode == AutoresetMode.DISABLED and self._ended.any():
            raise RuntimeError("some worlds have ended: reset them with options={'reset_mask': ...}")
        resetting = self._ended.copy()
        moving = ~resetting
        before = {name: rows.copy() for name, rows in self._signals.items()}
        self._worlds.step(actions.reshape(self.num_envs, self.model.nu), self.task.frame_skip, moving)
        self._elapsed += 1
        if resetting.any():
            self._start(resetting)
        outcome = self.task.outcome(before, self._signals, actions, self.dt)
        rewards = np.where(moving, outcome.reward, 0.0)
        terminated = outcome.terminated & moving
        limit = self.task.max_episode_steps
        truncated = moving & (self._elapsed >= limit) if limit else np.zeros(self.num_envs, bool)
        infos = self._step_infos(outcome.info, resetting)
        self._ended = terminated | truncated
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._ended.any():
            infos = self._restart_ended(infos)
        self._steps += 1
        if self._page is not None:
            self._page.show(self._qpos, self._steps * self.dt)
        return self._observed(), rewards, terminated, truncated, infos

    def _step_infos(self, info, resetting):
        infos = self._infos(info, ~resetting)
        for name, values in self._infos(self.task.reset_info(self._signals), resetting).items():
            infos[name] = infos[name] + values if name in infos else values  # each has zeros where the other counts
        return infos

    def _restart_ended(self, infos):
        """Same-step autoreset: what the worlds ended with goes into the infos."""
        ended, self._ended = self._ended, np.zeros(self.num_envs, bool)
        final = np.full(self.num_envs, None, object)
        for world in np.flatnonzero(ended):
            final[world] = self.task.observe(self._observations)[world].copy()
        final_info = {name: values for name, values in infos.items() if not name.startswith("_")}
        final_info = self._infos({name: values.copy() for name, values in final_info.items()}, ended)
        self._start(ended)
        kept = self._step_infos({name: v for name, v in infos.items() if not name.startswith("_")}, ended)
        return {**kept, "final_obs": final, "_final_obs": ended, "final_info": final_info, "_final_info": ended}

    def render(self):
        """A picture of each world, as render_mode says: colours (height, width, 3) or depths (height, width)."""
        if self._page is not None:
            return None  # every step shows itself
        if self._pictures is None:
            raise ValueError("give render_mode='rgb_array', 'depth_array' or 'human' when the environment is made")
        return tuple(self._pictures.take(qpos) for qpos in self._qpos)

    def close_extras(self, **kwargs):
        """Frees the memory of pictures; threads end with the object."""
        for shown in (self._pictures, self._page):
            if shown is not None:
                shown.close()

    def _observed(self):
        rows = self.task.observe(self._observations)
        return rows.copy() if self._copy and rows is self._observations else rows

    def _infos(self, info, mask):
        """Infos as VectorEnv has them: an array per name, and under _name whose entries count."""
        infos = {}
        for name, values in info.items() if mask.any() else ():
            infos[name] = np.where(mask.reshape(-1, *[1] * (values.ndim - 1)), values, 0)
            infos[f"_{name}"] = mask.copy()
        return infos

    def _seed(self, world, seed):
        self._generators[world], self._world_seeds[world] = gymnasium.utils.seeding.np_random(seed)

    def _generator(self, world):
        if self._generators[world] is None:
            self._seed(world, None)
        return self._generators[world]

    def _start(self, mask):
        chosen = np.flatnonzero(mask).tolist()
        states = [self.task.initial(self.model, self._generator(world)) for world in chosen]
        self._worlds.reset(chosen, np.array([qpos for qpos, _ in states]), np.array([qvel for _, qvel in states]))
        self._elapsed[mask] = 0
