"""cortenforge.gpu in the emulator, and what it says without a GPU."""

import numpy as np
import pytest

import mujoco as oracle
import cortenforge.mujoco as mujoco
from cortenforge.mujoco import rollout
from cortenforge import gpu
from cortenforge.conformance.graphics import GpuStep
from cortenforge.conformance.states import all_states
from programs import ROOT

XML = """<mujoco><worldbody><geom type='plane' size='5 5 1'/>
<body pos='0 0 .12'><freejoint/><geom size='.1'/><body pos='.1 0 0'><joint name='arm' axis='0 1 0'/><geom type='capsule' size='.02 .1'/></body></body>
</worldbody><actuator><motor joint='arm'/></actuator></mujoco>"""


@pytest.fixture(scope="module")
def model():
    return mujoco.MjModel.from_xml_string(XML)


def emulated(model, nworld, dtype="float64"):
    return gpu.Worlds(model, nworld, dtype, device="emulator")


def test_worlds_move_as_data_does(model):  # judge: mj_step
    worlds = emulated(model, 2)
    np.from_dlpack(worlds.ctrl)[:] = [[0.1], [-0.2]]
    worlds.step(5)
    for world, ctrl in enumerate((0.1, -0.2)):
        data = mujoco.MjData(model)
        data.ctrl[0] = ctrl
        for _ in range(5):
            mujoco.mj_step(model, data)
        np.testing.assert_allclose(np.from_dlpack(worlds.qpos)[world], data.qpos, atol=1e-10)
        np.testing.assert_allclose(np.from_dlpack(worlds.qvel)[world], data.qvel, atol=1e-8)


@pytest.mark.parametrize("scene", ["cartpole", "double_pendulum", "spinning_body", "ball_chain", "random_tree", "demo"])
def test_a_step_in_float64_is_the_oracles(scene):  # judge: oracle
    path = str(ROOT / "scenes" / f"{scene}.xml")
    theirs = oracle.MjModel.from_xml_path(path)
    step = GpuStep(mujoco.MjModel.from_xml_path(path), theirs, all_states(theirs, 3, 1))
    step.run()
    assert [d for differences in step.differences for d in differences if not d.ok] == []


def test_arrays_are_the_worlds_own_memory(model):  # judge: definition
    worlds = emulated(model, 3, "float32")
    qpos = np.from_dlpack(worlds.qpos)
    assert qpos.shape == (3, model.nq) and qpos.dtype == np.float32
    worlds.step()
    np.testing.assert_array_equal(qpos, np.from_dlpack(worlds.qpos))


def test_rollouts_record_every_step(model):  # judge: step
    worlds, again = emulated(model, 2), emulated(model, 2)
    controls = np.random.default_rng(1).normal(size=(4, 2, model.nu))
    states = np.from_dlpack(worlds.rollout(4, controls)[0])
    assert states.shape == (2, 4, 1 + model.nq + model.nv)
    for step in range(4):
        np.from_dlpack(again.ctrl)[:] = controls[step]
        again.step()
        np.testing.assert_array_equal(states[:, step, 1 : 1 + model.nq], np.from_dlpack(again.qpos))


def test_rollouts_have_mujocos_form():  # judge: mujoco.rollout
    model = mujoco.MjModel.from_xml_string(
        XML.replace("</mujoco>", "<sensor><jointpos joint='arm'/><jointvel joint='arm'/></sensor></mujoco>")
    )
    data, random = mujoco.MjData(model), np.random.default_rng(3)
    initial = np.concatenate([[0.5], data.qpos, random.normal(size=model.nv)])
    initial = np.array([initial, initial])
    initial[1, 1:4] += 0.1
    control = random.normal(size=(2, 4, model.nu))
    expected = rollout.rollout(model, data, initial, control)
    got = gpu.rollout(model, initial, control, dtype="float64", device="emulator")
    for ours, theirs in zip(got, expected):
        np.testing.assert_allclose(ours, theirs, atol=1e-8)
    with pytest.raises(ValueError, match="time, qpos, qvel, act"):
        gpu.rollout(model, initial[:, 1:], control, device="emulator")


