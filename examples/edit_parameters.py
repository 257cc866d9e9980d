"""Edits a compiled model: the swing of a pendulum at the gravity of three worlds and with a heavier rod."""

import cortenforge.mujoco as mujoco

model = mujoco.MjModel.from_xml_path("scenes/pendulum.xml")


def first_return():
    """Seconds until the pendulum comes to rest on the other side."""
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    while data.qvel[0] > 0:
        mujoco.mj_step(model, data)
    return data.time


for world, gravity in (("Earth", 9.81), ("Mars", 3.71), ("Moon", 1.62)):
    model.opt.gravity[2] = -gravity
    print(f"{world:>6}: {first_return():.3f} s")

model.opt.gravity[2] = -9.81
model.body("arm").mass *= 4
model.body("arm").inertia *= 4
mujoco.mj_setConst(model, mujoco.MjData(model))  # derived constants follow the edited ones
print(f"four times the mass: {first_return():.3f} s")
