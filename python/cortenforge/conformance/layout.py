"""Whether constraint rows are kept dense or sparse."""

from cortenforge.mujoco._enums import ALL as ENUMS

mjtJacobian = ENUMS["mjtJacobian"]


def is_sparse(model):
    jacobian = model.opt.jacobian
    return jacobian == mjtJacobian.mjJAC_SPARSE or (jacobian == mjtJacobian.mjJAC_AUTO and model.nv >= 60)
