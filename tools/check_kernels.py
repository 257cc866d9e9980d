#!/usr/bin/env python3
"""Kernels compiled for one instruction set share no symbol with another's, as a debug build compiles them and with -O3.

    check_kernels.py BUILD      the folder of a configured debug build

A function that two objects define is kept once by the linker, whichever comes first: a baseline program could then run
instructions its processor does not have.
"""

import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

NAME = re.compile(r"(\w+_kernels)(?:_(avx2|avx512))?\.cpp$")


def defined(command, folder, directory):
    """Global and weak symbols that the object of this command defines."""
    out = str(pathlib.Path(folder) / "kernel.o")
    command[command.index("-o") + 1] = out
    subprocess.run(command, check=True, cwd=directory)
    listing = subprocess.run(["nm", "-C", "--defined-only", out], check=True, capture_output=True, text=True).stdout
    return {name for kind, name in re.findall(r"^\S+ (\S) (.*)$", listing, re.M) if kind in "TWVuBDR"}


def optimised(command):
    return [*(part for part in command if part not in ("-O2", "-g")), "-O3"]


def main():
    kernels = collections.defaultdict(dict)
    for entry in json.loads((pathlib.Path(sys.argv[1]) / "compile_commands.json").read_text()):
        if found := NAME.search(entry["file"]):
            kernels[found[1]].setdefault(found[2] or "baseline", entry)
    shared = []
    with tempfile.TemporaryDirectory() as folder:
        for kernel, entries in sorted(kernels.items()):
            for level, change in (("debug", list), ("-O3", optimised)):
                owner = {}
                for isa, entry in entries.items():
                    for name in defined(change(shlex.split(entry["command"])), folder, entry["directory"]):
                        if owner.setdefault(name, isa) != isa:
                            shared.append(f"{kernel} {level}: {owner[name]} and {isa} share {name}")
    print("\n".join([*shared, f"{len(kernels)} kernels, {len(shared)} shared symbols"]))
    return 1 if shared or not kernels else 0


if __name__ == "__main__":
    sys.exit(main())
