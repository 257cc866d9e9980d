"""The abstract scene: mjv_updateScene fills the geoms and lights that the oracle fills. Judge: oracle."""

import mujoco
import numpy as np
import pytest
from conftest import EVERYTHING, SCENES

import cortenforge.mujoco as corten

SYMBOLS = """
<mujoco>
  <visual>
    <scale forcewidth=".11" contactwidth=".31" connect=".23" com=".41" camera=".37" light=".43" jointlength="1.01" framelength="1.07"/>
    <rgba inertia=".11 .2 .3 .6" actuatornegative=".14 .2 .3 1" actuatorpositive=".15 .9 .3 1" contactfriction=".24 .2 .3 1"/>
  </visual>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="10" height="10"/><material name="m" texture="t" reflectance=".3"/>
    <mesh name="wedge" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1 .02 .02 .02"/>
    <skin name="skin" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin>
  </asset>
  <worldbody>
    <light name="spot" pos="0 0 3" dir="0 .1 -1" type="spot"/><light type="directional"/><light type="point" active="false"/>
    <camera name="c" pos="0 -2 1" xyaxes="1 0 0 0 .5 1" resolution="10 8"/><camera pos="0 0 3"/>
    <camera pos="1 0 1" projection="orthographic" fovy="2" resolution="4 3"/>
    <camera pos="2 0 1" sensorsize=".01 .008" focal=".02 .02" principal=".001 .002" resolution="100 80"/>
    <geom name="floor" type="plane" size="0 0 .1" material="m"/><site name="s0" pos="1 1 1"/>
    <body name="hand" mocap="true" pos="1 0 .5"><geom size=".05" contype="0" conaffinity="0"/></body>
    <body name="a" pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="sa" pos="0 0 .2"/>
      <body name="b" pos=".3 0 0"><joint name="hinge" axis="0 1 0" range="-1 1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
        <site name="sb" pos=".1 0 .2"/></body></body>
    <body name="c" pos="0 1 .5"><joint name="slide" type="slide" axis="0 0 1" range="-.1 .1"/><geom size=".1"/><site name="sc"/></body>
    <body name="d" pos="1 1 .5"><joint name="ball" type="ball"/><geom type="ellipsoid" size=".1 .2 .3"/><geom type="mesh" mesh="wedge"/>
      <site name="range" pos="0 0 -.4" euler="180 0 0"/></body>
    <body name="e" pos="3 0 1"><joint axis="0 1 0"/><geom size=".1"/></body>
  </worldbody>
  <tendon>
    <spatial name="t" width=".01" limited="true" range="0 .6"><site site="sa"/><site site="sb"/><site site="sc"/></spatial>
    <spatial name="u" width=".01"><site site="s0"/><site site="sc"/></spatial>
  </tendon>
  <equality><connect body1="b" body2="c" anchor=".1 .2 .3"/><weld name="w" body1="a" body2="d"/><weld site1="sa" site2="sc"/></equality>
  <actuator>
    <motor joint="hinge" ctrlrange="-2 4"/><motor joint="slide"/><motor joint="ball" gear="0 0 1"/><motor tendon="t"/>
    <motor site="sc" gear="0 0 1 0 0 0"/><adhesion body="c" ctrlrange="0 1"/><general joint="hinge" dyntype="integrator"/>
  </actuator>
  <sensor><rangefinder site="range"/></sensor>
</mujoco>"""
FIELDS = (
    "type dataid objtype objid category matid texcoord segid size pos mat rgba emission specular shininess reflectance label "
    "modelrbound"
).split()
LIGHT_FIELDS = (
    "id pos dir type texid attenuation cutoff exponent ambient diffuse specular headlight castshadow bulbradius intensity "
    "range"
).split()
SINGLE = 3e-6  # single precision
FLAGS = [name for name in mujoco.mjtVisFlag.__members__ if name not in ("mjNVISFLAG", "mjVIS_MESHBVH", "mjVIS_SDFITER")]


def worlds(xml):
    """The same simulation in both engines, with contacts, controls and pushes."""
    for module in (corten, mujoco):
        load = module.MjModel.from_xml_path if xml.endswith(".xml") else module.MjModel.from_xml_string
        m = load(xml)
        d, random = module.MjData(m), np.random.default_rng(1)
        d.qvel[:], d.ctrl[:] = 0.3 * random.normal(size=m.nv), random.normal(size=m.nu)
        for _ in range(5):
            module.mj_step(m, d)
        d.xfrc_applied[1:, :3], d.act[:] = random.normal(size=(m.nbody - 1, 3)), random.normal(size=m.na)
        module.mj_forward(m, d)
        yield module, m, d


def scene(module, m, d, flags=(), frame=0, label=0, active=None, catmask=7):
    option, pert = module.MjvOption(), module.MjvPerturb()
    for flag in flags:
        option.flags[getattr(module.mjtVisFlag, flag)] ^= 1
    option.frame, option.label = frame, label
    if active is not None:
        pert.select, pert.active = min(2, m.nbody - 1), active
        pert.refselpos[:], pert.refquat[:], pert.localpos[:] = (0.1, 0.2, 0.3), (0.6, 0.8, 0, 0), (0.01, 0.02, 0.03)
    scn = module.MjvScene(m, 2000)
    module.mjv_updateScene(m, d, option, pert, module.MjvCamera(), catmask, scn)
    return scn


def assert_same(ours, theirs, fields, what):
    for field in fields:
        mine, other = getattr(ours, field), getattr(theirs, field)
        same = mine == other if isinstance(other, str) else np.allclose(mine, other, rtol=SINGLE, atol=SINGLE)
        assert same, f"{what}: {field} {mine!r} instead of {other!r}"


