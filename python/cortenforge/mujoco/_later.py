"""Names that MuJoCo's package got after 3.5.0: those that this engine can serve, and those that say by name why it cannot."""

import numpy as np

from cortenforge.mujoco import _enums
from cortenforge.mujoco._vfs import MjVfs

mjNPOLY = 2
MJTNUM_BYTES, MJTNUM_DTYPE = 8, np.float64  # the type of real numbers in the engine


def mju_sym2dense(res, mat, rownnz, rowadr, colind):
    """A symmetric matrix, given by the rows of its lower triangle, as a dense one."""
    size = len(rownnz)
    if res.shape != (size, size):
        raise TypeError(f"res has shape {res.shape}; a matrix of {size} rows needs ({size}, {size})")
    res[...] = 0
    for row, (count, start) in enumerate(zip(rownnz, rowadr)):
        columns = colind[start : start + count]
        res[row, columns] = res[columns, row] = mat[start : start + count]


def mj_resetCtrl(m, d):
    """Sets every control to zero."""
    d.ctrl[:] = 0


def mju_threadpool(d, nthread):
    """Accepted for programs that ask for threads inside a step; the numbers are the same, a step runs on one thread here."""


def _inside(kind, size, local):
    """Whether a point in the frame of a simple shape is inside it."""
    shape = _enums.mjtGeom
    radial, axial = np.hypot(local[0], local[1]), abs(local[2])
    if kind == shape.mjGEOM_SPHERE:
        return np.linalg.norm(local) <= size[0]
    if kind == shape.mjGEOM_BOX:
        return bool(np.all(np.abs(local) <= size))
    if kind == shape.mjGEOM_ELLIPSOID:
        return np.sum((local / size) ** 2) <= 1
    if kind == shape.mjGEOM_CYLINDER:
        return radial <= size[0] and axial <= size[1]
    return np.hypot(radial, max(axial - size[1], 0)) <= size[0]  # capsule


def mj_insideSite(m, d, siteid, point):
    """1 if a point is inside a site, else 0."""
    if not 0 <= siteid < m.nsite:
        raise IndexError(f"site {siteid} does not exist; the model has {m.nsite}")
    local = d.site_xmat[siteid].reshape(3, 3).T @ (np.asarray(point, float) - d.site_xpos[siteid])
    return int(_inside(m.site_type[siteid], m.site_size[siteid], local))


# names that programs mention; what they stand for is not there unless a function above serves it
ENUMS = {
    name: _enums.make(name, text)
    for name, text in {
        "mjtActuator": "mjACTUATOR_GENERAL = 0, mjACTUATOR_MOTOR = 1, mjACTUATOR_POSITION = 2, mjACTUATOR_VELOCITY = 3, mjACTUATOR_INTVELOCITY = 4, "
        "mjACTUATOR_DAMPER = 5, mjACTUATOR_CYLINDER = 6, mjACTUATOR_MUSCLE = 7, mjACTUATOR_ADHESION = 8, mjACTUATOR_PID = 9, "
        "mjACTUATOR_ORIENTATION = 10, mjACTUATOR_DCMOTOR = 11",
        "mjtConflict": "mjCONFLICT_WARNING = 0, mjCONFLICT_MERGE = 1, mjCONFLICT_ERROR = 2",
        "mjtCtrlChart": "mjCHART_EXPMAP = 1, mjCHART_QUAT = 2",
        "mjtCtrlInput": "mjINPUT_POS = 1, mjINPUT_VEL = 2, mjINPUT_FF = 4, mjINPUT_VOLTAGE = 8, mjINPUT_NONE = 16, mjINPUT_PRESSURE = 32",
        "mjtEmbed": "mjEMBED_FALSE = 0, mjEMBED_TRUE = 1, mjEMBED_AUTO = 2",
        "mjtFlexSection": "mjFLEXSECTION_CIRCLE = 0, mjFLEXSECTION_BOX = 1",
        "mjtLogLevel": "mjLOG_DEBUG = 0, mjLOG_INFO = 1, mjLOG_WARNING = 2, mjLOG_ERROR = 3",
        "mjtLogTopic": "mjTOPIC_NONE = 0, mjTOPIC_TIME_STP = 1, mjTOPIC_TIME_CMP = 2, mjTOPIC_SLEEP = 3, mjNTOPIC = 3",
        "mjtPassthrough": "mjPASSTHROUGH_NONE = 0, mjPASSTHROUGH_TEXTURES = 1",
        "mjtScaling": "mjSCALING_SIMILAR = 0, mjSCALING_GEOMETRY = 1",
        "mjtTendon": "mjTENDON_FIXED = 0, mjTENDON_SPATIAL = 1",
    }.items()
}

SERVED = {thing.__name__: thing for thing in (MjVfs, mju_sym2dense, mj_resetCtrl, mju_threadpool, mj_insideSite)}
SERVED.update(ENUMS, mjNPOLY=mjNPOLY, MJTNUM_BYTES=MJTNUM_BYTES, MJTNUM_DTYPE=MJTNUM_DTYPE)

# release -> names of the module
_ABSENT = {
    "3.8": "mj_maxContact",
    "3.9": "MjPreContact",
    "3.10": "MjLogConfig MjLogMessage mjtCTimer",
    "3.11": "mj_actuatorInputName",
    "3.16": "MjsAuthored",
    "3.17": "mj_embedAssets mj_loadTexture",
    "4.0": "MjrRendererInfo MjrVertexAttribute mjr_defaultRendererInfo mjr_getRendererInfo mjrIndexType mjrMeshPrimitiveType mjrPixelFormat "
    "mjrVertexAttributeType mjrVertexAttributeUsage mjv_camera2GLCamera",
}
RELEASE = {name: release for release, names in _ABSENT.items() for name in names.split()}


def look_up(name):
    """A later name of the module; AttributeError says which release has it."""
    if name in SERVED:
        return SERVED[name]
    if name in RELEASE:
        raise AttributeError(
            f"'{name}' came with MuJoCo {RELEASE[name]}; CortenForge is MuJoCo 3.5.0 in its numbers and has no counterpart"
        )
    raise AttributeError(f"module 'cortenforge.mujoco' has no attribute '{name}'")
