"""Prints what the cell of a notebook shows for a recorder."""

import cortenforge
import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/pendulum.xml")
data = mujoco.MjData(model)
with cortenforge.record(model) as recording:
    for _ in range(100):
        mujoco.mj_step(model, data)
        recording.take(data)
print(recording._repr_html_())
