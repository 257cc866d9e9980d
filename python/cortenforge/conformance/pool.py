"""Runs the worker on many models, a few at a time, and turns crashes into results."""

import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile


def _stage_of(phase):
    if "load" in phase:
        return "verdict"
    if "models" in phase:
        return "compile"
    return next((stage for stage in ("rollout", "solvers") if stage in phase), "forward")


def _start(model, options, timeout):
    """(result or None, last phase, why it ended)"""
    command = [sys.executable, "-m", "cortenforge.conformance.worker", model, *options]
    # the oracle writes a log file into the current folder
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=timeout,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            )
            out, err, code = done.stdout, done.stderr, done.returncode
        except subprocess.TimeoutExpired as expired:
            out, err, code = (expired.stdout or b"").decode(errors="replace"), f"no end after {timeout} s", "timeout"
    phase, result = "start", None
    for line in out.splitlines():
        if line.startswith("phase "):
            phase = line[6:]
        elif line.startswith("result "):
            result = json.loads(line[7:])
    if isinstance(code, int) and code < 0:
        err = f"{signal.Signals(-code).name} {err[-300:]}"
    return result, phase, f"{phase}: {err.strip()[-400:]}"


def run_model(model, options, timeout):
    result, phase, why = _start(model, options, timeout)
    if result is not None:
        return result
    if phase == "oracle load":  # the oracle died of the model: what do we say?
        result, phase, our_why = _start(model, [*options, "--without-oracle"], timeout)
        if result is not None:
            result["verdict"]["oracle"] = {"accepts": False, "message": f"the oracle dies: {why}"}
            return result
        why = our_why
    if phase.startswith("oracle"):  # it gave up on its own model: there is nothing to compare with
        return {"model": model, "verdict": {}, "stages": {}, "seconds": {}, "gave up": why}
    return {
        "model": model,
        "verdict": {},
        "stages": {},
        "seconds": {},
        "crash": {"stage": _stage_of(phase), "note": why},
    }


def run_models(models, options, jobs, timeout):
    """Yields (model, result) in the order of completion."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(run_model, model, options, timeout): model for model in models}
        for done in concurrent.futures.as_completed(waiting):
            yield waiting[done], done.result()
