"""mj_printModel and mj_printData write the oracle's lines. Judge: oracle."""

import mujoco
import pytest
from conftest import EVERYTHING, Both

import cortenforge.mujoco as corten

ROPES = """
<mujoco>
  <option jacobian="sparse"/>
  <worldbody><body name="b"><joint name="j" frictionloss=".1"/><geom size=".1"/><site name="s"/><site name="s2" pos=".1 0 0"/></body></worldbody>
  <tendon><spatial><site site="s"/><site site="s2"/><pulley divisor="2"/><site site="s2"/><site site="s"/></spatial></tendon>
  <actuator><general joint="j" dyntype="integrator"/></actuator>
  <custom><text name="t" data="hello world"/><numeric name="n" size="3" data="1"/></custom>
  <keyframe><key name="a" time="2.5" qpos="1" qvel="2" act="3" ctrl="4"/><key qvel="1"/></keyframe>
</mujoco>"""
HEAPS = """
<mujoco>
  <option jacobian="sparse"/>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0 0 .05"><freejoint/><geom size=".06" condim="6"/></body>
    <body pos="0 .5 .05"><freejoint/><geom size=".06"/></body>
    <body pos=".3 .5 .5"><joint name="h" axis="0 1 0"/><geom size=".06"/></body>
  </worldbody>
  <actuator><position joint="h"/></actuator>
</mujoco>"""
OWN = ("nbuffer", "maxuse_stack", "maxuse_arena")  # the engine's own memory
FOUR = "%.4f"  # noise of the last bits is not shown


def lines(write, path):
    """What was written, but for memory and time; minus zero is zero."""
    write(str(path))
    text = path.read_text().replace("-0.0000", "0.0000")
    head, _, rest = text.partition("MEMORY")
    kept = (head + rest.partition("\n\n")[2]).splitlines()
    return [line for line in kept if line.split()[:1] not in ([name] for name in OWN) and "duration" not in line]


@pytest.mark.parametrize("xml", [EVERYTHING, ROPES, HEAPS])
def test_a_model_is_printed_as_the_oracle_prints_it(xml, tmp_path):
    both = Both(xml)
    ours = lines(lambda path: corten.mj_printModel(both.m, path), tmp_path / "ours")
    assert ours == lines(lambda path: mujoco.mj_printModel(both.om, path), tmp_path / "theirs")
    assert len(ours) > 300


@pytest.mark.parametrize("xml", [EVERYTHING, ROPES, HEAPS])
def test_data_is_printed_as_the_oracle_prints_it(xml, tmp_path):
    both = Both(xml)
    for module, m, d in ((corten, both.m, both.d), (mujoco, both.om, both.od)):
        for _ in range(3):
            module.mj_step(m, d)
    ours = lines(lambda path: corten.mj_printFormattedData(both.m, both.d, path, FOUR), tmp_path / "ours")
    assert ours == lines(lambda path: mujoco.mj_printFormattedData(both.om, both.od, path, FOUR), tmp_path / "theirs")
    assert len(ours) > 200
