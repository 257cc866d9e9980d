"""Pulling and turning a selected body by hand."""

import numpy as np

from cortenforge import _core
from cortenforge._core import FatalError, mju_mulQuat, mju_negQuat, mju_quat2Vel, mju_rotVecQuat
from cortenforge.mujoco._enums import mjtJoint, mjtMouse, mjtObj, mjtPertBit
from cortenforge.mujoco._visual_camera import aligned, drag, mjv_cameraInModel, mjv_frustumHeight, turn, turned

__all__ = ["mjv_applyPerturbForce", "mjv_applyPerturbPose", "mjv_initPerturb", "mjv_movePerturb"]

_RELATIVE = (mjtMouse.mjMOUSE_MOVE_V_REL, mjtMouse.mjMOUSE_MOVE_H_REL)
_MOVE = (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_H)
_ROTATE = (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H)


def _selected(m, pert):
    return 0 < pert.select < m.nbody


def _inertial_quat(m, d, body):
    quat = np.zeros(4)
    mju_mulQuat(quat, d.xquat[body], m.body_iquat[body])
    return quat


def _grip(d, pert):
    """The selected point in the world."""
    return d.xpos[pert.select] + d.xmat[pert.select].reshape(3, 3) @ pert.localpos


def _local_mass(m, d, body, point):
    """Mass felt at a point: the inverse of its mean mobility."""
    jac, solved = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    _core.mj_jac(m, d, jac, None, point, body)
    _core.mj_solveM(m, d, solved, jac)
    mobility = np.trace(jac @ solved.T)
    return 3 / max(mobility, 1e-15) if m.nv else 0.0


def mjv_initPerturb(m, d, scn, pert):
    """Takes hold of the selected body where it is."""
    if not _selected(m, pert):
        return
    body, head, forward, up = pert.select, np.zeros(3), np.zeros(3), np.zeros(3)
    grip = _grip(d, pert)
    pert.refpos, pert.refquat, pert.refselpos = d.xipos[body], _inertial_quat(m, d, body), grip
    pert.localmass = _local_mass(m, d, body, grip)
    mjv_cameraInModel(head, forward, up, scn)
    pert.scale = mjv_frustumHeight(scn) * ((grip - head) @ forward)


def mjv_movePerturb(m, d, action, reldx, reldy, scn, pert):
    """Moves what the body is pulled to with the mouse."""
    if action in _ROTATE:
        pert.refquat = turned(pert.refquat, aligned(turn(action, reldx, reldy), scn), 2 * np.pi)
    elif action in _MOVE:
        _shift(pert, pert.scale * aligned(drag(action, reldx, reldy), scn))
    elif action in _RELATIVE:
        local = [0, reldx, reldy] if action == mjtMouse.mjMOUSE_MOVE_V_REL else [reldy, reldx, 0]
        _shift(pert, pert.scale * (d.xmat[pert.select].reshape(3, 3) @ local))
    elif action != mjtMouse.mjMOUSE_ZOOM:
        raise FatalError(f"mjv_movePerturb: no movement has the number {int(action)}")


def _shift(pert, by):
    pert.refpos = pert.refpos + by
    pert.refselpos = pert.refselpos + by


def mjv_applyPerturbForce(m, d, pert):
    """A spring-damper from the selected body to where it is pulled, in xfrc_applied."""
    active = pert.active | pert.active2
    if not active or not _selected(m, pert):
        return
    body, velocity = pert.select, np.zeros(6)
    _core.mj_objectVelocity(m, d, mjtObj.mjOBJ_BODY, body, velocity, 0)
    angular, linear = velocity[:3], velocity[3:]
    stiffness, mobility = m.vis.map.stiffnessrot, max(m.body_invweight0[body, 1], 1e-15)
    if active & mjtPertBit.mjPERT_TRANSLATE:
        force, torque, direction = _pull(m, d, pert, angular, linear)
        twist = direction * (angular @ direction)  # about the line of the pull, which the force cannot stop
        d.xfrc_applied[body] = [*force, *(torque - np.sqrt(stiffness) / mobility * twist)]
    if active & mjtPertBit.mjPERT_ROTATE:
        opposite, difference, rotation = np.zeros(4), np.zeros(4), np.zeros(3)
        mju_negQuat(opposite, _inertial_quat(m, d, body))
        mju_mulQuat(difference, pert.refquat, opposite)
        mju_quat2Vel(rotation, difference, 1)
        d.xfrc_applied[body, 3:] = (stiffness * rotation - np.sqrt(stiffness) * angular) / mobility


def _pull(m, d, pert, angular, linear):
    """Force at the grip, its torque about the centre of mass, and the direction of the pull."""
    grip, centre, stiffness = _grip(d, pert), d.xipos[pert.select], m.vis.map.stiffness
    towards = pert.refselpos - grip
    speed = linear + np.cross(angular, grip - centre)
    force = pert.localmass * (stiffness * towards - np.sqrt(stiffness) * speed)
    return force, np.cross(grip - centre, force), towards / max(np.linalg.norm(towards), 1e-15)


def _body_pose(m, body, pos, quat):
    """The pose of a body whose inertial frame has a pose."""
    opposite, body_quat, offset = np.zeros(4), np.zeros(4), np.zeros(3)
    mju_negQuat(opposite, m.body_iquat[body])
    mju_mulQuat(body_quat, quat, opposite)
    mju_rotVecQuat(offset, m.body_ipos[body], body_quat)
    return pos - offset, body_quat


def mjv_applyPerturbPose(m, d, pert, flg_paused):
    """Puts the selected body where it is pulled, if it may jump: a mocap body, or a free one while the simulation is paused."""
    if not (pert.active | pert.active2) or not _selected(m, pert):
        return
    body = pert.select
    if m.body_mocapid[body] >= 0:
        d.mocap_pos[m.body_mocapid[body]], d.mocap_quat[m.body_mocapid[body]] = _body_pose(m, body, pert.refpos, pert.refquat)
    elif flg_paused and m.body_jntnum[body] == 1 and m.jnt_type[m.body_jntadr[body]] == mjtJoint.mjJNT_FREE:
        adr = m.jnt_qposadr[m.body_jntadr[body]]
        d.qpos[adr:adr + 3], d.qpos[adr + 3:adr + 7] = _body_pose(m, body, pert.refpos, pert.refquat)
