#!/usr/bin/env python3
"""Writes docs/performance.md and its charts from the results of `make bench`: performance_page.py bench.json"""

import json
import math
import pathlib
import sys

DOCS = pathlib.Path(__file__).parents[1] / "docs"
NOTES = DOCS.parent / "bench" / "notes.md"  # what was tried, by hand
COLOURS = {"ours": "#2a7", "oracle": "#c63"}


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join([" --- "] + [" ---: "] * (len(header) - 1)) + "|"]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def count(value):
    return f"{value:,.0f}"


def ratio(entry, key):
    return f"{entry[key]:.2f}" if entry.get(key) else "–"


def models_table(models):
    rows = []
    for m in models:
        if m["failure"]:
            rows.append([m["model"], "skipped"] + [""] * 12)
            continue
        first, again, memory = m["first_load_ms"], m["load_ms"], m["data_mb"]
        rows.append(
            [
                m["model"],
                m["nv"],
                count(m["contacts"]["oracle"]),
                count(m["rows"]["oracle"]),
                f"{m['iterations']['ours']:.1f} / {m['iterations']['oracle']:.1f}",
                count(m["per_second"]["ours"]),
                count(m["per_second"]["oracle"]),
                f"**{m['ratio']:.2f}**",
                ratio(m, "python_ratio"),
                ratio(m, "newest_ratio"),
                f"{m['drift']:.0e} / {m['own_drift']:.0e}",
                f"{first['ours']:.1f} / {first['oracle']:.1f}",
                f"{again['ours']:.1f} / {again['oracle']:.1f}",
                f"{memory['ours']:.2f} / {memory['oracle']:.2f}",
            ]
        )
    return table(
        [
            "model",
            "nv",
            "contacts",
            "rows",
            "iterations",
            "steps/s",
            "MuJoCo steps/s",
            "ratio",
            "from Python",
            "newest",
            "drift / MuJoCo's own",
            "first load [ms]",
            "load again [ms]",
            "Data [MB]",
        ],
        rows,
    )


def stages_table(models):
    models = [m for m in models if not m["failure"]]
    names = list(models[0]["stages_us"]) if models else []
    rows = [
        [m["model"]] + [f"{m['stages_us'][n]['ours']:.1f} / {m['stages_us'][n]['oracle']:.1f}" for n in names]
        for m in models
    ]
    return table(["model"] + names, rows)


# Stages that are part of no other, so that their times add up to a step.
WHOLE_STAGES = (
    "kinematics",
    "inertia",
    "collision",
    "constraint rows",
    "projection",
    "velocity",
    "actuation",
    "solver",
    "integration",
)


def gap_table(models):
    """What is missing to twice the speed, ours − theirs / 2, and how much of it each stage has."""
    rows = []
    for m in models:
        if m["failure"] or m["ratio"] >= 2:
            continue
        missing = {n: m["stages_us"][n]["ours"] - m["stages_us"][n]["oracle"] / 2 for n in WHOLE_STAGES}
        total = sum(missing.values())
        if total > 0:
            rows.append([m["model"], f"{total:.1f}"] + [f"{100 * value / total:.0f}" for value in missing.values()])
    return table(["model", "missing [µs]"] + [f"{n} [%]" for n in WHOLE_STAGES], rows)


def held_out_table(result):
    rows = [[e["model"], ratio(e, "python_ratio"), ratio(e, "newest_ratio")] for e in result["held_out"]]
    means = result["held_out_means"]
    return table(
        ["model", "MuJoCo 3.5.0", f"MuJoCo {result['newest_version'] or '(newest)'}"],
        rows + [["geometric mean", f"**{ratio(means, 'python_ratio')}**", f"**{ratio(means, 'newest_ratio')}**"]],
    )


def worlds_table(entries):
    one = {e["model"]: e["per_second"]["ours"] for e in entries if e["threads"] == 1}
    rows = [
        [
            e["model"],
            e["threads"],
            count(e["per_second"]["ours"]),
            count(e["per_second"]["oracle"]),
            f"{e['per_second']['ours'] / e['per_second']['oracle']:.2f}",
            f"{e['per_second']['ours'] / one[e['model']]:.2f}",
            f"{e['cpu_us_per_step']['ours']:.1f} / {e['cpu_us_per_step']['oracle']:.1f}",
        ]
        for e in entries
    ]
    return table(["model", "threads", "steps/s", "MuJoCo steps/s", "ratio", "over one thread", "CPU µs per step"], rows)


