#!/usr/bin/env python3
"""Measures from Python what `make bench` measured from C++, on the same models and on some that nobody tunes for, and adds it to its results:

    bench_python.py [--newest PYTHON] [--block SECONDS] [--pairs N] [--only TEXT] bench.json

Three engines run `mj_step(m, d, nstep=10)` with the same controls from the same states in blocks that take turns: this package, MuJoCo 3.5.0
beside it, and the newest MuJoCo in a process of another interpreter (--newest), if there is one. Ratios are medians over the turns, times are
processor time. The ratios from C++ and from Python should agree: users run Python."""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys

import mujoco
import numpy as np
from bench_engine import STATE, load, run

import cortenforge.mujoco as corten

ROWS, WARM_UP = 97, 10
INTEGRATION = mujoco.mjtState.mjSTATE_INTEGRATION
MODELS = pathlib.Path(__file__).parents[1] / ".venv" / "models"
# Models of packages that no table of the benchmark names.
HELD_OUT = {
    "acrobot": "dm_control/suite/acrobot.xml",
    "dm_control cheetah": "dm_control/suite/cheetah.xml",
    "dm_control humanoid": "dm_control/suite/humanoid.xml",
    "humanoid CMU": "dm_control/suite/humanoid_CMU.xml",
    "dm_control walker": "dm_control/suite/walker.xml",
    "finger": "dm_control/suite/finger.xml",
    "fish": "dm_control/suite/fish.xml",
    "manipulator": "dm_control/suite/manipulator.xml",
    "stacker": "dm_control/suite/stacker.xml",
    "Gymnasium swimmer": "gymnasium/swimmer.xml",
    "Gymnasium pusher": "gymnasium/pusher_v5.xml",
    "humanoid standing up": "gymnasium/humanoidstandup.xml",
    "Fetch picks and places": "gymnasium_robotics/assets/fetch/pick_and_place.xml",
    "Adroit hand and pen": "gymnasium_robotics/assets/adroit_hand/adroit_pen.xml",
    "Shadow hand and egg": "gymnasium_robotics/assets/hand/manipulate_egg.xml",
    "Franka kitchen": "gymnasium_robotics/assets/kitchen_franka/kitchen_assets/kitchen_env_model.xml",
    "Shadow hand of MJX": "mjx/shadow_hand/scene_right.xml",
}


class Newest:
    """The newest MuJoCo, in its own process."""

    def __init__(self, python):
        engine = pathlib.Path(__file__).with_name("bench_engine.py")
        self.process = subprocess.Popen([python, str(engine)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = None

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.version = answer["version"]
        return answer

    def load(self, entry, table):
        return not self.ask({"load": entry, "controls": table.tolist()})["failure"]

    def seconds(self, data, first, blocks):
        state = {name: getattr(data, name).ravel().tolist() for name in STATE}
        return self.ask({"state": state, "first": first, "blocks": blocks})["seconds"]


def control_table(model):
    """Noise inside each actuator's range."""
    limited = model.actuator_ctrllimited.astype(bool)
    low, high = (np.where(limited, model.actuator_ctrlrange[:, side], (-1, 1)[side]) for side in (0, 1))
    noise = np.random.default_rng(7).uniform(-0.1, 0.1, (ROWS, model.nu))
    return 0.5 * (low + high) + noise * (high - low)


def measure(entry, newest, options):
    """How many times the speed of MuJoCo 3.5.0, and of the newest where it loads the model."""
    theirs, ours = load(mujoco, entry), load(corten, entry)
    their_data, our_data = mujoco.MjData(theirs), corten.MjData(ours)
    if theirs.nkey:
        mujoco.mj_resetDataKeyframe(theirs, their_data, 0)
    table = control_table(theirs)
    with_newest = newest is not None and newest.load({key: entry[key] for key in ("file", "xml")}, table)
    once = run(mujoco, theirs, their_data, table, 0, WARM_UP) / WARM_UP
    blocks, at = max(1, round(options.block / once)), WARM_UP
    state = np.zeros(mujoco.mj_stateSize(theirs, INTEGRATION))
    ratios, newest_ratios = [], []
    for _ in range(options.pairs):
        mujoco.mj_getState(theirs, their_data, state, INTEGRATION)
        corten.mj_setState(ours, our_data, state, INTEGRATION)
        seconds = run(corten, ours, our_data, table, at, blocks)
        if with_newest:
            newest_ratios.append(newest.seconds(their_data, at, blocks) / seconds)
        ratios.append(run(mujoco, theirs, their_data, table, at, blocks) / seconds)
        at += blocks
    measured = {"python_ratio": statistics.median(ratios)}
    if with_newest:
        measured["newest_ratio"] = statistics.median(newest_ratios)
    return measured


def mean(entries, key):
    ratios = [entry[key] for entry in entries if key in entry]
    return statistics.geometric_mean(ratios) if ratios else None


def line(name, entry):
    cells = (
        f"{entry[key]:10.2f}" if entry.get(key) else f"{'–':>10}" for key in ("ratio", "python_ratio", "newest_ratio")
    )
    print(f"{name:24}" + "".join(cells), flush=True)


def measure_all(entries, newest, options):
    for entry in entries:
        entry.update(measure(entry, newest, options))
        line(entry["model"], entry)
    means = {key: mean(entries, key) for key in ("ratio", "python_ratio", "newest_ratio")}
    line("geometric mean", means)
    return means


def held_out(only):
    return [
        {"model": name, "file": str(MODELS / file), "xml": ""}
        for name, file in HELD_OUT.items()
        if only in name and (MODELS / file).exists()
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--newest", help="interpreter that has the newest MuJoCo")
    parser.add_argument("--block", type=float, default=0.1, help="seconds of one timed block")
    parser.add_argument("--pairs", type=int, default=9, help="turns; ratios are their medians")
    parser.add_argument("--only", default="", help="only models whose name contains this")
    options = parser.parse_args()
    result = json.loads(options.results.read_text())
    newest = Newest(options.newest) if options.newest and pathlib.Path(options.newest).exists() else None
    print(f"{'times the speed of':24}{'3.5.0 C++':>10}{'Python':>10}{'newest':>10}")
    means = measure_all([entry for entry in result["models"] if not entry["failure"]], newest, options)
    print("held out")
    result["held_out"] = held_out(options.only)
    result["held_out_means"] = measure_all(result["held_out"], newest, options)
    result["python_geometric_mean"], result["newest_geometric_mean"] = means["python_ratio"], means["newest_ratio"]
    result["newest_version"] = newest.version if newest else None
    options.results.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    sys.exit(main())
