#!/usr/bin/env python3
"""What a step through the C interface costs beside the step of the engine in it, in instructions (callgrind).

Usage: step_cost.py FOLDER_OF_LIBRARY PROGRAM MODEL
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ALLOWED = 1.03


def inclusive(text, function):
    """The instructions of a function and all it calls."""
    found = re.search(rf"^\s*([\d,]+) .*[:*]{function}", text, re.M)
    if not found:
        sys.exit(f"{function} was not called:\n{text[:3000]}")
    return int(found[1].replace(",", ""))


def main():
    library, program, model = (os.path.abspath(argument) for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        command = ["valgrind", "-q", "--tool=callgrind", "--toggle-collect=mj_step", f"--callgrind-out-file={profile}"]
        subprocess.run(
            [*command, program, model],
            env={**os.environ, "LD_LIBRARY_PATH": library},
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        annotate = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(profile)]
        text = subprocess.run(annotate, check=True, capture_output=True, text=True).stdout
    outside, inside = inclusive(text, r"mj_step\b"), inclusive(text, r"corten::step\(")
    print(f"{outside:,} instructions, {inside:,} of them in the engine: {100 * (outside / inside - 1):.2f} % more")
    if outside > ALLOWED * inside:
        sys.exit(f"more than {100 * (ALLOWED - 1):.0f} %")


if __name__ == "__main__":
    main()
