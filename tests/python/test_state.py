"""State vectors, reset, copies and pickles. Judge: oracle, or the definition."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten

ALL = corten.mjtState.mjSTATE_INTEGRATION


def test_state_vectors_are_the_oracles(both):
    size = mujoco.mj_stateSize(both.om, ALL)
    assert corten.mj_stateSize(both.m, ALL) == size
    state = np.linspace(0.1, 0.9, size)
    mujoco.mj_setState(both.om, both.od, state, ALL)
    corten.mj_setState(both.m, both.d, state, ALL)
    for signature in (1, 2, 30, 8223, 8128, 16383):
        ours, theirs = (np.zeros(mujoco.mj_stateSize(both.om, signature)) for _ in range(2))
        corten.mj_getState(both.m, both.d, ours, signature)
        mujoco.mj_getState(both.om, both.od, theirs, signature)
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("signature", [2**14, -1])
def test_an_invalid_signature_is_fatal_with_the_oracles_words(both, signature):
    with pytest.raises(mujoco.FatalError) as theirs:
        mujoco.mj_stateSize(both.om, signature)
    with pytest.raises(corten.FatalError) as ours:
        corten.mj_stateSize(both.m, signature)
    assert str(ours.value) == str(theirs.value)


def test_wrong_state_size_is_a_type_error(both):
    with pytest.raises(TypeError, match="state size should equal"):
        corten.mj_getState(both.m, both.d, np.zeros(3), ALL)
    with pytest.raises(TypeError):
        corten.mj_getState(both.m, both.d, np.zeros(1, np.float32), 1)


def test_inputs_may_be_lists(both):
    corten.mj_setState(both.m, both.d, [2], corten.mjtState.mjSTATE_TIME)
    assert both.d.time == 2


@pytest.mark.parametrize("key", [-1, 0, 5])
def test_reset_to_keyframe_is_the_oracles(both, key):
    for name in ("qpos", "qvel", "act", "ctrl"):
        getattr(both.d, name)[:] = getattr(both.od, name)[:] = 3
    mujoco.mj_resetDataKeyframe(both.om, both.od, key)
    corten.mj_resetDataKeyframe(both.m, both.d, key)
    assert both.d.time == both.od.time
    for name in ("qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "eq_active", "history", "xpos"):
        np.testing.assert_array_equal(getattr(both.d, name), getattr(both.od, name), err_msg=name)


def test_new_data_is_in_the_initial_state(both):
    for name in ("qpos", "qvel", "mocap_pos", "mocap_quat", "eq_active"):
        np.testing.assert_array_equal(getattr(both.d, name), getattr(both.od, name), err_msg=name)


def test_copies_are_deep_and_share_or_copy_the_model(both):
    both.d.qpos[:] = 1
    shallow, deep = copy.copy(both.d), copy.deepcopy(both.d)
    both.d.qpos[:] = 2
    assert (shallow.qpos == 1).all() and (deep.qpos == 1).all()
    assert shallow.model is both.m and deep.model is not both.m
    twin = copy.copy(both.m)
    twin.body_mass[1] = 77
    assert both.m.body_mass[1] != 77


def test_copy_data_keeps_views_of_the_target(both):
    target = corten.MjData(both.m)
    qpos = target.qpos
    both.d.qpos[:] = 4
    corten.mj_copyData(target, both.m, both.d)
    assert (qpos == 4).all() and target.qpos is qpos


def test_pickles_come_back_whole(both):
    corten.mj_forward(both.m, both.d)
    both.d.time = 3
    d = pickle.loads(pickle.dumps(both.d))
    assert d.time == 3 and d.ncon == both.d.ncon
    for name in corten.MjData._all_fields:
        np.testing.assert_array_equal(getattr(d, name), getattr(both.d, name), err_msg=name)
    np.testing.assert_array_equal(d.contact.dist, both.d.contact.dist)
    for name in both.m._all_fields:
        np.testing.assert_array_equal(getattr(d.model, name), getattr(both.m, name), err_msg=name)
    assert d.model.opt == both.m.opt and d.model.vis == both.m.vis


def test_settings_copy_compare_and_pickle(both):
    option = copy.deepcopy(both.m.opt)
    assert option == both.m.opt
    option.timestep = 0.5
    assert option != both.m.opt and pickle.loads(pickle.dumps(option)) == option
    assert corten.MjOption().timestep == mujoco.MjOption().timestep


def test_models_save_and_load(both, tmp_path):
    path = str(tmp_path / "model.bin")
    corten.mj_saveModel(both.m, path)
    back = corten.MjModel.from_binary_path(path)
    np.testing.assert_array_equal(back.geom_pos, both.m.geom_pos)
    assert back.body("arm").id == 2
    (tmp_path / "model.bin").write_bytes(b"nonsense" * 100)
    with pytest.raises(ValueError, match="not a CortenForge"):
        corten.MjModel.from_binary_path(path)
