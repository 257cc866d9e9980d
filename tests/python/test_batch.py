"""mujoco.batch: many simulations with rows of their own. Judge: a loop over MjData of the oracle, bit for bit."""

import copy

import mujoco as oracle
import numpy as np
import pytest

import cortenforge.mujoco as mujoco
from cortenforge.mujoco import batch

NSIM = 7
XML = """<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="5 5 .1"/>
  <body name="box" pos="0 0 .3"><freejoint name="free"/><geom name="box" type="box" size=".1 .1 .1" mass="1"/></body>
  <body name="cart" pos="1 0 .5"><joint name="slide" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/>
    <body name="pole"><joint name="hinge" axis="0 1 0" damping=".01"/><geom type="capsule" fromto="0 0 0 0 0 .5" size=".02" mass=".1"/>
      <site name="tip" pos="0 0 .5"/></body></body>
  <body name="hand" mocap="true" pos="2 0 1"><geom size=".02"/></body></worldbody>
  <equality><weld body1="hand" body2="cart" active="false"/></equality>
  <actuator><motor name="push" joint="slide" gear="5"/><general joint="hinge" dyntype="filter" dynprm=".02" gainprm="5"/></actuator>
  <sensor><jointpos joint="hinge"/><accelerometer site="tip"/></sensor>
  <keyframe><key qpos="0 0 1 1 0 0 0 .3 .5" ctrl=".1 .2" act=".2"/></keyframe></mujoco>"""
SLEEPING = """<mujoco><option sleep_tolerance=".05"><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"""


@pytest.fixture
def model():
    return mujoco.MjModel.from_xml_string(XML)


@pytest.fixture
def theirs():
    return oracle.MjModel.from_xml_string(XML)


def controls(nstep, nu, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, (NSIM, nstep, nu))


def stepped(m, actions, prepare=lambda d, i: None):
    """One MjData of the oracle per simulation, after all actions."""
    models = m if isinstance(m, list) else [m] * NSIM
    worlds = [oracle.MjData(one) for one in models]
    for i, d in enumerate(worlds):
        prepare(d, i)
        for action in actions[i]:
            d.ctrl[:] = action
            oracle.mj_step(models[i], d)
    return worlds


@pytest.mark.parametrize("nthread, persistent", [(1, False), (3, False), (3, True)])
def test_simulations_step_as_the_oracle_does(model, theirs, nthread, persistent):
    b = batch.Batch(model, NSIM, nthread, persistent)
    ctrl, xpos, sensordata, ncon = (b.bind(name) for name in ("ctrl", "xpos", "sensordata", "ncon"))
    actions = controls(120, model.nu)
    b.qvel[:, 6] = np.arange(NSIM)
    for action in actions.swapaxes(0, 1):
        ctrl[:] = action
        b.step()
    for i, d in enumerate(stepped(theirs, actions, lambda d, i: d.qvel.__setitem__(6, i))):
        assert (b.qpos[i] == d.qpos).all() and (sensordata[i] == d.sensordata).all() and (xpos[i] == d.xpos).all()
        assert ncon[i] == d.ncon > 0


def test_chosen_simulations_run_alone(model):
    b = batch.Batch(model, NSIM)
    b.step([1, 4], nstep=2)
    b.step(np.arange(NSIM) == 1)
    assert list(np.round(b.time / model.opt.timestep)) == [0, 3, 0, 0, 2, 0, 0]


@pytest.mark.parametrize(
    "ids", [[2**32], [0.9], [[0]], [NSIM], [-1], [3, 1], [2, 2], np.ones(NSIM + 1, bool), np.array([2, 1], np.uint32)]
)
def test_ids_that_are_none_are_refused_before_anything_runs(model, ids):
    b = batch.Batch(model, NSIM)
    with pytest.raises(ValueError):
        b.step(ids)
    assert not b.time.any()


