#!/usr/bin/env python3
"""Attacks every reader for some seconds each and enters the result in the ledger of docs/fuzzing.md.

usage: tools/fuzz.py SECONDS [TARGET...]    after `cmake --build --preset fuzz --target fuzz`
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/fuzz"
CORPUS = ROOT / "tests/fuzz/corpus"
LEDGER = ROOT / "docs/fuzzing.md"
HELD_BACK = {"differential"}  # asks the oracle in a process of its own: by name only
LONGEST = {"assets": 600, "urdf": 1000, "mjcf_bytes": 1000, "mjcf_read": 1500}  # bytes: short inputs are quick ones
# one frame of where memory was asked for, and a short memory of what was given back: twice the inputs in a second
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "malloc_context_size=1:quarantine_size_mb=8"}


def commit():
    return subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()


def attack(target, seconds):
    """One line of the ledger; whether nothing was found."""
    grown = BUILD / "corpus" / target
    grown.mkdir(parents=True, exist_ok=True)
    finds = BUILD / "finds"
    finds.mkdir(exist_ok=True)
    command = [
        BUILD / "tests/fuzz" / f"attack_{target}",
        grown,
        CORPUS / target,
        f"-max_total_time={seconds}",
        "-print_final_stats=1",
        "-entropic=0",  # which keeps books of every feature of every input: four times slower on readers
        "-timeout=10",
        "-rss_limit_mb=2048",
        f"-artifact_prefix={finds}/{target}-",
    ]
    if target in LONGEST:
        command.append(f"-max_len={LONGEST[target]}")
    if "mjcf" in target:
        command.append(f"-dict={BUILD}/mjcf.dict")
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=ROOT, env=ENVIRONMENT)
    (BUILD / f"{target}.log").write_text(done.stderr)
    executed = re.findall(r"number_of_executed_units:\s*(\d+)", done.stderr)
    edges = re.findall(r"cov: (\d+)", done.stderr)
    ok = done.returncode == 0
    return (
        f"| {commit()} | {target} | {seconds} | {executed[-1] if executed else '?'} | {edges[-1] if edges else '?'} | "
        f"{0 if ok else 1} |\n"
    ), ok


def main():
    seconds = int(sys.argv[1])
    targets = sys.argv[2:] or sorted(p.name for p in CORPUS.iterdir() if p.name not in HELD_BACK)
    if any("mjcf" in target for target in targets):
        words = subprocess.run(
            [BUILD / "tests/fuzz/fuzz_dictionary"], capture_output=True, text=True, check=True
        ).stdout
        (BUILD / "mjcf.dict").write_text(words)
    sound = True
    for target in targets:
        line, ok = attack(target, seconds)
        sound = sound and ok
        with LEDGER.open("a") as ledger:
            ledger.write(line)
        print(line, end="", flush=True)
    if not sound:
        print(f"finds are in {BUILD}/finds, logs beside it: make each a test under tests/hostile")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
