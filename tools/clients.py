#!/usr/bin/env python3
"""Runs programs of other people, unmodified and in their newest releases, on MuJoCo and on CortenForge (tools/clients.toml); writes docs/clients.md.

    tools/clients.py [NAME …]      all of them, or those; make clients calls it

Each has a virtual environment in build/clients (or $CORTEN_CLIENTS). One that cannot be installed is skipped, with the reason in the table.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / "tests" / "clients" / "programs"
FOLDER = pathlib.Path(os.environ.get("CORTEN_CLIENTS", ROOT / "build" / "clients"))
RESULTS, PAGE = FOLDER / "results.json", ROOT / "docs" / "clients.md"
ORACLE = [
    "mujoco==3.5.0",
    "etils",
    "fsspec",
    "importlib_resources",
    "zipp",
    "typing_extensions",
    "absl-py",
    "glfw",
    "pyopengl",
]
CHAOS = 1e-7  # a disturbance of 1e-13 that has grown this much: from there rounding decides
MINUTES = 25


class Skipped(Exception):
    """Why a client was not run."""


def last_line(text):
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    problems = [line for line in lines if re.match(r"(\w+\.)*\w*(Error|Exception|NotInstalled)\b", line)]
    return re.sub(r"https?://\S+", "…", (problems or lines or ["no output"])[-1])[:160]


def pip(python, *arguments):
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", *arguments],
        capture_output=True,
        text=True,
        timeout=60 * MINUTES,
    )
    if done.returncode:
        raise Skipped(f"cannot be installed: {last_line(done.stderr)}")


def environment(name, packages, alone=()):
    """The interpreter of a virtual environment with these packages, and those that come without what they ask for."""
    python, stamp = FOLDER / name / "bin" / "python", FOLDER / name / "installed.txt"
    if not stamp.exists() or stamp.read_text() != "\n".join(packages):
        subprocess.run([sys.executable, "-m", "venv", FOLDER / name], check=True)
        pip(python, *packages)
        if alone:
            pip(python, "--no-deps", *alone)
        stamp.write_text("\n".join(packages))
    return python


def oracle():
    """A folder with MuJoCo 3.5.0 that goes before what an environment has."""
    folder = FOLDER / "mujoco-3.5.0"
    if not folder.exists():
        pip(sys.executable, "--no-deps", "--target", str(folder), *ORACLE)
    return folder


def run(python, program, output, *, path, shim=False, api="3.5", disturb=False):
    """Seconds of the processor in steps, and the trajectories by name."""
    command = [
        python,
        *(("-m", "cortenforge.shim") if shim else ()),
        PROGRAMS / program,
        output,
        *(("--disturb",) if disturb else ()),
    ]
    variables = {
        **os.environ,
        "PYTHONPATH": str(path),
        "CORTENFORGE_API": api,
        "MUJOCO_GL": "disable",
        "OMP_NUM_THREADS": "1",
        "JAX_PLATFORMS": "cpu",
    }
    done = subprocess.run(command, env=variables, cwd=FOLDER, capture_output=True, text=True, timeout=60 * MINUTES)
    if done.returncode:
        raise RuntimeError(last_line(done.stderr))
    return read(output)


def read(path):
    import numpy as np

    with np.load(path) as file:
        return float(file["seconds"]), {name: file[name] for name in file.files if name != "seconds"}


def compared(ours, theirs, disturbed):
    """Largest relative difference where MuJoCo itself is not chaotic, and the steps that were compared."""
    import numpy as np

    def rows(a, b):
        n = min(len(a), len(b))
        return (np.abs(a[:n] - b[:n]) / np.maximum(1, np.abs(b[:n]))).reshape(n, -1).max(axis=1, initial=0)

    largest, steps = 0.0, 0
    for name, judge in theirs.items():
        chaotic = np.flatnonzero(rows(disturbed[name], judge) > CHAOS)
        difference = rows(ours[name], judge)[: chaotic[0] if len(chaotic) else None]
        largest, steps = max(largest, float(np.nanmax(difference, initial=0))), steps + len(difference)
    return largest, steps


def result(name, client):
    """One line of the table."""
    python = environment(name, client["install"], client.get("alone", ()))
    judge = environment(f"{name}-judge", client["judge"]) if isinstance(client.get("judge"), list) else python
    judge_path = "" if "judge" in client else oracle()
    package = ROOT / "build" / "release" / "python"
    output = {way: FOLDER / f"{name}.{way}.npz" for way in ("ours", "oracle", "disturbed")}
    seconds, ours = run(
        python, client["program"], output["ours"], path=package, shim=True, api=client.get("api", "3.5")
    )
    try:
        base, theirs = run(judge, client["program"], output["oracle"], path=judge_path)
        _, disturbed = run(judge, client["program"], output["disturbed"], path=judge_path, disturb=True)
    except RuntimeError as problem:
        return {"runs": "yes", "judge": str(problem)}
    largest, steps = compared(ours, theirs, disturbed)
    return {
        "runs": "yes",
        "trajectories": len(ours),
        "steps": steps,
        "largest": largest,
        "ratio": base / seconds if seconds else None,
    }


def line(name, client, found):
    version = next(part.split("==")[1] for part in client.get("alone", client["install"]) if "==" in part)
    note = client.get("note", "")
    if found.get("runs") != "yes":
        return f"| {name} | {version} | {found.get('runs', 'not run yet')} | – | – | – | {note} |"
    if "judge" in found:
        return f"| {name} | {version} | yes | – | – | – | {note or 'MuJoCo 3.5.0: ' + found['judge']} |"
    ratio = f"{found['ratio']:.2f}" if found["ratio"] else "–"
    return f"| {name} | {version} | yes | {found['trajectories']} / {found['steps']} | {found['largest'] and format(found['largest'], '.0e') or '0'} | {ratio} | {note} |"


def write_page(clients, results):
    text = PAGE.read_text()
    head = "| program | release | runs | trajectories / steps compared | largest difference | time of MuJoCo / ours | remark |\n|---|---|---|---|---|---|---|\n"
    table = head + "\n".join(line(name, client, results.get(name, {})) for name, client in clients.items())
    PAGE.write_text(
        re.sub(r"(<!-- table -->\n).*?(<!-- end -->)", lambda m: m[1] + table + "\n" + m[2], text, flags=re.S)
    )


def main(chosen):
    clients = tomllib.loads((ROOT / "tools" / "clients.toml").read_text())
    FOLDER.mkdir(parents=True, exist_ok=True)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in chosen or clients:
        try:
            results[name] = result(name, clients[name])
        except Skipped as reason:
            results[name] = {"runs": f"skipped: {reason}"}
        except (RuntimeError, subprocess.TimeoutExpired) as problem:
            results[name] = {"runs": f"no: {problem}"}
        print(line(name, clients[name], results[name]), flush=True)
        RESULTS.write_text(json.dumps(results, indent=1))
        write_page(clients, results)
    return int(any(results[name]["runs"].startswith("no") for name in chosen or clients))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
