"""Programs of other people, run in processes of their own: on MuJoCo, and unmodified on CortenForge through the shim."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

PROGRAMS = pathlib.Path(__file__).parent / "programs"
SHIM = ("-m", "cortenforge.shim")


def start(program, *arguments, shim):
    """A running program of tests/clients/programs."""
    command = [sys.executable, *(SHIM if shim else ()), str(PROGRAMS / program), *map(str, arguments)]
    environment = {**os.environ, "MUJOCO_GL": "disable", "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(process):
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 0, output
    return output


class Runs:
    """What one program recorded: on MuJoCo, on MuJoCo from a disturbed start, and on CortenForge."""

    def __init__(self, program, folder):
        ways = {"oracle": ((), False), "disturbed": (("--disturb",), False), "ours": ((), True)}
        running = {
            way: start(program, folder / f"{way}.npz", *options, shim=shim) for way, (options, shim) in ways.items()
        }
        for process in running.values():
            finish(process)
        self.oracle, self.disturbed, self.ours = (np.load(folder / f"{way}.npz") for way in ways)

    def compare(self, name, tolerance, chaos):
        """Steps compared of one trajectory. Chaos is what the oracle itself shows: from where its disturbed run is off by more
        than that bound, rounding decides and nothing can be compared."""
        theirs, disturbed, ours = self.oracle[name], self.disturbed[name], self.ours[name]
        both = min(len(theirs), len(disturbed))
        shown = np.flatnonzero(difference(disturbed[:both], theirs[:both]) > chaos)
        last = shown[0] if len(shown) else both
        if not len(shown) and len(disturbed) == len(theirs):
            assert len(ours) == len(theirs)
        last = min(last, len(ours))
        wrong = difference(ours[:last], theirs[:last])
        assert not np.any(wrong > tolerance), (
            f"{name}: step {np.argmax(wrong > tolerance)} of {last}, largest {wrong.max():.2g}"
        )
        return last


def difference(ours, theirs):
    """Largest relative error of each row."""
    return (np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))).reshape(len(theirs), -1).max(axis=1, initial=0)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return lambda name: tmp_path_factory.mktemp(name)
