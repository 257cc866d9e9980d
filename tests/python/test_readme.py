"""The examples in README.md are the files in examples/, and they run."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"<!-- example: (\S+) -->\n```\w+\n(.*?)```", re.S)


def blocks():
    return BLOCK.findall((ROOT / "README.md").read_text())


def test_every_block_is_its_file():
    assert len(blocks()) == 2
    for path, text in blocks():
        assert text == (ROOT / path).read_text(), path


def output(command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_cpp_and_python_examples_run_and_agree():
    binary = sorted(ROOT.glob("build/*/examples/pendulum"))[0]
    cpp = output([binary])
    assert cpp.startswith("angle after 1 s:")
    assert output([sys.executable, "examples/pendulum.py"]) == cpp


def test_demo_runs_and_agrees_with_the_oracle():
    assert "largest difference" in output([sys.executable, "examples/demo.py"])
