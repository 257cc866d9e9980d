"""Compares one model in both engines, in a process of its own: a crash is then a line in the table."""

import argparse
import json
import sys
import time

import mujoco as oracle

import cortenforge.mujoco as corten
from cortenforge.conformance.beside import Beside
from cortenforge.conformance.compare import compare_data, compare_models
from cortenforge.conformance.graphics import GpuStep, takes
from cortenforge.conformance.inverse import compare_inverse
from cortenforge.conformance.oracle import from_oracle
from cortenforge.conformance.poison import Poisoned
from cortenforge.conformance.rollout import Rollout
from cortenforge.conformance.solvers import SolverSweep
from cortenforge.conformance.states import all_states


def _say(phase):
    """What is being done, for the parent to name when this process dies."""
    print(f"phase {phase}", flush=True)


def _load(engine, path):
    try:
        return engine.MjModel.from_xml_path(path), ""
    except ValueError as error:
        return None, str(error)


def _excess(difference):
    return (not difference.ok, difference.error)


def _worst(lists):
    """Of the same field at several states, the worst."""
    worst = {}
    for differences in lists:
        for d in differences:
            before = worst.get(d.field, d)
            worst[d.field] = d if before is d or _excess(d) > _excess(before) else before
            if not (before.equal and d.equal):
                worst[d.field].same_bits = False
    return list(worst.values())


def _summary(differences, **more):
    bad = sorted((d for d in differences if not d.ok), key=lambda d: -d.error)
    reals = [d for d in differences if d.bar > 0]
    worst = max(bad or reals or differences, key=lambda d: d.error, default=None)
    return {
        "fields": len(differences),
        "equal": sum(d.equal for d in differences),  # no bit off, at any state or step
        "worst": None if worst is None else {"field": worst.field, "error": worst.error},
        "bad": [
            {"field": d.field, "error": d.error, "bar": d.bar, "note": d.note, "sensitivity": d.sensitivity}
            for d in bad
        ],
        **more,
    }


def compare_forward(ours_model, theirs_model, states):
    ours, theirs = corten.MjData(ours_model), oracle.MjData(theirs_model)
    poisoned, beside = Poisoned(theirs_model), Beside(theirs_model, 1)
    results = []
    for state in states:
        state.set(ours_model, ours, theirs_model, theirs)
        _say(f"oracle forward at {state.name}")
        oracle.mj_forward(theirs_model, theirs)
        _say(f"corten forward at {state.name}")
        corten.mj_forward(ours_model, ours)
        _say(f"oracle again at {state.name}")
        results.append(compare_data(ours, theirs, theirs_model, poisoned.repeat(theirs), beside.several(theirs)))
        results.append(compare_inverse(ours_model, ours, theirs_model, theirs, _say))
    return _summary(_worst(results), states=len(states))


def compare_solvers(ours_model, theirs_model, states, seconds):
    sweep = SolverSweep(ours_model, theirs_model, states, seconds)
    sweep.run(_say)
    return _summary(_worst(sweep.differences), table=sweep.table)


def compare_gpu(ours_model, theirs_model, states):
    step = GpuStep(ours_model, theirs_model, states)
    step.run()
    return _summary(_worst(step.differences), states=len(states))


def compare_rollout(ours_model, theirs_model, steps, seed):
    rollout = Rollout(ours_model, theirs_model, seed)
    rollout.run(steps)
    return _summary(
        _worst(rollout.differences),
        steps=steps,
        error=rollout.error,
        sensitivity=rollout.sensitivity,
        partings=rollout.partings,
    )


def _disable(models, names):
    for name in filter(None, names.split(",")):
        bit = corten.mjtDisableBit.__members__[f"mjDSBL_{name.upper()}"]
        for model in models:
            model.opt.disableflags |= int(bit)


def run(args):
    result = {"model": args.model, "verdict": {}, "stages": {}, "seconds": {}}
    theirs = ours = None
    if not args.without_oracle:
        _say("oracle load")
        theirs, error = _load(oracle, args.model)
        result["verdict"]["oracle"] = {"accepts": theirs is not None, "message": error}
    if args.compiled_by == "corten":
        _say("corten load")
        begin = time.perf_counter()
        ours, error = _load(corten, args.model)
        result["seconds"]["corten load"] = time.perf_counter() - begin
        result["verdict"]["corten"] = {"accepts": ours is not None, "message": error}
    elif theirs is not None:
        ours = from_oracle(theirs)
    if ours is None or theirs is None:
        return result
    if args.compiled_by == "corten" and "compile" in args.stages:
        _say("compare models")
        result["stages"]["compile"] = _summary(compare_models(ours, theirs))
        if any(
            b["field"].startswith("n") and "_" not in b["field"]
            for b in result["stages"]["compile"]["bad"]
            if b["field"] not in ("narena",)
        ):
            return result  # other sizes: nothing further can be compared
    _disable((ours, theirs), args.disable)
    if args.integrator:
        ours.opt.integrator = theirs.opt.integrator = int(
            corten.mjtIntegrator.__members__[f"mjINT_{args.integrator.upper()}"]
        )
    states = all_states(theirs, args.states, args.seed)
    for stage, run_stage in (
        ("forward", lambda: compare_forward(ours, theirs, states)),
        ("solvers", lambda: compare_solvers(ours, theirs, states[1:] or states, args.solver_seconds)),
    ):
        if stage in args.stages:
            begin = time.perf_counter()
            result["stages"][stage] = run_stage()
            result["seconds"][stage] = time.perf_counter() - begin
    if "gpu" in args.stages and takes(ours):
        _say("gpu")
        begin = time.perf_counter()
        result["stages"]["gpu"] = compare_gpu(ours, theirs, states)
        result["seconds"]["gpu"] = time.perf_counter() - begin
    if "rollout" in args.stages:
        _say("rollout")
        begin = time.perf_counter()
        result["stages"]["rollout"] = compare_rollout(ours, theirs, args.steps, args.seed)
        result["seconds"]["rollout"] = time.perf_counter() - begin
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--states", type=int, default=6)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiled-by", choices=("corten", "oracle"), default="corten")
    parser.add_argument("--disable", default="")
    parser.add_argument("--integrator", default="")
    parser.add_argument("--stages", default="compile,forward,solvers,rollout")
    parser.add_argument("--solver-seconds", type=float, default=6)
    parser.add_argument("--without-oracle", action="store_true")
    args = parser.parse_args()
    args.stages = args.stages.split(",")
    print("result " + json.dumps(run(args), default=lambda number: number.item()), flush=True)


if __name__ == "__main__":
    sys.exit(main())
