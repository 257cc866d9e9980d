#!/usr/bin/env python3
# Predictive sampling: swings up a cart-pole by trying random spline controls ahead of time and keeping the best.
import json
import sys

from mujoco import MjData, MjModel, mj_step, mjtState, mj_getState, mj_stateSize
import mujoco.rollout
import numpy as np

model = MjModel.from_xml_string("""<mujoco><option timestep=".01"/><worldbody><body><joint name="x" type="slide" axis="1 0 0" range="-2 2" limited="true"/>
<geom type="box" size=".2 .1 .1" mass="1"/><body><joint name="angle" axis="0 1 0" damping=".01"/><geom type="capsule" fromto="0 0 0 0 0 -.6" size=".04" mass=".2"/>
</body></body></worldbody><actuator><motor joint="x" gear="15" ctrlrange="-1 1"/></actuator></mujoco>""")
data, worlds = MjData(model), [MjData(model), MjData(model)]
rng = np.random.default_rng(3)
HORIZON, SAMPLES, KNOTS = 80, 30, 5
nstate = mj_stateSize(model, mjtState.mjSTATE_FULLPHYSICS)
plan, state, path = np.zeros(KNOTS), np.zeros(nstate), []

for _ in range(25):
    mj_getState(model, data, state, mjtState.mjSTATE_FULLPHYSICS)
    candidates = np.clip(plan + 0.6 * rng.normal(size=(SAMPLES, KNOTS)) * (np.arange(SAMPLES) > 0)[:, None], -1, 1)
    when = np.linspace(0, KNOTS - 1, HORIZON)
    controls = np.stack([np.interp(when, np.arange(KNOTS), c) for c in candidates])[:, :, None]
    states, _ = mujoco.rollout.rollout(model, worlds, np.tile(state, (SAMPLES, 1)), controls, persistent_pool=True)
    x, angle, v = states[..., 1], states[..., 2], states[..., 3:5]
    cost = (0.1 * x**2 + 3 * (1 + np.cos(angle)) + 0.001 * (v**2).sum(-1)).sum(-1)
    plan = candidates[np.argmin(cost)]
    for u in controls[np.argmin(cost), :10, 0]:
        data.ctrl[0] = u
        mj_step(model, data)
    path.append([float(data.time), *map(float, data.qpos), float(cost.min())])

json.dump(path, sys.stdout)
