"""Steps models so that a build with -fprofile-generate sees what users do: every kind of constraint row, with every solver, cone and
integrator, and models of every size. Run by tools/wheels.sh; what is left out here may get slower."""

import os
import pathlib
import sys

import numpy as np

import cortenforge.mujoco as mujoco

PROJECT = pathlib.Path(__file__).resolve().parents[1]
MODELS = PROJECT / ".venv" / "models"
STEPS = int(os.environ.get("CORTEN_TRAINING_STEPS", 400))

# equalities of every type, dry friction of joints and tendons, limits of joints, balls and tendons, contacts of every dimension
ROWS = """<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="3 3 1" friction=".8"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" condim="{dim}"/></body>
  <body pos=".05 .02 .3"><freejoint/><geom type="capsule" size=".08 .1" condim="{dim}" friction=".5 .02 .003"/></body>
  <body pos=".5 0 .12"><freejoint/><geom size=".1" condim="{dim}" friction=".7 .02 .003"/></body>
  <body pos=".5 .3 .2"><freejoint/><geom type="ellipsoid" size=".1 .08 .06" condim="{dim}"/></body>
  <body pos=".2 .4 .2"><freejoint/><geom type="cylinder" size=".06 .1" condim="{dim}"/></body>
  <body name="a" pos="-1 0 1"><joint name="ja" axis="0 1 0" range="-20 20" frictionloss=".3" damping=".1"/>
    <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/><site name="sa" pos=".2 0 .03"/>
    <body name="b" pos=".4 0 0"><joint name="jb" axis="0 1 0" range="-30 30" frictionloss=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/><site name="sb" pos=".3 0 .03"/>
      <body name="c" pos=".4 0 0"><joint name="jc" type="ball" range="0 40"/><geom type="box" size=".05 .04 .03"/></body></body></body>
  <body name="d" pos="-1 1 1"><joint name="jd" type="slide" axis="0 0 1" range="-.1 .1"/><geom size=".1"/></body>
  <body name="e" pos="-1 1.5 1"><joint name="je" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
  <body name="f" pos="1 1 1"><freejoint/><geom type="box" size=".05 .05 .05"/></body>
  <body name="g" pos="1 1 1.2"><freejoint/><geom type="box" size=".05 .05 .05"/></body>
 </worldbody>
 <tendon><spatial name="s" range="0 .5" frictionloss=".2"><site site="sa"/><site site="sb"/></spatial>
   <fixed name="t" range="-.2 .2"><joint joint="ja" coef="1"/><joint joint="jb" coef="-1"/></fixed></tendon>
 <equality><connect body1="f" body2="g" anchor="0 0 .1"/><weld body1="d" body2="world" active="false"/><weld body1="g"/>
   <joint joint1="je" joint2="jd" polycoef="0 .5 0 0 0"/><tendon tendon1="s" tendon2="t" polycoef=".2 .1 0 0 0"/></equality>
 <actuator><motor joint="ja" gear="3"/><position joint="jb" kp="5"/><general joint="jd" dyntype="filter" dynprm=".1"/>
   <muscle tendon="s" lengthrange=".1 .6"/></actuator>
 <sensor><accelerometer site="sb"/><framepos objtype="body" objname="b"/><touch site="sa"/><jointpos joint="ja"/></sensor></mujoco>"""


def run(model, steps):
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    random = np.random.default_rng(3)
    for _ in range(max(1, steps // 10)):
        data.ctrl[:] = random.uniform(-0.5, 0.5, model.nu)
        mujoco.mj_step(model, data, nstep=10)
    return data


def cases():
    """Name, model and steps, in a fixed order."""
    for dim in (1, 3, 4, 6):
        for solver in range(3):
            for cone in range(2):
                model = mujoco.MjModel.from_xml_string(ROWS.format(dim=dim))
                model.opt.solver, model.opt.cone, model.opt.jacobian = solver, cone, (dim + solver) % 2
                model.opt.noslip_iterations = 3 if dim == 3 else 0
                model.opt.integrator = (dim + cone) % 4
                yield f"rows {dim} {solver} {cone}", model, STEPS
    files = sorted((PROJECT / "scenes").glob("*.xml")) + sorted((MODELS / "gymnasium").glob("*.xml"))
    files += [
        MODELS / name
        for name in (
            "dm_control/suite/quadruped.xml",
            "dm_control/suite/humanoid_CMU.xml",
            "dm_control/suite/stacker.xml",
            "mjx/shadow_hand/scene_right.xml",
            "mjx/constraints.xml",
            "mjx/tendon/tendon.xml",
            "mjx/humanoid/05_humanoids.xml",
            "mjx/barkour_v0/assets/barkour_v0_mjx.xml",
            "mujoco_warp/collision.xml",
            "gymnasium_robotics/assets/fetch/slide.xml",
            "gymnasium_robotics/assets/adroit_hand/adroit_door.xml",
        )
    ]
    for file in files:
        model = mujoco.MjModel.from_xml_path(str(file))
        yield str(file), model, STEPS * 4 if model.nv < 60 else STEPS


def main():
    """With --bits: one line per case with the bits of its last state, to be compared between builds."""
    for name, model, steps in cases():
        data = run(model, steps)
        if "--bits" in sys.argv:
            print(
                pathlib.Path(name).name,
                (data.qpos.tobytes() + data.qvel.tobytes() + data.sensordata.tobytes()).hex()[:4096],
            )


if __name__ == "__main__":
    main()