def test_sensors_and_applied_forces_are_those_of_data():  # judge: mj_step
    model = mujoco.MjModel.from_xml_string(
        XML.replace("</mujoco>", "<sensor><jointpos joint='arm'/><subtreelinvel body='b'/></sensor></mujoco>").replace(
            "<body pos='0 0 .12'>", "<body name='b' pos='0 0 .12'>"
        )
    )
    worlds, data = emulated(model, 1), mujoco.MjData(model)
    data.xfrc_applied[1] = [0.3, 0.2, 0.1, 0.02, 0.01, 0.03]
    np.from_dlpack(worlds.xfrc_applied)[0] = data.xfrc_applied.ravel()
    for _ in range(3):
        mujoco.mj_step(model, data)
    worlds.step(3)
    np.testing.assert_allclose(np.from_dlpack(worlds.sensordata)[0], data.sensordata, atol=1e-9)
    np.testing.assert_allclose(np.from_dlpack(worlds.qpos)[0], data.qpos, atol=1e-10)


def test_chosen_worlds_start_again(model):  # judge: definition
    worlds = emulated(model, 3)
    worlds.step(2)
    worlds.reset(np.array([True, False, True]))
    np.testing.assert_allclose(np.from_dlpack(worlds.time)[:, 0], [0, 0.004, 0])


def test_forward_shows_the_present_state(model):  # judge: mj_forward
    worlds, data = emulated(model, 2), mujoco.MjData(model)
    data.qpos[2], data.qvel[:] = 0.09, 0.3
    for name in ("qpos", "qvel"):
        np.from_dlpack(getattr(worlds, name))[:] = getattr(data, name)
    xpos, cvel = np.from_dlpack(worlds.xpos), np.from_dlpack(worlds.cvel)
    worlds.forward()
    mujoco.mj_forward(model, data)
    np.testing.assert_allclose(xpos[1], data.xpos.ravel(), atol=1e-10)
    np.testing.assert_allclose(cvel[1], data.cvel.ravel(), atol=1e-10)
    np.testing.assert_array_equal(np.from_dlpack(worlds.qpos)[1], data.qpos)


def test_worlds_have_masses_of_their_own(model):  # judge: mj_step
    worlds = emulated(model, 2)
    mass = np.array([model.body_mass, 2 * model.body_mass])
    worlds.vary({"body_mass": mass})
    worlds.vary({"opt.gravity": [[0, 0, 0], [0, 0, -3]]}, mask=[False, True])
    np.from_dlpack(worlds.ctrl)[:] = 0.2
    worlds.step(5)
    own = mujoco.MjModel.from_xml_string(XML)
    own.body_mass[:] = mass[1]
    own.opt.gravity[:] = [0, 0, -3]
    mujoco.mj_setConst(own, mujoco.MjData(own))
    for world, m in enumerate((model, own)):
        data = mujoco.MjData(m)
        data.ctrl[0] = 0.2
        for _ in range(5):
            mujoco.mj_step(m, data)
        np.testing.assert_allclose(np.from_dlpack(worlds.qpos)[world], data.qpos, atol=1e-10)


def test_wrong_arguments_are_named(model):  # judge: definition
    worlds = emulated(model, 2)
    with pytest.raises(ValueError, match="dtype"):
        emulated(model, 2, "float16")
    with pytest.raises(ValueError, match="shape"):
        worlds.step(3, np.zeros((2, 2, model.nu)))
    with pytest.raises(TypeError, match="dtype"):
        worlds.step(3, np.zeros((3, 2, model.nu), np.float32))
    with pytest.raises(ValueError, match="mask"):
        worlds.reset(np.zeros(5, bool))
    with pytest.raises(ValueError, match="body_weight"):
        worlds.vary({"body_weight": np.zeros((2, 3))})
    with pytest.raises(ValueError, match="row per world"):
        worlds.vary({"body_mass": np.zeros(model.nbody)})
    with pytest.raises(AttributeError, match="xvel"):
        worlds.xvel


def test_models_the_gpu_lacks_are_refused_by_name():  # judge: definition
    model = mujoco.MjModel.from_xml_string(
        "<mujoco><option solver='PGS'/><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
    )
    assert "PGS" in gpu.unsupported(model)
    with pytest.raises(ValueError, match="PGS"):
        emulated(model, 1)


@pytest.mark.skipif(gpu.available(), reason="there is a GPU")
def test_without_a_gpu_it_says_what_is_missing(model):  # judge: definition
    assert gpu.missing()
    with pytest.raises(RuntimeError, match="CUDA|driver|GPU"):
        gpu.Worlds(model, 1)
