"""Abstract cameras: where they stand and what they see, moving them, and the model's place in the room."""

import math

import numpy as np

from cortenforge._core import FatalError, mju_mulQuat, mju_negQuat, mju_rotVecQuat
from cortenforge.mujoco import _constants
from cortenforge.mujoco._enums import mjtCamera, mjtMouse, mjtProjection
from cortenforge.mujoco._visual_structs import MjvGLCamera

__all__ = [
    "mjv_alignToCamera",
    "mjv_averageCamera",
    "mjv_cameraFrame",
    "mjv_cameraFrustum",
    "mjv_cameraInModel",
    "mjv_cameraInRoom",
    "mjv_frustumHeight",
    "mjv_model2room",
    "mjv_moveCamera",
    "mjv_moveModel",
    "mjv_room2model",
    "mjv_updateCamera",
]

_VERTICAL = (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_V_REL, mjtMouse.mjMOUSE_ROTATE_V)
_ROTATE = (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H)
_MOVE = (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_H)
_MOVE_REL = (mjtMouse.mjMOUSE_MOVE_V_REL, mjtMouse.mjMOUSE_MOVE_H_REL)


def _unit(vector):
    length = np.linalg.norm(vector)
    return vector / length if length > _constants.mjMINVAL else np.array([1.0, 0, 0])


def _rotated(vector, quat):
    result = np.zeros(3)
    mju_rotVecQuat(result, np.asarray(vector, float), np.asarray(quat, float))
    return result


def _transform(scn):
    """Scale, translation, rotation and its opposite, of the model in the room."""
    rotate, opposite = scn.rotate.astype(float), np.zeros(4)
    if scn.scale < _constants.mjMINVAL or np.linalg.norm(rotate) < _constants.mjMINVAL:
        raise FatalError("mjv_room2model: the scene has no scale above zero")
    mju_negQuat(opposite, rotate)
    return float(scn.scale), scn.translate.astype(float), rotate, opposite


def mjv_room2model(modelpos, modelquat, roompos, roomquat, scn):
    """A pose in the room, seen from the model."""
    scale, translate, _, opposite = _transform(scn)
    mju_mulQuat(modelquat, opposite, roomquat)
    modelpos[:] = _rotated(np.asarray(roompos, float) - translate, opposite) / scale


def mjv_model2room(roompos, roomquat, modelpos, modelquat, scn):
    """A pose in the model, seen from the room; unlike in mjv_room2model the translation is scaled too, as in MuJoCo."""
    scale, translate, rotate, _ = _transform(scn)
    mju_mulQuat(roomquat, rotate, modelquat)
    roompos[:] = scale * (_rotated(modelpos, rotate) + translate)


def mjv_cameraInRoom(headpos, forward, up, scn):
    """Head of the viewer: the middle of both eyes."""
    left, right = scn.camera
    if min(left.frustum_near, right.frustum_near) < _constants.mjMINVAL:
        raise FatalError("mjv_cameraInRoom: the scene has no camera yet; call mjv_updateScene first")
    headpos[:] = 0.5 * (left.pos.astype(float) + right.pos)
    forward[:] = _unit(0.0 + left.forward + right.forward.astype(float))
    up[:] = _unit(0.0 + left.up + right.up.astype(float))


def mjv_cameraInModel(headpos, forward, up, scn):
    """Head of the viewer, seen from the model."""
    mjv_cameraInRoom(headpos, forward, up, scn)
    if not scn.enabletransform:
        return
    scale, translate, _, opposite = _transform(scn)
    headpos[:] = _rotated(headpos - translate, opposite) / scale
    forward[:], up[:] = _rotated(forward, opposite), _rotated(up, opposite)


def mjv_frustumHeight(scn):
    """Height of the picture at unit distance; of a parallel projection, at any."""
    if scn.camera[0].frustum_near < _constants.mjMINVAL:
        raise FatalError("mjv_frustumHeight: the scene has no camera yet; call mjv_updateScene first")
    heights = [
        (np.float64(eye.frustum_top) - eye.frustum_bottom) / (1 if eye.orthographic else eye.frustum_near)
        for eye in scn.camera
    ]
    return float(np.float32(0.5 * sum(heights)))


def mjv_alignToCamera(res, vec, forward):
    """A vector turned in the horizontal plane so that y points where the camera looks."""
    x, y = _unit(np.array([forward[0], forward[1], 0.0]))[:2]
    res[:] = vec[0] * y + vec[1] * x, -vec[0] * x + vec[1] * y, vec[2]


