"""Native rollouts beside the oracle's."""

import mujoco as oracle
import numpy as np
import pytest
from mujoco import _rollout

from cortenforge import _core
from cortenforge import mujoco as ours

XML = """<mujoco><worldbody>
  <body mocap="true" name="target" pos="%d 2 3"/>
  <geom type="plane" size="5 5 1"/>
  <body pos="0 0 .5"><freejoint/><geom type="capsule" size=".1 .2"/>
    <body pos=".1 0 0"><joint name="hip" axis="0 1 0" damping=".1"/><geom size=".1" pos=".2 0 -.2"/></body></body></worldbody>
  <actuator><motor joint="hip"/></actuator>
  <equality><joint joint1="hip" active="%s"/></equality>
  <sensor><jointpos joint="hip"/><framepos objtype="xbody" objname="target"/></sensor></mujoco>"""

FULL = oracle.mjtState.mjSTATE_FULLPHYSICS.value
CTRL = oracle.mjtState.mjSTATE_CTRL.value


def run(engine, native, nthread, control, initial, spec=CTRL, models=((1, "true"),), warm=None, chunk=None):
    """Both outputs of a native rollout."""
    nbatch, nstep = control.shape[:2]
    texts = [XML % models[i % len(models)] for i in range(nbatch)]
    model = [engine.MjModel.from_xml_string(text) for text in texts]
    data = [engine.MjData(model[0]) for _ in range(max(1, nthread))]
    state = np.full((nbatch, nstep, initial.shape[1]), -1.0)
    sensordata = np.full((nbatch, nstep, model[0].nsensordata), -1.0)
    native.Rollout(nthread=nthread).rollout(model, data, nstep, spec, initial, warm, control, state, sensordata, chunk)
    return state, sensordata


def batch(spec, nbatch=4, nstep=20):
    model = oracle.MjModel.from_xml_string(XML % (1, "true"))
    data = oracle.MjData(model)
    random = np.random.default_rng(3)
    initial = np.empty((nbatch, oracle.mj_stateSize(model, FULL)))
    for row in initial:
        data.qvel = random.normal(size=model.nv)
        oracle.mj_getState(model, data, row, FULL)
    return initial, random.normal(size=(nbatch, nstep, oracle.mj_stateSize(model, spec)))


@pytest.mark.parametrize("nthread", [0, 2])
@pytest.mark.parametrize("bits", ["mjSTATE_CTRL", "mjSTATE_QFRC_APPLIED", "mjSTATE_MOCAP_POS", "mjSTATE_USER"])
def test_trajectories_are_the_oracles(bits, nthread):
    spec = getattr(oracle.mjtState, bits).value
    initial, control = batch(spec)
    models = ((1, "true"), (2, "false"))
    theirs = run(oracle, _rollout, nthread, control, initial, spec, models)
    got = run(ours, _core, nthread, control, initial, spec, models)
    for a, b in zip(got, theirs):
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-6)  # the design's bar for trajectories


def test_a_trajectory_that_warns_repeats_its_last_output_as_the_oracles():
    initial, control = batch(CTRL, 3, 6)
    control[1, 2] = np.nan
    theirs, got = run(oracle, _rollout, 0, control, initial), run(ours, _core, 0, control, initial)
    np.testing.assert_allclose(got[0], theirs[0], rtol=0, atol=1e-6)
    np.testing.assert_array_equal(got[0][1, 2:], np.broadcast_to(got[0][1, 2], (4, got[0].shape[2])))


def test_a_bad_initial_state_gives_the_oracles_rows():
    initial, control = batch(CTRL, 2, 4)
    initial[0, 1] = np.nan
    theirs, got = run(oracle, _rollout, 0, control, initial), run(ours, _core, 0, control, initial)
    np.testing.assert_allclose(got[0], theirs[0], rtol=0, atol=1e-6)


def test_warm_starts_are_rows():
    initial, control = batch(CTRL, 2, 4)
    warm = np.ones((2, 7))
    theirs = run(oracle, _rollout, 0, control, initial, warm=warm)
    got = run(ours, _core, 0, control, initial, warm=warm)
    np.testing.assert_allclose(got[0], theirs[0], rtol=0, atol=1e-6)


def test_wrong_sizes_are_refused_in_the_oracles_words():
    initial, control = batch(CTRL, 3, 4)
    model = ours.MjModel.from_xml_string(XML % (1, "true"))
    data = ours.MjData(model)
    rollout = _core.Rollout(nthread=0).rollout
    with pytest.raises(ValueError, match="control needs 15 numbers, the array has 12"):
        rollout([model] * 3, [data], 5, CTRL, initial, None, control)
    with pytest.raises(ValueError, match="More than one data instance passed"):
        rollout([model] * 3, [data, data], 4, CTRL, initial, None, control)
    with pytest.raises(ValueError, match="Length of data: 1 not equal to nthread: 2"):
        _core.Rollout(nthread=2).rollout([model] * 3, [data], 4, CTRL, initial, None, control)
    with pytest.raises(ValueError, match="chunk_size"):
        rollout([model] * 3, [data], 4, CTRL, initial, None, control, None, None, 0)
    other = ours.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(ValueError, match="differ in their sizes"):
        rollout([model, model, other], [data], 4, CTRL, initial, None, control)


def test_callbacks_run_in_rollouts():
    initial, control = batch(CTRL, 3, 4)
    calls = []
    ours.set_mjcb_control(lambda model, data: calls.append(data.time))
    try:
        run(ours, _core, 2, control, initial)
    finally:
        ours.set_mjcb_control(None)
    assert len(calls) == 12
