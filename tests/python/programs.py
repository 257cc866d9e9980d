"""Programs the tests start: where they are built, where they run, and with which package."""

import os
import pathlib
import subprocess

import cortenforge

ROOT = pathlib.Path(__file__).resolve().parents[2]
# the package under test, wherever the program runs
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(pathlib.Path(cortenforge.__file__).absolute().parents[1])}


def built(pattern):
    """The newest program of that name in any build folder for this machine."""
    here = [path for path in ROOT.glob(f"build/*/{pattern}") if not is_for_another_machine(path)]
    return sorted(here, key=lambda path: path.stat().st_mtime)[-1]


def is_for_another_machine(program):
    """Whether the build folder of a program names a toolchain."""
    cache = ROOT / "build" / program.relative_to(ROOT / "build").parts[0] / "CMakeCache.txt"
    return cache.exists() and "CMAKE_TOOLCHAIN_FILE" in cache.read_text()


def working_folder(path):
    """Makes a folder where relative paths of examples work and files may be written."""
    for name in ("scenes", "examples", ".venv"):
        (path / name).symlink_to(ROOT / name)
    return path


def output(command, folder):
    """What a program prints; it must end well."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
