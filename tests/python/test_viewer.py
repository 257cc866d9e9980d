"""mujoco.viewer on a page: what programs call, and what a page sends back. Judge: MuJoCo's documented behaviour, and the engine."""

import base64
import json
import os
import socket
import struct
import time
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
        self.socket.sendall((f"GET /stream?token={parts.fragment} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(1)
        assert b" 101 " in answer, answer

    def send(self, **command):
        text = json.dumps(command).encode()
        assert len(text) < 126
        mask = os.urandom(4)
        self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(text)))

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            data += self.socket.recv(count - len(data))
        return data

    def receive(self):
        """The next message: text as an object, a frame as bytes."""
        first, length = self._exactly(2)
        if length == 126:
            length, = struct.unpack(">H", self._exactly(2))
        elif length == 127:
            length, = struct.unpack(">Q", self._exactly(8))
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
    bodies, = struct.unpack_from("<I", frame, 4)
    seconds, = struct.unpack_from("<d", frame, 16)
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
    page.send(op="perturb", body=1, mode="force", local=[0, 0, .1], target=[.2, 0, 1.3])
    until(view, lambda: view.d.xfrc_applied[1].any())
    m = oracle.MjModel.from_xml_string(XML)
    d = oracle.MjData(m)
    oracle.mj_forward(m, d)
    pert = oracle.MjvPerturb()
    pert.select, pert.active, pert.localpos, pert.refselpos = 1, 1, [0, 0, .1], [.2, 0, 1.3]
    scene = oracle.MjvScene(m, 10)
    oracle.mjv_updateScene(m, d, oracle.MjvOption(), None, oracle.MjvCamera(), 7, scene)
    oracle.mjv_initPerturb(m, d, scene, pert)
    pert.refselpos = [.2, 0, 1.3]
    oracle.mjv_applyPerturbForce(m, d, pert)
    assert view.d.xfrc_applied[1] == pytest.approx(d.xfrc_applied[1], rel=1e-10)


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
    assert [track["name"] for track in tracks] == ["simulation", "again"] and {track["frames"] for track in tracks} == {10}


def test_an_unknown_field_is_refused_by_name():
    model = mujoco.MjModel.from_xml_string(XML)
    with pytest.raises(ValueError, match="nonsense"):
        cortenforge.record(model, fields=["nonsense"])
