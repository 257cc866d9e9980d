"""Flexes: constants of rigid ones, what touch sensors feel of them, their energy. Judge: oracle."""

import mujoco as oracle
import pytest

import cortenforge.mujoco as corten
from cortenforge.conformance.compare import compare_models

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


def test_touch_sensors_feel_flexes_that_press_on_their_body():
    text = """<mujoco><worldbody><site name="w" size="1"/><geom type="plane" size="1 1 .1"/>
      <body pos="0 0 .1"><freejoint/><geom size=".1"/><site name="b" size="1"/></body>
      <flexcomp name="f" count="4 4 1" spacing=".1 .1 .1" pos="0 0 .2" radius=".01" mass="1"/></worldbody>
      <sensor><touch site="b"/><touch site="w"/></sensor></mujoco>"""
    felt = []
    for engine in (corten, oracle):
        model = engine.MjModel.from_xml_string(text)
        data = engine.MjData(model)
        for _ in range(20):
            engine.mj_step(model, data)
        felt.append(data.sensordata.tolist())
    assert felt[0] == felt[1] and felt[1][0] > 0


def test_springs_add_to_the_energy_one_by_one():
    text = """<mujoco><option><flag energy="enable"/></option><worldbody>
      <body pos="0 0 1"><joint type="slide" stiffness="13" springref=".1"/><joint stiffness="7" springref="30"/><geom size=".1"/><site name="a"/></body>
      <body pos="1 0 1"><joint type="free" stiffness="3"/><geom size=".1"/><site name="b"/>
        <body pos=".3 0 0"><joint type="ball" stiffness="5"/><geom size=".1"/></body></body>
      <flexcomp name="f" type="grid" dim="1" count="5 1 1" spacing=".1 .1 .1" pos="0 0 2" mass="1"><edge stiffness="11"/><pin id="0"/></flexcomp>
      </worldbody><tendon><spatial stiffness="17" springlength=".2"><site site="a"/><site site="b"/></spatial></tendon></mujoco>"""
    runs = []
    for engine in (corten, oracle):
        model = engine.MjModel.from_xml_string(text)
        data, run = engine.MjData(model), []
        for _ in range(100):
            engine.mj_step(model, data)
            run.append(data.energy.tolist())
        runs.append(run)
    assert runs[0] == runs[1]


CHILD = """<mujoco model="c"><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/>
  <flexcomp name="f" count="3 3 1" spacing=".1 .1 .1" mass="1"><edge equality="true"/></flexcomp></body></worldbody></mujoco>"""
PARENT = '<mujoco><worldbody><body name="p"><freejoint/><geom size=".1"/></body></worldbody></mujoco>'


def edited(engine):
    spec = engine.MjSpec.from_string(CHILD)
    spec.flexes[0].radius, spec.flexes[0].margin = 0.02, 0.003
    return spec.compile()


def attached(engine, prefix):
    spec = engine.MjSpec.from_string(PARENT)
    spec.attach(engine.MjSpec.from_string(CHILD), frame=spec.worldbody.add_frame(pos=[1, 2, 3]), prefix=prefix)
    return spec.compile()


def attached_by_mjcf(engine):
    text = """<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody><attach model="c" body="b" prefix="a_"/></worldbody></mujoco>"""
    return engine.MjModel.from_xml_string(text, {"c.xml": CHILD.encode()})


@pytest.mark.parametrize(
    "make", [edited, lambda engine: attached(engine, "a_"), lambda engine: attached(engine, ""), attached_by_mjcf]
)
def test_specs_with_flexes_compile_to_the_oracles_model(make):
    ours, theirs = make(corten), make(oracle)
    assert [d.field for d in compare_models(ours, theirs) if not d.ok] == []


def test_a_written_flex_is_read_back_as_it_was():  # the oracle writes six digits of its own
    spec = corten.MjSpec.from_string(CHILD)
    spec.compile()
    back = corten.MjModel.from_xml_string(spec.to_xml())
    assert [d.field for d in compare_models(back, oracle.MjModel.from_xml_string(CHILD)) if not d.ok] == []


def test_a_flex_is_attached_only_once():
    for engine in (corten, oracle):
        spec = engine.MjSpec.from_string(PARENT)
        with pytest.raises(ValueError):
            for prefix in ("a_", "b_"):
                spec.attach(engine.MjSpec.from_string(CHILD), frame=spec.worldbody.add_frame(), prefix=prefix)
            spec.compile()
