"""Moves the hand of a seven-joint arm to random poses by damped least squares on Jacobians."""

import json

import mujoco as mj
import numpy as np

XML = """
<mujoco model="arm">
  <compiler angle="radian"/>
  <default><joint type="hinge" range="-2.6 2.6" limited="true"/><geom type="capsule" size=".04" density="500"/></default>
  <worldbody>
    <body name="base" pos="0 0 .3"><joint name="j1" axis="0 0 1"/><geom fromto="0 0 0 0 0 .2"/>
      <body pos="0 0 .2"><joint name="j2" axis="0 1 0"/><geom fromto="0 0 0 0 0 .25"/>
        <body pos="0 0 .25"><joint name="j3" axis="0 0 1"/><geom fromto="0 0 0 0 .05 .2"/>
          <body pos="0 .05 .2"><joint name="j4" axis="0 1 0"/><geom fromto="0 0 0 .25 0 0"/>
            <body pos=".25 0 0"><joint name="j5" axis="1 0 0"/><geom fromto="0 0 0 .15 0 0"/>
              <body pos=".15 0 0"><joint name="j6" axis="0 1 0"/><geom fromto="0 0 0 .1 0 0"/>
                <body name="hand" pos=".1 0 0"><joint name="j7" axis="1 0 0"/>
                  <geom type="box" size=".03 .05 .02"/><site name="grip" pos=".06 0 0" euler="0 .3 0"/></body>
              </body></body></body></body></body></body>
    <body name="target" mocap="true"><geom type="sphere" size=".02" contype="0" conaffinity="0"/></body>
  </worldbody>
</mujoco>
"""


def pose_error(model, data, site, position, quaternion):
    """Translation and rotation from the site to the target."""
    error, current, difference, inverse = np.zeros(6), np.zeros(4), np.zeros(4), np.zeros(4)
    error[:3] = position - data.site_xpos[site]
    mj.mju_mat2Quat(current, data.site_xmat[site])
    mj.mju_negQuat(inverse, current)
    mj.mju_mulQuat(difference, quaternion, inverse)
    mj.mju_quat2Vel(error[3:], difference, 1.0)
    return error


def solve(model, data, site, position, quaternion, damping=1e-2, tolerance=1e-4, max_steps=200):
    """Steps taken; the answer is in data.qpos."""
    jac = np.zeros((6, model.nv))
    for step in range(max_steps):
        mj.mj_fwdPosition(model, data)
        error = pose_error(model, data, site, position, quaternion)
        if np.linalg.norm(error) < tolerance:
            return step
        mj.mj_jacSite(model, data, jac[:3], jac[3:], site)
        dq = jac.T @ np.linalg.solve(jac @ jac.T + damping * np.eye(6), error)
        mj.mj_integratePos(model, data.qpos, np.clip(dq, -0.2, 0.2), 1)
        np.clip(data.qpos, *model.jnt_range.T, out=data.qpos)
    return max_steps


def main():
    model = mj.MjModel.from_xml_string(XML)
    data = mj.MjData(model)
    site = model.site("grip").id
    rng = np.random.default_rng(7)
    answers = []
    for _ in range(10):
        data.qpos = rng.uniform(*(0.6 * model.jnt_range.T))
        mj.mj_kinematics(model, data)
        position, quaternion = data.site("grip").xpos.copy(), np.zeros(4)
        mj.mju_mat2Quat(quaternion, data.site_xmat[site])
        data.mocap_pos[model.body("target").mocapid[0]] = position
        data.qpos = 0.3
        steps = solve(model, data, site, position, quaternion)
        answers.append({"steps": steps, "qpos": data.qpos.tolist(), "self contacts": data.ncon})
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
