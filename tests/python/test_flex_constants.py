"""Constants of flexes that are held by one body. Judge: oracle."""

import mujoco as oracle
import pytest

import cortenforge.mujoco as corten

RIGID = """<flexcomp name="{name}" type="grid" dim="{dim}" count="{count}" spacing=".1 .1 .1" radius=".01" rigid="true"><edge {edge}/></flexcomp>"""
SOFT = """<flexcomp name="soft" type="grid" dim="1" count="{count} 1 1" spacing=".1 .1 .1" pos="0 0 2" mass="1"><edge equality="true"/></flexcomp>"""


@pytest.mark.parametrize("soft", [0, 2, 3])  # points of a flex that has rows
@pytest.mark.parametrize("edge", ['damping=".1"', 'equality="true"', ""])
@pytest.mark.parametrize("dim, count", [(1, "4 1 1"), (1, "12 1 1"), (2, "3 4 1")])
def test_rest_lengths_of_rigid_flexes_are_the_oracles(dim, count, edge, soft):
    text = f"""<mujoco><worldbody>{SOFT.format(count=soft) if soft else ""}
      <body name="b" pos=".1 .2 .3" euler="20 30 40"><freejoint/><geom size=".1"/>
        <body name="c" pos=".3 0 0"><joint pos="0 .1 0"/><joint axis="1 0 0"/><geom size=".1"/>
          {RIGID.format(name="r", dim=dim, count=count, edge=edge)}</body></body></worldbody></mujoco>"""
    ours, theirs = (engine.MjModel.from_xml_string(text) for engine in (corten, oracle))
    assert ours.flexedge_length0.tolist() == theirs.flexedge_length0.tolist()
    assert ours.flexedge_invweight0.tolist() == theirs.flexedge_invweight0.tolist()
