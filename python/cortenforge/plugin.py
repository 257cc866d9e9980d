"""Plugins: what a model uses of them, and actuators, sensors and passive forces written in Python.

    @plugin("my.spring", capability="passive", attributes=("stiffness",))
    class Spring:
        def __init__(self, model, instance, config):
            self.stiffness = float(config.get("stiffness", 1))

        def compute(self, model, data, state):
            data.qfrc_passive[:] -= self.stiffness * data.qpos

A class may have
    nstate, dim             numbers of state, and of a sensor's output: integers, or functions of the configuration
    reset(state)            after Data is made or reset; `state` is changed in place
    compute(model, data, state)   compute_actuator, compute_sensor, compute_passive where it is several things at once
    act_dot(model, data, state)   rates of the activations of its actuators, into data.act_dot
    advance(model, data, state)   at the end of a step
    compute_worlds(model, worlds, state)   forces of many worlds at once, where they step together (`worlds` below): time, qpos, qvel,
                            act, ctrl of `worlds` have one row per world, as has `state`; it fills worlds.actuator_force or
                            worlds.qfrc_passive and changes `state` in place. Once per step: neither compute nor advance is called there
An exception in one of them ends the step and reaches the caller of mj_step. Objects are copied with their Data by copy.copy.
"""

from cortenforge import _core
from cortenforge.mujoco import mjtPluginCapabilityBit, mjtStage

_CAPABILITIES = {
    "actuator": mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR,
    "sensor": mjtPluginCapabilityBit.mjPLUGIN_SENSOR,
    "passive": mjtPluginCapabilityBit.mjPLUGIN_PASSIVE,
}
_STAGES = {"pos": mjtStage.mjSTAGE_POS, "vel": mjtStage.mjSTAGE_VEL, "acc": mjtStage.mjSTAGE_ACC}


def plugin(name, *, capability, attributes=(), stage="acc"):
    """Makes a class the plugin `name`. `capability` is "actuator", "sensor", "passive", or several of them; `stage` says when a sensor
    is computed: "pos", "vel" or "acc"."""
    words = [capability] if isinstance(capability, str) else list(capability)
    unknown = [word for word in words if word not in _CAPABILITIES]
    if unknown or not words:
        raise ValueError(f"capability must be among {', '.join(_CAPABILITIES)}, not {capability!r}")
    if stage not in _STAGES:
        raise ValueError(f"stage must be one of {', '.join(_STAGES)}, not {stage!r}")

    def register(cls):
        _core.register_plugin(
            cls, name, list(attributes), sum(int(_CAPABILITIES[word]) for word in words), int(_STAGES[stage])
        )
        return cls

    return register


def names():
    """All plugins that models may use."""
    return _core.plugin_names()


def name_of(model, instance):
    """The plugin of an instance; None if there is no such instance."""
    return _core.plugin_name(model, instance)


def config(model, instance, attribute):
    """The text an attribute was given in the model, "" if none (mj_getPluginConfig); None if the plugin has no such attribute."""
    return _core.plugin_config(model, instance, attribute)


def elements(model, instance):
    """The bodies, geoms, actuators and sensors that use an instance: a dictionary of lists of ids."""
    return {
        kind: [i for i, used in enumerate(getattr(model, f"{kind}_plugin")) if used == instance]
        for kind in ("body", "geom", "actuator", "sensor")
    }


def worlds(model, nworld, nthread=0):
    """nworld worlds that step together over all cores (as in cortenforge.vector). Plugins written in Python compute their forces for
    all worlds at once, by compute_worlds; those that cannot are refused with the reason."""
    from cortenforge._plugin_worlds import PluginWorlds  # numpy is not needed before

    return PluginWorlds(model, nworld, nthread) if _core.python_plugins(model) else _core.Worlds(model, nworld, nthread)
