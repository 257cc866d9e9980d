"""The conformance harness can say no, and says it clearly. Judge: definition."""

import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import SCENES

from cortenforge.conformance import judge, known, pool
from cortenforge.conformance.difference import error_of


def test_the_error_is_relative_to_large_numbers_only():
    assert error_of(np.array([1.0, 2.5]), np.array([1.0, 2.0]))[0] == 0.25
    assert error_of(np.array([0.1]), np.array([0.0]))[0] == pytest.approx(0.1)
    assert error_of(np.array([np.nan, np.inf]), np.array([np.nan, np.inf]))[0] == 0
    assert error_of(np.array([np.nan]), np.array([1.0]))[0] == np.inf
    assert error_of(np.zeros(2), np.zeros(3))[0] == np.inf
    assert error_of(b"a", b"b")[0] == np.inf


def result_with(field, error):
    return {"model": "m", "verdict": {}, "seconds": {},
            "stages": {"forward": {"worst": None, "bad": [{"field": field, "error": error, "bar": 0.0, "note": ""}]}}}


def test_a_difference_is_open_unless_it_is_listed(tmp_path):
    listed = tmp_path / "known.toml"
    listed.write_text('[[difference]]\nmodel = "m*"\nstage = "forward"\nfield = "q*"\ncause = "c"\nissue = 1\n')
    entries = known.load(listed)
    assert judge.judge(result_with("qpos", 1.0), "m.xml", entries)["status"]["forward"] == judge.KNOWN
    other = judge.judge(result_with("xpos", 1.0), "m.xml", entries)
    assert other["status"]["forward"] == judge.DIFFERENT and len(other["open"]) == 1


def test_a_known_difference_needs_a_cause(tmp_path):
    listed = tmp_path / "known.toml"
    listed.write_text('[[difference]]\nmodel = "*"\nstage = "*"\nfield = "*"\n')
    with pytest.raises(SystemExit, match="cause"):
        known.load(listed)


def test_different_verdicts_are_a_difference():
    refused = {"model": "m", "stages": {}, "verdict": {"corten": {"accepts": False, "message": "no"}, "oracle": {"accepts": True, "message": ""}}}
    assert judge.judge(refused, "m.xml", [])["status"]["verdict"] == judge.DIFFERENT


def test_a_crash_is_a_line_and_not_the_end(monkeypatch):
    monkeypatch.setattr(pool, "_start", lambda *_: (None, "corten forward 0", "SIGSEGV"))
    result = judge.judge(pool.run_model("m.xml", [], 1), "m.xml", [])
    assert result["status"]["forward"] == judge.CRASHED and "SIGSEGV" in result["open"][0]["note"]


def test_an_oracle_that_dies_refuses(monkeypatch):
    def start(model, options, timeout):
        if "--without-oracle" in options:
            verdict = {"corten": {"accepts": False, "message": "bad"}}
            return {"model": model, "verdict": verdict, "stages": {}, "seconds": {}}, "corten load", ""
        return None, "oracle load", "SIGABRT"

    monkeypatch.setattr(pool, "_start", start)
    assert judge.judge(pool.run_model("m.xml", [], 1), "m.xml", [])["status"]["verdict"] == judge.OK


def run_harness(*arguments):
    return subprocess.run([sys.executable, "-m", "cortenforge.conformance", *map(str, arguments)], capture_output=True, text=True,
                          cwd=SCENES.parent)


def test_a_scene_passes_and_leaves_its_reports(tmp_path):
    bad = tmp_path / "bad.xml"
    bad.write_text("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>")
    done = run_harness(SCENES / "double_pendulum.xml", bad, "--states", 2, "--steps", 20, "--json", tmp_path / "r.json", "--html",
                       tmp_path / "r.html")
    assert done.returncode == 0, done.stdout + done.stderr
    results = {r["name"]: r for r in json.loads((tmp_path / "r.json").read_text())["results"]}
    assert set(results["double_pendulum.xml"]["status"].values()) <= {"ok", "known"}
    assert results["bad.xml"]["status"] == {"verdict": "ok", "compile": "not run", "forward": "not run", "solvers": "not run", "rollout": "not run"}
    assert "double_pendulum.xml" in (tmp_path / "r.html").read_text()


def test_a_missing_model_is_said():
    done = run_harness("nowhere.xml")
    assert done.returncode != 0 and "nowhere.xml: no such file" in done.stderr
