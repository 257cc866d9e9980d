#!/usr/bin/env python3
"""Checks that every room includes only the rooms of its row in CMakeLists.txt, and nothing outside corten/.

Usage: tools/check_includes.py [--graph]     (--graph prints the edges found, room by room)
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^corten_room\((\w+)([^)]*)\)", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
# the engine never depends on its judges or its users
FORBIDDEN = ("mujoco/", "gtest/", "gmock/", "benchmark/", "nanobind/", "pybind11/", "Python.h")


def room_rows(text):
    """{room: rooms it may include}, in the order of the rows."""
    rows = {}
    for name, arguments in ROW.findall(text):
        words = arguments.split()
        lists = {"ROOMS": [], "LINKS": [], "HEADERS": []}
        current = None
        for word in words:
            if word in lists:
                current = lists[word]
            elif current is not None:
                current.append(word)
        rows[name] = lists["ROOMS"]
    return rows


def row_problems(rows):
    seen = set()
    for room, allowed in rows.items():
        for other in allowed:
            if other not in seen:
                yield f"CMakeLists.txt: room {room} uses {other}, which is not a room above it"
        seen.add(room)


def include_problem(room, allowed, quote, target):
    """What is wrong with one include line of a file in a room, or None."""
    if target.startswith("corten/"):
        parts = target.split("/")
        if quote == "<":
            return f'write "{target}" with quotes'
        if not (ROOT / target).is_file():
            return f"{target} does not exist"
        if parts[1] != room and parts[1] not in allowed:
            return f"room {room} may not include {target} (its row: {' '.join(allowed) or 'no room'})"
    elif quote == '"':
        return f'"{target}" is not in corten/; own headers are named from the root, outside ones in <>'
    elif target.startswith(FORBIDDEN):
        return f"the library may not include <{target}>"
    return None


def check_room(room, allowed, edges):
    for path in sorted((ROOT / "corten" / room).rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            quote, target = match.groups()
            if target.startswith("corten/"):
                edges.setdefault(room, set()).add(target.split("/")[1])
            problem = include_problem(room, allowed, quote, target)
            if problem:
                line = text.count("\n", 0, match.start(2)) + 1
                yield f"{path.relative_to(ROOT)}:{line}: {problem}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graph", action="store_true", help="print the edges found")
    arguments = parser.parse_args()

    rows = room_rows((ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    problems = list(row_problems(rows))
    edges = {}
    for folder in sorted((ROOT / "corten").iterdir()):
        if not folder.is_dir():
            continue
        if folder.name not in rows:
            problems.append(f"corten/{folder.name}: no corten_room row in CMakeLists.txt")
            continue
        problems += check_room(folder.name, rows[folder.name], edges)
    if arguments.graph:
        for room in rows:
            print(f"{room:12} {' '.join(sorted(edges.get(room, set()) - {room}))}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
