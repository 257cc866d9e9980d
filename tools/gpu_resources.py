#!/usr/bin/env python3
"""Bars on what the GPU kernels take: registers and stack of every kernel of a library, by cuobjdump.

Usage: tools/gpu_resources.py LIBRARY

A kernel that takes more than the bar of its kind holds fewer worlds at a time or keeps more of its numbers in slow memory; raise a
bar only with a measurement. Registers are those that leave room for the worlds that fit into shared memory (kernels.cuh).
"""

import re
import subprocess
import sys

# most registers of a lane and most bytes of stack: (in shared memory or in slots, features beyond the robots', bytes of the scalar)
REGISTERS = {("shared", 4): 168, ("shared", 8): 255, ("slots", 4): 255, ("slots", 8): 255}
STACK = {("lean", 4): 2100, ("lean", 8): 4200, ("full", 4): 7000, ("full", 8): 9000}
ROBOT = 1 | 4 | 8 | 256 | 65536  # Feature: many contacts, equalities, friction loss, implicit; models of their own


def kernels(library):
    """(place, scalar bytes, features, registers, stack) of every kernel."""
    text = subprocess.run(["cuobjdump", "-res-usage", library], capture_output=True, text=True, check=True).stdout
    pattern = re.compile(r"Function (\S*step_in_(shared|slots)I([fd])\S*?j(\d+)E\S*):\s*\n?\s*REG:(\d+) STACK:(\d+)")
    for found in pattern.finditer(text):
        _, place, scalar, features, registers, stack = found.groups()
        yield place, 4 if scalar == "f" else 8, int(features), int(registers), int(stack)


def main(library):
    beyond, count = [], 0
    for place, scalar, features, registers, stack in kernels(library):
        count += 1
        kind = "lean" if features & ~ROBOT == 0 else "full"
        text = f"{place} kernel of {8 * scalar} bits with features {features}"
        if registers > REGISTERS[place, scalar]:
            beyond.append(f"{text}: {registers} registers, not {REGISTERS[place, scalar]}")
        if stack > STACK[kind, scalar]:
            beyond.append(f"{text}: {stack} bytes of stack, not {STACK[kind, scalar]}")
    print("\n".join(beyond) or f"{count} GPU kernels are within their registers and stack")
    if count == 0:
        sys.exit(f"no kernels in {library}")
    sys.exit(bool(beyond))


if __name__ == "__main__":
    main(*sys.argv[1:])
