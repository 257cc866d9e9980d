"""Worlds that step together with plugins written in Python, which compute for all worlds at once."""

import types

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import mj_stateSize, mjtIntegrator, mjtPluginCapabilityBit, mjtState

_SEEN = {
    "time": mjtState.mjSTATE_TIME,
    "qpos": mjtState.mjSTATE_QPOS,
    "qvel": mjtState.mjSTATE_QVEL,
    "act": mjtState.mjSTATE_ACT,
    "ctrl": mjtState.mjSTATE_CTRL,
}


def _columns(model, states, part):
    """The columns of one part of the state: parts stand in the order of their bits."""
    first = mj_stateSize(model, int(part) - 1) if int(part) > 1 else 0
    return states[:, first : first + mj_stateSize(model, int(part))]


def _why_not(model, cls, capabilities):
    """Why a plugin cannot compute for all worlds at once; None if it can."""
    if not hasattr(cls, "compute_worlds"):
        return "has no compute_worlds: use mujoco.rollout, or write it in C++"
    if capabilities & int(mjtPluginCapabilityBit.mjPLUGIN_SENSOR):
        return "is a sensor, which is computed in the middle of a step: use mujoco.rollout, or write it in C++"
    if hasattr(cls, "act_dot"):
        return "has act_dot, which is asked for in the middle of a step: keep its activation as state"
    if model.opt.integrator == mjtIntegrator.mjINT_RK4:
        return "would be asked four times in a step of RK4: take another integrator"
    return None


class PluginWorlds:
    """Behaves as _core.Worlds; before every step each plugin fills its forces for all worlds."""

    def __init__(self, model, nworld, nthread=0):
        for _, name, cls, _, capabilities in _core.python_plugins(model):
            if reason := _why_not(model, cls, capabilities):
                raise ValueError(f"plugin '{name}' {reason}")
        self._model, self._worlds = model, _core.Worlds(model, nworld, nthread, True)
        self._force = np.zeros((nworld, model.nu))
        self._passive = np.zeros((nworld, model.nplugin, model.nv))
        self._plugins = [
            self._start(cls(model, instance, config), instance)
            for instance, _, cls, config, _ in _core.python_plugins(model)
        ]

    def _start(self, plugin, instance):
        model, states = self._model, self._worlds.states
        rows = {name: _columns(model, states, part) for name, part in _SEEN.items()}
        rows["time"] = rows["time"][:, 0]
        seen = types.SimpleNamespace(
            nworld=len(states), **rows, actuator_force=self._force, qfrc_passive=self._passive[:, instance]
        )
        first = model.plugin_stateadr[instance]
        state = _columns(model, states, mjtState.mjSTATE_PLUGIN)[:, first : first + model.plugin_statenum[instance]]
        entry = types.SimpleNamespace(plugin=plugin, worlds=seen, state=state)
        self._reset_states(entry, range(len(states)))
        return entry

    @staticmethod
    def _reset_states(entry, chosen):
        if hasattr(entry.plugin, "reset"):
            for world in chosen:
                entry.plugin.reset(entry.state[world])

    @property
    def nthread(self):
        return self._worlds.nthread

    @property
    def states(self):
        """The state of every world (mjSTATE_INTEGRATION), a view."""
        return self._worlds.states

    def watch(self, parts):
        """As _core.Worlds.watch."""
        return self._worlds.watch(parts)

    def step(self, control, nstep=1, active=None):
        """nstep steps of every active world with its row of control."""
        resting = np.zeros(len(self.states), bool) if active is None else ~np.asarray(active)
        for _ in range(nstep):
            self._force[...] = 0
            self._passive[...] = 0
            for entry in self._plugins:
                before = entry.state[resting]
                entry.worlds.ctrl[~resting] = np.reshape(control, self._force.shape)[~resting]
                entry.plugin.compute_worlds(self._model, entry.worlds, entry.state)
                entry.state[resting] = before
            self._worlds.step(control, 1, active, self._force, self._passive.reshape(len(self.states), -1))

    def reset(self, worlds, qpos, qvel):
        """Chosen worlds start again at their rows of qpos and qvel."""
        self._worlds.reset(worlds, qpos, qvel)
        for entry in self._plugins:
            self._reset_states(entry, worlds)
