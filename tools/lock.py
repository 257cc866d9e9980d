#!/usr/bin/env python3
"""Writes tools/requirements.lock: every package of the developer set-up with its version and the hashes of all its files.

usage: tools/lock.py             resolves tools/requirements.txt anew, with the versions .venv has where they fit
       tools/lock.py --check     whether the lock has what requirements.txt asks for (no network)
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
WANTED, LOCK = TOOLS / "requirements.txt", TOOLS / "requirements.lock"
INDEX = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(path):
    """name -> version of the lines name[extra]==version."""
    found = re.findall(r"^([\w.-]+)(?:\[[\w,-]*\])?==([^\s\\;]+)", path.read_text(), re.MULTILINE)
    return {normal(name): version for name, version in found}


def resolved():
    """name -> version of all that the set-up needs."""
    with tempfile.TemporaryDirectory() as folder:
        report, have = Path(folder) / "report.json", Path(folder) / "have.txt"
        pip = [sys.executable, "-m", "pip"]
        have.write_text(subprocess.run([*pip, "freeze"], capture_output=True, text=True, check=True).stdout)
        subprocess.run(
            [
                *pip,
                "install",
                "--quiet",
                "--dry-run",
                "--ignore-installed",
                "--report",
                report,
                "-r",
                WANTED,
                "-c",
                have,
            ],
            check=True,
        )
        packages = json.loads(report.read_text())["install"]
    return {normal(p["metadata"]["name"]): p["metadata"]["version"] for p in packages}


def version_in(name, file):
    """The version in the name of a wheel or source archive."""
    stem = re.sub(r"(\.tar\.gz|\.zip|\.whl)$", "", file)
    return stem.split("-")[1] if file.endswith(".whl") else stem[len(name) + 1 :]


def hashes(name, version):
    with urllib.request.urlopen(f"{INDEX}/{name}/", timeout=60) as page:
        links = re.findall(r'<a[^>]*href="[^"]*#sha256=([0-9a-f]{64})[^"]*"[^>]*>([^<]+)</a>', page.read().decode())
    found = sorted({digest for digest, file in links if version_in(name, html.unescape(file).strip()) == version})
    if not found:
        sys.exit(f"lock: the index has no files of {name} {version}")
    return found


def write():
    lines = ["# By tools/lock.py from requirements.txt: what `pip install --require-hashes` takes.\n"]
    for name, version in sorted(resolved().items()):
        lines.append(
            f"{name}=={version} \\\n" + " \\\n".join(f"    --hash=sha256:{h}" for h in hashes(name, version)) + "\n"
        )
    LOCK.write_text("".join(lines))


def problems():
    locked = pins(LOCK)
    return [
        f"{name}=={version} is not in requirements.lock: run tools/lock.py"
        for name, version in pins(WANTED).items()
        if locked.get(name) != version
    ]


def main():
    if "--check" not in sys.argv:
        write()
    wrong = problems()
    print("\n".join(wrong) or f"{len(pins(LOCK))} packages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
