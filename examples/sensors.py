"""Sensors by name: a touch pad feels a box arrive, an accelerometer feels gravity when everything rests."""

import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/stack.xml")
data = mujoco.MjData(model)

print("time [s]   load [N]   vertical acceleration [m/s²]")
for step in range(1001):
    mujoco.mj_step(model, data)
    if step % 100 == 0:
        load = data.sensor("load").data[0]
        shock = data.sensor("shock").data[2]
        print(f"{data.time:8.3f} {load:10.1f} {shock:12.2f}")

weight = 3 * 9.81  # of the two boxes above
print(f"at rest the pad carries {data.sensor('load').data[0]:.2f} N of {weight:.2f} N")
