#!/usr/bin/env python3
"""Checks that every header compiles alone with clang++-14, without a warning. (g++ sees each of them in every build, and both use the same
standard library: what a header forgets to include, one compiler finds.) A header that a source includes before anything else compiles
alone in every build already.

A header whose text, and that of all headers of ours it includes, has not changed since it last passed is not compiled
again (build/check/headers.json).

Usage: tools/check_headers.py [-j JOBS] [--all] [HEADER...]
"""

import argparse
import concurrent.futures
import functools
import glob
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "check" / "headers.json"
COMPILER = "clang++-14"
FLAGS = "-std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Wshadow -Wno-psabi".split()
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
INCLUDED = re.compile(r"^\s*#\s*include\s*(\S+)", re.MULTILINE)
FOLDERS = ("corten", "tests", "bench", "apps", "viewer")


def files(pattern):
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", pattern]
    found = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return [file for file in found if file.split("/")[0] in FOLDERS and (ROOT / file).is_file()]


def headers():
    opening = {INCLUDED.search(text_of(source)) for source in files("*.cpp")}
    compiled = {include.group(1) for include in opening if include}
    return sorted(header for header in files("*.h") if f'"{header}"' not in compiled)


@functools.lru_cache(maxsize=None)
def text_of(header):
    path = ROOT / header
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def closure(header):
    """The header and all headers of ours it includes, directly or not."""
    seen, waiting = set(), [header]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting += INCLUDE.findall(text_of(current))
    return sorted(seen)


def command(header):
    includes = ["-I.", "-isystem", "/usr/include/eigen3"]
    for oracle in sorted(glob.glob(str(ROOT / ".venv/lib/python3*/site-packages/mujoco/include"))):
        includes += ["-isystem", oracle]
    # included from an empty file: #pragma once in a main file is itself a warning
    return [COMPILER, *FLAGS, *includes, "-include", header, "-x", "c++", os.devnull]


@functools.lru_cache(maxsize=None)
def version():
    return subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=True).stdout


def key(header):
    digest = hashlib.sha256((version() + " ".join(command(header))).encode())
    for name in closure(header):
        digest.update(name.encode() + b"\0" + text_of(name).encode() + b"\0")
    return digest.hexdigest()


def compile_alone(header):
    run = subprocess.run(command(header), cwd=ROOT, capture_output=True, text=True, check=False)
    return header, run.returncode == 0, run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-j", "--jobs", type=int, default=int(os.environ.get("JOBS", "2")))
    parser.add_argument("--all", action="store_true", help="compile unchanged headers too")
    parser.add_argument("headers", nargs="*", help="only these")
    arguments = parser.parse_args()

    if not shutil.which(COMPILER):
        sys.exit(f"{COMPILER} is not installed: make setup")
    known = set(json.loads(CACHE.read_text())) if CACHE.is_file() and not arguments.all else set()
    keys = {header: key(header) for header in arguments.headers or headers()}
    changed = [header for header, digest in keys.items() if digest not in known]
    passed = known & set(keys.values())
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for header, good, errors in pool.map(compile_alone, changed):
            if good:
                passed.add(keys[header])
            else:
                failed += 1
                print(f"{header} does not compile alone:\n{errors}", file=sys.stderr)
    CACHE.parent.mkdir(parents=True, exist_ok=True)
    CACHE.write_text(json.dumps(sorted(passed | known if arguments.headers else passed)))
    print(f"{len(keys)} headers, {len(changed)} changed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
