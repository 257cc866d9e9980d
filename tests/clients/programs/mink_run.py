"""Inverse kinematics with mink: a hand follows a circle with limits and a posture to keep."""

import mink
import mujoco
import numpy as np
from recording import Recording

XML = """<mujoco><worldbody><body name="a" pos="0 0 .3"><joint name="j1" axis="0 0 1"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 .3"/>
  <body pos="0 0 .3"><joint name="j2" axis="0 1 0" range="-100 100"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
  <body pos=".3 0 0"><joint name="j3" axis="0 1 0" range="-150 150"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
  <body pos=".3 0 0"><joint name="j4" axis="1 0 0"/><joint name="j5" axis="0 1 0"/><geom size=".04"/><site name="hand" pos=".1 0 0"/></body>
  </body></body></body></worldbody></mujoco>"""
recording = Recording()
configuration = mink.Configuration(mujoco.MjModel.from_xml_string(XML))
model = configuration.model
hand = mink.FrameTask(frame_name="hand", frame_type="site", position_cost=1.0, orientation_cost=0.1)
posture = mink.PostureTask(model, cost=1e-2)
damping = mink.DampingTask(model, cost=1e-3)
energy = mink.KineticEnergyRegularizationTask(cost=1e-3)
energy.set_dt(0.01)
configuration.update(np.array([0, 0.5, 0.5, 0, 0.2]) + recording.disturbance)
posture.set_target_from_configuration(configuration)
limits = [mink.ConfigurationLimit(model), mink.VelocityLimit(model, {f"j{i}": 2.0 for i in range(1, 6)})]
rows = recording.rows["circle"] = []
for i in range(200):
    target = np.array([0.45, 0.2 * np.sin(i / 30), 0.5 + 0.2 * np.cos(i / 30)])
    hand.set_target(mink.SE3.from_translation(target))
    velocity = recording.timed(
        lambda: mink.solve_ik(configuration, [hand, posture, damping, energy], 0.01, "daqp", limits=limits)
    )
    configuration.integrate_inplace(velocity, 0.01)
    rows.append(np.append(configuration.q, configuration.get_transform_frame_to_world("hand", "site").translation()))
recording.save()
