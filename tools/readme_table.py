#!/usr/bin/env python3
"""Writes the table "what works today" into README.md, from the JSON report of the conformance harness.

tools/readme_table.py build/conformance/report.json
"""

import json
import pathlib
import sys

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
BEGIN, END = "<!-- conformance:begin -->", "<!-- conformance:end -->"
GROUPS = (
    ("menagerie/", "robots of MuJoCo Menagerie"),
    ("mujoco/model/", "MuJoCo's example models"),
    ("mujoco/test/", "MuJoCo's test models"),
    ("dm_control/", "models of dm_control"),
    ("gymnasium", "models of Gymnasium and Gymnasium-Robotics"),
    ("mjx/", "models of MJX"),
    ("mujoco_warp/", "models of MuJoCo Warp"),
    ("random_", "models made by seed"),
    ("flex_", "deformables made by seed"),
    ("", "scenes of this project, one with every sensor"),
)
STAGES = (
    ("verdict", "accepted or refused alike"),
    ("compile", "compiled model"),
    ("forward", "forward pass"),
    ("solvers", "every solver"),
    ("rollout", "trajectory"),
)


def group_of(name):
    return next(title for prefix, title in GROUPS if name.startswith(prefix))


def cell(results, stage):
    """Models that agree, of those compared; differences with a known cause count as disagreement here."""
    run = [r for r in results if r["status"][stage] != "not run"]
    good = sum(r["status"][stage] == "ok" for r in run)
    return f"{good} / {len(run)}" if run else "–"


def table(report):
    grouped = {title: [] for _, title in GROUPS}
    for result in report["results"]:
        grouped[group_of(result["name"])].append(result)
    lines = ["| | models | " + " | ".join(title for _, title in STAGES) + " |", "|---|---|" + "---|" * len(STAGES)]
    for title, results in grouped.items():
        if results:
            lines.append(
                f"| {title} | {len(results)} | " + " | ".join(cell(results, stage) for stage, _ in STAGES) + " |"
            )
    return "\n".join(lines)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    report = json.loads(pathlib.Path(sys.argv[1]).read_text())
    text = README.read_text()
    if BEGIN not in text or END not in text:
        raise SystemExit(f"{README} has no lines {BEGIN} and {END}")
    before, rest = text.split(BEGIN, 1)
    _, after = rest.split(END, 1)
    README.write_text(f"{before}{BEGIN}\n{table(report)}\n{END}{after}")


if __name__ == "__main__":
    main()
