"""Functions on numbers give the oracle's numbers and refuse what it refuses. Judge: oracle."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten

SHAPES = {
    "axis": 3,
    "vec": 3,
    "vec1": 3,
    "vec2": 3,
    "a": 3,
    "b": 3,
    "pos": 3,
    "pos1": 3,
    "pos2": 3,
    "vel": 3,
    "euler": 3,
    "quat": 4,
    "quat1": 4,
    "quat2": 4,
    "qa": 4,
    "qb": 4,
    "mat": 9,
}
# function: output shapes, then inputs
FIXED = {
    "mju_add3": ((3,), "vec1 vec2"),
    "mju_sub3": ((3,), "vec1 vec2"),
    "mju_cross": ((3,), "a b"),
    "mju_rotVecQuat": ((3,), "vec quat"),
    "mju_negQuat": ((4,), "quat"),
    "mju_mulQuat": ((4,), "quat1 quat2"),
    "mju_mulQuatAxis": ((4,), "quat axis"),
    "mju_subQuat": ((3,), "qa qb"),
    "mju_quat2Mat": ((9,), "quat"),
    "mju_derivQuat": ((4,), "quat vel"),
    "mju_quatZ2Vec": ((4,), "vec"),
    "mju_mulMatVec3": ((3,), "mat vec"),
    "mju_mulMatTVec3": ((3,), "mat vec"),
    "mju_mulPose": ((3, 4), "pos1 quat1 pos2 quat2"),
    "mju_negPose": ((3, 4), "pos quat"),
    "mju_trnVecPose": ((3,), "pos quat vec"),
    "mjd_subQuat": (None, "qa qb"),
}


def arguments(names, rng):
    values = [rng.standard_normal(SHAPES[name]) for name in names.split()]
    return [v / np.linalg.norm(v) if name.startswith("q") else v for v, name in zip(values, names.split())]


@pytest.mark.parametrize("name", FIXED)
def test_fixed_size_functions_have_the_oracles_numbers(name):
    shapes, names = FIXED[name]
    rng = np.random.default_rng(3)
    for _ in range(20):
        values = arguments(names, rng)
        results = []
        for module in (corten, mujoco):
            if shapes is None:
                out = [np.zeros(9), np.zeros(9)]
                getattr(module, name)(*values, *out)
            else:
                out = [np.zeros(n) for n in shapes]
                getattr(module, name)(*out, *values)
            results.append(np.concatenate(out))
        np.testing.assert_allclose(results[0], results[1], rtol=0, atol=1e-14)


def test_eig3_is_the_oracles():
    a = np.random.default_rng(1).standard_normal((3, 3))
    symmetric = (a + a.T).ravel()
    results = []
    for module in (corten, mujoco):
        out = np.zeros(3), np.zeros(9), np.zeros(4)
        results.append((module.mju_eig3(*out, symmetric), np.concatenate(out)))
    assert results[0][0] == results[1][0]
    np.testing.assert_array_equal(results[0][1], results[1][1])


def test_wrong_arguments_are_type_errors():
    v, q = np.zeros(3), np.array([1.0, 0, 0, 0])
    for module in (corten, mujoco):
        for out in (np.zeros(3, np.int32), np.zeros(3, np.float32), np.zeros(4), [0, 0, 0], None):
            with pytest.raises(TypeError):
                module.mju_rotVecQuat(out, v, q)
        with pytest.raises(TypeError):
            module.mju_quat2Mat(np.zeros((3, 3)), q)
        with pytest.raises(TypeError):
            module.mju_rotVecQuat(np.zeros(3), "abc", q)
        frozen = np.zeros(3)
        frozen.flags.writeable = False
        with pytest.raises(TypeError):
            module.mju_rotVecQuat(frozen, v, q)


def test_inputs_may_be_lists_and_other_numbers():
    for module in (corten, mujoco):
        out = np.zeros(3)
        module.mju_rotVecQuat(out, [1, 2, 3], np.array([1, 0, 0, 0], np.float32))
        assert out.tolist() == [1, 2, 3]


@pytest.fixture
def moved(both):
    rng = np.random.default_rng(5)
    both.od.qvel[:] = rng.standard_normal(both.om.nv)
    both.od.qpos[:3] += 0.1
    both.od.qpos[7] = 0.4
    both.d.qpos[:], both.d.qvel[:] = both.od.qpos, both.od.qvel
    mujoco.mj_forward(both.om, both.od)
    corten.mj_forward(both.m, both.d)
    return both


def compare(both, name, shapes, *arguments):
    """Calls a function of both engines with fresh outputs in place of each None."""
    results = []
    for module, m, d in ((corten, both.m, both.d), (mujoco, both.om, both.od)):
        outputs = [np.zeros(shape) for shape in shapes]
        fresh = iter(outputs)
        value = getattr(module, name)(m, d, *(next(fresh) if a is None else a for a in arguments))
        results.append([np.asarray(0 if value is None else value), *outputs])
    for ours, theirs in zip(*results):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["mj_jacBody", "mj_jacBodyCom", "mj_jacGeom", "mj_jacSite"])
def test_jacobians_are_the_oracles(moved, name):
    nv = moved.om.nv
    for i in range(1 if name == "mj_jacSite" else 4):
        compare(moved, name, [(3, nv), (3, nv)], None, None, i)


def test_more_of_the_dynamics_is_the_oracles(moved):
    nv = moved.om.nv
    compare(moved, "mj_jac", [(3, nv), (3, nv)], None, None, [0.1, 0.2, 0.3], 3)
    compare(moved, "mj_jacDot", [(3, nv), (3, nv)], None, None, [0.1, 0.2, 0.3], 3)
    compare(moved, "mj_jacSubtreeCom", [(3, nv)], None, 2)
    compare(moved, "mj_angmomMat", [(3, nv)], None, 2)
    compare(moved, "mj_applyFT", [nv], np.ones(3), np.ones(3), np.zeros(3), 3, None)
    compare(moved, "mj_mulM", [nv], None, np.arange(nv, dtype=float))
    compare(moved, "mj_solveM", [(2, nv)], None, np.arange(2.0 * nv).reshape(2, nv))
    compare(moved, "mj_rne", [nv], 0, None)
    compare(moved, "mj_objectVelocity", [6], 1, 3, None, 0)
    compare(moved, "mj_objectVelocity", [6], 6, 0, None, 1)
    compare(moved, "mj_geomDistance", [6], 1, 2, 5.0, None)


def test_constraint_functions_are_the_oracles(moved):
    moved.d.qpos[:3] = moved.od.qpos[:3] = [0, 0, 0.099]
    mujoco.mj_forward(moved.om, moved.od)
    corten.mj_forward(moved.m, moved.d)
    nefc = moved.od.nefc
    assert nefc > 0 and moved.d.nefc == nefc
    compare(moved, "mj_mulJacVec", [nefc], None, np.arange(moved.om.nv, dtype=float))
    compare(moved, "mj_mulJacTVec", [moved.om.nv], None, np.arange(nefc, dtype=float))
    for contact in (0, 17):
        compare(moved, "mj_contactForce", [6], contact, None)
    for name in ("mj_inverse", "mj_rnePostConstraint", "mj_subtreeVel", "mj_sensorAcc"):
        compare(moved, name, [])
    for field in ("qfrc_inverse", "cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom", "sensordata"):
        np.testing.assert_allclose(
            getattr(moved.d, field), getattr(moved.od, field), rtol=1e-9, atol=1e-9, err_msg=field
        )
    compare(moved, "mj_constraintUpdate", [1], np.linspace(-1, 1, nefc), None, 0)


@pytest.mark.parametrize("n", [1, 3, 4, 7])
def test_vector_functions_have_the_oracles_bits(n):
    a, b = np.random.default_rng(n).standard_normal((2, n))
    calls = {
        "mju_add": (a, b),
        "mju_sub": (a, b),
        "mju_addTo": (a,),
        "mju_subFrom": (a,),
        "mju_scl": (a, 0.3),
        "mju_addToScl": (a, 0.3),
        "mju_addScl": (a, b, 0.3),
        "mju_fill": (2.0,),
        "mju_copy": (a,),
        "mju_normalize": (),
    }
    for name, arguments in calls.items():
        results = []
        for module in (corten, mujoco):
            out = b.copy()
            value = getattr(module, name)(out, *arguments)
            results.append((value, out.tolist()))
        assert results[0] == results[1], name
    for name in ("mju_dot", "mju_norm", "mju_sum", "mju_L1"):
        arguments = (a, b) if name == "mju_dot" else (a,)
        assert getattr(corten, name)(*arguments) == getattr(mujoco, name)(*arguments), name


def test_matrix_functions_are_the_oracles():
    rng = np.random.default_rng(9)
    a, b, square = rng.standard_normal((3, 5)), rng.standard_normal((5, 4)), rng.standard_normal((5, 5))
    calls = {
        "mju_mulMatMat": ((3, 4), a, b),
        "mju_mulMatMatT": ((3, 5), a, square),
        "mju_mulMatTMat": ((4, 5), b, square),
        "mju_transpose": ((5, 3), a),
        "mju_mulMatVec": ((3,), a, b[:, 0].copy()),
        "mju_mulMatTVec": ((5,), a, b[:3, 1].copy()),
        "mju_symmetrize": ((5, 5), square),
        "mju_eye": ((4, 4),),
    }
    for name, (shape, *arguments) in calls.items():
        ours, theirs = np.zeros(shape), np.zeros(shape)
        getattr(corten, name)(ours, *arguments)
        getattr(mujoco, name)(theirs, *arguments)
        np.testing.assert_allclose(ours, theirs, atol=1e-14, err_msg=name)


def test_box_qp_is_the_oracles():
    h = np.array([[2.0, 0.5], [0.5, 1.0]])
    for lower, upper in ((None, None), ([-0.1, -0.1], [0.1, 0.1]), ([-9, 0.2], [9, 9])):
        results = []
        for module in (corten, mujoco):
            res, r, index = np.zeros(2), np.zeros((2, 9)), np.zeros(2, np.int32)
            bounds = [None if b is None else np.array(b, float) for b in (lower, upper)]
            results.append((module.mju_boxQP(res, r, index, h, np.array([1.0, -1.0]), *bounds), res))
        assert results[0][0] == results[1][0]
        np.testing.assert_allclose(results[0][1], results[1][1], atol=1e-12)


def test_full_inertia_and_configurations_are_the_oracles(moved):
    ours, theirs = np.zeros((moved.om.nv,) * 2), np.zeros((moved.om.nv,) * 2)
    corten.mj_fullM(moved.m, ours, moved.d.qM)
    mujoco.mj_fullM(moved.om, theirs, moved.od.qM)
    np.testing.assert_allclose(ours, theirs, atol=1e-13)
    a, b = moved.od.qpos.copy(), moved.od.qpos.copy()
    corten.mj_integratePos(moved.m, a, moved.od.qvel, 0.1)
    mujoco.mj_integratePos(moved.om, b, moved.od.qvel, 0.1)
    np.testing.assert_array_equal(a, b)
    va, vb = np.zeros(moved.om.nv), np.zeros(moved.om.nv)
    corten.mj_differentiatePos(moved.m, va, 0.1, moved.od.qpos, a)
    mujoco.mj_differentiatePos(moved.om, vb, 0.1, moved.od.qpos, a)
    np.testing.assert_allclose(va, vb, atol=1e-13)


def test_rays_are_the_oracles(moved):
    for direction in ([0, 0, -1], [1, 0, -0.2], [0, 0, 1]):
        results = []
        for module, m, d in ((corten, moved.m, moved.d), (mujoco, moved.om, moved.od)):
            geomid, normal = np.zeros(1, np.int32), np.zeros(3)
            dist = module.mj_ray(m, d, [0.05, 0.02, 2], direction, None, 1, -1, geomid, normal)
            results.append([dist, *geomid, *normal])
        np.testing.assert_allclose(results[0], results[1], atol=1e-13)


def test_many_rays_are_the_oracles(moved):
    vec = np.random.default_rng(3).standard_normal((40, 3))
    results = []
    for module, m, d in ((corten, moved.m, moved.d), (mujoco, moved.om, moved.od)):
        geomid, dist, normal = np.zeros(40, np.int32), np.zeros(40), np.zeros(120)
        module.mj_multiRay(m, d, np.array([0.05, 0.02, 0.4]), vec.ravel(), None, 1, -1, geomid, dist, normal, 40, 1e10)
        results.append((geomid, dist, normal))
    assert (results[0][1] >= 0).any()
    for ours, theirs in zip(*results):
        np.testing.assert_allclose(ours, theirs, atol=1e-13)


def test_optional_outputs_may_be_none_and_wrong_shapes_are_type_errors(moved):
    corten.mj_jacBody(moved.m, moved.d, None, None, 1)
    with pytest.raises(TypeError, match=r"jacp \(3, nv\): .* 2 x 3"):
        corten.mj_jacBody(moved.m, moved.d, np.zeros((2, 3)), None, 1)
    with pytest.raises(corten.FatalError):
        corten.mj_jacBody(moved.m, moved.d, None, None, 99)


@pytest.mark.parametrize("module", (mujoco, corten), ids=("oracle", "corten"))
def test_discrete_inverse_refuses_runge_kutta(module):  # judge: oracle
    text = """<mujoco><option integrator="RK4"><flag invdiscrete="enable"/></option>
      <worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>"""
    model = module.MjModel.from_xml_string(text)
    data = module.MjData(model)
    with pytest.raises(module.FatalError, match="not supported by RK4"):
        module.mj_inverse(model, data)


@pytest.mark.parametrize("solver", ("PGS", "Newton"))
def test_rows_that_find_no_memory_leave_empty_arrays(solver):  # judge: definition; the oracle's arrays have nefc rows
    balls = "".join(f'<body pos="{i} 0 .09"><freejoint/><geom size=".1"/></body>' for i in range(20))
    for memory in range(60, 400, 10):
        model = corten.MjModel.from_xml_string(
            f"""<mujoco><size memory="{memory}K"/><option solver="{solver}" jacobian="dense"/>
            <worldbody><geom type="plane" size="9 9 1"/>{balls}</worldbody></mujoco>"""
        )
        data = corten.MjData(model)
        corten.mj_forward(model, data)
        assert data.efc_force.shape == data.efc_type.shape == (data.nefc,)
        assert data.nefc > 0 or data.nisland == 0
