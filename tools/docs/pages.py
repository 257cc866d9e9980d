#!/usr/bin/env python3
"""Prepares the pages of the web site in build/docs_pages: those written by hand in docs/, and those generated from the program itself.

tools/docs/pages.py          (make docs calls it; needs the release build)
"""

import pathlib
import shlex
import shutil
import subprocess
import sys

import cli_page
import conformance_page
import mjcf_page
import python_page
import rooms_svg

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "build" / "docs_pages"
GENERATED = {
    "cli.md": cli_page.page,
    "python.md": python_page.page,
    "mjcf.md": mjcf_page.page,
    "conformance.md": conformance_page.page,
}


def draw_pictures():
    """The pictures of the tutorial, made by the examples it shows."""
    shutil.copytree(ROOT / "scenes", PAGES / "scenes")
    subprocess.run([sys.executable, ROOT / "examples" / "plot.py"], cwd=PAGES, check=True, capture_output=True)
    picture = next(
        line for line in (PAGES / "tutorial.md").read_text().splitlines() if line.startswith("corten render")
    )
    subprocess.run([cli_page.CORTEN, *shlex.split(picture)[1:]], cwd=PAGES, check=True, capture_output=True)
    shutil.rmtree(PAGES / "scenes")


def main():
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    for name, page in GENERATED.items():
        (PAGES / name).write_text(page())
    (PAGES / "rooms.svg").write_text(rooms_svg.svg())
    if not (PAGES / "performance.md").exists():
        (PAGES / "performance.md").write_text(
            "# Performance\n\n`make bench` measures both engines side by side and writes this page.\n"
        )
    draw_pictures()


if __name__ == "__main__":
    main()
