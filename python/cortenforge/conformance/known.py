"""Differences we know of, with their cause: tests/conformance/known_differences.toml."""

import fnmatch
import pathlib
import tomllib

DEFAULT = pathlib.Path("tests/conformance/known_differences.toml")


def load(path):
    """Entries with model, stage, field globs, cause and issue; none when there is no file."""
    path = pathlib.Path(path)
    if not path.exists():
        return []
    entries = tomllib.loads(path.read_text()).get("difference", [])
    for entry in entries:
        missing = {"model", "stage", "field", "cause", "issue"} - entry.keys()
        if missing:
            raise SystemExit(f"{path}: an entry lacks {', '.join(sorted(missing))}: {entry}")
    return entries


def find(entries, model, stage, field):
    """The first entry that explains a difference, or None."""
    for entry in entries:
        if (
            fnmatch.fnmatchcase(model, entry["model"])
            and fnmatch.fnmatchcase(stage, entry["stage"])
            and fnmatch.fnmatchcase(field, entry["field"])
        ):
            return entry
    return None
