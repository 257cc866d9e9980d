"""Both engines, and small models to compare them on."""

import pathlib

import mujoco
import pytest

import cortenforge.mujoco as corten
from cortenforge.conformance import from_oracle

SCENES = pathlib.Path(__file__).parents[2] / "scenes"

EVERYTHING = """
<mujoco model="everything">
  <size nuserdata="3"/>
  <asset>
    <texture name="checker" type="2d" builtin="checker" width="4" height="2" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="paint" texture="checker"/>
    <hfield name="hills" nrow="2" ncol="3" size="1 1 .1 .1" elevation="0 1 2 3 4 5"/>
    <mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  </asset>
  <worldbody>
    <light name="sun" pos="0 0 3"/>
    <camera name="eye" pos="0 -2 1"/>
    <geom name="floor" type="plane" size="2 2 .1" material="paint"/>
    <body name="ball" pos="0 0 .099"><freejoint name="float"/><geom name="ball" size=".1"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="shoulder" axis="0 1 0" range="-1 1" limited="true"/>
      <geom name="arm" type="capsule" size=".05 .2"/>
      <site name="hand" pos="0 0 .2"/>
      <body name="wrist" pos="0 0 .3"><joint name="wrist" type="ball"/><geom name="fist" type="box" size=".1 .1 .1"/></body>
    </body>
    <body name="target" mocap="true" pos="0 1 1"><geom name="target" size=".01" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><pair name="touch" geom1="ball" geom2="fist"/><exclude name="apart" body1="ball" body2="arm"/></contact>
  <equality><weld name="hold" body1="wrist" body2="target" active="false"/></equality>
  <tendon><fixed name="cord"><joint joint="shoulder" coef="2"/></fixed></tendon>
  <actuator>
    <motor name="drive" joint="shoulder"/>
    <general name="valve" tendon="cord" dyntype="filter" dynprm=".1"/>
  </actuator>
  <sensor><jointpos name="angle" joint="shoulder"/><framepos name="where" objtype="site" objname="hand"/></sensor>
  <custom>
    <numeric name="limits" data="1 2 3"/>
    <tuple name="pair"><element objtype="body" objname="arm" prm=".5"/></tuple>
  </custom>
  <keyframe><key name="up" time="1" qpos="0 0 1 1 0 0 0 .3 1 0 0 0"/></keyframe>
</mujoco>
"""


class Both:
    """The same model and state in the two engines; ours has the oracle's compiled numbers."""

    def __init__(self, xml):
        self.om = mujoco.MjModel.from_xml_string(xml)
        self.od = mujoco.MjData(self.om)
        self.m = from_oracle(self.om)
        self.d = corten.MjData(self.m)


@pytest.fixture
def both():
    return Both(EVERYTHING)
