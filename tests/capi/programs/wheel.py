"""MuJoCo's own Python modules: load, step, copy, pickle, callbacks, errors, specifications, Gymnasium."""

import copy
import pickle

import gymnasium
import mujoco
import numpy as np

XML = """<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="1 1 .1"/>
<body name="ball" pos="0 0 .2"><freejoint/><geom size=".1"/></body>
<body name="arm" pos=".5 0 .5"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05 .2"/><site name="tip" pos="0 0 .2"/></body>
</worldbody><actuator><motor joint="hinge"/></actuator><sensor><framepos objtype="site" objname="tip"/></sensor></mujoco>"""


def show(name, values):
    print(name, *(format(float(x), ".17g") for x in np.ravel(values)))


def stepped(m, d, steps=60):
    for i in range(steps):
        d.ctrl[:] = 0.1 * np.sin(0.1 * i)
        mujoco.mj_step(m, d)
    return d


m = mujoco.MjModel.from_xml_string(XML)
d = stepped(m, mujoco.MjData(m))
show("qpos", d.qpos), show("sensordata", d.sensordata), show("contact", [c.dist for c in d.contact])
print(d.ncon, d.nefc, d.efc_J.size, m.body("arm").pos, d.body("ball").xpos.shape, d.timer[0].number)
show("copy", stepped(m, copy.copy(d), 5).qpos)
show("deep copy", stepped(copy.deepcopy(m), copy.deepcopy(d), 5).qpos)
show("pickle", stepped(pickle.loads(pickle.dumps(m)), pickle.loads(pickle.dumps(d)), 5).qpos)
jacp = np.zeros((3, m.nv))
mujoco.mj_jacSite(m, d, jacp, None, 0), show("jac", jacp)
state = np.zeros(mujoco.mj_stateSize(m, mujoco.mjtState.mjSTATE_INTEGRATION))
mujoco.mj_getState(m, d, state, mujoco.mjtState.mjSTATE_INTEGRATION), show("state", state)

mujoco.set_mjcb_control(lambda model, data: 1 / 0)
try:
    mujoco.mj_step(m, d)
except ZeroDivisionError:
    print("the exception of a callback arrives")
mujoco.set_mjcb_control(lambda model, data: data.ctrl.__setitem__(0, 0.2))
show("callback", stepped(m, d, 3).qpos)
mujoco.set_mjcb_control(None)
for wrong in (lambda: mujoco.mj_stateSize(m, 1 << 29), lambda: mujoco.mj_setKeyframe(m, d, 3)):
    try:
        wrong()
    except mujoco.FatalError:
        print("an error is an exception")
try:
    mujoco.MjModel.from_xml_string("<mujoco><no/></mujoco>")
except ValueError:
    print("a bad model is refused")

spec = mujoco.MjSpec.from_string(XML)
extra = spec.worldbody.add_body(name="a body with a rather long name", pos=[1, 0, 1])
extra.add_freejoint()
extra.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.1, 0.1, 0.1], rgba=[1, 0, 0, 1])
extra.userdata = [1, 2]
spec.body("arm").pos = [0.7, 0, 0.5]
m = spec.compile()
d = stepped(m, mujoco.MjData(m))
show("spec", d.qpos), show("user", m.body_user), print([b.name for b in spec.bodies], extra.id)
spec.delete(spec.body("ball"))
m, d = spec.recompile(m, d)
show("recompiled", d.qpos), show("stepped", stepped(m, d, 5).qpos)

for name in ("HalfCheetah-v5", "Hopper-v5", "Ant-v5", "InvertedPendulum-v5"):
    env = gymnasium.make(name)
    observation, _ = env.reset(seed=3)
    env.action_space.seed(3)
    total = 0.0
    for _ in range(50):
        observation, reward, ended, cut, _ = env.step(env.action_space.sample())
        total += reward
        if ended or cut:
            env.reset()
    show(name, [*observation[:8], total])
    env.close()