def test_values_of_its_own_for_every_simulation(model, theirs):
    mass, gravity = np.linspace(0.1, 2, NSIM), -np.arange(NSIM)
    b = batch.Batch(model, NSIM, 2)
    b.body("pole").mass = mass[:, None]
    b.expand("opt.gravity")[:, 2] = gravity
    b.set_const()
    models = [copy.copy(theirs) for _ in range(NSIM)]
    for m, one_mass, g in zip(models, mass, gravity):
        m.body("pole").mass = one_mass
        m.opt.gravity[2] = g
        oracle.mj_setConst(m, oracle.MjData(m))
    actions = controls(50, model.nu)
    b.rollout(50, actions)
    for i, d in enumerate(stepped(models, actions)):
        assert (b.qpos[i] == d.qpos).all()
        assert (b.expanded("body_invweight0")[i] == models[i].body_invweight0).all()
        assert b.get_model(i).stat.meaninertia == models[i].stat.meaninertia
    assert (model.body("pole").mass == 0.1).all()


def test_models_of_the_caller(model, theirs):
    variants = [copy.copy(model) for _ in range(NSIM)]
    judges = [copy.copy(theirs) for _ in range(NSIM)]
    for i in range(NSIM):
        variants[i].geom_friction[:, 0] = judges[i].geom_friction[:, 0] = 0.1 * i
    b = batch.Batch(model, NSIM, 3)
    b.set_models(variants)
    actions = controls(100, model.nu)
    b.rollout(100, actions)
    for i, d in enumerate(stepped(judges, actions)):
        assert (b.qpos[i] == d.qpos).all()
    with pytest.raises(mujoco.FatalError, match="caller"):
        b.expand("body_mass")
    with pytest.raises(mujoco.FatalError, match="other sizes"):
        b.set_models(mujoco.MjModel.from_xml_string("<mujoco/>"))


def test_a_rollout_is_that_of_mujoco_rollout(model, theirs):
    from mujoco import rollout as judge

    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    actions = controls(20, model.nu)[:3]
    b = batch.Batch(model, NSIM, 2)
    out = b.rollout(20, actions, record=(full, "sensordata"), ids=[0, 2, 5])
    d = oracle.MjData(theirs)
    start = np.zeros(oracle.mj_stateSize(theirs, int(full)))
    oracle.mj_getState(theirs, d, start, int(full))
    state, sensordata = judge.rollout(theirs, d, np.tile(start, (3, 1)), actions)
    assert (out[full] == state).all() and (out["sensordata"] == sensordata).all()
    assert (b.time[[0, 2, 5]] == state[:, -1, 0]).all() and b.time[1] == 0


def test_a_simulation_that_warns_stops_and_is_counted(model):
    b = batch.Batch(model, NSIM, 2)
    b.qvel[3, 0] = np.inf
    time = b.rollout(4, record=("time",))["time"]
    assert b.warning[3, int(mujoco.mjtWarning.mjWARN_BADQVEL), 1] == 1 and b.warning[2].sum() == 0
    assert (time[3] == time[3, 0]).all() and time[0, -1] > time[0, 0]


def test_resets_to_keyframes_one_each(model, theirs):
    b = batch.Batch(model, NSIM)
    b.step(nstep=5)
    b.reset(keyframe=np.arange(NSIM) % 2 - 1)
    for i in range(NSIM):
        d = oracle.MjData(theirs)
        if i % 2:
            oracle.mj_resetDataKeyframe(theirs, d, 0)
        oracle.mj_forward(theirs, d)
        assert (
            (b.qpos[i] == d.qpos).all()
            and (b.ctrl[i] == d.ctrl).all()
            and (b.qacc_warmstart[i] == d.qacc_warmstart).all()
        )


@pytest.mark.parametrize("persistent", [False, True])
def test_stages_after_a_step_describe_the_new_state(model, theirs, persistent):
    b = batch.Batch(model, NSIM, 2, persistent)
    xpos, cvel = b.bind("xpos"), b.bind("cvel")
    b.step(nstep=3, stage=mujoco.mjtStage.mjSTAGE_VEL)
    d = stepped(theirs, np.zeros((NSIM, 3, model.nu)))[0]
    oracle.mj_step1(theirs, d)
    assert (xpos[0] == d.xpos).all() and (cvel[0] == d.cvel).all()


