"""Which bodies touch, and with what force: the weight carried at every level of a stack of boxes."""

import numpy as np

import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/stack.xml")
data = mujoco.MjData(model)
while data.time < 2:
    mujoco.mj_step(model, data)

carried = {}
force = np.zeros(6)
for i, contact in enumerate(data.contact):
    pair = tuple(model.geom(geom).name for geom in contact.geom)
    mujoco.mj_contactForce(model, data, i, force)
    carried[pair] = carried.get(pair, 0) + force[0]  # the first component is along the normal

print(f"{data.ncon} contact points, {data.nefc} constraint rows")
for (lower, upper), newton in carried.items():
    print(f"{lower:>6} carries {newton:6.2f} N from {upper}")
