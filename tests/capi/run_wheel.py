#!/usr/bin/env python3
"""Runs a Python program on MuJoCo's own modules twice, over our library and over theirs, and compares what it prints.

Usage: run_wheel.py OUR_LIBRARY PACKAGE PROGRAM     (PACKAGE: the folder of the package mujoco)
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from run_both import error


def wheel_with(library, package, folder):
    """The package with the library in place of its own; the modules look for it beside themselves."""
    copy = pathlib.Path(folder) / "mujoco"
    shutil.copytree(package, copy, copy_function=os.symlink)
    for module in copy.glob("_*.so"):
        source = module.resolve()
        module.unlink()
        shutil.copy(source, module)
    own = copy / "libmujoco.so.3.5.0"
    own.unlink()
    own.symlink_to(library)


def lines(program, path):
    environment = {**os.environ, "PYTHONPATH": path}
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(
            [sys.executable, program], env=environment, cwd=place, capture_output=True, text=True, timeout=300
        )
    if done.returncode:
        sys.exit(f"{program} ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}")
    return done.stdout.splitlines()


def main():
    library, package, program = (os.path.abspath(path) for path in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        wheel_with(library, package, folder)
        ours, theirs = lines(program, folder), lines(program, "")
    for got, expected in zip(ours, theirs, strict=True):
        if error(got.split(), expected.split()) > 1e-12:
            sys.exit(f"ours:   {got[:600]}\ntheirs: {expected[:600]}")
    print(f"{len(ours)} lines agree")


if __name__ == "__main__":
    main()
