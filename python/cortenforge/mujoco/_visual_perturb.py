"""Pulling and turning a selected body by hand."""

import numpy as np

from cortenforge import _core
from cortenforge._core import FatalError
from cortenforge.mujoco._enums import mjtMouse
from cortenforge.mujoco._pictures import rows
from cortenforge.mujoco._visual_camera import aligned, drag, mjv_cameraInModel, mjv_frustumHeight, turn, turned

__all__ = ["mjv_applyPerturbForce", "mjv_applyPerturbPose", "mjv_initPerturb", "mjv_movePerturb"]

_RELATIVE = (mjtMouse.mjMOUSE_MOVE_V_REL, mjtMouse.mjMOUSE_MOVE_H_REL)
_MOVE = (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_H)
_ROTATE = (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H)


def mjv_initPerturb(m, d, scn, pert):
    """Takes hold of the selected body where it is."""
    if not 0 < pert.select < m.nbody:
        return
    _core.init_perturb(m, d, rows(pert))
    head, forward, up = np.zeros(3), np.zeros(3), np.zeros(3)
    mjv_cameraInModel(head, forward, up, scn)
    pert.scale = mjv_frustumHeight(scn) * ((pert.refselpos - head) @ forward)


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
    _core.apply_perturb_force(m, d, rows(pert))


def mjv_applyPerturbPose(m, d, pert, flg_paused):
    """Puts the selected body where it is pulled, if it may jump: a mocap body, or a free one while the simulation is paused."""
    _core.apply_perturb_pose(m, d, rows(pert), bool(flg_paused))
