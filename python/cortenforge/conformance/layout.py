"""Whether constraint rows are kept dense or sparse, and which of them the oracle does not define."""

import numpy as np

from cortenforge.mujoco._enums import ALL as ENUMS

mjtJacobian, mjtCone = ENUMS["mjtJacobian"], ENUMS["mjtCone"]


def is_sparse(model):
    jacobian = model.opt.jacobian
    return jacobian == mjtJacobian.mjJAC_SPARSE or (jacobian == mjtJacobian.mjJAC_AUTO and model.nv >= 60)


def unwritten_rows(model, data):
    """Rows that the oracle builds from memory nobody has written: the rotation of flex contacts in sparse Jacobians
    (docs/oracle_quirks.md)."""
    rows = np.zeros(data.nefc, bool)
    if not is_sparse(model):
        return rows
    elliptic = model.opt.cone == mjtCone.mjCONE_ELLIPTIC
    contact = data.contact
    for i in np.flatnonzero((contact.dim > 3) & (contact.flex >= 0).any(axis=1) & (contact.efc_address >= 0)):
        dim, first = contact.dim[i], contact.efc_address[i]
        rows[first + (3 if elliptic else 4) : first + (dim if elliptic else 2 * (dim - 1))] = True
    return rows
