"""Programs written for MuJoCo 3.6 to 4.0: both forms of what was renamed, moved or added. Judge: the 3.5.0 quantities of the same name."""

import subprocess
import sys

import mujoco as oracle
import numpy as np
import pytest

import cortenforge.mujoco as mujoco
from cortenforge.mujoco import _later, _later_fields

XML = """<mujoco><worldbody><site name="w"/>
  <body name="a" gravcomp="1"><freejoint/><geom size=".1 .2" type="capsule" quat="1 2 3 4"/><site name="sa" quat="4 3 2 1"/>
    <body name="b" pos="1 0 0"><joint name="j"/><geom size=".1" pos=".1 .2 .3"/><site name="sb" type="box" size=".1 .2 .3"/>
      <body pos="0 1 0"><joint/><joint axis="1 0 0"/><geom size=".1"/><site name="sc"/></body></body></body>
  <body pos="3 0 0"><freejoint/><geom size=".1"/></body></worldbody>
  <tendon><spatial><site site="w"/><site site="sb"/></spatial><spatial><site site="sa"/><site site="sc"/></spatial>
    <fixed><joint joint="j" coef="2"/></fixed></tendon>
  <actuator><motor joint="j"/><position joint="j" delay=".01" nsample="3"/></actuator></mujoco>"""


@pytest.fixture
def md():
    m = mujoco.MjModel.from_xml_string(XML)
    d = mujoco.MjData(m)
    d.qpos[:] += np.random.default_rng(1).normal(size=m.nq) * 0.3
    mujoco.mj_forward(m, d)
    return m, d


def test_both_forms_of_the_full_inertia_agree(md):
    m, d = md
    old, new, sparse = (np.zeros((m.nv, m.nv)) for _ in range(3))
    mujoco.mj_fullM(m, old, d.qM)
    mujoco.mj_fullM(m, d, new)
    mujoco.mju_sym2dense(sparse, d.M, m.M_rownnz, m.M_rowadr, m.M_colind)
    assert (old == new).all() and (old == sparse).all()


@pytest.mark.parametrize(
    "action", ["mjMOUSE_ROTATE_V", "mjMOUSE_MOVE_V", "mjMOUSE_MOVE_H", "mjMOUSE_ZOOM", "mjMOUSE_MOVE_H_REL"]
)
def test_the_camera_moves_without_a_scene_as_with_one(md, action):
    m, d = md
    scene, option = mujoco.MjvScene(m, 50), mujoco.MjvOption()
    cameras = [mujoco.MjvCamera() for _ in range(2)]
    for camera in cameras:
        mujoco.mjv_defaultFreeCamera(m, camera)
    mujoco.mjv_updateScene(m, d, option, None, cameras[0], mujoco.mjtCatBit.mjCAT_ALL, scene)
    move = getattr(mujoco.mjtMouse, action)
    mujoco.mjv_moveCamera(m, move, 0.1, 0.2, scene, cameras[0])
    mujoco.mjv_moveCamera(m, move, 0.1, 0.2, cameras[1])
    seen = [[*c.lookat, c.distance, c.azimuth, c.elevation] for c in cameras]
    assert seen[0] == pytest.approx(seen[1], rel=1e-6)  # a scene keeps its frustum in single precision


def test_tendon_dofs_on_the_model_are_those_of_the_sparse_jacobian(md):
    m, d = md
    m.opt.jacobian = mujoco.mjtJacobian.mjJAC_SPARSE
    mujoco.mj_forward(m, d)
    for tendon in range(m.ntendon):
        columns = m.ten_J_colind[m.ten_J_rowadr[tendon] :][: m.ten_J_rownnz[tendon]]
        filled = d.ten_J_colind.reshape(-1)[d.ten_J_rowadr[tendon] :][: d.ten_J_rownnz[tendon]]
        assert set(filled) <= set(columns)
    assert m.nJten == sum(m.ten_J_rownnz) and list(m.tendon_type) == [1, 1, 0]


@pytest.mark.parametrize("quat, mat", [("xiquat", "ximat"), ("geom_xquat", "geom_xmat"), ("site_xquat", "site_xmat")])
def test_orientations_as_quaternions_are_the_matrices(md, quat, mat):
    _, d = md
    for q, wanted in zip(getattr(d, quat), getattr(d, mat)):
        turned = np.zeros(9)
        mujoco.mju_quat2Mat(turned, q)
        assert turned == pytest.approx(wanted, abs=1e-14)


def test_actuators_map_one_to_one(md):
    m, _ = md
    assert (m.nactuator, m.nout) == (m.nu, m.nu)
    assert list(m.actuator_ctrladr) == list(m.actuator_outadr) == [0, 1] and list(m.actuator_ctrlnum) == [1, 1]
    assert m.flg_gravcomp is True


