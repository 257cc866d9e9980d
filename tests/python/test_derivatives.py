"""Derivatives by finite differences and length ranges give the oracle's numbers. Judge: oracle."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten

XML = """
<mujoco>
  <option><flag actuation="disable"/></option>
  <worldbody>
    <body><freejoint/><geom size=".1"/><site name="s"/>
      <body pos=".3 0 0"><joint name="j" axis="0 1 0" range="-50 60" damping=".1"/><geom type="capsule" size=".05 .2"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="j" ctrlrange="-1 1"/><general joint="j" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><gyro site="s"/><accelerometer site="s"/><actuatorfrc actuator="a"/></sensor>
</mujoco>""".replace("<motor ", '<motor name="a" ')


def in_motion(module, xml=XML):
    model = module.MjModel.from_xml_string(xml)
    data = module.MjData(model)
    data.qvel[:] = np.linspace(-1, 1, model.nv)
    data.qacc[:] = np.linspace(1, 2, model.nv)
    data.ctrl[:] = 0.3
    return model, data


@pytest.mark.parametrize("centered", (0, 1))
def test_transition_derivatives_are_the_oracles(centered):
    results = []
    for module in (corten, mujoco):
        model, data = in_motion(module, XML.replace('actuation="disable"', 'actuation="enable"'))
        ndx, ns = 2 * model.nv + model.na, model.nsensordata
        out = [np.zeros((ndx, ndx)), np.zeros((ndx, model.nu)), np.zeros((ns, ndx)), np.zeros((ns, model.nu))]
        module.mjd_transitionFD(model, data, 1e-6, centered, *out)
        module.mjd_transitionFD(model, data, 1e-6, centered, out[0], None, None, None)
        results.append(out)
    for ours, theirs in zip(*results):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-6 * max(1, abs(theirs).max()))


def test_inverse_derivatives_are_the_oracles():
    results = []
    for module in (corten, mujoco):
        model, data = in_motion(module)
        nv, ns = model.nv, model.nsensordata
        out = [np.zeros((nv, n)) for n in (nv, nv, nv, ns, ns, ns, model.nM)]
        module.mjd_inverseFD(model, data, 1e-6, 0, *out)
        results.append(out)
    for ours, theirs in zip(*results):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-6 * max(1, abs(theirs).max()))


@pytest.mark.parametrize("scale", (1e-3, 3.0))
def test_quaternion_integration_has_the_oracles_derivatives(scale):
    results = []
    for module in (corten, mujoco):
        out = [np.zeros(9), np.zeros(9), np.zeros(3)]
        module.mjd_quatIntegrate(np.array([0.2, 0.3, 0.3]), scale, *out)
        results.append(np.concatenate(out))
    np.testing.assert_allclose(*results, rtol=0, atol=1e-15)


def test_wrong_shapes_and_integrators_are_refused():
    for module in (corten, mujoco):
        model, data = in_motion(module)
        with pytest.raises(TypeError, match=r"^A .*\(2\*nv\+na, 2\*nv\+na\)"):
            module.mjd_transitionFD(model, data, 1e-6, 0, np.zeros((3, 3)), None, None, None)
        with pytest.raises(TypeError, match=r"^DmDq .*\(nv, nM\)"):
            module.mjd_inverseFD(model, data, 1e-6, 0, None, None, None, None, None, None, np.zeros((1, 2)))
        model.opt.integrator = 1
        with pytest.raises(module.FatalError, match="mjd_transitionFD: .*RK4"):
            module.mjd_transitionFD(model, data, 1e-6, 0, None, None, None, None)


def test_length_range_of_one_actuator():
    ranges = []
    for module in (corten, mujoco):
        model, data = in_motion(module)
        opt = module.MjLROpt()
        module.mj_defaultLROpt(opt)
        assert (opt.mode, opt.useexisting, opt.uselimit, opt.accel, opt.inttotal) == (1, 1, 0, 20, 10)
        opt.mode = 3
        opt.interval = 1
        model.opt.gravity[:] = 0
        module.mj_setLengthRange(model, data, 0, opt)
        ranges.append(model.actuator_lengthrange.copy())
        with pytest.raises(module.FatalError, match="invalid actuator index"):
            module.mj_setLengthRange(model, data, 7, opt)
    np.testing.assert_allclose(*ranges, rtol=0, atol=1e-6)
    assert ranges[0][0][0] < -0.8
