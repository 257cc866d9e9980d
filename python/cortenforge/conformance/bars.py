"""How close is close enough: the bars of the design, and what cannot be compared at all."""

import fnmatch

EXACT = 0.0
SMOOTH = 1e-10  # compiled numbers, everything before the solver
MESH = 1e-8  # compiled numbers that come from meshes
LENGTH_RANGE = 1e-6  # from the length-range simulation
NEWTON = 1e-8  # what the solver computes
OTHER_SOLVER = 1e-6
TRAJECTORY = 1e-6

# fields the solver or anything after it writes
AFTER_SOLVER = (
    "qacc",
    "qacc_warmstart",
    "efc_force",
    "efc_b",
    "qfrc_constraint",
    "qfrc_inverse",
    "cacc",
    "cfrc_int",
    "cfrc_ext",
    "iacc",
    "iefc_force",
    "ifrc_constraint",
    "contact.H",
    "sensordata",
    "solver_fwdinv",
    "history",
)

# field: why it is not compared
NOT_COMPARED = {
    "nbuffer": "memory of the implementation",
    "signature": "a hash of the oracle's own specification tree; only equality between a spec and its model matters",
    "plugin_data": "an address",
    "plugin": "slots of a registry, in the order of loading; the C++ tests compare by name",
    "maxuse_*": "memory of the implementation",
    "solver_niter": "iterations, not results",
    "solver_nnz": "iterations, not results",
    "solver_fwdinv": "statistics of the solver",
    "efc_b": "scratch of the dual solvers",
    "qH": "scratch of the integrators",
    "qHDiagInv": "scratch of the integrators",
    "qLU": "scratch of the integrators",
    "qDeriv": "scratch of the integrators",
}


def compared(field):
    return not any(fnmatch.fnmatchcase(field, pattern) for pattern in NOT_COMPARED)


def compile_bar(field, is_real, has_meshes):
    if not is_real:
        return EXACT
    if field == "actuator_lengthrange":
        return LENGTH_RANGE
    return MESH if has_meshes else SMOOTH


def forward_bar(field, is_real, constrained, newton):
    if not is_real:
        return EXACT
    if constrained and field in AFTER_SOLVER:
        return NEWTON if newton else OTHER_SOLVER
    return SMOOTH
