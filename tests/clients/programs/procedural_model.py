"""A walker built by a program, run, given an arm, and run on: what a user of MjSpec writes."""

import json

import mujoco
import numpy as np


def add_leg(spec, torso, style, number, x):
    leg = torso.add_body(name=f"leg{number}", pos=[x, 0, -0.1])
    leg.add_joint(name=f"hip{number}", axis=[0, 1, 0], range=[-1, 1], limited=True)
    leg.add_geom(style, name=f"shin{number}", fromto=[0, 0, 0, 0, 0, -0.4], size=[0.04, 0, 0])
    leg.add_site(name=f"foot{number}", pos=[0, 0, -0.4], size=[0.05, 0.05, 0.05])
    motor = spec.add_actuator(name=f"motor{number}", target=f"hip{number}", trntype=mujoco.mjtTrn.mjTRN_JOINT)
    motor.set_to_position(kp=20, kv=1)
    spec.add_sensor(
        name=f"touch{number}",
        type=mujoco.mjtSensor.mjSENS_TOUCH,
        objtype=mujoco.mjtObj.mjOBJ_SITE,
        objname=f"foot{number}",
    )


def walker():
    spec = mujoco.MjSpec()
    spec.modelname, spec.compiler.degree, spec.option.timestep = "walker", False, 0.005
    spec.add_material(name="blue", rgba=[0.2, 0.4, 0.6, 1])
    style = spec.add_default("leg", spec.default)
    style.geom.type = mujoco.mjtGeom.mjGEOM_CAPSULE
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1])
    torso = spec.worldbody.add_body(name="torso", pos=[0, 0, 0.6])
    torso.add_freejoint()
    torso.add_geom(size=[0.2, 0.1, 0.1], type=mujoco.mjtGeom.mjGEOM_BOX, material="blue")
    for number, x in enumerate((-0.2, 0.2)):
        add_leg(spec, torso, style, number, x)
    belt = spec.add_tendon(name="belt")
    belt.wrap_joint("hip0", 1.0)
    belt.wrap_joint("hip1", -1.0)
    spec.add_exclude(bodyname1="leg0", bodyname2="leg1")
    spec.add_key(name="crouch", qpos=[0, 0, 0.55, 1, 0, 0, 0, 0.1, 0.1])
    spec.add_numeric(name="gains", data=[1, 2, 3])
    return spec, torso


def run(model, data, steps):
    for _ in range(steps):
        data.ctrl[:] = 0.3 * np.sin(8 * data.time)
        mujoco.mj_step(model, data)
    return {"qpos": data.qpos.tolist(), "touch": data.sensordata.tolist(), "contacts": data.ncon}


spec, torso = walker()
model = spec.compile()
data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, 0)
before = run(model, data, 60)
arm = mujoco.MjSpec.from_string(
    "<mujoco model='arm'><worldbody><body name='base'><joint name='turn' axis='0 0 1'/>"
    "<geom size='.1' pos='.1 0 .2'/></body></worldbody></mujoco>"
)
spec.attach(arm, site=torso.add_site(name="mount", pos=[0, 0, 0.2]), prefix="arm_")
model, data = spec.recompile(model, data)
data.joint("arm_turn").qvel[:] = 0  # recompile may leave any number there
print(
    json.dumps(
        {
            "before": before,
            "after": run(model, data, 60),
            "gains": model.numeric("gains").data.tolist(),
            "sizes": [model.nbody, model.nq, model.ngeom, model.ntendon],
            "arm": [model.body("arm_base").id, model.joint("arm_turn").id],
        }
    )
)
