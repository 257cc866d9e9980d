"""Builds a table with a row of pendulums from a specification, attaches copies, edits and compiles it again."""

import cortenforge.mujoco as mujoco


def pendulum(length):
    spec = mujoco.MjSpec()
    arm = spec.worldbody.add_body(name="arm")
    arm.add_joint(name="hinge", axis=[0, 1, 0], damping=0.02)
    arm.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0, 0, -length], size=[0.02])
    arm.add_site(name="tip", pos=[0, 0, -length])
    spec.add_sensor(type=mujoco.mjtSensor.mjSENS_FRAMEPOS, objtype=mujoco.mjtObj.mjOBJ_SITE, objname="tip", name="tip")
    return spec


table = mujoco.MjSpec()
table.worldbody.add_geom(name="board", type=mujoco.mjtGeom.mjGEOM_BOX, size=[1, 0.1, 0.02], pos=[0, 0, 1])
for i in range(4):
    frame = table.worldbody.add_frame(pos=[-0.6 + 0.4 * i, 0.2, 1])
    table.attach(pendulum(0.3 + 0.1 * i), prefix=f"{i}/", frame=frame)
model = table.compile()
print(f"{model.nbody} bodies, {model.nv} degrees of freedom, {model.nsensor} sensors")

data = mujoco.MjData(model)
data.qpos[:] = 0.5
while data.time < 1:
    mujoco.mj_step(model, data)

table.delete(table.body("1/arm"))  # with its sensor
table.geom("board").rgba = [0.6, 0.4, 0.2, 1]
model, data = table.recompile(model, data)  # the others go on where they are
print(f"after {data.time:.1f} s {model.nv} are left at", " ".join(f"{angle:.3f}" for angle in data.qpos))
