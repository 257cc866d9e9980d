"""User callbacks: process-wide, with the objects of the call. Judge: oracle."""

import itertools

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten


@pytest.fixture
def engines(both):
    yield [(corten, both.m, both.d), (mujoco, both.om, both.od)]
    for module in (corten, mujoco):
        for name in ("control", "passive", "contactfilter"):
            getattr(module, f"set_mjcb_{name}")(None)


def test_control_and_passive_callbacks_act_as_in_the_oracle(engines):
    for module, m, d in engines:

        def control(model, data):
            assert model is m and data is d
            data.ctrl[0] = np.sin(data.time)

        def passive(model, data):
            data.qfrc_passive[6] += 0.5

        module.set_mjcb_control(control)
        module.set_mjcb_passive(passive)
        assert module.get_mjcb_control() is control
        module.mj_step(m, d, 20)
    np.testing.assert_allclose(engines[0][2].qpos, engines[1][2].qpos, atol=1e-10)


def test_a_contact_filter_drops_pairs(engines):
    for module, m, d in engines:
        module.set_mjcb_contactfilter(lambda m, d, a, b: 1)
        module.mj_forward(m, d)
        assert d.ncon == 0
        module.set_mjcb_contactfilter(None)
        module.mj_forward(m, d)
        assert d.ncon > 0


def test_an_exception_in_a_callback_leaves_the_call(engines):
    for module, m, d in engines:

        def broken(model, data):
            raise RuntimeError("broken")

        module.set_mjcb_control(broken)
        with pytest.raises(RuntimeError, match="broken"):
            module.mj_step(m, d)


def test_only_callables_are_callbacks():
    for module in (corten, mujoco):
        with pytest.raises(TypeError, match="callback is not an Optional"):
            module.set_mjcb_control(3)


def test_the_time_callback_fills_the_timers(engines):
    durations = []
    for module, m, d in engines:
        ticks = itertools.count()
        module.set_mjcb_time(lambda ticks=ticks: float(next(ticks)))
        module.mj_resetData(m, d)
        module.mj_fwdVelocity(m, d)
        durations.append([(t.number, t.duration) for t in d.timer])
        module.set_mjcb_time(None)
        module.mj_fwdVelocity(m, d)  # counted, not timed
        assert d.timer[module.mjtTimer.mjTIMER_VELOCITY].number == 2
    assert durations[0] == durations[1]


def test_data_are_timed_by_a_steady_clock_unless_told_otherwise(both):
    d = corten.MjData(both.m)
    corten.mj_step(both.m, d)
    assert d.timer[corten.mjtTimer.mjTIMER_STEP].duration > 0
