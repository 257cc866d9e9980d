#!/usr/bin/env python3
"""Every name that MuJoCo's library exports is exported by ours, and nothing of our own is; variables have the same size.

Usage: compare_exports.py OURS THEIRS
"""

import subprocess
import sys


def exports(library):
    """{name: (is it a function, size of a variable)} of the names that C programs see."""
    table = subprocess.run(
        ["nm", "-D", "-S", "--defined-only", library], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for line in table.splitlines():
        *_, size, kind, name = ("0", *line.split()[1:]) if len(line.split()) == 3 else line.split()
        if not name.startswith(("_ZTI", "_ZTS")):  # types of the C++ library that theirs contains
            found[name] = kind == "T" or int(size, 16)
    return found


def main():
    ours, theirs = map(exports, sys.argv[1:])
    missing = sorted(theirs.keys() - ours.keys())
    added = sorted(ours.keys() - theirs.keys())
    other = sorted(name for name in theirs.keys() & ours.keys() if theirs[name] != ours[name])
    for title, names in (("missing", missing), ("not MuJoCo's", added), ("of another size", other)):
        if names:
            print(f"{title}: {' '.join(names)}")
    if missing or added or other:
        sys.exit(1)
    print(f"{len(theirs)} names")


if __name__ == "__main__":
    main()