def test_the_diagonal_has_both_names(md):
    _, d = md
    assert (d.efc_diagA == d.efc_diagApprox).all()


def test_controls_are_read_in_both_forms(md):
    m, d = md
    d.ctrl[:] = 3, 4
    result = np.zeros(1)
    for actuator in range(m.nu):
        assert mujoco.mj_readCtrl(m, d, actuator, d.time, result, 0) is result
        assert result[0] == mujoco.mj_readCtrl(m, d, actuator, d.time, 0)
    mujoco.mj_initCtrlHistory(m, d, 1, None, np.array([[1.0], [2.0], [3.0]]))


def test_the_derivative_of_inertia_comes_in_the_order_of_M_too(md):
    m, d = md
    old, new = np.zeros((m.nv, m.nM)), np.zeros((m.nv, m.nC))
    for out in (old, new):
        mujoco.mjd_inverseFD(m, d, 1e-6, 0, None, None, None, None, None, None, out)
    assert m.nC != m.nM and (new == old[:, m.mapM2M]).all()


@pytest.mark.parametrize("point, inside", [((0.05, 0.1, 0.2), 1), ((0.05, 0.1, 0.35), 0)])
def test_points_inside_a_site(md, point, inside):
    m, d = md
    site = m.site("sb").id
    world = d.site_xpos[site] + d.site_xmat[site].reshape(3, 3) @ point
    assert mujoco.mj_insideSite(m, d, site, world) == inside


def test_every_later_field_can_be_read(md):
    m, d = md
    for owner, fields in ((m, _later_fields.MODEL), (d, _later_fields.DATA)):
        for name in fields:
            assert getattr(owner, name) is not None, name


def test_a_field_of_physics_that_is_not_there_cannot_be_written(md):
    m, _ = md
    with pytest.raises(ValueError, match="read-only"):
        m.dof_dampingpoly[0] = 1


@pytest.mark.parametrize("name", _later.RELEASE)
def test_what_has_no_counterpart_names_its_release(name):
    with pytest.raises(AttributeError, match=rf"{name}.*came with MuJoCo {_later.RELEASE[name]}"):
        getattr(mujoco, name)


def test_the_discrete_integrator_says_that_it_is_not_there():
    with pytest.raises(AttributeError, match="mjINT_DISCRETE.*3.13"):
        mujoco.mjtIntegrator.mjINT_DISCRETE


def test_switching_multiccd_off_is_accepted(md):
    m, d = md
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_MULTICCD
    mujoco.mj_step(m, d)


def test_files_in_memory_load():
    with mujoco.MjVfs() as vfs:
        vfs["part.xml"] = b"<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>"
        model = mujoco.MjModel.from_xml_string("<mujoco><include file='part.xml'/></mujoco>", vfs=vfs)
        assert model.ngeom == 1 and "part.xml" in vfs
        with pytest.raises(ValueError, match="already"):
            vfs["part.xml"] = b""
    with pytest.raises(RuntimeError, match="closed"):
        vfs["part.xml"] = b""


def test_a_specification_is_encoded_by_the_ending(tmp_path):
    spec = mujoco.MjSpec.from_string(XML)
    model = spec.compile()
    for ending in ("xml", "zip", "mjb"):
        path = tmp_path / f"m.{ending}"
        assert spec.encode(str(path), model) == path.stat().st_size > 0
    assert oracle.MjModel.from_xml_path(str(tmp_path / "m.xml")).nq == model.nq
    with pytest.raises(mujoco.FatalError, match="mjb needs"):
        spec.encode(str(tmp_path / "m.mjb"))


def version(code, **environment):
    import os

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_programs_are_told_3_5_unless_they_ask_for_more():
    told = "import mujoco; print(mujoco.__version__, mujoco.mj_version())"
    assert version("import cortenforge; cortenforge.install(); " + told) == "3.5.0 3005000"
    assert version("import cortenforge; cortenforge.install(api='4.0'); " + told) == "4.0.1 4000001"
    assert version("import cortenforge; cortenforge.install(); " + told, CORTENFORGE_API="4.0") == "4.0.1 4000001"
    assert "known are 3.5, 4.0" in version("import cortenforge; cortenforge.install(api='5')")


def test_programs_of_later_releases_may_name_what_no_model_has():
    later = "import cortenforge; cortenforge.install(api='4.0'); import mujoco; "
    assert (
        version(later + "print(mujoco.mjtDyn.mjDYN_PID not in list(mujoco.mjtDyn), 'nactuator' in dir(mujoco.MjModel))")
        == "True True"
    )
    use = (
        "m = mujoco.MjModel.from_xml_string('<mujoco/>'); m.opt.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE; "
        "mujoco.mj_step(m, mujoco.MjData(m))"
    )
    assert "integrator" in version(later + use)
    assert version("import cortenforge.mujoco as mujoco; print('nactuator' in dir(mujoco.MjModel))") == "False"
