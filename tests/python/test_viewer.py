"""mujoco.viewer on a page: what programs call, and what a page sends back. Judge: MuJoCo's documented behaviour, and the engine."""

import base64
import json
import os
import socket
import struct
import sys
import time
import types
import urllib.parse

import mujoco as oracle
import pytest

import cortenforge
import cortenforge.mujoco as mujoco
from cortenforge.mujoco import viewer

XML = """<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body name="ball" pos="0 0 1"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".05 .3"/></body></worldbody></mujoco>"""


class Page:
    """A browser's side of the stream, by hand."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            (
                f"GET /stream?token={parts.fragment} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(1)
        assert b" 101 " in answer, answer

    def send(self, **command):
        text = json.dumps(command).encode()
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
        mask = os.urandom(4)
        self.socket.sendall(b"\x81" + length + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(text)))

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            data += self.socket.recv(count - len(data))
        return data

    def receive(self):
        """The next message: text as an object, a frame as bytes."""
        first, length = self._exactly(2)
        if length == 126:
            (length,) = struct.unpack(">H", self._exactly(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self._exactly(8))
        content = self._exactly(length)
        return json.loads(content) if first & 15 == 1 else content


@pytest.fixture
def view():
    model = mujoco.MjModel.from_xml_string(XML)
    handle = viewer.launch_passive(model, mujoco.MjData(model))
    yield handle
    handle.close()


def until(handle, holds):
    for _ in range(500):
        handle.sync()
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("the page's command did not arrive")


def test_a_program_shows_its_data(view):
    page = Page(view.url)
    assert page.receive() == {"op": "model", "pilot": True}
    view.d.time = 1.25
    view.sync()
    frame = page.receive()
    (bodies,) = struct.unpack_from("<I", frame, 4)
    (seconds,) = struct.unpack_from("<d", frame, 16)
    assert (bodies, seconds) == (view.m.nbody, 1.25)
    place = struct.unpack_from("<3f", frame, 24 + 20)
    assert place == pytest.approx((0, 0, 1))


def test_the_page_moves_a_joint_and_pauses(view):
    page = Page(view.url)
    page.send(op="joint", id=1, value=0.5)
    page.send(op="pause", value=True)
    until(view, lambda: view._live.paused)
    assert view.d.qpos[7] == 0.5


def test_pulling_gives_the_force_of_mjv_applyPerturbForce(view):
    page = Page(view.url)
    page.send(op="perturb", body=1, mode="force", local=[0, 0, 0.1], target=[0.2, 0, 1.3])
    until(view, lambda: view.d.xfrc_applied[1].any())
    m = oracle.MjModel.from_xml_string(XML)
    d = oracle.MjData(m)
    oracle.mj_forward(m, d)
    pert = oracle.MjvPerturb()
    pert.select, pert.active, pert.localpos, pert.refselpos = 1, 1, [0, 0, 0.1], [0.2, 0, 1.3]
    scene = oracle.MjvScene(m, 10)
    oracle.mjv_updateScene(m, d, oracle.MjvOption(), None, oracle.MjvCamera(), 7, scene)
    oracle.mjv_initPerturb(m, d, scene, pert)
    pert.refselpos = [0.2, 0, 1.3]
    oracle.mjv_applyPerturbForce(m, d, pert)
    assert view.d.xfrc_applied[1] == pytest.approx(d.xfrc_applied[1], rel=1e-10)


def sections(frame):
    """What follows the poses of a frame, by tag."""
    (bodies,) = struct.unpack_from("<I", frame, 4)
    at, found = 24 + 20 * bodies, {}
    while at < len(frame):
        tag, _, length = struct.unpack_from("<HHI", frame, at)
        found[tag] = frame[at + 8 : at + 8 + length]
        at += 8 + length
    return found


def status(page, holds):
    """The status of the first frame for which it holds."""
    for _ in range(200):
        message = page.receive()
        if isinstance(message, bytes):
            told = json.loads(sections(message)[4])
            if holds(told):
                return told
    raise AssertionError("no frame says so")


def test_camera_and_options_of_a_program_are_shown(view):
    page = Page(view.url)
    view.sync()
    view.cam.azimuth, view.cam.lookat[:] = 12.5, (1, 2, 3)
    view.opt.flags[mujoco.mjtVisFlag.mjVIS_JOINT], view.opt.geomgroup[4], view.opt.label = (
        1,
        1,
        mujoco.mjtLabel.mjLABEL_BODY,
    )
    view.sync()
    told = status(page, lambda told: "camera" in told and "option" in told)
    assert told["camera"]["azimuth"] == 12.5 and told["camera"]["lookat"] == [1, 2, 3]
    assert told["option"]["flags"] == list(view.opt.flags) and told["option"]["groups"]["geom"] == [1, 1, 1, 0, 1, 0]
    assert told["option"]["label"] == mujoco.mjtLabel.mjLABEL_BODY


def test_what_people_choose_reaches_the_program(view):
    page = Page(view.url)
    page.send(op="flag", id=int(mujoco.mjtVisFlag.mjVIS_COM), value=True)
    page.send(op="select", body=2)
    until(view, lambda: view.perturb.select == 2 and view.opt.flags[mujoco.mjtVisFlag.mjVIS_COM])
    page.send(op="camera", type=0, fixedcamid=-1, trackbodyid=-1, lookat=[1, 0, 2], distance=3, azimuth=4, elevation=5)
    until(view, lambda: view.cam.azimuth == 4)
    assert (*view.cam.lookat, view.cam.distance) == (1, 0, 2, 3)


def test_a_program_pulls_a_body_by_its_own_perturbation(view):
    view.perturb.select, view.perturb.active, view.perturb.localmass = 1, mujoco.mjtPertBit.mjPERT_TRANSLATE, 2
    view.perturb.refselpos[:] = (1, 0, 1)
    view.sync()
    expected = mujoco.MjData(view.m)
    mujoco.mj_forward(view.m, expected)
    mujoco.mjv_applyPerturbForce(view.m, expected, view.perturb)
    assert expected.xfrc_applied[1].any() and view.d.xfrc_applied[1] == pytest.approx(expected.xfrc_applied[1])


def test_geoms_of_a_program_are_in_the_stream(view):
    page = Page(view.url)
    mujoco.mjv_initGeom(
        view.user_scn.geoms[0],
        mujoco.mjtGeom.mjGEOM_SPHERE,
        [0.25, 0, 0],
        [7, 8, 9],
        [1, 0, 0, 0, 1, 0, 0, 0, 1],
        [1, 0, 0, 1],
    )
    view.user_scn.ngeom = 1
    view.sync()
    while not isinstance(frame := page.receive(), bytes):
        pass
    assert struct.unpack_from("<ii6f", sections(frame)[2]) == pytest.approx(
        (mujoco.mjtGeom.mjGEOM_SPHERE, -1, 0.25, 0.25, 0.25, 7, 8, 9)
    )


def test_a_changed_mesh_is_sent_again(view):
    page = Page(view.url)
    assert page.receive()["op"] == "model"
    view.update_mesh(0)
    while isinstance(message := page.receive(), bytes):
        pass
    assert message["op"] == "model"


def test_a_number_that_is_not_finite_pauses_and_names_the_joint():
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><body><joint name="wild"/><geom size=".1"/></body></worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    with viewer.launch_passive(model, data) as handle:
        page = Page(handle.url)
        data.qvel[0] = float("nan")
        mujoco.mj_step(model, data)
        handle._live.pause_when_bad(data)
        handle.sync()
        told = status(page, lambda told: told["paused"])
    assert "velocity of dof 0 (wild)" in told["message"]


def test_worlds_of_a_batch_are_tracks_of_a_recording():
    model = mujoco.MjModel.from_xml_string(XML)
    recording = cortenforge.record(model)
    qpos = [list(model.qpos0) for _ in range(3)]
    qpos[2][0] = 0.5
    recording.take_worlds(qpos, 0.0)
    tracks = json.loads(recording.html().split('type="application/json">')[1].split("</script>")[0])["tracks"]
    assert [track["name"] for track in tracks] == ["world 0", "world 1", "world 2"]


def test_a_vector_environment_is_watched_for_less_than_a_twentieth_of_its_time():
    vector = pytest.importorskip("cortenforge.vector")
    env = vector.make("HalfCheetah-v5", num_envs=16, render_mode="human")
    env.reset(seed=1)
    page = Page(env._page.url)
    shown, show = [0.0], env._page.show

    def timed(*arguments):
        start = time.thread_time()
        show(*arguments)
        shown[0] += time.thread_time() - start

    env._page.show = timed
    actions = env.action_space.sample()
    start = time.monotonic()
    while time.monotonic() < start + 2:
        env.step(actions)
    page.send(op="world", id=3)
    while not isinstance(frame := page.receive(), bytes):
        pass
    assert len(sections(frame)[9]) == 15 * 20 * env.model.nbody
    assert shown[0] < 0.05 * (time.monotonic() - start)
    env.close()


def test_gymnasiums_human_mode_is_a_page():
    from cortenforge import human

    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    window = human.PageViewer(model, data, visual_options={int(mujoco.mjtVisFlag.mjVIS_CONTACTPOINT): True})
    page = Page(window.url)
    window.cam.distance = 7
    mujoco.mj_step(model, data)
    window.render()
    told = status(page, lambda told: "camera" in told)
    assert told["camera"]["distance"] == 7 and told["option"]["flags"][mujoco.mjtVisFlag.mjVIS_CONTACTPOINT] == 1
    window.close()


def test_keys_reach_the_program():
    model = mujoco.MjModel.from_xml_string(XML)
    pressed = []
    with viewer.launch_passive(model, mujoco.MjData(model), key_callback=pressed.append) as handle:
        Page(handle.url).send(op="pressed", key=32)
        until(handle, lambda: pressed)
    assert pressed == [32]


def test_after_closing_everything_is_harmless(view):
    assert view.is_running()
    view.close()
    view.sync()
    with view.lock():
        pass
    assert not view.is_running() and view.m is None and view.d is None and view.viewport is None


def test_wrong_types_are_refused():
    model = mujoco.MjModel.from_xml_string(XML)
    with pytest.raises(ValueError, match="MjData"):
        viewer.launch_passive(model, None)
    with pytest.raises(ValueError, match="callable"):
        viewer.launch_passive(model, mujoco.MjData(model), key_callback=3)


def test_a_recording_holds_every_frame(tmp_path):
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    with cortenforge.record(model, tmp_path / "run.html", fps=50) as recording:
        for _ in range(100):
            mujoco.mj_step(model, data)
            recording.take(data)
            recording.take(data, track="again")
    head = (tmp_path / "run.html").read_text().split('type="application/json">')[1].split("</script>")[0]
    tracks = json.loads(head)["tracks"]
    assert [track["name"] for track in tracks] == ["simulation", "again"] and {track["frames"] for track in tracks} == {
        10
    }


def test_an_unknown_field_is_refused_by_name():
    model = mujoco.MjModel.from_xml_string(XML)
    with pytest.raises(ValueError, match="nonsense"):
        cortenforge.record(model, fields=["nonsense"])


@pytest.fixture
def shown(monkeypatch):
    """What a notebook displayed; a kernel names its application in the configuration."""
    shown = []
    kernel, display = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    kernel.get_ipython = lambda: types.SimpleNamespace(config={"IPKernelApp": {}})
    display.IFrame, display.display = (lambda url, width, height: url), shown.append
    monkeypatch.setitem(sys.modules, "IPython", kernel)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    return shown


def test_in_a_notebook_the_page_is_shown_in_the_cell(shown, capsys):
    """Judge: what IPython asks of a display."""
    viewer.announce("http://127.0.0.1:1/#token")
    assert shown == ["http://127.0.0.1:1/#token"]
    assert "http://127.0.0.1:1/#token" in capsys.readouterr().out


def test_in_colab_the_cell_shows_what_was_synced(shown, monkeypatch):
    """Judge: 0.5 s at 60 frames a second, in a frame that needs no server."""
    monkeypatch.setitem(sys.modules, "google.colab", types.ModuleType("google.colab"))
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    with viewer.launch_passive(model, data) as handle:
        while data.time < 0.5:
            mujoco.mj_step(model, data)
            handle.sync()
    (film,) = shown
    assert "<iframe srcdoc=" in film._repr_html_() and "127.0.0.1" not in film._repr_html_()
    head = film.html().split('type="application/json">')[1].split("</script>")[0]
    assert json.loads(head)["tracks"][0]["frames"] == pytest.approx(30, abs=3)
    with pytest.raises(RuntimeError, match="launch_passive"):
        viewer.launch(model)