def growth_table(curves):
    rows = [
        [
            c["name"],
            f"{c['step_exponent']['ours']:.2f} / {c['step_exponent']['oracle']:.2f}",
            f"{c['collision_exponent']['ours']:.2f} / {c['collision_exponent']['oracle']:.2f}",
        ]
        + [f"{1e6 * p['step']['ours']:.0f} / {1e6 * p['step']['oracle']:.0f}" for p in c["points"]]
        for c in curves
    ]
    longest = max(curves, key=lambda c: len(c["points"]))
    rows = [row + [""] * (3 + len(longest["points"]) - len(row)) for row in rows]
    return table(
        ["size of", "exponent of a step", "exponent of collision"] + [f"{p['size']}: µs" for p in longest["points"]],
        rows,
    )


def growth_chart(curves):
    """Three log-log plots side by side, both engines in each."""
    width, height, pad = 300, 240, 45
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * len(curves)}" height="{height}" '
        'font-family="sans-serif" font-size="11">'
    ]
    for i, curve in enumerate(curves):
        points = curve["points"]
        times = [p["step"][who] for p in points for who in COLOURS]
        x0, x1 = math.log10(points[0]["size"]), math.log10(points[-1]["size"])
        y0, y1 = math.log10(min(times)), math.log10(max(times))
        place_x = lambda v: i * width + pad + (math.log10(v) - x0) / (x1 - x0) * (width - pad - 15)
        place_y = lambda v: height - 30 - (math.log10(v) - y0) / (y1 - y0) * (height - 65)
        parts.append(f'<text x="{i * width + pad}" y="16">µs per step against {curve["name"]}</text>')
        for p in points:
            parts.append(
                f'<text x="{place_x(p["size"]):.1f}" y="{height - 10}" text-anchor="middle">{p["size"]:g}</text>'
            )
        for value in (min(times), max(times)):
            parts.append(
                f'<text x="{i * width + pad - 6}" y="{place_y(value) + 4:.1f}" text-anchor="end">{1e6 * value:.0f}</text>'
            )
        for who, colour in COLOURS.items():
            line = " ".join(f"{place_x(p['size']):.1f},{place_y(p['step'][who]):.1f}" for p in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
            label = "CortenForge" if who == "ours" else "MuJoCo"
            parts.append(
                f'<text x="{i * width + pad + 8}" y="{34 if who == "ours" else 48}" fill="{colour}">'
                f"{label} n^{curve['step_exponent'][who]:.2f}</text>"
            )
    return "\n".join(parts) + "</svg>\n"


def from_python(result):
    if not result.get("python_geometric_mean"):
        return ""
    newest = result.get("newest_geometric_mean")
    over = f", over MuJoCo {result['newest_version']} **{newest:.2f}**" if newest else ""
    return f", from Python **{result['python_geometric_mean']:.2f}**{over}"


def page(result):
    parts = [
        "# Speed beside MuJoCo 3.5.0\n",
        f"Made by `tools/performance_page.py` from `{result['command']}` on {result['processors']:g} processors "
        f"({result['processor']}), compiler {result['compiler']}. Both engines run in one process on the same models, "
        "states and controls, blocks alternate, the ratio is the median over block pairs; times of one thread are "
        "processor time.\n",
        "![ratios](images/performance_bars.svg)\n",
        f"Geometric mean of the ratios: **{result['geometric_mean']:.2f}**{from_python(result)}.\n",
        models_table(result["models"]),
        "Drift: largest difference of qpos after 100 steps, beside what MuJoCo itself shows when its start is disturbed by 1e-15. Other pairs of "
        "numbers are ours / MuJoCo's. From Python: the ratio of `mj_step(m, d, nstep)` in the two packages (`tools/bench_python.py`); newest: the same over the newest MuJoCo, "
        "which runs in a process of its own, – where it does not load the model.\n",
    ]
    if result.get("held_out"):
        parts += ["## Models that nobody tunes for, from Python\n", held_out_table(result)]
    parts += [
        "## Stages [µs per step, ours / MuJoCo]\n",
        stages_table(result["models"]),
        "What is missing to twice MuJoCo's speed, and the share of each stage in it (below zero: the stage is beyond twice):\n",
        gap_table(result["models"]),
    ]
    if result["many_worlds"]:
        parts += ["## Many worlds: 64 trajectories\n", worlds_table(result["many_worlds"])]
    if result["growth"]:
        parts += ["## Growth with size\n", "![growth](images/performance_growth.svg)\n", growth_table(result["growth"])]
    if NOTES.exists():
        parts.append(NOTES.read_text())
    return "\n".join(parts)


def main():
    source = pathlib.Path(sys.argv[1])
    result = json.loads(source.read_text())
    (DOCS / "performance.md").write_text(page(result))
    (DOCS / "images" / "performance_bars.svg").write_text(source.with_suffix(".svg").read_text())
    if result["growth"]:
        (DOCS / "images" / "performance_growth.svg").write_text(growth_chart(result["growth"]))


if __name__ == "__main__":
    main()
