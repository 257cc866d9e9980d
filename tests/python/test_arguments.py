"""Arguments of every kind are taken or refused as the oracle does: wrong scalars, shapes, memory, sizes. Judge: oracle."""

import re
import warnings

import mujoco
import numpy as np
import pytest
from test_whole_surface import FUNCTIONS, arguments

import cortenforge.mujoco as corten

# print, write files, end the process in the oracle, or differ by chance
LEFT_OUT = {"mju_printMat", "mju_printMatSparse", "mju_writeLog", "mju_raySkin", "mju_standardNormal", "mju_rayGeom"}
NAMES = [name for name in FUNCTIONS if name.startswith(("mju_", "mjd_")) and name not in LEFT_OUT]


def plain(argument):
    """A value that fits the description of an argument."""
    kind = argument.split(":", 1)[1]
    shape = re.search(r'"\[(\w+), (\w+)\]"', kind)
    if shape:
        scalar = np.int32 if "int32" in kind else np.float32 if "float32" in kind else np.float64
        rows = int(shape[1]) if shape[1].isdigit() else 3
        return np.zeros(rows if shape[2] == "1" else (3, 3), scalar)
    return 1 if "int" in kind else 0.5 if "float" in kind else "xyz" if "str" in kind else None


def read_only(array):
    array.flags.writeable = False
    return array


ODD = {
    "nothing": lambda x: None,
    "text": lambda x: "a",
    "another scalar": lambda x: x.astype(np.float32 if x.dtype != np.float32 else float),
    "complex": lambda x: x.astype(complex),
    "read only": lambda x: read_only(x.copy()),
    "a list": lambda x: x.tolist(),
    "too long": lambda x: np.zeros(x.size + 1, x.dtype),
    "a column": lambda x: np.zeros((x.size, 1), x.dtype),
    "a row": lambda x: np.zeros((1, x.size), x.dtype),
    "three dimensions": lambda x: np.zeros((2, 2, 2), x.dtype),
    "every other": lambda x: np.zeros(2 * x.size, x.dtype)[::2],
    "by columns": lambda x: np.asfortranarray(np.zeros((3, 3), x.dtype)),
    "a number": lambda x: 3,
    "no dimension": lambda x: np.zeros((), x.dtype),
}


def outcome(module, name, values):
    try:
        getattr(module, name)(*values)
    except Exception as error:
        return type(error).__name__
    return "taken"


@pytest.mark.parametrize("name", NAMES)
def test_odd_arguments_have_the_oracles_outcome(name):
    described, different = arguments(getattr(mujoco, name).__doc__), []
    for i, argument in enumerate(described):
        if not isinstance(plain(argument), np.ndarray):
            continue
        for what, make in ODD.items():
            outcomes = []
            for module in (corten, mujoco):
                values = [plain(other) for other in described]
                values[i] = make(values[i])
                with warnings.catch_warnings(action="ignore"):
                    outcomes.append(outcome(module, name, values))
            if outcomes[0] != outcomes[1]:
                different.append((argument.split(":")[0], what, *outcomes))
    assert different == []
