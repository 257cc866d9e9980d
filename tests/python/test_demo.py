"""The demo of `make demo`: both engines agree, pictures are written, and it says so."""

import sys

from programs import ROOT, output


def test_the_demo_shows_equal_numbers_and_writes_pictures(tmp_path):  # judge: oracle
    said = output([sys.executable, ROOT / "tools" / "demo.py"], tmp_path)
    assert "Remember: the same model, the same numbers" in said
    assert (tmp_path / "demo.png").stat().st_size > 10_000
    assert (tmp_path / "demo.gif").stat().st_size > 10_000
