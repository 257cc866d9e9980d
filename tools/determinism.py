#!/usr/bin/env python3
"""One hash per model of a trajectory of 1,000 steps, against the committed table.

usage: tools/determinism.py [--write] [--quick] [--here] [MODEL...]    with cortenforge on PYTHONPATH

A hash is over the bits of state and sensors after every step, under random controls. It must be the same for a fresh and a reused Data,
for any number of threads and worlds of a rollout, with the kernels of every instruction set the processor has, and for every build of the
module there is (build/*/python). --quick leaves out all but the fresh Data; --write enters what comes out, and whether the bits are MuJoCo's.
"""

import argparse
import hashlib
import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests/determinism/hashes.txt"
PACKAGES = ROOT / ".venv/models"
STEPS, HELD = 1000, 25  # steps, and steps under the same controls
SPREAD = 200  # steps of rollouts
# environments whose physics is that of scenes already here, but larger: their thousand steps take too long
LEFT_OUT = ("dog", "quadruped", "rodent", "kitchen", "flex", "composite")


def models():
    """Names in the table, with their files."""
    found = {f"scenes/{p.name}": p for p in sorted((ROOT / "scenes").glob("*.xml"))}
    for folder in ("gymnasium", "dm_control/suite"):
        for p in sorted((PACKAGES / folder).rglob("*.xml")):
            if not any(word in p.name for word in LEFT_OUT):
                found[f"packages/{p.relative_to(PACKAGES)}"] = p
    return found


def controls(model):
    return np.random.default_rng(1).uniform(-1, 1, (STEPS // HELD, model.nu))


def run(engine, model, data):
    """The hash of a trajectory from the initial state."""
    digest = hashlib.sha256()
    engine.mj_resetData(model, data)
    for ctrl in controls(model):
        data.ctrl[:] = ctrl
        for _ in range(HELD):
            engine.mj_step(model, data)
            for part in (data.qpos, data.qvel, data.act, data.sensordata):
                digest.update(part.tobytes())
    return digest.hexdigest()[:32]


def rolled_out(engine, rollout, model, worlds, threads):
    """The states of some worlds, the first under the controls of run()."""
    full = engine.mjtState.mjSTATE_FULLPHYSICS
    data = engine.MjData(model)
    start = np.zeros(engine.mj_stateSize(model, full))
    engine.mj_getState(model, data, start, full)
    ctrl = np.repeat(controls(model), HELD, axis=0)[:SPREAD]
    ctrl = np.stack([np.roll(ctrl, world, axis=0) for world in range(worlds)])
    datas = [engine.MjData(model) for _ in range(threads)]
    states, _ = rollout.rollout(model, datas, np.tile(start, (worlds, 1)), ctrl if model.nu else None, nstep=SPREAD)
    return states


def spread_problem(engine, model):
    """What differs between threads, numbers of worlds and plain steps; empty if nothing."""
    from cortenforge.mujoco import rollout

    data = engine.MjData(model)
    for step in range(SPREAD):
        data.ctrl[:] = controls(model)[step // HELD]
        engine.mj_step(model, data)
    one = rolled_out(engine, rollout, model, 1, 1)
    if one[0, -1, 1 : 1 + model.nq].tobytes() != data.qpos.tobytes():
        return "a rollout differs from steps"
    five = rolled_out(engine, rollout, model, 5, 1)
    if five[0].tobytes() != one[0].tobytes():
        return "five worlds differ from one"
    return (
        "" if rolled_out(engine, rollout, model, 5, 3).tobytes() == five.tobytes() else "three threads differ from one"
    )


def library():
    return " ".join(platform.libc_ver())


def read_table():
    lines = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {name: (digest, bits) for digest, bits, name in lines}


def write_table(rows):
    head = f"# Trajectories of {STEPS} steps, by tools/determinism.py --write with {library()}: hash, whether the bits are MuJoCo's, model.\n"
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(head + "".join(f"{digest} {bits} {name}\n" for name, (digest, bits) in sorted(rows.items())))


def elsewhere():
    """Kernels of lesser processors, and modules of other compilers and flags: they must give the same table."""
    import cortenforge._core as core

    for isa in ("avx2", "baseline"):
        yield f"kernels {isa}", {"CORTENFORGE_ISA": isa}
    for module in sorted((ROOT / "build").glob("*/python/cortenforge/_core*.so")):
        if module.resolve() != Path(core.__file__).resolve():
            yield module.relative_to(ROOT), {"PYTHONPATH": str(module.parent.parent)}


def moving(path):
    """The model, unless nothing in it moves: a file that others include."""
    import cortenforge.mujoco as engine

    model = engine.MjModel.from_xml_path(str(path))
    return model if model.nv else None


def check(model, quick, expected):
    """The hash and what is wrong with it."""
    import cortenforge.mujoco as engine

    data = engine.MjData(model)
    digest = run(engine, model, data)
    if expected and digest != expected:
        return digest, f"is {digest}, the table says {expected}"
    if quick:
        return digest, ""
    problem = spread_problem(engine, model)
    if not problem and run(engine, model, data) != digest:
        problem = "a reused Data differs from a fresh one"
    return digest, problem


def oracle_bits(path, digest):
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(path))
    return "same" if run(mujoco, model, mujoco.MjData(model)) == digest else "other"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--here", action="store_true", help="leave out other instruction sets and builds")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    table = read_table() if TABLE.exists() else {}
    if not options.write and library() not in TABLE.read_text().splitlines()[0]:
        print(f"the C library here is {library()}: sines and logarithms may differ, so hashes are not compared")
        table = {}
    wrong = 0
    rows = dict(table)
    for name, path in models().items():
        if options.models and name not in options.models:
            continue
        model = moving(path)
        if model is None:
            continue
        digest, problem = check(model, options.quick, "" if options.write else table.get(name, ("",))[0])
        wrong += bool(problem)
        print(f"{name}: {problem or digest}", flush=True)
        rows[name] = (digest, oracle_bits(path, digest)) if options.write else table.get(name)
    if options.write:
        write_table(rows)
    elif not options.quick and not options.here:
        for words, environment in elsewhere():
            print(f"{words}:", flush=True)
            wrong += subprocess.run(
                [sys.executable, __file__, "--quick", *options.models], env={**os.environ, **environment}
            ).returncode
    print("all the same" if not wrong else f"{wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
