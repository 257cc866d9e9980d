"""The conformance harness can say no, and says it clearly. Judge: definition."""

import json
import subprocess
import sys

import mujoco
import numpy as np
import pytest
from conftest import SCENES

import cortenforge.mujoco as corten
from cortenforge.conformance import judge, known, pool, worker
from cortenforge.conformance.difference import Difference, error_of
from cortenforge.conformance.generated import every_sensor, random_model
from cortenforge.conformance.poison import Poisoned, defined
from cortenforge.conformance.states import State


def test_the_error_is_relative_to_large_numbers_only():
    assert error_of(np.array([1.0, 2.5]), np.array([1.0, 2.0]))[0] == 0.25
    assert error_of(np.array([0.1]), np.array([0.0]))[0] == pytest.approx(0.1)
    assert error_of(np.array([np.nan, np.inf]), np.array([np.nan, np.inf]))[0] == 0
    assert error_of(np.array([np.nan]), np.array([1.0]))[0] == np.inf
    assert error_of(np.zeros(2), np.zeros(3))[0] == np.inf
    assert error_of(b"a", b"b")[0] == np.inf


def result_with(field, error):
    return {
        "model": "m",
        "verdict": {},
        "seconds": {},
        "stages": {"forward": {"worst": None, "bad": [{"field": field, "error": error, "bar": 0.0, "note": ""}]}},
    }


def test_a_difference_is_open_unless_it_is_listed(tmp_path):
    listed = tmp_path / "known.toml"
    listed.write_text('[[difference]]\nmodel = "m*"\nstage = "forward"\nfield = "q*"\ncause = "c"\nissue = 1\n')
    entries = known.load(listed)
    assert judge.judge(result_with("qpos", 1.0), "m.xml", entries)["status"]["forward"] == judge.KNOWN
    other = judge.judge(result_with("xpos", 1.0), "m.xml", entries)
    assert other["status"]["forward"] == judge.DIFFERENT and len(other["open"]) == 1


def test_bits_are_counted_per_field_and_per_model():
    close = worker._summary([Difference("qpos", 0.0, 1e-6), Difference("qvel", 1e-16, 1e-6)])
    same = worker._summary([Difference("qpos", 0.0, 1e-6)])
    assert (close["equal"], close["fields"], close["bad"]) == (1, 2, [])
    assert judge.to_the_bit(
        [{"stages": {"rollout": close}}, {"stages": {"rollout": same}}, {"stages": {}}], "rollout"
    ) == (1, 2)


def test_a_known_difference_needs_a_cause(tmp_path):
    listed = tmp_path / "known.toml"
    listed.write_text('[[difference]]\nmodel = "*"\nstage = "*"\nfield = "*"\n')
    with pytest.raises(SystemExit, match="cause"):
        known.load(listed)


def test_different_verdicts_are_a_difference():
    refused = {
        "model": "m",
        "stages": {},
        "verdict": {"corten": {"accepts": False, "message": "no"}, "oracle": {"accepts": True, "message": ""}},
    }
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


def test_an_oracle_that_gives_up_is_no_difference(monkeypatch):
    monkeypatch.setattr(pool, "_start", lambda *_: (None, "oracle forward at state 1", "FatalError"))
    result = judge.judge(pool.run_model("m.xml", [], 1), "m.xml", [])
    assert result["open"] == [] and "FatalError" in result["gave up"]


def test_a_difference_of_the_size_of_the_oracles_own_is_none():
    assert not Difference("qacc", 1e-5, 1e-8).ok
    assert Difference("qacc", 1e-5, 1e-8, sensitivity=1e-5).ok
    assert not Difference("qacc", 1e-3, 1e-8, sensitivity=1e-5).ok


_SLIDING = """<mujoco><option solver="PGS"/><worldbody><geom type="plane" size="1 1 1"/>
<body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""


def test_what_the_oracle_never_writes_is_found():
    model = mujoco.MjModel.from_xml_string(_SLIDING)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    again = Poisoned(model).repeat(data)
    assert defined(data.efc_force, again.efc_force).all()
    assert not defined(data.iacc, again.iacc).any()  # PGS solves the whole and leaves the islands' copies alone


def test_the_model_with_every_sensor_agrees():
    theirs = mujoco.MjModel.from_xml_string(every_sensor())
    ours = corten.MjModel.from_xml_string(every_sensor())
    assert len(set(theirs.sensor_type)) == len(corten.mjtSensor.__members__) - 1  # all but plugins
    summary = worker.compare_forward(ours, theirs, [State(index, 1) for index in range(3)])
    assert summary["bad"] == []


def test_random_models_agree():
    for seed in (1, 2, 3):
        theirs, ours = (engine.MjModel.from_xml_string(random_model(seed)) for engine in (mujoco, corten))
        assert worker.compare_forward(ours, theirs, [State(1, seed)])["bad"] == []


def run_harness(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "cortenforge.conformance", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=SCENES.parent,
    )


def test_a_scene_passes_and_leaves_its_reports(tmp_path):
    bad = tmp_path / "bad.xml"
    bad.write_text("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>")
    done = run_harness(
        SCENES / "double_pendulum.xml",
        bad,
        "--states",
        2,
        "--steps",
        20,
        "--json",
        tmp_path / "r.json",
        "--html",
        tmp_path / "r.html",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    results = {r["name"]: r for r in json.loads((tmp_path / "r.json").read_text())["results"]}
    assert set(results["double_pendulum.xml"]["status"].values()) <= {"ok", "known"}
    assert results["bad.xml"]["status"] == {
        "verdict": "ok",
        "compile": "not run",
        "forward": "not run",
        "solvers": "not run",
        "rollout": "not run",
    }
    assert "double_pendulum.xml" in (tmp_path / "r.html").read_text()


def test_a_missing_model_is_said():
    done = run_harness("nowhere.xml")
    assert done.returncode != 0 and "nowhere.xml: no such file" in done.stderr
