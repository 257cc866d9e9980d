#!/usr/bin/env python3
"""Runs a compiled program on two libraries called libmujoco.so.3.5.0 and compares what it prints.

Usage: run_both.py [--within T] OURS THEIRS PROGRAM [ARGUMENT...]

OURS and THEIRS are folders; THEIRS "-" runs on ours alone. Numbers a and b agree if |a - b| <= T max(1, |b|).
"""

import argparse
import os
import subprocess
import sys
import tempfile


def output(folder, command):
    """The lines of a run; it must end well."""
    environment = {**os.environ, "LD_LIBRARY_PATH": folder}
    with tempfile.TemporaryDirectory() as place:  # logs are written where a program runs
        done = subprocess.run(command, env=environment, cwd=place, capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{command[0]} on {folder} ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout.splitlines()


def error(got, expected):
    """Of the number that differs most in two lines; infinite if they differ in more than numbers."""
    worst = 0.0
    if len(got) != len(expected):
        return float("inf")
    for a, b in zip(got, expected):
        if a == b:
            continue
        try:
            a, b = float(a), float(b)
        except ValueError:
            return float("inf")
        worst = max(worst, abs(a - b) / max(1, abs(b)))
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--within", type=float, default=0)
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    ours, theirs, command = given.ours, given.theirs, given.command
    command = [command[0], *(os.path.abspath(a) if os.path.exists(a) else a for a in command[1:])]
    mine = output(ours, command)
    if theirs == "-":
        print("\n".join(mine))
        return
    judge = output(theirs, command)
    worst = 0.0
    for number, (got, expected) in enumerate(zip(mine, judge), 1):
        worst = max(worst, error(got.split(), expected.split()))
        if worst > given.within:
            sys.exit(f"line {number} differs by {worst:.3g}\nours:   {got[:600]}\ntheirs: {expected[:600]}")
    if len(mine) != len(judge):
        sys.exit(f"{len(mine)} lines instead of {len(judge)}")
    print(f"{len(mine)} lines agree, the largest difference is {worst:.3g}")


if __name__ == "__main__":
    main()
