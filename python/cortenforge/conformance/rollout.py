"""A trajectory beside the oracle's, with the oracle's own sensitivity beside that."""

import mujoco as oracle
import numpy as np

import cortenforge.mujoco as corten
from cortenforge.conformance import bars
from cortenforge.conformance.beside import Beside, nudge
from cortenforge.conformance.difference import Difference, error_of
from cortenforge.conformance.states import ALL_STATE, State, state_of

FIELDS = ("qpos", "qvel", "act", "time", "sensordata")
ONE_STEP = 1e-9  # accelerations may differ by 1e-8, and a step is well below 0.1 s


def _errors(ours, theirs, bar):
    return [Difference(name, *_with_bar(error_of(getattr(ours, name), getattr(theirs, name)), bar)) for name in FIELDS]


def _with_bar(error_and_note, bar):
    error, note = error_and_note
    return error, bar, note


def _worst(differences):
    return max(d.error for d in differences)


class Rollout:
    """Steps both engines. When they are farther apart than the bar, the oracle takes our last step from our own state: if it
    lands where we did, as exactly as its own neighbours do, two states of the oracle have parted, and both go on from ours.
    Neighbours of that step are tried until one explains the difference, or none of a few does."""

    def __init__(self, ours_model, theirs_model, seed):
        self.models = ours_model, theirs_model
        self.ours, self.theirs, self.beside = (
            corten.MjData(ours_model),
            oracle.MjData(theirs_model),
            oracle.MjData(theirs_model),
        )
        self.start, self.neighbours = oracle.MjData(theirs_model), Beside(theirs_model, seed, oracle.mj_step)
        self.rng = np.random.default_rng(seed)
        self.differences = []  # one list per step
        self.error = self.sensitivity = 0.0  # largest of all steps: ours, and the oracle's own
        self.partings = 0

    def run(self, steps):
        ours_model, theirs_model = self.models
        State(0).set(ours_model, self.ours, theirs_model, self.theirs)
        self.theirs.ctrl[:] = self.ours.ctrl[:] = 0.1 * self.rng.standard_normal(theirs_model.nu)
        oracle.mj_copyData(self.beside, theirs_model, self.theirs)
        nudge(theirs_model, self.beside, self.rng)
        for _ in range(steps):
            self._step()

    def _step(self):
        ours_model, theirs_model = self.models
        before = state_of(ours_model, self.ours), np.array(self.ours.energy)  # sensors of energy lag by a step
        oracle.mj_step(theirs_model, self.theirs)
        oracle.mj_step(theirs_model, self.beside)
        corten.mj_step(ours_model, self.ours)
        self.sensitivity = max(self.sensitivity, _worst(_errors(self.beside, self.theirs, bars.TRAJECTORY)))
        found = _errors(self.ours, self.theirs, bars.TRAJECTORY)
        self.error = max(self.error, _worst(found))
        if not all(d.ok for d in found):
            found = self._part(before)
        self.differences.append(found)

    def _part(self, before):
        """The oracle's step from our state; both oracles go on from where it lands."""
        theirs_model = self.models[1]
        state, energy = before
        oracle.mj_copyData(self.start, theirs_model, self.theirs)  # flags of what has been computed
        oracle.mj_setState(theirs_model, self.start, state, ALL_STATE)
        self.start.energy[:] = energy
        oracle.mj_copyData(self.theirs, theirs_model, self.start)
        oracle.mj_step(theirs_model, self.theirs)
        oracle.mj_copyData(self.beside, theirs_model, self.neighbours.one(self.start))
        self.partings += 1
        found = _errors(self.ours, self.theirs, ONE_STEP)
        for neighbour in self.neighbours.several(self.start):
            if all(d.ok for d in found):
                break
            for difference, own in zip(found, _errors(neighbour, self.theirs, ONE_STEP)):
                difference.sensitivity = max(difference.sensitivity, own.error)
        return found
