#!/usr/bin/env python3
"""Writes docs/performance_gpu.md from the JSON of gpu_bench.

Usage: tools/performance_gpu_page.py BENCH.json [STAGES.json]
"""

import json
import pathlib
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "performance_gpu.md"
# MuJoCo Warp 4.0.0 on one H200, float32, same model and protocol [M steps/s]
WARP = {
    ("humanoid.xml", 1024): 1.61,
    ("humanoid.xml", 8192): 5.42,
    ("humanoid.xml", 32768): 7.25,
    ("humanoid.xml", 65536): 7.65,
    ("three_humanoids.xml", 8192): 1.38,
    ("franka_emika_panda_mjx_scene.xml", 32768): 28.3,
}


def row(r):
    name = pathlib.Path(r["model"]).name
    warp = WARP.get((name, r["worlds"])) if r["precision"] == "float32" else None
    own = ", masses of their own" if r.get("varied") else ""
    warp = None if own else warp
    speed = r["steps_per_second"] / 1e6
    beside = f"{warp} (×{speed / warp:.1f})" if warp else ""
    return (
        f"| {pathlib.Path(name).stem}{own} | {r['precision']} | {r['worlds']:,} | **{speed:.2f}** | {1e3 / speed:.1f} | {r['ncon']:.1f} | {r['nefc']:.1f} "
        f"| {r['niter']:.2f} | {r['first_step_s']:.2f} | {beside} |"
    )


def stages(records):
    names = list(records[0]["stages"])
    yield "| model | precision | " + " | ".join(names) + " |"
    yield "| --- | --- |" + " ---: |" * len(names)
    for r in records:
        ns = 1e9 / r["steps_per_second"]
        yield (
            f"| {pathlib.Path(r['model']).stem} | {r['precision']} | "
            + " | ".join(f"{ns * r['stages'][n]:.1f}" for n in names)
            + " |"
        )


def main(bench, profile=None):
    records = json.loads(pathlib.Path(bench).read_text())
    lines = [
        "# Speed of many worlds on a GPU",
        "",
        f"Made by `make bench-gpu` (`tools/performance_gpu_page.py`) on {records[0]['plan'].split(':')[0]}. Every world starts from the model's keyframe with "
        "uniform control noise of 0.01 of the range that is forgotten within 0.1 s, as in MuJoCo Warp's benchmark, and steps in launches of 100; contacts, rows and Newton iterations are means. Each line was run twice with the same bits. The first step is timed from the construction of the worlds; in the first line it brings up the GPU.",
        "",
        "| model | precision | worlds | M steps/s | ns | contacts | rows | iterations | first step [s] | MuJoCo Warp 4.0.0 |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *map(row, records),
    ]
    if profile:
        lines += [
            "",
            "## Stages [ns per step]",
            "",
            "Shares of the cycles of a build with counters, of the step's time in that build.",
            "",
            *stages(json.loads(pathlib.Path(profile).read_text())),
        ]
    plans = dict.fromkeys(
        f"- {pathlib.Path(r['model']).stem}{', masses of their own' if r.get('varied') else ''}, {r['precision']}: {r['plan'].split(': ', 1)[1]}."
        for r in records
    )
    lines += ["", "## Memory of a world", "", *plans, ""]
    PAGE.write_text("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