def compare(pair, **wishes):
    ours, theirs = (scene(*world, **wishes) for world in pair)
    for i in range(min(ours.ngeom, theirs.ngeom)):
        assert_same(ours.geoms[i], theirs.geoms[i], FIELDS, f"geom {i} with {wishes}")
    assert ours.ngeom == theirs.ngeom, wishes
    for i in range(theirs.nlight):
        assert_same(ours.lights[i], theirs.lights[i], LIGHT_FIELDS, f"light {i}")
    assert ours.nlight == theirs.nlight


@pytest.mark.parametrize("xml", [EVERYTHING, SYMBOLS, *(str(SCENES / name) for name in ("demo.xml", "arm.xml"))])
def test_every_flag_frame_and_label_gives_the_oracles_geoms(xml):
    pair = list(worlds(xml))
    compare(pair)
    for flag in FLAGS:
        compare(pair, flags=[flag])
    for frame in range(mujoco.mjtFrame.mjNFRAME):
        compare(pair, frame=frame, flags=["mjVIS_CAMERA", "mjVIS_LIGHT"])
    for label in range(mujoco.mjtLabel.mjNLABEL):
        compare(pair, label=label, active=3, flags=[flag for flag in FLAGS if flag != "mjVIS_STATIC"])
        compare(pair, label=label, active=1, flags=["mjVIS_SELECT", "mjVIS_CONTACTFORCE"])
    for catmask in range(8):
        compare(pair, catmask=catmask, flags=["mjVIS_JOINT"])


def test_random_wishes_give_the_oracles_geoms():
    pair, random = list(worlds(SYMBOLS)), np.random.default_rng(0)
    for _ in range(50):
        compare(
            pair,
            flags=[flag for flag in FLAGS if random.integers(2)],
            frame=int(random.integers(8)),
            label=int(random.integers(17)),
            active=int(random.integers(4)),
        )


def test_a_full_scene_says_so():
    for module, m, d in worlds(EVERYTHING):
        scn = module.MjvScene(m, 3)
        module.mjv_updateScene(m, d, module.MjvOption(), module.MjvPerturb(), module.MjvCamera(), 7, scn)
        assert (scn.ngeom, scn.status) == (3, 1)


def test_geoms_changed_and_added_by_a_user_are_seen():  # judge: hand value
    m = corten.MjModel.from_xml_string(
        "<mujoco><visual><headlight ambient='1 1 1' specular='0 0 0'/></visual><worldbody>"
        "<camera pos='0 0 5'/><geom size='1' rgba='1 0 0 1'/></worldbody></mujoco>"
    )
    d = corten.MjData(m)
    corten.mj_forward(m, d)
    with corten.Renderer(m, 40, 40) as renderer:
        renderer.update_scene(d, camera=0)
        assert renderer.scene.ngeom == 1 and renderer.render()[20, 20].tolist() == [255, 0, 0]
        renderer.scene.geoms[0].rgba[:] = 0, 1, 0, 1
        assert renderer.render()[20, 20].tolist() == [0, 255, 0]
        corten.mjv_initGeom(
            renderer.scene.geoms[1],
            corten.mjtGeom.mjGEOM_SPHERE,
            [0.5, 0, 0],
            [0, 0, 2],
            np.eye(3).ravel(),
            [0, 0, 1, 1],
        )
        renderer.scene.ngeom += 1
        assert renderer.render()[20, 20].tolist() == [0, 0, 255]
        renderer.update_scene(d, camera=0)
        assert renderer.render()[20, 20].tolist() == [255, 0, 0]


def test_a_place_of_the_picture_selects_the_oracles_body():
    def selected(module, m, d):
        option, cam, scn = module.MjvOption(), module.MjvCamera(), module.MjvScene(m, 100)
        option.flags[module.mjtVisFlag.mjVIS_SKIN] = 0
        cam.distance, cam.azimuth, cam.lookat[:] = 3, 30, (0.3, 0.3, 0.2)
        module.mjv_updateScene(m, d, option, module.MjvPerturb(), cam, 7, scn)
        for x, y in np.random.default_rng(0).uniform(size=(200, 2)):
            point, ids = np.zeros(3), [np.zeros((1, 1), np.int32) for _ in range(3)]
            body = module.mjv_select(m, d, option, 1.5, x, y, scn, point, *ids)
            yield [body, *point, *(array[0, 0] for array in ids)]

    ours, theirs = (np.array(list(selected(*world))) for world in worlds(SYMBOLS))
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5)
    assert len(set(theirs[:, 0])) >= 3


SLEEPERS = """<mujoco><option sleep_tolerance="5e-3"><flag sleep="enable"/></option><worldbody><geom type="plane" size="2 2 1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 1 2"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""


def island_colours(engine):
    m = engine.MjModel.from_xml_string(SLEEPERS)
    d = engine.MjData(m)
    engine.mj_step(m, d, nstep=200)
    option, scene = engine.MjvOption(), engine.MjvScene(m, 20)
    option.flags[engine.mjtVisFlag.mjVIS_ISLAND] = 1
    engine.mjv_updateScene(m, d, option, None, engine.MjvCamera(), engine.mjtCatBit.mjCAT_ALL, scene)
    return np.array([scene.geoms[i].rgba for i in range(scene.ngeom)])


def test_sleeping_trees_have_the_oracles_colours():
    np.testing.assert_allclose(island_colours(corten), island_colours(mujoco), atol=1e-6)
