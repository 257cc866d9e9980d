"""Builds a chain of links on top of a model read from a file, compiles it, lets it hang and writes it as MJCF."""

import cortenforge.mujoco as mujoco


def add_link(parent, number):
    """A link of 10 cm below its parent, on a ball joint."""
    pos = [0.5, 0, 0] if number == 0 else [0, 0, -0.1]
    link = parent.add_body(name=f"link{number}", pos=pos)
    link.add_joint(type=mujoco.mjtJoint.mjJNT_BALL, damping=0.001)
    link.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0, 0, -0.1], size=[0.01, 0, 0], contype=0)
    return link


spec = mujoco.MjSpec.from_file("scenes/pendulum.xml")
end = spec.body("arm")
for i in range(5):
    end = add_link(end, i)

model = spec.compile()
data = mujoco.MjData(model)
while data.time < 20:
    mujoco.mj_step(model, data)
x, _, z = data.body("link4").xpos
print(f"{model.nbody} bodies, {model.nv} degrees of freedom")
print(f"after 20 s the last link is at x {x:.3f}, z {z:.3f} m")
print(f"as MJCF it begins with {spec.to_xml().splitlines()[0]}")
