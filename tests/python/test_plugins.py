"""Plugins from Python: those MuJoCo ships, classes of the user's, libraries."""

import copy
import pickle
import subprocess

import mujoco as oracle
import numpy as np
import pytest
from programs import built

import cortenforge.mujoco as mujoco
import cortenforge.plugin as plugins
from cortenforge.plugin import plugin

SLIDER = """<mujoco><extension><plugin plugin="{name}"/></extension><option gravity="0 0 0"/>
  <worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
  <actuator><plugin plugin="{name}" joint="j">{config}</plugin></actuator></mujoco>"""


def slider(name, **config):
    texts = "".join(f'<config key="{key}" value="{value}"/>' for key, value in config.items())
    return mujoco.MjModel.from_xml_string(SLIDER.format(name=name, config=texts))


def test_builtin_plugins_have_their_configuration():
    model = slider("mujoco.pid", kp=4)
    assert plugins.name_of(model, 0) == "mujoco.pid" and plugins.name_of(model, 1) is None
    assert plugins.config(model, 0, "kp") == "4" and plugins.config(model, 0, "ki") == ""
    assert plugins.config(model, 0, "none") is None and plugins.config(model, 7, "kp") is None
    assert plugins.elements(model, 0)["actuator"] == [0]
    assert {"mujoco.elasticity.cable", "mujoco.sdf.gear", "mujoco.sensor.touch_grid"} <= set(plugins.names())


def test_spec_plugins_compile_like_the_oracle():  # judge: oracle
    models = []
    for module in (mujoco, oracle):
        spec = module.MjSpec()
        spec.activate_plugin("mujoco.elasticity.cable")
        shared = spec.add_plugin(name="p", plugin_name="mujoco.elasticity.cable", active=True)
        shared.config = {"bend": "2e3", "twist": "1e3"}
        parent = spec.worldbody
        for i in range(3):
            parent = parent.add_body(pos=[0.1, 0, 0])
            parent.plugin = shared
            parent.plugin.name, parent.plugin.active = "p", True
            parent.add_joint(type=module.mjtJoint.mjJNT_BALL)
            parent.add_geom(type=module.mjtGeom.mjGEOM_CAPSULE, size=[0.01, 0.04, 0])
        models.append((module, spec.compile()))
    results = []
    for module, model in models:
        data = module.MjData(model)
        data.qpos[:4] = np.array([0.9, 0.1, 0.2, 0.3]) / np.linalg.norm([0.9, 0.1, 0.2, 0.3])
        for _ in range(20):
            module.mj_step(model, data)
        results.append((model.nplugin, list(model.body_plugin), data.qpos.copy()))
    assert results[0][:2] == results[1][:2]
    np.testing.assert_allclose(results[0][2], results[1][2], atol=1e-10)


@plugin("test.counter", capability=("actuator", "sensor"), attributes=("gain",), stage="vel")
class Counter:
    nstate = 2
    dim = staticmethod(lambda config: 1)

    def __init__(self, model, instance, config):
        self.gain = float(config.get("gain", 1))

    def reset(self, state):
        state[:] = [0, self.gain]

    def compute_actuator(self, model, data, state):
        data.actuator_force[0] = state[1] * data.ctrl[0]

    def advance(self, model, data, state):
        state[0] += 1


def test_a_class_is_an_actuator_with_state():
    model = slider("test.counter", gain=3)
    data = mujoco.MjData(model)
    assert model.npluginstate == 2 and list(data.plugin_state) == [0, 3]
    data.ctrl[0] = 2
    for _ in range(5):
        mujoco.mj_step(model, data)
    assert data.actuator_force[0] == 6 and data.plugin_state[0] == 5
    twin = copy.copy(data)
    mujoco.mj_step(model, twin)
    assert twin.plugin_state[0] == 6 and data.plugin_state[0] == 5
    mujoco.mj_resetData(model, data)
    assert list(data.plugin_state) == [0, 3]


