"""Cameras, the model's place in a room, and pulling bodies by hand: the oracle's numbers. Judge: oracle."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten

XML = """
<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <camera name="plain" pos="0 -2 1" xyaxes="1 0 0 0 .3 1" fovy="50"/>
  <camera name="lens" pos="0 -2 1" focal=".02 .03" sensorsize=".01 .02" resolution="10 20" principal=".001 .002"/>
  <camera name="flat" pos="0 0 3" projection="orthographic" fovy="2"/>
  <body name="stone" pos="0 0 1"><freejoint/><geom size=".1"/><geom size=".05" pos=".2 .1 0"/></body>
  <body name="hand" mocap="true" pos="1 1 1" quat="1 .2 .3 .4"><geom size=".01" pos=".1 0 0"/></body>
</worldbody></mujoco>"""
TOLERANCE = 1e-12  # some operations in another order
SINGLE = 2e-7  # scenes hold single precision


class World:
    """A scene of one engine, seen by a free camera."""

    def __init__(self, module):
        rng = np.random.default_rng(0)
        self.module, self.m = module, module.MjModel.from_xml_string(XML)
        self.d = module.MjData(self.m)
        self.d.qpos[:] = [1, 2, 3, *rng.normal(size=4)]
        self.d.qvel[:] = rng.normal(size=6)
        module.mj_forward(self.m, self.d)
        self.scn, self.cam = module.MjvScene(self.m, 10), module.MjvCamera()
        self.cam.lookat[:], self.cam.distance, self.cam.azimuth, self.cam.elevation = (0.1, 0.2, 0.3), 3, 30, -20
        module.mjv_updateCamera(self.m, self.d, self.cam, self.scn)

    def camera(self, kind, identity):
        cam = self.module.MjvCamera()
        cam.type, cam.fixedcamid, cam.trackbodyid = kind, identity, identity
        return cam

    def grip(self):
        pert = self.module.MjvPerturb()
        pert.select, pert.localpos[:] = 1, (0.1, 0.05, 0)
        self.module.mjv_initPerturb(self.m, self.d, self.scn, pert)
        return pert


def agree(call, tolerance=TOLERANCE):
    """call(world) gives numbers; both engines give the same."""
    ours, theirs = call(World(corten)), call(World(mujoco))
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine, other, rtol=tolerance, atol=tolerance)


def eyes(scn):
    fields = "center width bottom top near far".split()
    return [
        value
        for eye in scn.camera
        for value in (
            eye.pos,
            eye.forward,
            eye.up,
            eye.orthographic,
            *(getattr(eye, f"frustum_{field}") for field in fields),
        )
    ]


@pytest.mark.parametrize("kind, identity", [(0, -1), (1, 1), (2, 0), (2, 1), (2, 2), (3, -1)])
def test_scenes_are_seen_through_the_camera(kind, identity):
    def call(world):
        cam = world.camera(kind, identity)
        world.module.mjv_updateCamera(world.m, world.d, cam, world.scn)
        return [*eyes(world.scn), cam.lookat, world.module.mjv_frustumHeight(world.scn)]

    agree(call, SINGLE)


@pytest.mark.parametrize("action", range(1, 8))
def test_the_mouse_moves_cameras_models_and_grips(action):
    def call(world):
        module, pert = world.module, world.grip()
        module.mjv_moveCamera(world.m, action, 0.1, 0.2, world.scn, world.cam)
        module.mjv_movePerturb(world.m, world.d, action, 0.1, 0.2, world.scn, pert)
        module.mjv_moveModel(world.m, action, 0.3, 0.3, np.array([0, 0, 1.0]), world.scn)  # there is no room yet
        world.scn.enabletransform = 1
        module.mjv_moveModel(world.m, action, 0.1, 0.2, np.array([0, 0, 1.0]), world.scn)
        return [
            world.cam.lookat,
            world.cam.azimuth,
            world.cam.elevation,
            world.cam.distance,
            pert.refpos,
            pert.refselpos,
            pert.refquat,
            world.scn.scale,
            world.scn.translate,
            world.scn.rotate,
        ]

    agree(call, SINGLE)


def test_cameras_stay_in_their_limits():
    def call(world):
        for action, dx, dy in ((5, 0, -30), (1, 3, 30)):
            world.module.mjv_moveCamera(world.m, action, dx, dy, world.scn, world.cam)
        far = world.cam.distance
        world.module.mjv_moveCamera(world.m, 5, 0, 300, world.scn, world.cam)
        return far, world.cam.distance, world.cam.azimuth, world.cam.elevation

    agree(call)


def test_poses_go_between_room_and_model():
    def call(world):
        module, scn = world.module, world.scn
        scn.scale, scn.translate[:], scn.rotate[:], scn.enabletransform = 2, (1, 2, 3), (0.5, 0.5, 0.5, 0.5), 1
        there, back, head = (np.zeros(3), np.zeros(4)), (np.zeros(3), np.zeros(4)), [np.zeros(3) for _ in range(6)]
        point, turn = np.array([1, 0.5, 0.2]), np.array([0.6, 0, 0.8, 0])
        module.mjv_room2model(*there, point, turn, scn)
        module.mjv_model2room(*back, point, turn, scn)
        module.mjv_cameraInModel(*head[:3], scn)
        module.mjv_cameraInRoom(*head[3:], scn)
        return [*there, *back, *head]

    agree(call, SINGLE)


def test_cameras_are_averaged_and_vectors_aligned():
    def call(world):
        world.scn.camera[1].forward[:] = (0.1, 0.9, 0.2)
        middle, aligned = world.module.mjv_averageCamera(*world.scn.camera), np.zeros(3)
        world.module.mjv_alignToCamera(aligned, np.array([1.0, 2, 3]), np.array([0.3, 0.4, 0.5]))
        return middle.pos, middle.forward, middle.up, middle.frustum_top, aligned

    agree(call, SINGLE)


@pytest.mark.parametrize("active", [0, 1, 2, 3])
def test_a_pulled_body_feels_the_same_force(active):
    def call(world):
        pert = world.grip()
        pert.refselpos[:] += (0.1, 0.2, 0.3)
        pert.refquat[:] = np.array([0.9, 0.1, 0.2, 0.3]) / np.linalg.norm([0.9, 0.1, 0.2, 0.3])
        pert.active = active
        world.module.mjv_applyPerturbForce(world.m, world.d, pert)
        return world.d.xfrc_applied, pert.localmass, pert.scale

    agree(call, SINGLE)


@pytest.mark.parametrize("body, paused, active", [(1, 0, 3), (1, 1, 1), (1, 1, 2), (1, 1, 3), (2, 0, 3), (2, 1, 1)])
def test_a_body_that_may_jump_goes_where_it_is_pulled(body, paused, active):
    def call(world):
        pert = world.grip()
        pert.select, pert.active, pert.refpos[:], pert.refquat[:] = body, active, (4, 5, 6), (0.5, -0.5, 0.5, 0.5)
        world.module.mjv_applyPerturbPose(world.m, world.d, pert, paused)
        return world.d.qpos, world.d.mocap_pos, world.d.mocap_quat

    agree(call)
