"""Tests that others ship with their packages pass on CortenForge, run through the shim. Judge: those tests.

What needs OpenGL, or looks at how MuJoCo is made rather than at what it does, is left out by name, with the reason.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

SITE = pathlib.Path(importlib.util.find_spec("dm_control").origin).parents[1]

OPENGL = "draws with OpenGL"
TEXT = "compares MuJoCo's own documentation, word by word"
INSIDE = "looks at private parts of MuJoCo's bindings"
LETTERS = "compares written text or messages letter by letter; ours say the same in other words"
SLOW = "takes minutes over all tasks; every task is run and compared in test_environments.py"

# file -> {pattern of test names: why it is left out}
DM_CONTROL = {
    "mujoco/engine_test.py": {
        "Camera": OPENGL,
        "Render": OPENGL,
        "Depth": OPENGL,
        "testSceneCallback": OPENGL,
        "testSceneOption": OPENGL,
        "testTextOverlay": OPENGL,
    },
    "mujoco/wrapper/core_test.py": {"testFreeMjrContext": OPENGL},
    "mujoco/wrapper/mjbindings_test.py": {},
    "mujoco/math_test.py": {},
    "mujoco/index_test.py": {},
    "mujoco/thread_safety_test.py": {"render": OPENGL},
    "suite/loader_test.py": {},
    "suite/lqr_test.py": {},
    "suite/suite_test.py": {
        "test_task_conforms_to_spec": SLOW,
        "test_environment_is_deterministic": SLOW,
        "constant_elements": SLOW,
        "test_visualize_reward": SLOW,
        "dont_share_memory": SLOW,
        "test_task_supports_environment_kwargs": SLOW,
        "randomized40": OPENGL,
    },
    "suite/utils/parse_amc_test.py": {},
    "suite/utils/randomizers_test.py": {},
    "suite/wrappers/action_noise_test.py": {},
    "suite/wrappers/action_scale_test.py": {},
    "suite/wrappers/mujoco_profiling_test.py": {},
}
MUJOCO = {
    "bindings_test.py": {
        "test_docstrings": TEXT,
        "test_array_keeps_struct_alive": INSIDE,
        "test_can_raise_error": INSIDE,
    },
    "specs_test.py": {
        "test_basic": LETTERS,
        "test_modelname_default_class": LETTERS,
        "test_bad_contact_sensor": LETTERS,
        "test_compile_errors": LETTERS,
        "test_incorrect_hfield_size": LETTERS,
    },
    "render_test.py": {},
    "renderer_test.py": {},
    "rollout_test.py": {},
    "minimize_test.py": {},
    "memory_leak_test.py": {},
    "msh2obj_test.py": {},
}


def run(path, left_out, folder):
    """Runs one file of tests; gives the number of tests that passed."""
    selection = ["-k", " and ".join(f"not {pattern}" for pattern in left_out)] if left_out else []
    command = [
        sys.executable,
        "-m",
        "cortenforge.shim",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *selection,
        str(path),
    ]
    environment = {**os.environ, "MUJOCO_GL": "disable", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return int(re.search(r"(\d+) passed", done.stdout).group(1))


@pytest.mark.parametrize("name", DM_CONTROL)
def test_of_dm_control(name, tmp_path):
    assert run(SITE / "dm_control" / name, DM_CONTROL[name], tmp_path) > 0


@pytest.mark.parametrize("name", MUJOCO)
def test_of_mujoco(name, tmp_path):
    copy = tmp_path / name  # out of its package, which would be MuJoCo's; the files it reads are there
    copy.write_text(
        (SITE / "mujoco" / name)
        .read_text()
        .replace('epath.resource_path("mujoco")', f'epath.Path("{SITE / "mujoco"}")')
    )
    assert run(copy, MUJOCO[name], tmp_path) > 0