def mjv_averageCamera(cam1, cam2):
    """The camera between two."""
    middle = MjvGLCamera()
    forward = _unit(cam1.forward.astype(float) + cam2.forward)
    up = cam1.up.astype(float) + cam2.up
    middle.pos = 0.5 * (cam1.pos.astype(float) + cam2.pos)
    middle.forward, middle.up = forward, _unit(up - forward * (up @ forward))
    for name in ("center", "width", "bottom", "top", "near", "far"):
        setattr(middle, f"frustum_{name}", 0.5 * (getattr(cam1, f"frustum_{name}") + getattr(cam2, f"frustum_{name}")))
    middle.orthographic = int(cam1.orthographic or cam2.orthographic)
    return middle


def _orbit(cam):
    """Head, forward, up and right of a camera that looks at a point."""
    azimuth, elevation = math.radians(cam.azimuth), math.radians(cam.elevation)
    ca, sa, ce, se = math.cos(azimuth), math.sin(azimuth), math.cos(elevation), math.sin(elevation)
    forward, up, right = np.array([ce * ca, ce * sa, se]), np.array([-se * ca, -se * sa, ce]), np.array([sa, -ca, 0.0])
    return cam.lookat - cam.distance * forward, forward, up, right


def mjv_cameraFrame(headpos, forward, up, right, d, cam):
    """Place and axes of an abstract camera."""
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        if not 0 <= cam.fixedcamid < d.model.ncam:
            raise FatalError("mjv_cameraFrame: there is no fixed camera of this id")
        mat = d.cam_xmat[cam.fixedcamid].reshape(3, 3)
        headpos[:], forward[:], up[:], right[:] = d.cam_xpos[cam.fixedcamid], -mat[:, 2], mat[:, 1], mat[:, 0]
    elif cam.type in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_TRACKING):
        headpos[:], forward[:], up[:], right[:] = _orbit(cam)
    else:
        raise FatalError("mjv_cameraFrame: type is not one of mjtCamera")


def mjv_cameraFrustum(zver, zhor, zclip, m, cam):
    """Half heights (down, up) and half widths (left, right) of the picture at the near plane, near and far plane."""
    fixed = cam.type == mjtCamera.mjCAMERA_FIXED
    i = cam.fixedcamid
    near = np.float32(m.vis.map.znear * m.stat.extent)
    zclip[:] = near, m.vis.map.zfar * m.stat.extent
    orthographic = m.cam_projection[i] == mjtProjection.mjPROJ_ORTHOGRAPHIC if fixed else cam.orthographic
    fovy = m.cam_fovy[i] if fixed else m.vis.global_.fovy
    zhor[:] = 0
    if fixed and m.cam_sensorsize[i].all() and not orthographic:
        fx, fy, cx, cy = m.cam_intrinsic[i].astype(float)
        width, height = m.cam_sensorsize[i].astype(float)
        zhor[:] = near / fx * (0.5 * width - cx), near / fx * (0.5 * width + cx)
        zver[:] = near / fy * (0.5 * height - cy), near / fy * (0.5 * height + cy)
    elif orthographic:
        zver[:] = 0.5 * fovy
    else:
        zver[:] = near * math.tan(math.radians(0.5 * fovy))


def mjv_updateCamera(m, d, cam, scn):
    """Sets both eyes of a scene from an abstract camera; a tracking camera looks at its body."""
    if cam.type == mjtCamera.mjCAMERA_USER:
        return
    if cam.type == mjtCamera.mjCAMERA_TRACKING:
        cam.lookat = d.subtree_com[cam.trackbodyid]
    head, forward, up, right = (np.zeros(3) for _ in range(4))
    zver, zhor, zclip = (np.zeros(2, np.float32) for _ in range(3))
    mjv_cameraFrame(head, forward, up, right, d, cam)
    mjv_cameraFrustum(zver, zhor, zclip, m, cam)
    fixed = cam.type == mjtCamera.mjCAMERA_FIXED
    ipd = m.cam_ipd[cam.fixedcamid] if fixed else m.vis.global_.ipd
    for eye, side in zip(scn.camera, (-0.5, 0.5)):
        eye.pos, eye.forward, eye.up = head + side * ipd * right, forward, up
        eye.frustum_bottom, eye.frustum_top = -zver[0], zver[1]
        eye.frustum_center, eye.frustum_width = 0.5 * (zhor[1] - zhor[0]), 0.5 * (zhor[1] + zhor[0])
        eye.frustum_near, eye.frustum_far = zclip
        eye.orthographic = int(
            m.cam_projection[cam.fixedcamid] == mjtProjection.mjPROJ_ORTHOGRAPHIC if fixed else cam.orthographic
        )


