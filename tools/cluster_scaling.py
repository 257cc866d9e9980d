#!/usr/bin/env python3
"""What cortenforge.cluster costs the machine that hands out the work, in processor time; writes the table of docs/cluster.md.

PYTHONPATH=build/release/python .venv/bin/python tools/cluster_scaling.py
"""

import pathlib
import re
import time

import numpy as np
import ray

import cortenforge.mujoco as mujoco
from cortenforge import cluster
from cortenforge.mujoco import rollout

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "cluster.md"
CORES = 32  # of a node in the table
SECONDS = 2.0  # of work in a task there


def work(nbatch, nstep):
    model = mujoco.MjModel.from_xml_path(str(ROOT / "scenes" / "humanoid.xml"))
    data = mujoco.MjData(model)
    start = np.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, start, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    return model, data, np.tile(start, (nbatch, 1)), np.zeros((nbatch, nstep, model.nu))


def processor_time(function, clock=time.process_time):
    """Seconds of the processor, and the result: of this process, or with time.thread_time of the calling thread alone."""
    begin = clock()
    result = function()
    return clock() - begin, result


def measure():
    tiny, long = work(200, 1), work(40, 3000)
    cluster.rollout(*tiny, chunk_size=100)  # nodes asked, model sent
    per_task, _ = processor_time(lambda: cluster.rollout(*tiny, chunk_size=1))
    # results lie in shared memory and are copied by the thread that asked; Ray's own threads look around while they wait
    receiving, (state, _) = processor_time(lambda: cluster.rollout(*long, chunk_size=10), time.thread_time)
    few, _ = processor_time(lambda: cluster.rollout(*work(40, 1), chunk_size=10), time.thread_time)
    stepping, _ = processor_time(lambda: rollout.rollout(*long))
    megabytes = state.nbytes / 1e6
    task = per_task / 200
    return {
        "task": task,
        "megabyte": max(0.0, receiving - few) / megabytes,
        "step": stepping / (40 * 3000),
        "row": state.shape[-1] * 8,
    }


def table(found):
    """Share of its cores that a cluster keeps busy: the sender serves 1 / (its time per task and its results) tasks a second."""
    lines = [
        "| nodes of 32 cores | tasks a second wanted | time of the sender per second of work | cores kept busy |",
        "|---|---|---|---|",
    ]
    steps = SECONDS / found["step"]
    results = {
        "states of every step": steps * found["row"] / 1e6,
        "states of every 100th step": steps * found["row"] / 1e8,
    }
    for nodes in (1, 10, 100, 1000):
        tasks = nodes * CORES / SECONDS
        loads = [tasks * (found["task"] + megabytes * found["megabyte"]) for megabytes in results.values()]
        busy = " / ".join(f"{min(1, 1 / load):.0%}" for load in loads)
        lines.append(f"| {nodes} | {tasks:.0f} | {' / '.join(f'{load:.2f} s' for load in loads)} | {busy} |")
    return "\n".join(lines)


def main():
    ray.init(num_cpus=2, log_to_driver=False, logging_level="error")
    found = measure()
    ray.shutdown()
    text = (
        f"Processor time of the sender, measured on two cores with humanoids: {found['task'] * 1e3:.1f} ms per task, {found['megabyte'] * 1e3:.1f} ms per "
        f"megabyte of results (its thread); a step takes {found['step'] * 1e6:.0f} µs. What follows for tasks of {SECONDS:.0f} s, on paper (all states come back, as `rollout` has it / a hundredth of them would):"
        f"\n\n{table(found)}"
    )
    PAGE.write_text(
        re.sub(
            r"(<!-- scaling -->\n).*?(<!-- end -->)", lambda m: m[1] + text + "\n" + m[2], PAGE.read_text(), flags=re.S
        )
    )
    print(text)


if __name__ == "__main__":
    main()
