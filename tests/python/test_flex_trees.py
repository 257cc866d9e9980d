"""Which nodes of the trees of bodies and flexes a collision reached. Judge: oracle."""

import mujoco as oracle
import numpy as np
import pytest

import cortenforge.mujoco as corten

# two sheets, one of them with shapes on its vertices, a plane and a ball
SHEETS = """<mujoco><worldbody><geom type="plane" size="2 2 .1"/>
  <body pos="0 0 .3"><freejoint/><geom size=".05"/></body>
  <flexcomp name="a" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" pos="0 0 .2" radius=".01" mass="1">
    <contact selfcollide="{mode}"/></flexcomp>
  <flexcomp name="b" type="grid" dim="1" count="6 1 1" spacing=".1 .1 .1" pos="0 .1 .25" radius=".01" mass="1">
    <contact selfcollide="none"/></flexcomp></worldbody></mujoco>"""


@pytest.mark.parametrize("mode", ["none", "bvh", "sap"])
def test_marks_are_the_oracles(mode):
    models = [engine.MjModel.from_xml_string(SHEETS.format(mode=mode)) for engine in (corten, oracle)]
    ours, theirs = corten.MjData(models[0]), oracle.MjData(models[1])
    random, reached = np.random.default_rng(4), 0
    for _ in range(20):
        move = 0.2 * random.standard_normal(models[1].nq)
        for engine, model, data in ((corten, models[0], ours), (oracle, models[1], theirs)):
            data.qpos[:] = model.qpos0 + move
            engine.mj_forward(model, data)
        reached += int(np.sum(theirs.bvh_active))
        assert np.array_equal(ours.bvh_active, theirs.bvh_active)
    assert reached > 100


RING = """<mujoco><extension><plugin plugin="mujoco.sdf.torus"/></extension>
  <asset><mesh name="ring"><plugin plugin="mujoco.sdf.torus"/></mesh>
    <mesh name="stone" vertex=".08 0 0 0 .1 0 0 0 .06 -.05 -.06 -.04 .03 -.02 .1"/></asset>
  <worldbody><body><geom type="sdf" mesh="ring"><plugin plugin="mujoco.sdf.torus"/></geom></body>
    <body pos=".35 0 .1"><freejoint/><geom type="mesh" mesh="stone"/></body></worldbody></mujoco>"""


def test_distances_of_meshes_mark_the_nodes_their_rays_reach():
    seen = []
    for engine in (corten, oracle):
        model = engine.MjModel.from_xml_string(RING)
        data = engine.MjData(model)
        engine.mj_forward(model, data)
        seen.append((data.ncon, data.bvh_active.tolist()))
    assert seen[0] == seen[1] and seen[1][0] > 0 and sum(seen[1][1]) > 5
