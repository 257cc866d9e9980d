"""The corten command: every example of every --help runs, answers are right, errors are sensible."""

import json
import os
import re
import shlex
import shutil
import subprocess

import numpy as np
import pytest
from programs import ROOT, built, working_folder

CORTEN = built("apps/corten")
REQUIRED = {
    "convert": ["out.xml"],
    "render": ["-o", "out.png"],
    "record": ["-o", "out.html"],
    "page": ["-o", "out"],
}  # besides MODEL
PENDULUM = str(ROOT / "scenes" / "pendulum.xml")
COMMANDS = re.findall(
    r"^  (\w+) ",
    subprocess.run([CORTEN, "--help"], capture_output=True, text=True, check=True)
    .stdout.split("Subcommands:")[1]
    .split("Example")[0],
    re.M,
)


def corten(*arguments, cwd=ROOT):
    return subprocess.run([CORTEN, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False)


def answer(*arguments, cwd=ROOT):
    """The JSON a command prints."""
    done = corten(*arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def help_examples():
    for command in COMMANDS:
        text = corten(command, "--help").stdout
        examples = re.findall(r"^\s*(corten .*)$", text, re.M)
        assert examples, f"corten {command} --help has no example"
        for example in examples:
            yield pytest.param(example, id=example)


@pytest.fixture
def folder(tmp_path):
    return working_folder(tmp_path)


def test_all_commands_are_there():
    assert {"run", "info", "check", "convert", "bench", "conform"} <= set(COMMANDS)


@pytest.mark.parametrize("example", list(help_examples()))
def test_every_example_of_every_help_runs(example, folder):
    done = corten(*shlex.split(example)[1:], cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_speaks_json_and_says_when_a_file_is_missing(command):
    assert "--json" in corten(command, "--help").stdout
    done = corten(command, "no_such_model.xml", *REQUIRED.get(command, []))
    assert done.returncode == 2
    assert "no_such_model.xml" in done.stderr


def test_a_misspelt_file_gets_a_hint():
    assert "did you mean 'pendulum.xml'?" in corten("info", ROOT / "scenes" / "pendulm.xml").stderr


def test_misspelt_commands_and_options_get_a_hint():
    done = corten("chek", PENDULUM)
    assert done.returncode == 2 and "did you mean 'check'?" in done.stderr and "convert" in done.stderr
    done = corten("check", PENDULUM, "--stric")
    assert done.returncode == 2 and "did you mean '--strict'?" in done.stderr


def test_a_binary_model_of_mujoco_is_read(tmp_path):
    import mujoco

    mujoco.mj_saveModel(mujoco.MjModel.from_xml_path(PENDULUM), str(tmp_path / "pendulum.mjb"))
    done = corten("info", tmp_path / "pendulum.mjb")
    assert done.returncode == 0, done.stderr


def test_check_says_once_what_it_finds_in_every_keyframe(tmp_path):
    balls = "".join(f'<body pos="{x} 0 0"><freejoint/>\n<geom size=".1"/></body>' for x in (0, 0.1))
    keys = "".join(f'<key name="k{i}"/>' for i in range(6))
    path = model_file(tmp_path, f"<worldbody>{balls}</worldbody><keyframe>{keys}</keyframe>")
    found = [f for f in json.loads(corten("check", path, "--json").stdout)["findings"] if f["rule"] == "overlap"]
    assert len(found) == 1 and len(found[0]["states"]) == 7
    assert re.search(r"geom '\S*model.xml:2' of .* and geom '\S*model.xml:3' of ", found[0]["where"])
    assert "(at qpos0, keyframe 'k0', keyframe 'k1' and 4 more)" in corten("check", path).stdout


def test_the_manual_page_and_the_completions_know_every_command(tmp_path):
    page = corten("--man").stdout
    assert page.startswith(".TH CORTEN 1")
    for shell in ("bash", "zsh", "fish"):
        script = corten("--completion", shell).stdout
        assert all(command in script and f"corten {command}" in page for command in COMMANDS)
    assert "--strict" in corten("--completion", "bash").stdout
    if shutil.which("bash"):
        (tmp_path / "c.bash").write_text(corten("--completion", "bash").stdout)
        lines = 'source c.bash; COMP_WORDS=(corten che); COMP_CWORD=1; _corten; echo "${COMPREPLY[@]}"'
        assert (
            subprocess.run(["bash", "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
            == "check\n"
        )
    assert corten("--completion", "tcsh").returncode == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_in_valid_json(command, folder):
    quick = {
        "bench": ["--seconds", "0.1"],
        "view": ["--seconds", "0.1"],
        "record": ["--time", "0.1"],
        "run": ["--steps", "10"],
        "conform": ["--steps", "5"],
    }
    subject = "geom" if command == "schema" else PENDULUM
    assert answer(command, subject, *REQUIRED.get(command, []), *quick.get(command, []), cwd=folder)


def test_a_refused_model_is_explained_in_json_too(tmp_path):
    (tmp_path / "bad.xml").write_text('<mujoco><worldbody><geom sise="1"/></worldbody></mujoco>')
    done = corten("info", tmp_path / "bad.xml", "--json")
    assert done.returncode == 2
    assert "did you mean 'size'?" in json.loads(done.stdout)["error"]


def test_csv_and_npz_logs_hold_what_the_oracle_computes(tmp_path):  # judge: oracle
    import mujoco

    for name in ("log.csv", "log.npz"):
        answer(
            "run",
            PENDULUM,
            "--steps",
            50,
            "--key",
            "swing",
            "--log",
            "qpos,qvel,sensordata,xpos",
            "--out",
            tmp_path / name,
        )
    with np.load(tmp_path / "log.npz") as npz:
        log = dict(npz)
    model = mujoco.MjModel.from_xml_path(PENDULUM)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_step(model, data, 50)
    assert log["qpos"].shape == (51, model.nq) and log["xpos"].shape == (51, model.nbody, 3)
    np.testing.assert_allclose(log["qpos"][-1], data.qpos, atol=1e-12)
    np.testing.assert_allclose(log["sensordata"][-1], data.sensordata, atol=1e-12)
    csv = np.genfromtxt(tmp_path / "log.csv", delimiter=",", names=True)
    np.testing.assert_array_equal(csv["xpos_1_2"], log["xpos"][:, 1, 2])
    np.testing.assert_array_equal(csv["time"], log["time"])


def test_controls_come_from_npy_and_csv_by_step_and_by_time(tmp_path):
    control = np.linspace(-1, 1, 40)[:, None]
    np.save(tmp_path / "u.npy", control)
    (tmp_path / "u.csv").write_text("\n".join(map(repr, control[:, 0].tolist())))
    rows = [f"{0.002 * i!r},{float(u)!r}" for i, u in enumerate(control[:, 0])]
    (tmp_path / "timed.csv").write_text("\n".join(["time,ctrl_0", *rows]))
    logs = []
    for name in ("u.npy", "u.csv", "timed.csv"):
        answer(
            "run",
            PENDULUM,
            "--steps",
            40,
            "--ctrl",
            tmp_path / name,
            "--log",
            "ctrl,qpos",
            "--out",
            tmp_path / "log.npz",
        )
        with np.load(tmp_path / "log.npz") as npz:
            logs.append(dict(npz))
    for log in logs:
        np.testing.assert_array_equal(log["ctrl"][1:], control)
        np.testing.assert_array_equal(log["qpos"], logs[0]["qpos"])


@pytest.mark.parametrize(
    "text, message",
    [("1,2\n", "2 numbers instead of 1"), ("elbow\n1\n", "column 'elbow'"), ("1\nx\n", "'x' is not a number")],
)
def test_controls_that_do_not_fit_are_refused(tmp_path, text, message):
    (tmp_path / "u.csv").write_text(text)
    assert message in corten("run", PENDULUM, "--ctrl", tmp_path / "u.csv").stderr


def test_unknown_fields_and_keyframes_are_refused_with_a_hint(tmp_path):
    assert "did you mean 'qpos'?" in corten("run", PENDULUM, "--log", "qpso", "--out", tmp_path / "a.csv").stderr
    assert "0=swing" in corten("run", PENDULUM, "--key", "swim").stderr


def test_convert_keeps_the_model(tmp_path):
    scene = ROOT / "scenes" / "demo.xml"
    answer("convert", scene, tmp_path / "demo.corten")
    answer("convert", scene, tmp_path / "demo.xml")
    sizes = answer("info", scene)["sizes"]
    assert answer("info", tmp_path / "demo.corten")["sizes"] == sizes
    assert answer("info", tmp_path / "demo.xml")["sizes"] == sizes


def test_info_counts_the_parts_of_flexes():  # judge: hand value, two triangles in each of 19 x 19 squares
    assert answer("info", ROOT / "scenes" / "cloth.xml")["flexes"] == [
        {"name": "cloth", "dim": 2, "vertices": 400, "edges": 2 * 19 * 20 + 19 * 19, "elements": 2 * 19 * 19}
    ]


def test_a_compiled_model_written_as_mjcf_is_the_same_model(folder):  # judge: oracle
    import mujoco

    answer("convert", "scenes/arm.xml", "arm.corten", cwd=folder)
    answer("convert", "arm.corten", "arm.xml", cwd=folder)
    original = mujoco.MjModel.from_xml_path(str(folder / "scenes" / "arm.xml"))
    written = mujoco.MjModel.from_xml_path(str(folder / "arm.xml"))
    for field in (
        "body_inertia",
        "jnt_range",
        "geom_pos",
        "actuator_biasprm",
        "tex_data",
        "mat_rgba",
        "cam_quat",
        "key_qpos",
    ):
        np.testing.assert_array_equal(getattr(written, field), getattr(original, field), field)


def test_convert_finds_assets_from_the_new_place(tmp_path):
    (tmp_path / "in" / "meshes").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    (tmp_path / "in" / "meshes" / "t.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    )
    (tmp_path / "in" / "m.xml").write_text(
        '<mujoco><compiler meshdir="meshes"/><asset><mesh file="t.obj"/></asset>'
        '<worldbody><geom type="mesh" mesh="t"/></worldbody></mujoco>'
    )
    answer("convert", tmp_path / "in" / "m.xml", tmp_path / "out" / "m.xml")
    assert answer("info", tmp_path / "out" / "m.xml")["sizes"]["nmesh"] == 1


def model_file(folder, inside, option=""):
    path = folder / "model.xml"
    path.write_text(f"<mujoco><option {option}/>{inside}</mujoco>")
    return path


def rules(path, *arguments):
    done = corten("check", path, "--json", *arguments)
    return {
        finding["rule"] for finding in json.loads(done.stdout)["findings"] if finding["level"] != "note"
    }, done.returncode


def ball(**joint):
    """A ball of 1 kg that slides up and down."""
    attributes = " ".join(f'{name}="{value}"' for name, value in joint.items())
    return f'<worldbody><body pos="0 0 1"><joint name="j" type="slide" axis="0 0 1" {attributes}/><geom size=".1" mass="1"/></body></worldbody>'


@pytest.mark.parametrize(
    "rule, inside, option",
    [
        ("mass", '<worldbody><body><freejoint/><geom size=".1" mass="1e7"/></body></worldbody>', ""),
        (
            "inertia",
            '<worldbody><body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="9 9 9"/><geom size=".01"/></body></worldbody>',
            "",
        ),
        (
            "overlap",
            '<worldbody><body><freejoint/><geom size=".1"/></body><body pos=".1 0 0"><freejoint/><geom size=".1"/></body></worldbody>',
            "",
        ),
        ("limit", ball(limited="true", range=".5 1"), ""),
        ("stiff", ball(stiffness="1e7"), ""),
        ("stiff", ball() + '<actuator><position joint="j" kp="1e7"/></actuator>', ""),
        (
            "stiff",
            '<worldbody><flexcomp name="f" dim="3" count="3 3 3" spacing=".1 .1 .1"><elasticity young="1e9"/></flexcomp></worldbody>',
            "",
        ),
        (
            "inverted",
            '<worldbody><flexcomp name="f" type="direct" dim="3" point="0 0 0 .1 0 0 0 .1 0 0 0 .1" element="0 1 2 3"/></worldbody>'
            '<keyframe><key qpos="0 0 0 0 0 0 0 0 0 0 0 -.3"/></keyframe>',
            "",
        ),
        (
            "folded",
            '<worldbody><flexcomp name="f" type="grid" dim="1" count="4 1 1" spacing=".1 .1 .1" radius=".01" mass="1"><contact selfcollide="none"/>'
            '</flexcomp></worldbody><keyframe><key qpos=".15 -.1 0 .05 .1 0 -.15 0 0 -.05 0 0"/></keyframe>',
            "",
        ),
        ("gear", ball() + '<actuator><motor joint="j" gear="1e6" ctrlrange="-1 1"/></actuator>', ""),
        ("feedback", ball() + '<actuator><general joint="j" biastype="affine" biasprm="0 5 0"/></actuator>', ""),
        ("timestep", ball(), 'timestep="0.1"'),
        ("energy", ball(stiffness="970000", springref=".001"), ""),
    ],
)
def test_check_names_what_is_wrong(tmp_path, rule, inside, option):
    found, code = rules(model_file(tmp_path, inside, option))
    assert rule in found
    assert code in (0, 2)
    assert rules(tmp_path / "model.xml", "--strict")[1] == (2 if code == 2 else 1)


def test_check_says_that_a_simulation_blows_up_and_where(tmp_path):
    path = model_file(tmp_path, ball(stiffness="1e9", springref="1"))
    done = corten("check", path)
    assert done.returncode == 2
    assert re.search(
        r"error\[trial\] joint 'j' of body '\S*model.xml:1': q\w+ is not a number, or huge within .* \(at qpos0\)",
        done.stdout,
    )
    assert "too stiff for the time step" in done.stdout
    assert "\x1b[" not in done.stdout  # no terminal, no colours


SLEEPERS = """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="1 1 1"/>
  <body name="rests" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body name="moved" pos="1 0 1"><joint name="hinge"/><geom size=".1" pos=".1 0 0"/></body>
  <body name="told" pos="3 0 .1" sleep="never"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body name="swings" pos="5 0 1"><joint name="swing" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/></body></worldbody>
  <actuator><motor name="motor" joint="hinge"/></actuator></mujoco>"""


def test_check_looks_at_sleep_and_plugins_together(tmp_path):
    cable = """<extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody><composite type="cable" prefix="C" curve="s"
      count="5 1 1" size=".5 .1 .1" initial="none"><plugin plugin="mujoco.elasticity.cable"/><geom type="capsule" size=".01"/></composite></worldbody>"""
    assert rules(model_file(tmp_path, '<option><flag sleep="enable"/></option>' + cable))[1] in (0, 1)


def test_check_says_why_a_tree_does_not_sleep(tmp_path):
    (tmp_path / "model.xml").write_text(SLEEPERS)
    findings = json.loads(corten("check", tmp_path / "model.xml", "--json").stdout)["findings"]
    said = {f["where"].split("'")[1]: f["message"] for f in findings if f["rule"] == "sleep"}
    assert set(said) == {"moved", "told", "swings"}
    assert "actuator 'motor'" in said["moved"] and "never" in said["told"] and "'swing'" in said["swings"]


def test_run_logs_who_sleeps(tmp_path):
    (tmp_path / "model.xml").write_text(SLEEPERS)
    answer(
        "run", tmp_path / "model.xml", "--steps", 100, "--log", "ntree_awake,tree_asleep", "--out", tmp_path / "log.npz"
    )
    log = np.load(tmp_path / "log.npz")
    assert log["ntree_awake"][0] == 4 and log["ntree_awake"][-1] == 3
    assert log["tree_asleep"][-1, 0] == 0


def test_check_reports_every_error_of_the_loader(tmp_path):
    path = model_file(tmp_path, '<worldbody><geom sise="1"/><geom typ="box"/></worldbody>')
    findings = json.loads(corten("check", path, "--json").stdout)["findings"]
    assert [finding["rule"] for finding in findings] == ["load", "load"]
    assert all("model.xml:1" in finding["where"] for finding in findings)


def test_the_stability_limit_of_check_is_that_of_the_simulation(
    tmp_path,
):  # judge: simulation on both sides of the limit
    # h² k / (4 m) = 1 at k = 1e6 for m = 1 kg and h = 2 ms
    for stiffness, stable in ((0.98e6, True), (1.02e6, False)):
        path = model_file(tmp_path, ball(stiffness=stiffness, springref=".001"))
        found, code = rules(path)
        assert ("stiff" in found) != stable
        assert (code == 2) != stable


def test_bench_compares_with_the_oracle():
    result = answer("bench", ROOT / "scenes" / "demo.xml", "--seconds", "0.2")
    assert result["oracle"] == "MuJoCo 3.5.0" and result["ratio"] > 0
    assert result["qpos_difference"] < 1e-9


@pytest.mark.skipif(not shutil.which("ffprobe"), reason="ffmpeg is not installed")
def test_an_mp4_has_its_frames(folder):  # judge: ffprobe
    said = answer("render", PENDULUM, "-o", "fall.mp4", "--time", "0.5", "--fps", "30", "--size", "61x48", cwd=folder)
    probe = subprocess.run(
        [
            "ffprobe",
            "-v",
            "error",
            "-count_frames",
            "-of",
            "json",
            "-show_entries",
            "stream=nb_read_frames,width,height,r_frame_rate",
            "fall.mp4",
        ],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    stream = json.loads(probe.stdout)["streams"][0]
    assert said["frames"] == 15
    assert stream == {"width": 62, "height": 48, "r_frame_rate": "30/1", "nb_read_frames": "15"}  # even sizes


def test_an_mp4_without_ffmpeg_says_what_to_install(folder):
    done = subprocess.run(
        [CORTEN, "render", PENDULUM, "-o", "fall.mp4", "--time", "0.1"],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": str(folder)},
        check=False,
    )
    assert done.returncode != 0 and "apt install ffmpeg" in done.stderr and not (folder / "fall.mp4").exists()


def test_symbols_that_do_not_exist_are_named_with_those_that_do(folder):
    done = corten("render", PENDULUM, "-o", "x.png", "--show", "joints", cwd=folder)
    assert done.returncode != 0 and "'joints'" in done.stderr and "inertia" in done.stderr


def on_a_terminal(*arguments, **environment):
    """What a command writes to a terminal."""
    primary, secondary = os.openpty()
    clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    done = subprocess.run(
        [CORTEN, *map(str, arguments)],
        cwd=ROOT,
        stdout=secondary,
        stderr=secondary,
        env={**clean, "TERM": "xterm", **environment},
        check=False,
    )
    os.close(secondary)
    text = b""
    try:
        while chunk := os.read(primary, 65536):
            text += chunk
    except OSError:  # the other end is closed and everything was read
        pass
    os.close(primary)
    return done.returncode, text


def test_colours_are_for_terminals_whose_users_want_them(tmp_path):
    model = tmp_path / "heavy.xml"
    model.write_text(
        "<mujoco><worldbody><body><joint damping='1e9'/><geom size='.1' mass='1e-9'/></body></worldbody></mujoco>"
    )
    code, coloured = on_a_terminal("check", model)
    assert b"\x1b[" in coloured
    assert on_a_terminal("check", model, NO_COLOR="1")[0] == code
    assert b"\x1b[" not in on_a_terminal("check", model, NO_COLOR="1")[1]
    assert "\x1b[" not in corten("check", model).stdout
