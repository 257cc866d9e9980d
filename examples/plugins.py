"""Plugins written in Python: a controller with an integral, a ring of range finders, and a thruster."""

import cortenforge.mujoco as mujoco
import numpy as np
from cortenforge.plugin import elements, plugin


@plugin("example.pi", capability="actuator", attributes=("kp", "ki"))
class Pi:
    """Drives its joints to their controls; the integral of the error is state, so it is saved with it."""

    nstate = 1

    def __init__(self, model, instance, config):
        self.kp, self.ki = float(config["kp"]), float(config.get("ki", 0))
        (self.actuator,) = elements(model, instance)["actuator"]

    def reset(self, state):
        state[:] = 0

    def compute(self, model, data, state):
        self.error = data.ctrl[self.actuator] - data.actuator_length[self.actuator]
        data.actuator_force[self.actuator] = self.kp * self.error + self.ki * state[0]

    def advance(self, model, data, state):
        state[0] += self.error * model.opt.timestep


@plugin("example.lidar", capability="sensor", attributes=("rays",), stage="pos")
class Lidar:
    """Distances around the z axis of a site."""

    @staticmethod
    def dim(config):
        return int(config.get("rays", 8))

    def __init__(self, model, instance, config):
        (self.sensor,) = elements(model, instance)["sensor"]
        angles = np.linspace(0, 2 * np.pi, self.dim(config), endpoint=False)
        self.directions = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)

    def compute(self, model, data, state):
        site, adr = model.sensor_objid[self.sensor], model.sensor_adr[self.sensor]
        rays, hit = self.directions @ data.site_xmat[site].reshape(3, 3).T, np.zeros(1, np.int32)
        eye, body = data.site_xpos[site], model.site_bodyid[site]
        for i, ray in enumerate(rays):
            data.sensordata[adr + i] = mujoco.mj_ray(model, data, eye, ray, None, 1, body, hit)


@plugin("example.thruster", capability="passive", attributes=("thrust",))
class Thruster:
    """Pushes its body along its own z axis."""

    def __init__(self, model, instance, config):
        (self.body,) = elements(model, instance)["body"]
        self.thrust = float(config["thrust"])

    def compute(self, model, data, state):
        force = self.thrust * data.xmat[self.body].reshape(3, 3)[:, 2]
        mujoco.mj_applyFT(model, data, force, np.zeros(3), data.xipos[self.body], self.body, data.qfrc_passive)


XML = """
<mujoco><extension><plugin plugin="example.pi"/><plugin plugin="example.lidar"/><plugin plugin="example.thruster"/></extension>
  <worldbody><geom type="box" size=".1 1 2" pos="1.5 0 .5"/>
    <body pos="0 0 .6"><joint name="hinge" axis="0 1 0" damping=".2"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
      <site name="eye" pos="0 0 .1"/></body>
    <body name="rocket" pos="0 1 .3"><plugin plugin="example.thruster"><config key="thrust" value="6"/></plugin>
      <freejoint/><geom type="cylinder" size=".05 .2" mass=".5"/></body></worldbody>
  <actuator><plugin plugin="example.pi" joint="hinge"><config key="kp" value="20"/><config key="ki" value="30"/></plugin></actuator>
  <sensor><plugin name="lidar" plugin="example.lidar" objtype="site" objname="eye"><config key="rays" value="6"/></plugin></sensor></mujoco>"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
data.ctrl[0] = 0.5
while data.time < 1:
    mujoco.mj_step(model, data)
angle, height = data.joint("hinge").qpos[0], data.body("rocket").xpos[2]
print(f"hinge {angle:.3f}, height {height:.3f}, lidar {data.sensor('lidar').data.round(2)}")
