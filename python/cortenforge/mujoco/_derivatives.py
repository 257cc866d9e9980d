"""Finite differences in the forms of both 3.5.0 and later releases."""

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _api


def mjd_inverseFD(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq):
    """Derivatives of inverse dynamics, sensors and inertia; rows are inputs. DmDq is (nv, nM) in the order of qM, or
    (nv, nC) in the order of M, the form of later releases."""
    fits = isinstance(m, _core.Model) and np.shape(DmDq) == (m.nv, m.nC)
    rows = fits and (m.nC != m.nM or _api.version() != "3.5.0")
    inertia = np.zeros((m.nv, m.nM)) if rows else DmDq
    _core.mjd_inverseFD(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, inertia)
    if rows:
        DmDq[...] = inertia[:, m.mapM2M]
