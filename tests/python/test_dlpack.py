"""Arrays of the engine as DLPack: other libraries see the same memory. Judge: a write on one side is read on the other."""

import numpy as np
import pytest

import cortenforge.mujoco as mujoco
from cortenforge.mujoco import batch

XML = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"


@pytest.fixture
def model():
    return mujoco.MjModel.from_xml_string(XML)


@pytest.mark.parametrize("name", ["qpos", "qvel", "xpos", "xmat", "cvel", "qfrc_applied"])
def test_fields_of_the_data_are_shared(model, name):
    d = mujoco.MjData(model)
    array = getattr(d, name)
    other = np.from_dlpack(array)
    assert other.ctypes.data == array.ctypes.data and other.shape == array.shape
    array[...] = 3
    assert (other == 3).all()


def test_fields_of_the_model_are_shared(model):
    other = np.from_dlpack(model.body_mass)
    model.body_mass[1] = 7
    assert other[1] == 7


def test_rows_of_a_batch_are_shared(model):
    b = batch.Batch(model, 5)
    other = np.from_dlpack(b.state)
    b.qvel[:, 0] = 1
    b.step()
    assert (other == b.state).all() and other.ctypes.data == b.state.ctypes.data


def test_memory_outlives_its_owner(model):
    d = mujoco.MjData(model)
    d.qpos[0] = 5
    other = np.from_dlpack(d.qpos)
    del d, model
    assert other[0] == 5
