#!/usr/bin/env python3
"""Instruction counts of fixed kernels and steps (callgrind) against bench/counts.toml; more than 5 % above fails.

Counts, unlike seconds, do not depend on what else the machine does. Valgrind shows programs a processor of its own,
the same on every host that has AVX2 and without AVX-512 or the host's caches, so run-time dispatch (ours, and that of
libc and libm) takes one fixed way. A host without AVX2 would take another: there is nothing to compare there.

    bench_check.py PROGRAM          compare
    bench_check.py PROGRAM --update write the counts of today into bench/counts.toml
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).parents[1]
COUNTS = ROOT / "bench" / "counts.toml"
ALLOWED = 1.05
HEADER = """# Instructions of kernels and steps, counted by callgrind; `make bench-check` fails 5 % above these.
# Written by `tools/bench_check.py PROGRAM --update`: commit it with the change that explains it.
"""


def measure(program):
    """Instructions of every entry: the totals of the profiles that the program asks for, by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "-q",
            "--tool=callgrind",
            "--collect-atstart=no",
            f"--callgrind-out-file={folder}/profile",
            str(program),
            str(ROOT / "scenes"),
        ]
        subprocess.run(command, check=True)
        counts = {}
        for path in pathlib.Path(folder).iterdir():
            text = path.read_text(errors="replace")
            name = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
            total = re.search(r"^(?:totals|summary): (\d+)", text, re.M)
            if name and total:
                counts[name[1]] = int(total[1])
        return counts


def compare(counts, committed):
    """Prints one line per entry; the names of those that got worse or are not in the file."""
    worse = []
    for name, now in counts.items():
        before = committed.get(name)
        change = f"{100 * (now / before - 1):+6.1f} %" if before else "   new"
        bad = before is None or now > ALLOWED * before
        print(f"{name:<24}{now:>12,}{change:>10}{'  <-- too many' if bad and before else ''}")
        worse += [name] if bad else []
    return worse + [f"{name} (not measured)" for name in committed if name not in counts]


def write(counts):
    lines = [f'"{name}" = {count}\n' for name, count in sorted(counts.items())]
    COUNTS.write_text(HEADER + "".join(lines))


def main():
    if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text().split():
        print("bench-check: this processor has no AVX2, the committed counts are of one that has; nothing compared")
        return 0
    counts = dict(sorted(measure(sys.argv[1]).items()))
    if "--update" in sys.argv:
        write(counts)
        return 0
    worse = compare(counts, tomllib.loads(COUNTS.read_text()))
    if worse:
        print(f"bench-check: more instructions than bench/counts.toml allows: {', '.join(worse)}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