def test_jacobians_and_rays_are_the_oracles(model, theirs):
    b = batch.Batch(model, NSIM, 2)
    b.joint("hinge").qpos = np.linspace(-1, 1, NSIM)[:, None]
    before = b.state.copy()
    pole, point = model.body("pole").id, np.array([1.0, 0.1, 0.7])
    jacp, jacr = b.jac(pole, point)
    pnt, vec = np.array([[1, -1, 0.7], [1, -1, 0.55]]), np.array([0.0, 1, 0])
    dist, geomid, normal = b.ray(pnt, vec, normal=True)
    assert (b.state == before).all() and (geomid >= 0).any()
    d = oracle.MjData(theirs)
    for i in range(NSIM):
        d.qpos[:] = b.qpos[i]
        oracle.mj_kinematics(theirs, d)
        oracle.mj_comPos(theirs, d)
        p, r = np.zeros((2, 3, model.nv))
        oracle.mj_jac(theirs, d, p, r, point, pole)
        assert (jacp[i] == p).all() and (jacr[i] == r).all()
        for k in range(2):
            hit, n = np.zeros(1, np.int32), np.zeros(3)
            assert dist[i, k] == oracle.mj_ray(theirs, d, pnt[k], vec, None, 1, -1, hit, n)
            assert geomid[i, k] == hit[0] and (normal[i, k] == n).all()


def test_sleepers_need_data_of_their_own():
    m, judge = mujoco.MjModel.from_xml_string(SLEEPING), oracle.MjModel.from_xml_string(SLEEPING)
    with pytest.raises(ValueError, match="persistent"):
        batch.Batch(m, NSIM)
    b = batch.Batch(m, NSIM, 2, persistent=True)
    b.qvel[:, 0] = np.arange(NSIM) * 0.2
    worlds = [oracle.MjData(judge) for _ in range(NSIM)]
    for i, d in enumerate(worlds):
        d.qvel[0] = i * 0.2
    for _ in range(40):
        b.step(nstep=10)
        for d in worlds:
            oracle.mj_step(judge, d, 10)
    assert any(d.ntree_awake == 0 for d in worlds)
    for i, d in enumerate(worlds):
        assert (b.qpos[i] == d.qpos).all() and (b.tree_asleep[i] == d.tree_asleep).all()


def test_a_simulation_that_goes_wrong_keeps_its_state_and_is_named(model):
    b = batch.Batch(model, NSIM, 2)
    kinds = b.expand("eq_type")
    kinds[[3, 6]] = 99
    with pytest.raises(batch.SimulationError, match=r"2 of 7 simulations \(3, 6\); simulation 3: .*eq_type") as raised:
        b.step()
    assert list(raised.value.ids) == list(np.flatnonzero(b.status)) == [3, 6] and b.error(3) and not b.error(0)
    assert b.time[3] == 0 and b.time[0] > 0
    kinds[:] = model.eq_type
    b.step()
    assert not b.status.any()


def test_addresses_that_lead_outside_are_not_followed(model):
    b = batch.Batch(model, NSIM)
    b.expand("jnt_qposadr")[2] = 10**6
    with pytest.raises(batch.SimulationError, match=r"\(2\)"):
        b.step()


@pytest.mark.parametrize("field", sorted(batch.DATA_FIELDS))
def test_every_field_of_the_data_binds(model, field):
    b = batch.Batch(model, 2)
    assert b.bind(field).shape[1:] == np.shape(getattr(mujoco.MjData(model), field))
    b.forward()


