"""The table of clients: pinned, with programs that are there, and a comparison that can say no."""

import pathlib
import sys
import tomllib

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import clients  # noqa: E402

TABLE = tomllib.loads((ROOT / "tools" / "clients.toml").read_text())


@pytest.mark.parametrize("name", TABLE)
def test_every_client_is_pinned_and_has_a_program_and_a_line(name):
    client = TABLE[name]
    judge = client.get("judge", [])
    assert all("==" in package for package in [*client["install"], *(judge if isinstance(judge, list) else [])])
    assert (clients.PROGRAMS / client["program"]).exists()
    assert f"| {name} |" in clients.PAGE.read_text()


def test_differences_count_until_the_judge_itself_is_chaotic():
    theirs = {"a": np.zeros((4, 2))}
    ours, disturbed = {"a": np.zeros((4, 2))}, {"a": np.zeros((4, 2))}
    ours["a"][1:] = 1e-3
    assert clients.compared(ours, theirs, disturbed) == (1e-3, 4)
    disturbed["a"][1:] = 1
    assert clients.compared(ours, theirs, disturbed) == (0, 1)


def test_a_reason_is_the_error_not_the_trace():
    assert clients.last_line("Traceback\n  File\nImportError: no x\n\nnote\n") == "ImportError: no x"
