#!/usr/bin/env python3
"""Says on how many models the C++ tests judged, from the notes that tests/support/model_files.cpp takes.

tools/judged.py build/release/judged.txt            the sentence at the end of `make test`
tools/judged.py build/release/judged.txt --filter   the tests that look at model files, as a filter for GoogleTest
"""

import os
import pathlib
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[1]


def collection():
    """The optional folder of more models, as tests/support/model_files.cpp finds it; None without one."""
    named = os.environ.get("CORTEN_MODELS")
    folder = pathlib.Path(named) if named else PROJECT.parent / "shared" / "models"
    return folder.resolve() if named != "" and folder.is_dir() else None


def sentence(files):
    scenes, more = PROJECT / "scenes", collection()
    own = sum(file.is_relative_to(scenes) for file in files)
    given = sum(more is not None and file.is_relative_to(more) for file in files)
    parts = f"{own} of scenes/, {len(files) - own - given} of packages"
    if more:
        return f"Judged on {len(files)} model files: {parts}, {given} of {more}."
    return (
        f"Judged on {len(files)} model files: {parts}. CORTEN_MODELS=<folder of MJCF files> judges yours too "
        "(MuJoCo Menagerie, say)."
    )


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    notes = pathlib.Path(sys.argv[1])
    lines = [line.split("\t") for line in notes.read_text().splitlines()] if notes.exists() else []
    if "--filter" in sys.argv:
        print(":".join(sorted({test for test, _ in lines})))
    else:
        print(sentence({pathlib.Path(file) for _, file in lines}))


if __name__ == "__main__":
    main()
