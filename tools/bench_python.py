#!/usr/bin/env python3
"""Measures from Python what `make bench` measured from C++, on the same models, and adds it to its results: bench_python.py bench.json

Both packages run `mj_step(m, d, nstep=10)` with the same controls in blocks that alternate; the ratio is the median over pairs of
blocks, times are processor time. The two ratios of a model should agree: users run Python."""

import json
import pathlib
import statistics
import sys
import time

import mujoco
import numpy as np

import cortenforge.mujoco as corten

HELD, ROWS, PAIRS, BLOCK_SECONDS, WARM_UP = 10, 97, 9, 0.1, 10
STATE = mujoco.mjtState.mjSTATE_INTEGRATION


def load(engine, entry):
    return engine.MjModel.from_xml_path(entry["file"]) if entry["file"] else engine.MjModel.from_xml_string(entry["xml"])


def control_table(model):
    """Noise inside each actuator's range."""
    limited = model.actuator_ctrllimited.astype(bool)
    low, high = (np.where(limited, model.actuator_ctrlrange[:, side], (-1, 1)[side]) for side in (0, 1))
    noise = np.random.default_rng(7).uniform(-0.1, 0.1, (ROWS, model.nu))
    return 0.5 * (low + high) + noise * (high - low)


def run(engine, model, data, table, first, blocks):
    """Processor seconds of so many times ten steps."""
    start = time.thread_time()
    for i in range(first, first + blocks):
        data.ctrl[:] = table[i % ROWS]
        engine.mj_step(model, data, nstep=HELD)
    return time.thread_time() - start


def measure(entry):
    theirs, ours = load(mujoco, entry), load(corten, entry)
    their_data, our_data = mujoco.MjData(theirs), corten.MjData(ours)
    if theirs.nkey:
        mujoco.mj_resetDataKeyframe(theirs, their_data, 0)
    table = control_table(theirs)
    blocks = max(1, round(BLOCK_SECONDS / (run(mujoco, theirs, their_data, table, 0, WARM_UP) / WARM_UP)))
    state = np.zeros(mujoco.mj_stateSize(theirs, STATE))
    ratios, at = [], WARM_UP
    for _ in range(PAIRS):
        mujoco.mj_getState(theirs, their_data, state, STATE)
        corten.mj_setState(ours, our_data, state, STATE)
        seconds = run(corten, ours, our_data, table, at, blocks)
        ratios.append(run(mujoco, theirs, their_data, table, at, blocks) / seconds)
        at += blocks
    return statistics.median(ratios)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    path = pathlib.Path(sys.argv[1])
    result = json.loads(path.read_text())
    print(f"{'ratio to MuJoCo':22}{'C++':>8}{'Python':>8}{'apart':>8}")
    measured = [entry for entry in result["models"] if not entry["failure"]]
    for entry in measured:
        entry["python_ratio"] = measure(entry)
        print(f"{entry['model']:22}{entry['ratio']:8.2f}{entry['python_ratio']:8.2f}{entry['python_ratio'] / entry['ratio'] - 1:8.1%}", flush=True)
    if measured:
        both = [statistics.geometric_mean(entry[key] for entry in measured) for key in ("ratio", "python_ratio")]
        result["python_geometric_mean"] = both[1]
        print(f"{'geometric mean':22}{both[0]:8.2f}{both[1]:8.2f}{both[1] / both[0] - 1:8.1%}")
    path.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