def aligned(vector, scn, in_model=True):
    head, forward, up, result = (np.zeros(3) for _ in range(4))
    (mjv_cameraInModel if in_model else mjv_cameraInRoom)(head, forward, up, scn)
    mjv_alignToCamera(result, vector, forward)
    return result


def _aligned_for(vector, scn, cam):
    """A vector turned to where the scene's camera looks; without a scene, to where the free camera does."""
    if scn is not None:
        return aligned(vector, scn)
    result = np.zeros(3)
    mjv_alignToCamera(result, vector, _orbit(cam)[1])
    return result


def drag(action, reldx, reldy):
    """A movement of the mouse as a vector: x to the right, y away, z up."""
    return np.array([reldx, 0, -reldy] if action in _VERTICAL else [reldx, -reldy, 0])


def turn(action, reldx, reldy):
    """A movement of the mouse as an axis of rotation, as long as the movement."""
    return np.array([reldy, 0, reldx] if action in _VERTICAL else [reldy, reldx, 0])


def turned(quat, axis, full):
    """A rotation after another about an axis; a movement over the whole picture turns by the full angle."""
    result, step = np.zeros(4), np.zeros(4)
    angle = full * np.linalg.norm(axis)
    step[0], step[1:] = math.cos(angle / 2), math.sin(angle / 2) * _unit(axis)
    mju_mulQuat(result, step, np.asarray(quat, float))
    return result / np.linalg.norm(result)


def _picture_height(m, scn):
    """Height of the picture at unit distance: of the scene, or without one of the model's free camera."""
    return mjv_frustumHeight(scn) if scn is not None else 2 * math.tan(math.radians(m.vis.global_.fovy) / 2)


def mjv_moveCamera(m, action, reldx, reldy, scn=None, cam=None):
    """Moves a free camera with the mouse; a tracking one turns and zooms, a fixed one stays. Later releases leave scn out."""
    if cam is None:
        scn, cam = None, scn
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        return
    extent = m.stat.extent
    tracking = cam.type == mjtCamera.mjCAMERA_TRACKING
    if action in _ROTATE:
        cam.azimuth -= reldx * 180
        cam.elevation -= reldy * 180
    elif action in _MOVE and not tracking:
        size = _picture_height(m, scn) * cam.distance
        cam.lookat -= size * _aligned_for(drag(action, reldx, reldy), scn, cam)
    elif action in _MOVE_REL and not tracking:
        _, forward, up, right = _orbit(cam)
        cam.lookat += reldx * right + reldy * (up if action in _VERTICAL else forward)
    elif action == mjtMouse.mjMOUSE_ZOOM:
        cam.distance -= math.log(1 + cam.distance / extent / 3) * reldy * 9 * extent
    elif action not in (*_MOVE, *_MOVE_REL):
        raise FatalError(f"mjv_moveCamera: no movement has the number {int(action)}")
    cam.azimuth -= 360 * round(cam.azimuth / 360) if abs(cam.azimuth) > 180 else 0
    cam.elevation = min(max(cam.elevation, -89.0), 89.0)
    cam.distance = min(max(cam.distance, 0.01 * extent), 100 * extent)


def mjv_moveModel(m, action, reldx, reldy, roomup, scn):
    """Moves the model in the room with the mouse, if the scene has a room."""
    if not scn.enabletransform:
        return
    if action in _ROTATE:
        scn.rotate = turned(scn.rotate, aligned(turn(action, reldx, reldy), scn, in_model=False), math.pi)
    elif action in (*_MOVE, *_MOVE_REL):
        scn.translate = scn.translate + m.stat.extent * aligned(drag(action, reldx, reldy), scn, in_model=False)
    elif action == mjtMouse.mjMOUSE_ZOOM:
        scn.scale += math.log(1 + scn.scale / 3) * reldy * 3
        scn.scale = min(max(scn.scale, 0.01), 100.0)
    else:
        raise FatalError(f"mjv_moveModel: no movement has the number {int(action)}")
