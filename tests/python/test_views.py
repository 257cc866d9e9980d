"""Arrays are views of the engine's memory."""

import gc

import numpy as np
import pytest

import cortenforge.mujoco as corten


def test_arrays_are_views_and_the_same_object_every_time(both):
    qpos = both.d.qpos
    assert qpos is both.d.qpos and qpos.flags.writeable and not qpos.flags.owndata and qpos.flags.c_contiguous


def test_engine_and_numpy_share_memory(both):
    both.d.qpos[7] = 0.25
    corten.mj_kinematics(both.m, both.d)
    before = both.d.xpos[3].copy()
    both.m.body_pos[2] += [1, 0, 0]
    corten.mj_kinematics(both.m, both.d)
    np.testing.assert_allclose(both.d.xpos[3] - before, [1, 0, 0], atol=1e-15)


def test_assignment_fills_in_place(both):
    qpos = both.d.qpos
    both.d.qpos = 0.5
    assert (qpos == 0.5).all()
    both.m.opt.gravity = [0, 0, -1]
    assert both.m.opt.gravity[2] == -1
    with pytest.raises(ValueError):
        both.d.qpos = [1, 2, 3]


def test_unknown_attributes_are_refused(both):
    for thing in (both.m, both.d, both.m.opt, both.d.body("arm")):
        with pytest.raises(AttributeError):
            thing.nonsense = 1
        with pytest.raises(AttributeError):
            _ = thing.nonsense


def test_sizes_and_arena_arrays_cannot_be_assigned(both):
    with pytest.raises(AttributeError):
        both.m.nq = 3
    with pytest.raises(AttributeError):
        both.d.efc_J = 0


def test_integer_settings_refuse_floats(both):
    with pytest.raises(TypeError):
        both.m.opt.iterations = 1.5
    both.m.opt.integrator = corten.mjtIntegrator.mjINT_RK4
    assert both.m.opt.integrator == 1


def test_a_view_outlives_its_data(both):
    d = corten.MjData(both.m)
    qpos = d.qpos
    qpos[:] = 7
    del d
    gc.collect()
    assert (qpos == 7).all()


def test_data_keeps_its_model(both):
    assert both.d.model is both.m


def test_named_access_reads_and_writes(both):
    both.d.joint("shoulder").qpos = 0.3
    assert both.d.qpos[7] == 0.3
    both.m.geom("ball").rgba[:] = [1, 0, 0, 1]
    assert both.m.geom_rgba[1].tolist() == [1, 0, 0, 1]
    both.d.actuator("drive").ctrl = 2
    assert both.d.ctrl[0] == 2


def test_a_model_has_no_constructor():
    with pytest.raises(TypeError):
        corten.MjModel()
    with pytest.raises(TypeError):
        corten.MjData(None)
