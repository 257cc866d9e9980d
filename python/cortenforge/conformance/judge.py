"""From the numbers of one model to a verdict per stage."""

from cortenforge.conformance import known

STAGES = ("verdict", "compile", "forward", "solvers", "rollout")
OK, KNOWN, DIFFERENT, CRASHED, NOT_RUN = "ok", "known", "different", "crashed", "not run"


def columns(results):
    """The stages that a report of these results shows: steps on a GPU only where they were asked for."""
    return STAGES + ("gpu",) if any("gpu" in r["stages"] for r in results) else STAGES


def only_unsupported(message):
    """Are all our reasons to refuse parts of MJCF that are still to be built?"""
    lines = message.strip().splitlines()
    return bool(lines) and all("not supported yet" in line for line in lines)


def _verdict(result):
    """Do both accept or both refuse? An oracle that dies on a model refuses it."""
    ours, theirs = result["verdict"]["corten"], result["verdict"]["oracle"]
    if ours["accepts"] == theirs["accepts"]:
        return []
    who, message = ("we refuse", ours["message"]) if theirs["accepts"] else ("we accept", theirs["message"])
    field = "unsupported" if only_unsupported(ours["message"]) else "verdict"
    return [{"field": field, "error": float("inf"), "bar": 0.0, "note": f"{who}: {message.strip()}"}]


def to_the_bit(results, stage):
    """Models whose every field of a stage has the oracle's bits, and those compared."""
    run = [r["stages"][stage] for r in results if "fields" in r["stages"].get(stage, {})]
    return sum(s["equal"] == s["fields"] for s in run), len(run)


def judge(result, name, entries):
    """Adds status (per stage) and the open differences to a result."""
    status, open_differences, known_differences = {}, [], []
    stages = columns([result])
    bad = {stage: result["stages"][stage]["bad"] for stage in stages if stage in result["stages"]}
    if len(result["verdict"]) == 2:
        bad["verdict"] = _verdict(result)
    if "crash" in result:
        stage = result["crash"]["stage"]
        bad.setdefault(stage, []).append(
            {"field": "crash", "error": float("inf"), "bar": 0.0, "note": result["crash"]["note"]}
        )
    for stage in stages:
        if stage not in bad:
            status[stage] = NOT_RUN
            continue
        status[stage] = OK
        for difference in bad[stage]:
            entry = known.find(entries, name, stage, difference["field"])
            record = {**difference, "stage": stage}
            if entry:
                known_differences.append({**record, "cause": entry["cause"], "issue": entry["issue"]})
                status[stage] = KNOWN if status[stage] == OK else status[stage]
            else:
                open_differences.append(record)
                status[stage] = CRASHED if difference["field"] == "crash" else DIFFERENT
    result.update(name=name, status=status, open=open_differences, known=known_differences)
    return result