def test_state_vectors_hold_plugin_state():
    model = slider("test.counter")
    data = mujoco.MjData(model)
    data.plugin_state[0] = 4
    spec = mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = np.zeros(mujoco.mj_stateSize(model, spec))
    mujoco.mj_getState(model, data, state, spec)
    assert state[-2] == 4


@plugin("test.failing", capability="actuator")
class Failing:
    def __init__(self, model, instance, config):
        pass

    def compute(self, model, data, state):
        raise RuntimeError("out of fuel")


@plugin("test.unmakeable", capability="actuator")
class Unmakeable:
    def __init__(self, model, instance, config):
        raise ValueError("no licence")


def test_exceptions_reach_the_caller():
    model = slider("test.failing")
    data = mujoco.MjData(model)
    with pytest.raises(RuntimeError, match="out of fuel"):
        mujoco.mj_step(model, data)
    with pytest.raises(ValueError, match="no licence"):
        mujoco.MjData(slider("test.unmakeable"))


def test_rollouts_run_python_plugins_on_every_thread():
    from cortenforge.mujoco import rollout

    model = slider("test.counter", gain=2)
    state = np.zeros((6, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    state[:, -1] = 2
    control = np.arange(6)[:, None, None] * np.ones((6, 10, 1))
    with rollout.Rollout(nthread=2) as runner:
        many, _ = runner.rollout(model, [mujoco.MjData(model) for _ in range(2)], state, control)
    for row in range(6):
        data = mujoco.MjData(model)
        for _ in range(10):
            data.ctrl[0] = row
            mujoco.mj_step(model, data)
        assert many[row, -1, 1] == data.qpos[0]


def test_worlds_refuse_python_plugins_with_the_reason():
    from cortenforge import _core

    with pytest.raises(ValueError, match="written in Python"):
        _core.Worlds(slider("test.counter"), 4, 1)


@plugin("test.pi", capability="actuator", attributes=("kp", "ki"))
class Pi:
    """A controller with an integral, for one world and for many."""

    nstate = 1

    def __init__(self, model, instance, config):
        self.kp, self.ki, self.timestep = float(config["kp"]), float(config["ki"]), model.opt.timestep
        (self.actuator,) = plugins.elements(model, instance)["actuator"]

    def reset(self, state):
        state[:] = 0.1

    def compute(self, model, data, state):
        error = data.ctrl[self.actuator] - data.qpos[0]
        data.actuator_force[self.actuator] = self.kp * error + self.ki * state[0]
        state[0] += error * self.timestep

    def compute_worlds(self, model, worlds, state):
        error = worlds.ctrl[:, self.actuator] - worlds.qpos[:, 0]
        worlds.actuator_force[:, self.actuator] = self.kp * error + self.ki * state[:, 0]
        state[:, 0] += error * self.timestep


@plugin("test.breeze", capability="passive")
class Breeze:
    def __init__(self, model, instance, config):
        pass

    def compute(self, model, data, state):
        data.qfrc_passive[:] += 0.3 - 0.2 * data.qvel

    def compute_worlds(self, model, worlds, state):
        worlds.qfrc_passive[:] = 0.3 - 0.2 * worlds.qvel


DRIVEN = """<mujoco><extension><plugin plugin="test.pi"/><plugin plugin="test.breeze"/></extension>
  <worldbody><body><plugin plugin="test.breeze"/><joint name="j" type="slide"/><geom size=".1"/>
    <body pos="0 0 -.3"><joint axis="0 1 0"/><geom size=".05"/></body></body></worldbody>
  <actuator><motor joint="j"/><plugin plugin="test.pi" joint="j"><config key="kp" value="9"/><config key="ki" value="2"/></plugin></actuator>
  </mujoco>"""


def test_plugins_compute_for_all_worlds_at_once():  # judge: the same plugin in one world after the other, to the bit
    model = mujoco.MjModel.from_xml_string(DRIVEN)
    worlds = plugins.worlds(model, 5, 2)
    control = np.random.default_rng(1).normal(size=(5, 2))
    active = np.array([True, True, False, True, True])
    qpos = worlds.watch([("qpos", 0, -1, -np.inf, np.inf)])
    worlds.step(control, 7)
    worlds.step(control, 3, active)
    state = mujoco.mjtState.mjSTATE_PLUGIN
    for world in range(5):
        data = mujoco.MjData(model)
        data.ctrl[:] = control[world]
        mujoco.mj_step(model, data, 10 if active[world] else 7)
        assert qpos[world].tolist() == data.qpos.tolist()
        kept = np.zeros(1)
        mujoco.mj_getState(model, data, kept, state)
        assert worlds.states[world, -1] == kept[0]
    worlds.reset([1, 3], np.zeros((2, 2)), np.zeros((2, 2)))
    assert worlds.states[1, -1] == worlds.states[3, -1] == 0.1 != worlds.states[0, -1]


def test_what_cannot_be_computed_together_is_refused_with_the_reason():
    with pytest.raises(ValueError, match="compute_worlds"):
        plugins.worlds(slider("test.failing"), 2)
    with pytest.raises(ValueError, match="sensor"):
        Counter.compute_worlds = lambda self, model, worlds, state: None
        try:
            plugins.worlds(slider("test.counter"), 2)
        finally:
            del Counter.compute_worlds
    model = mujoco.MjModel.from_xml_string(DRIVEN)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    with pytest.raises(ValueError, match="RK4"):
        plugins.worlds(model, 2)
    assert type(plugins.worlds(slider("mujoco.pid", kp=1), 2)).__name__ == "Worlds"


def test_registration_is_checked():
    with pytest.raises(ValueError, match="capability"):
        plugin("test.nothing", capability="juggling")
    with pytest.raises(ValueError, match="taken"):
        plugin("mujoco.pid", capability="actuator")(Counter)


def test_saved_models_remember_their_plugins(tmp_path):
    model = slider("mujoco.pid", kp=4)
    mujoco.mj_saveModel(model, str(tmp_path / "m.mjb"))
    again = mujoco.MjModel.from_binary_path(str(tmp_path / "m.mjb"))
    assert plugins.config(again, 0, "kp") == "4"
    data = pickle.loads(pickle.dumps(mujoco.MjData(model)))
    assert data.plugin_data[0] != 0


ROCKET = """<mujoco><extension><plugin plugin="example.thruster"/></extension><worldbody><body>
  <plugin plugin="example.thruster"><config key="thrust" value="6"/></plugin>
  <freejoint/><geom size=".1" mass=".5"/></body></worldbody></mujoco>"""


def test_the_command_loads_a_library(tmp_path):  # judge: a rocket of 6 N and 0.5 kg gains 12 - 9.81 m/s each second
    (tmp_path / "rocket.xml").write_text(ROCKET)
    library = built("examples/libthruster.so")
    command = [
        built("apps/corten"),
        "run",
        "rocket.xml",
        "--plugin",
        library,
        "--time",
        "1",
        "--log",
        "qvel",
        "--out",
        "log.csv",
    ]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    last = (tmp_path / "log.csv").read_text().splitlines()[-1].split(",")
    assert abs(float(last[3]) - (12 - 9.81)) < 0.01


def test_wrong_libraries_are_refused_with_the_reason(tmp_path):
    with pytest.raises(ValueError, match="cannot load"):
        mujoco.mj_loadPluginLibrary(str(tmp_path / "none.so"))
    with pytest.raises(ValueError, match="corten_plugin_library"):
        mujoco.mj_loadPluginLibrary("/lib/x86_64-linux-gnu/libm.so.6")


def test_a_library_brings_its_plugins():
    mujoco.mj_loadPluginLibrary(str(built("examples/libthruster.so")))
    model = mujoco.MjModel.from_xml_string(ROCKET)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    assert abs(data.qvel[2] / model.opt.timestep - (12 - 9.81)) < 1e-9
