"""Compares one model in both engines, in a process of its own: a crash is then a line in the table."""

import argparse
import json
import sys
import time

import mujoco as oracle
import numpy as np

import cortenforge.mujoco as corten
from cortenforge.conformance import bars
from cortenforge.conformance.compare import Difference, compare_data, compare_models, error_of
from cortenforge.conformance.oracle import from_oracle
from cortenforge.conformance.states import randomize

ALL_STATE = int(corten.mjtState.mjSTATE_INTEGRATION)


def _say(phase):
    """What is being done, for the parent to name when this process dies."""
    print(f"phase {phase}", flush=True)


def _load(engine, path):
    try:
        return engine.MjModel.from_xml_path(path), ""
    except ValueError as error:
        return None, str(error)


def _worst(lists):
    """Of the same field at several states, the worst."""
    worst = {}
    for differences in lists:
        for d in differences:
            if d.field not in worst or d.error - d.bar > worst[d.field].error - worst[d.field].bar:
                worst[d.field] = d
    return list(worst.values())


def _summary(differences, **more):
    bad = sorted((d for d in differences if not d.ok), key=lambda d: -d.error)
    reals = [d for d in differences if d.bar > 0]
    worst = max(bad or reals or differences, key=lambda d: d.error, default=None)
    return {
        "fields": len(differences),
        "worst": None if worst is None else {"field": worst.field, "error": worst.error},
        "bad": [{"field": d.field, "error": d.error, "bar": d.bar, "note": d.note} for d in bad],
        **more,
    }


def _transfer_state(theirs_model, theirs, ours_model, ours):
    state = np.zeros(oracle.mj_stateSize(theirs_model, ALL_STATE))
    oracle.mj_getState(theirs_model, theirs, state, ALL_STATE)
    corten.mj_resetData(ours_model, ours)
    corten.mj_setState(ours_model, ours, state, ALL_STATE)


def _refuses_data(model):
    """Why the engine does not simulate this model, empty when it does."""
    try:
        corten.MjData(model)
    except ValueError as error:
        return str(error)
    return ""


def compare_forward(ours_model, theirs_model, states, seed):
    ours, theirs = corten.MjData(ours_model), oracle.MjData(theirs_model)
    results = []
    for index in range(states):
        randomize(oracle, theirs_model, theirs, index, seed)
        _transfer_state(theirs_model, theirs, ours_model, ours)
        _say(f"oracle forward {index}")
        oracle.mj_forward(theirs_model, theirs)
        _say(f"corten forward {index}")
        corten.mj_forward(ours_model, ours)
        results.append(compare_data(ours, theirs, theirs_model))
    return _summary(_worst(results), states=states)


def _trajectory_error(ours, theirs):
    return [Difference(name, *_swap(error_of(getattr(ours, name), getattr(theirs, name))))
            for name in ("qpos", "qvel", "act", "time", "sensordata")]


def _swap(pair):
    error, note = pair
    return error, bars.TRAJECTORY, note


def compare_rollout(ours_model, theirs_model, steps, seed):
    """Steps both from the initial state until the end or until the oracle itself, started 1e-12 beside, has moved by 1e-8."""
    ours, theirs, beside = corten.MjData(ours_model), oracle.MjData(theirs_model), oracle.MjData(theirs_model)
    rng = np.random.default_rng(seed)
    randomize(oracle, theirs_model, theirs, 0, seed)
    theirs.ctrl[:] = 0.1 * rng.standard_normal(theirs_model.nu)
    _transfer_state(theirs_model, theirs, ours_model, ours)
    oracle.mj_copyData(beside, theirs_model, theirs)
    beside.qvel[:] += 1e-12 * rng.standard_normal(theirs_model.nv)
    results, done = [], 0
    for done in range(1, steps + 1):
        oracle.mj_step(theirs_model, theirs)
        oracle.mj_step(theirs_model, beside)
        corten.mj_step(ours_model, ours)
        chaos = max(error_of(getattr(beside, n), getattr(theirs, n))[0] for n in ("qpos", "qvel"))
        if chaos > 1e-8:
            break
        results.append(_trajectory_error(ours, theirs))
    return _summary(_worst(results), steps=steps, compared=len(results))


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
        if any(b["field"].startswith("n") and "_" not in b["field"] for b in result["stages"]["compile"]["bad"]
               if b["field"] not in ("narena",)):
            return result  # other sizes: nothing further can be compared
    _disable((ours, theirs), args.disable)
    if args.integrator:
        ours.opt.integrator = theirs.opt.integrator = int(corten.mjtIntegrator.__members__[f"mjINT_{args.integrator.upper()}"])
    refusal = _refuses_data(ours)
    if refusal:
        result["stages"]["forward"] = _summary([Difference("unsupported", float("inf"), 0.0, refusal)])
        return result
    if "forward" in args.stages:
        result["stages"]["forward"] = compare_forward(ours, theirs, args.states, args.seed)
    if "rollout" in args.stages:
        _say("rollout")
        result["stages"]["rollout"] = compare_rollout(ours, theirs, args.steps, args.seed)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--states", type=int, default=4)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiled-by", choices=("corten", "oracle"), default="corten")
    parser.add_argument("--disable", default="")
    parser.add_argument("--integrator", default="")
    parser.add_argument("--stages", default="compile,forward,rollout")
    parser.add_argument("--without-oracle", action="store_true")
    args = parser.parse_args()
    args.stages = args.stages.split(",")
    print("result " + json.dumps(run(args)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
