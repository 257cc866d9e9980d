"""python -m cortenforge.conformance MODEL...: compares CortenForge with MuJoCo 3.5.0 and says where they differ."""

import argparse
import json
import os
import pathlib
import sys

from cortenforge.conformance import known
from cortenforge.conformance.html_report import write_html
from cortenforge.conformance.judge import judge
from cortenforge.conformance.pool import run_models
from cortenforge.conformance.table import print_table, progress


def _arguments():
    parser = argparse.ArgumentParser(
        prog="python -m cortenforge.conformance",
        description=__doc__,
        epilog="example: python -m cortenforge.conformance scenes --states 8 --html report.html",
    )
    parser.add_argument("models", nargs="+", metavar="MODEL", help="XML files, or folders to search for them")
    parser.add_argument(
        "--states", type=int, default=6, help="states to compare at, the initial one first; keyframes come on top"
    )
    parser.add_argument("--steps", type=int, default=100, help="steps of the rollout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--stages",
        default="compile,forward,solvers,rollout",
        help="stages to compare, separated by commas; gpu: a step in float64 on a GPU, or in the emulator",
    )
    parser.add_argument(
        "--compiled-by",
        choices=("corten", "oracle"),
        default="corten",
        help="oracle: take the oracle's compiled model, to test the engine alone",
    )
    parser.add_argument("--disable", default="", help="parts to switch off in both, e.g. constraint,contact")
    parser.add_argument(
        "--integrator",
        choices=("euler", "rk4", "implicit", "implicitfast"),
        default="",
        help="take this one in both instead of the model's",
    )
    parser.add_argument(
        "--solver-seconds",
        type=float,
        default=6,
        help="per model, after which the solvers are compared at no further states",
    )
    parser.add_argument("--json", metavar="F", help="write every number")
    parser.add_argument("--html", metavar="F", help="write the picture")
    parser.add_argument(
        "--pairs", metavar="F", help="result of the sweep over pairs of shapes, to be shown in the reports"
    )
    parser.add_argument("--known", metavar="F", default=str(known.DEFAULT), help="known differences")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="models at the same time")
    parser.add_argument("--timeout", type=float, default=300, help="seconds per model")
    parser.add_argument("--verbose", "-v", action="store_true", help="every field that differs")
    return parser.parse_args()


def below(folder):
    """XML files under a folder and under those it links to."""
    return [
        pathlib.Path(path) / name
        for path, _, names in os.walk(folder, followlinks=True)
        for name in names
        if name.endswith(".xml")
    ]


def find_models(paths):
    """Name and absolute path of every model; files without a <mujoco> or <robot> root are parts of others."""
    models = {}
    for given in map(pathlib.Path, paths):
        if not given.exists():
            raise SystemExit(f"{given}: no such file or folder")
        files = sorted(below(given)) if given.is_dir() else [given]
        for file in files:
            name = str(file.relative_to(given)) if given.is_dir() else file.name
            if name in models:
                name = str(file)
            models[name] = str(file.resolve())
    return models


def main():
    args = _arguments()
    models = find_models(args.models)
    names = {path: name for name, path in models.items()}
    entries = known.load(args.known)
    options = [
        "--states",
        str(args.states),
        "--steps",
        str(args.steps),
        "--seed",
        str(args.seed),
        "--compiled-by",
        args.compiled_by,
        "--disable",
        args.disable,
        "--integrator",
        args.integrator,
        "--stages",
        args.stages,
        "--solver-seconds",
        str(args.solver_seconds),
    ]
    results = []
    for path, result in run_models(models.values(), options, args.jobs, args.timeout):
        results.append(judge(result, names[path], entries))
        progress(len(results), len(models), names[path])
    results.sort(key=lambda r: r["name"])
    pairs = json.loads(pathlib.Path(args.pairs).read_text()) if args.pairs else {}
    print_table(results, args.verbose)
    if args.json:
        pathlib.Path(args.json).write_text(
            json.dumps({"arguments": vars(args), "results": results, "pairs": pairs}, indent=1)
        )
    if args.html:
        write_html(args.html, results, "CortenForge beside MuJoCo 3.5.0", pairs)
    return 1 if any(r["open"] for r in results) or any(p["off"] for p in pairs.get("pairs", [])) else 0


if __name__ == "__main__":
    sys.exit(main())
