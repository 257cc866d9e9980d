"""Finds damping, mass and motor strength of a swinging arm from a recording, by least squares over rollouts."""

import copy
import json

import mujoco
import numpy as np
from mujoco import minimize, rollout

XML = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body name="upper"><joint name="shoulder" axis="0 1 0" damping=".2"/><geom name="upper" type="capsule" fromto="0 0 0 0 0 -.5" size=".04" mass="1"/>
      <body name="lower" pos="0 0 -.5"><joint name="elbow" axis="0 1 0" damping=".1"/>
        <geom name="lower" type="capsule" fromto="0 0 0 0 0 -.4" size=".03" mass=".6"/></body></body>
  </worldbody>
  <actuator><motor name="motor" joint="shoulder" gear="2"/></actuator>
  <sensor><jointpos joint="shoulder"/><jointpos joint="elbow"/><jointvel joint="shoulder"/></sensor>
</mujoco>
"""

TRUE = np.array([0.35, 0.9, 1.6])
STEPS = 200


def with_parameters(model, parameters):
    """A copy of the model with damping, mass of the lower arm and gear."""
    damping, mass, gear = parameters
    changed = copy.copy(model)
    changed.joint("shoulder").damping = damping
    body = changed.body("lower")
    body.inertia[:] *= mass / body.mass[0]
    body.mass = mass
    changed.actuator("motor").gear[0] = gear
    mujoco.mj_setConst(changed, mujoco.MjData(changed))
    return changed


def main():
    model = mujoco.MjModel.from_xml_string(XML)
    data = [mujoco.MjData(model) for _ in range(2)]
    start = np.zeros((1, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    control = np.sin(np.linspace(0, 12, STEPS)).reshape(1, STEPS, 1)

    def recordings(candidates):
        models = [with_parameters(model, column) for column in candidates.T]
        _, sensors = rollout.rollout(models, data, np.tile(start, (len(models), 1)), control)
        return sensors.reshape(len(models), -1).T

    measured = recordings(TRUE.reshape(-1, 1))
    x, trace = minimize.least_squares(
        np.array([0.1, 0.5, 2.5]),
        lambda p: recordings(p) - measured,
        bounds=[np.array([0.01, 0.1, 0.5]), np.array([2, 3, 5.0])],
        verbose=0,
    )
    print(
        json.dumps(
            {
                "found": x.tolist(),
                "true": TRUE.tolist(),
                "first": float(trace[0].objective),
                "last": float(trace[-1].objective),
            }
        )
    )


if __name__ == "__main__":
    main()
