"""Every solver with every cone and both layouts of the Jacobian: rows, forces, accelerations, cost."""

import itertools
import time

import mujoco as oracle
import numpy as np

import cortenforge.mujoco as corten
from cortenforge.conformance import bars
from cortenforge.conformance.beside import Beside, moved
from cortenforge.conformance.compare import compare_rows
from cortenforge.conformance.difference import Difference, error_of
from cortenforge.conformance.layout import unwritten_rows

SOLVERS = {"Newton": corten.mjtSolver.mjSOL_NEWTON, "CG": corten.mjtSolver.mjSOL_CG, "PGS": corten.mjtSolver.mjSOL_PGS}
CONES = {"pyramidal": corten.mjtCone.mjCONE_PYRAMIDAL, "elliptic": corten.mjtCone.mjCONE_ELLIPTIC}
JACOBIANS = {"dense": corten.mjtJacobian.mjJAC_DENSE, "sparse": corten.mjtJacobian.mjJAC_SPARSE}
COMBINATIONS = tuple(itertools.product(SOLVERS, CONES, JACOBIANS))
COST = 1e-9


def contact_forces(engine, model, data):
    """Force and torque of every contact, in its frame. A contact whose rows found no memory has none: the oracle keeps the address of
    rows that stood there before, and reads what has become of them."""
    forces = np.zeros((data.ncon, 6))
    for i in np.flatnonzero(data.contact.efc_address < data.nefc):
        engine.mj_contactForce(model, data, i, forces[i])
    return forces


def cost_at(model, data, qacc):
    """What the solvers minimise, by the oracle's own functions; `data` is scratch."""
    jar, inertial, cost = np.zeros(data.nefc), np.zeros(model.nv), np.zeros(1)
    oracle.mj_mulJacVec(model, data, jar, qacc)
    oracle.mj_mulM(model, data, inertial, qacc)
    oracle.mj_constraintUpdate(model, data, jar - data.efc_aref, cost, 0)
    return cost[0] + 0.5 * np.dot(inertial - data.qfrc_smooth, qacc - data.qacc_smooth)


def _choose(models, solver, cone, jacobian):
    for model in models:
        model.opt.solver, model.opt.cone, model.opt.jacobian = (
            int(SOLVERS[solver]),
            int(CONES[cone]),
            int(JACOBIANS[jacobian]),
        )


class SolverSweep:
    """Compares one model; what it finds is in `differences` and, per combination, in `table`."""

    def __init__(self, ours_model, theirs_model, states, seconds):
        self.models = ours_model, theirs_model
        self.states, self.seconds = states, seconds
        self.ours, self.theirs = corten.MjData(ours_model), oracle.MjData(theirs_model)
        self.scratch, self.beside = oracle.MjData(theirs_model), Beside(theirs_model, 1)
        self.differences, self.table = [], []

    def run(self, say):
        """All combinations at the first state, then at the next ones while there is time."""
        kept = [(o.solver, o.cone, o.jacobian) for o in (m.opt for m in self.models)]
        rows = {
            c: {"solver": " ".join(c), "states": 0, "qacc": 0.0, "force": 0.0, "own qacc": 0.0, "cost": 0.0}
            for c in COMBINATIONS
        }
        begin = time.perf_counter()
        for number, state in enumerate(self.states):
            if number > 0 and time.perf_counter() - begin > self.seconds:
                break
            for combination in COMBINATIONS:
                say(f"oracle solvers {' '.join(combination)} at {state.name}")
                _choose(self.models, *combination)
                self._compare(state, combination, rows[combination], say)
        self.table = list(rows.values())
        for model, (solver, cone, jacobian) in zip(self.models, kept):
            model.opt.solver, model.opt.cone, model.opt.jacobian = solver, cone, jacobian

    def _compare(self, state, combination, row, say):
        ours_model, theirs_model = self.models
        state.set(ours_model, self.ours, theirs_model, self.theirs)
        oracle.mj_forward(theirs_model, self.theirs)
        say(f"corten solvers {' '.join(combination)} at {state.name}")
        corten.mj_forward(ours_model, self.ours)
        row["states"] += 1
        label = f"{' '.join(combination)} at {state.name}: "
        found = compare_rows(self.ours, self.theirs, theirs_model)
        if all(d.ok for d in found) and not unwritten_rows(theirs_model, self.theirs).any():
            found += self._compare_forces(combination[0], row)
        for d in found:
            d.note = label + d.note
        self.differences.append(found)

    def _compare_forces(self, solver, row):
        ours_model, theirs_model = self.models
        neighbour = self.beside.one(self.theirs)
        bar = bars.NEWTON if solver == "Newton" else bars.OTHER_SOLVER
        found = []
        for field, ours, value in (
            ("qacc", self.ours.qacc, lambda d: d.qacc.copy()),
            ("qfrc_constraint", self.ours.qfrc_constraint, lambda d: d.qfrc_constraint.copy()),
            ("efc_force", self.ours.efc_force, lambda d: d.efc_force.copy()),
            (
                "contact forces",
                contact_forces(corten, ours_model, self.ours),
                lambda d: contact_forces(oracle, theirs_model, d),
            ),
        ):
            error, note = error_of(ours, value(self.theirs))
            found.append(Difference(field, error, bar, note, moved(neighbour, self.theirs, value)))
            self._explain(found[-1], value)
        row["qacc"], row["own qacc"] = max(row["qacc"], found[0].error), max(row["own qacc"], found[0].sensitivity)
        row["force"] = max(row["force"], *(d.error for d in found[1:]))
        return found + [self._compare_cost(row)]

    def _explain(self, difference, value):
        """Looks at more neighbours when one is not enough."""
        self._widen(difference, lambda neighbour: moved(neighbour, self.theirs, value))

    def _widen(self, difference, movement):
        for neighbour in () if difference.ok else self.beside.several(self.theirs):
            difference.sensitivity = max(difference.sensitivity, movement(neighbour))
            if difference.ok:
                break

    def _compare_cost(self, row):
        if self.theirs.nefc == 0:
            return Difference("cost", 0.0, COST)
        theirs_model = self.models[1]
        oracle.mj_copyData(self.scratch, theirs_model, self.theirs)
        theirs = cost_at(theirs_model, self.scratch, self.theirs.qacc)
        ours = cost_at(theirs_model, self.scratch, self.ours.qacc)
        excess = (ours - theirs) / max(1.0, abs(theirs))
        row["cost"] = max(row["cost"], excess)
        difference = Difference("cost", max(0.0, excess), COST, f"{ours:.17g} instead of {theirs:.17g}")
        self._widen(
            difference,
            lambda neighbour: abs(cost_at(theirs_model, self.scratch, neighbour.qacc) - theirs) / max(1.0, abs(theirs)),
        )
        return difference