def test_every_field_of_the_model_expands_and_changes_nothing(model):
    b, plain = batch.Batch(model, 2), batch.Batch(model, 2)
    for field in batch.MODEL_FIELDS:
        b.expand(field)
    for each in (b, plain):
        each.step(nstep=30)
    assert (b.state == plain.state).all()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda b: b.bind("body_mass"), r"use expand\('body_mass'\)"),
        (lambda b: b.bind("timestep"), r"use expand\('opt.timestep'\)"),
        (lambda b: b.bind("efc_force"), "arena"),
        (lambda b: b.bind("qpso"), "did you mean 'qpos'"),
        (lambda b: b.expand("xpos"), r"use bind\('xpos'\)"),
        (lambda b: b.expand("mesh_vert"), "asset data"),
        (lambda b: b.expand("body_mas"), "did you mean 'body_mass'"),
        (lambda b: b.step([0, NSIM]), rf"in \[0, {NSIM}\), got {NSIM}"),
        (lambda b: b.get_data(NSIM), f"got {NSIM}"),
        (lambda b: b.reset(keyframe=1), "keyframe"),
        (lambda b: b.jac(99, np.zeros(3)), "body"),
        (lambda b: b.rollout(0), "nstep"),
        (lambda b: b.rollout(2, record=("qpos",), out={"qpos": np.zeros((NSIM, 1, 9))}), "shape"),
        (lambda b: setattr(b, "xpos", 0), "computed"),
        (lambda b: setattr(b.joint("hinge"), "qposadr", 0), "structural"),
        (lambda b: batch.Batch(b.model, 0), "positive"),
    ],
)
def test_bad_arguments_are_told_what_is_right(model, call, message):
    with pytest.raises((ValueError, IndexError), match=message):
        call(batch.Batch(model, NSIM))


def test_python_callbacks_are_refused(model):
    b = batch.Batch(model, NSIM)
    mujoco.set_mjcb_control(lambda m, d: None)
    try:
        with pytest.raises(ValueError, match="mjcb_control"):
            b.step()
    finally:
        mujoco.set_mjcb_control(None)


def test_views_outlive_the_batch(model):
    b = batch.Batch(model, NSIM)
    qpos, xpos = b.qpos, b.bind("xpos")
    b.step()
    kept = qpos.copy(), xpos.copy()
    del b
    assert (qpos == kept[0]).all() and (xpos == kept[1]).all()


def test_one_simulation_can_be_taken_out(model):
    b = batch.Batch(model, NSIM, persistent=True)
    b.step(nstep=4)
    d = b.get_data(2)
    assert (d.qpos == b.qpos[2]).all() and (d.xpos == b.get_data(2, mujoco.MjData(model)).xpos).all() and d.xpos.any()
    given = copy.copy(model)
    look = given.body_mass
    assert b.get_model(2, given) is given and (look == model.body_mass).all()


def turned_by_the_oracle(theirs, d, name):
    """Orientations of later releases, one product each. Judge: the oracle's mju_mulQuat."""
    bodies, own = {
        "xiquat": (range(theirs.nbody), theirs.body_iquat),
        "geom_xquat": (theirs.geom_bodyid, theirs.geom_quat),
        "site_xquat": (theirs.site_bodyid, theirs.site_quat),
    }[name]
    rows = np.zeros((len(own), 4))
    for row, body, quat in zip(rows, bodies, own):
        oracle.mju_mulQuat(row, d.xquat[body], quat)
    return rows


@pytest.mark.parametrize("name", ["xiquat", "geom_xquat", "site_xquat"])
def test_orientations_of_later_releases_follow_every_call(model, theirs, name):
    b, actions = batch.Batch(model, NSIM), controls(20, model.nu)
    rows = b.bind(name)
    for action in actions.swapaxes(0, 1):
        b.ctrl[:] = action
        b.step()
    for i, d in enumerate(stepped(theirs, actions)):
        np.testing.assert_array_equal(rows[i], turned_by_the_oracle(theirs, d, name))
    noted = batch.Batch(model, NSIM).rollout(20, actions, record=(name, "qpos"))[name]
    np.testing.assert_array_equal(noted[:, -1], rows)
    with pytest.raises(ValueError):
        rows[:] = 0


def test_orientations_of_simulations_that_were_not_called_stay(model):
    b = batch.Batch(model, NSIM)
    rows = b.bind("geom_xquat")
    b.forward()
    before = rows.copy()
    b.expand("geom_quat")[:] = [0, 1, 0, 0]
    b.forward([0])
    assert not np.array_equal(rows[0], before[0])
    np.testing.assert_array_equal(rows[1:], before[1:])
