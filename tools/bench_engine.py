#!/usr/bin/env python3
"""One engine of a benchmark in Python: loading, controls, timed blocks of steps. Run as a program it serves another process: it times the
MuJoCo of its own interpreter, so that two releases can be measured in turn. A line of JSON asks, a line answers:

    {"load": {"file": ..., "xml": ...}, "controls": rows}     {"version": ..., "failure": reason or ""}
    {"state": {field: numbers}, "first": i, "blocks": n}       {"seconds": processor time}
"""

import json
import sys
import time

HELD = 10  # steps with the same controls
STATE = ("qpos", "qvel", "act", "qacc_warmstart", "mocap_pos", "mocap_quat")


def load(engine, entry):
    return (
        engine.MjModel.from_xml_path(entry["file"]) if entry["file"] else engine.MjModel.from_xml_string(entry["xml"])
    )


def run(engine, model, data, table, first, blocks):
    """Processor seconds of so many times ten steps."""
    start = time.thread_time()
    for i in range(first, first + blocks):
        data.ctrl[:] = table[i % len(table)]
        engine.mj_step(model, data, nstep=HELD)
    return time.thread_time() - start


def serve(engine, numpy):
    model = data = table = None
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"version": engine.__version__, "failure": ""}
        if "load" in request:
            try:
                model = load(engine, request["load"])
                data, table = engine.MjData(model), numpy.array(request["controls"])
            except Exception as error:  # whatever this release cannot load is not measured
                answer["failure"] = str(error)
        else:
            for name, numbers in request["state"].items():
                field = getattr(data, name)
                field[:] = numpy.reshape(numbers, field.shape)
            answer["seconds"] = run(engine, model, data, table, request["first"], request["blocks"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    import mujoco
    import numpy

    serve(mujoco, numpy)
