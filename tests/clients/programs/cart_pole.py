"""A pole that is balanced on a cart, for controllers of other libraries."""

import mujoco

GAIN = (0.3, 4.0, 0.4, 0.8)
XML = """<mujoco><option timestep=".005"/><worldbody>
  <body><joint name="slide" type="slide" axis="1 0 0" damping=".1"/><geom type="box" size=".2 .1 .05" mass="1"/>
    <body><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .6" size=".03" mass=".1"/></body></body></worldbody>
  <actuator><motor joint="slide" gear="20"/></actuator></mujoco>"""


def load(disturbance):
    """Model and data, the pole a little off."""
    m = mujoco.MjModel.from_xml_string(XML)
    d = mujoco.MjData(m)
    d.qpos[1] = 0.1
    d.qvel[:] += disturbance
    return m, d
