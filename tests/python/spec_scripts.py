"""Edits of specifications as users write them; each is run on both modules (`mj`) and returns what to compile."""

import pathlib

import numpy as np

PROJECT = pathlib.Path(__file__).parents[2]
ROBOTS = PROJECT / ".venv" / "models" / "mjx"


def figure_from_nothing(mj):
    spec = mj.MjSpec()
    spec.modelname = "figure"
    spec.option.timestep = 0.004
    spec.option.integrator = mj.mjtIntegrator.mjINT_IMPLICITFAST
    spec.visual.headlight.ambient = [0.5, 0.5, 0.5]
    spec.stat.extent = 3
    spec.compiler.degree = False
    limbs = spec.add_default("limb", spec.default)
    limbs.geom.type = mj.mjtGeom.mjGEOM_CAPSULE
    limbs.geom.size[0] = 0.05
    limbs.joint.damping = 0.3
    limbs.joint.range = [-1, 1]
    spec.worldbody.add_geom(name="floor", type=mj.mjtGeom.mjGEOM_PLANE, size=[0, 0, 0.1])
    spec.worldbody.add_light(pos=[0, 0, 3], dir=[0, 0, -1])
    torso = spec.worldbody.add_body(name="torso", pos=[0, 0, 1.3])
    torso.add_freejoint(name="root")
    torso.add_geom(name="chest", size=[0.12], mass=10)
    torso.add_camera(name="eyes", pos=[0.1, 0, 0], xyaxes=[0, -1, 0, 0, 0, 1])
    for side, y in (("left", 0.2), ("right", -0.2)):
        upper = torso.add_body(name=f"{side}_upper", childclass="limb", pos=[0, y, 0])
        upper.add_joint(name=f"{side}_shoulder", axis=[0, 1, 0])
        upper.add_geom(fromto=[0, 0, 0, 0, 0, -0.3])
        lower = upper.add_body(name=f"{side}_lower", pos=[0, 0, -0.3])
        lower.add_joint(name=f"{side}_elbow", axis=[0, 1, 0], springref=0.2, stiffness=3)
        lower.add_geom(fromto=[0, 0, 0, 0, 0, -0.25])
        lower.add_site(name=f"{side}_hand", pos=[0, 0, -0.25], euler=[0, 0.3, 0])
        motor = spec.add_actuator(
            name=f"{side}_motor", trntype=mj.mjtTrn.mjTRN_JOINT, target=f"{side}_elbow", gear=[20, 0, 0, 0, 0, 0]
        )
        motor.set_to_position(kp=30, kv=2)
        spec.add_sensor(
            type=mj.mjtSensor.mjSENS_FRAMEPOS, objtype=mj.mjtObj.mjOBJ_SITE, objname=f"{side}_hand", name=f"{side}_pos"
        )
    spec.add_exclude(bodyname1="left_lower", bodyname2="right_lower")
    spec.add_key(name="rest", qpos=[0, 0, 1.3, 1, 0, 0, 0, 0.1, 0.2, 0.3, 0.4])
    return spec


def all_actuators(mj):
    spec = mj.MjSpec()
    for i in range(9):
        body = spec.worldbody.add_body(name=f"b{i}", pos=[i, 0, 0])
        body.add_joint(name=f"j{i}", axis=[0, 1, 0], range=[-10, 20])
        body.add_geom(size=[0.1, 0.1, 0.1], type=mj.mjtGeom.mjGEOM_BOX)
        spec.add_actuator(name=f"a{i}", trntype=mj.mjtTrn.mjTRN_JOINT, target=f"j{i}")
    a = spec.actuators
    a[0].set_to_motor()
    a[1].set_to_position(kp=3, kv=2, timeconst=0.1)
    a[2].set_to_position(kp=5, dampratio=0.7, inheritrange=True)
    a[3].set_to_velocity(kv=4)
    a[4].set_to_intvelocity(kp=6, inheritrange=True)
    a[5].set_to_damper(kv=1.5)
    a[5].ctrlrange = [0, 2]
    a[6].set_to_cylinder(timeconst=0.2, bias=0.3, area=0.4)
    a[7].set_to_motor()
    a[8].set_to_adhesion(gain=7)
    a[8].trntype = mj.mjtTrn.mjTRN_BODY
    a[8].target = "b8"
    a[8].ctrlrange = [0, 1]
    return spec


def tendons(mj):
    spec = mj.MjSpec()
    body = spec.worldbody.add_body(name="arm", pos=[0, 0, 1])
    body.add_joint(name="j", axis=[0, 1, 0])
    body.add_geom(name="rod", type=mj.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 1, 0, 0], size=[0.02])
    body.add_site(name="tip", pos=[0.9, 0, 0])
    body.add_site(name="side", pos=[0.1, 0, 0.3])
    body.add_geom(name="drum", type=mj.mjtGeom.mjGEOM_CYLINDER, size=[0.1, 0.2, 0], zaxis=[0, 1, 0])
    spec.worldbody.add_site(name="hook", pos=[-1, 0, 2])
    spec.worldbody.add_site(name="low", pos=[-1, 0, 0])
    spatial = spec.add_tendon(name="rope", limited=True, range=[0, 3], stiffness=5, width=0.01)
    spatial.wrap_site("hook")
    spatial.wrap_geom("drum", "side")
    spatial.wrap_site("tip")
    spatial.wrap_pulley(2)
    spatial.wrap_site("tip")
    spatial.wrap_site("low")
    fixed = spec.add_tendon(name="link")
    fixed.wrap_joint("j", 2.5)
    spec.add_equality(type=mj.mjtEq.mjEQ_TENDON, objtype=mj.mjtObj.mjOBJ_TENDON, name1="link").data[0] = 0.1
    spec.add_actuator(name="winch", trntype=mj.mjtTrn.mjTRN_TENDON, target="rope")
    return spec


def terrain(mj):
    spec = mj.MjSpec()
    rng = np.random.default_rng(3)
    spec.add_hfield(name="hills", size=[2, 2, 0.3, 0.1], nrow=6, ncol=5, userdata=rng.uniform(size=30))
    spec.worldbody.add_geom(type=mj.mjtGeom.mjGEOM_HFIELD, hfieldname="hills")
    spec.add_texture(
        name="grid",
        type=mj.mjtTexture.mjTEXTURE_2D,
        builtin=mj.mjtBuiltin.mjBUILTIN_CHECKER,
        width=16,
        height=16,
        rgb1=[0.1, 0.2, 0.3],
        rgb2=[0.4, 0.5, 0.6],
    )
    material = spec.add_material(name="grid", texrepeat=[3, 3])
    material.textures[mj.mjtTextureRole.mjTEXROLE_RGB] = "grid"
    for x in range(4):
        for y in range(4):
            spec.worldbody.add_geom(
                type=mj.mjtGeom.mjGEOM_BOX,
                pos=[x, y, 0],
                size=rng.uniform(0.1, 0.4, 3),
                material="grid",
                rgba=[*rng.uniform(size=3), 1],
            )
    return spec


def meshes(mj):
    spec = mj.MjSpec()
    spec.add_mesh(
        name="cube",
        uservert=[-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1],
        scale=[0.1, 0.2, 0.3],
    )
    spec.add_mesh(name="ball").make_sphere(subdivision=2)
    spec.add_mesh(name="bowl").make_hemisphere(resolution=4)
    spec.add_mesh(name="cone").make_cone(nedge=6, radius=0)
    spec.add_mesh(name="pillow").make_supersphere(resolution=8, e=0.5, n=0.5)
    spec.add_mesh(name="ring").make_supertorus(resolution=8, radius=0.5, s=1, t=1)
    spec.add_mesh(name="plate").make_plate(resolution=[3, 4])
    spec.add_mesh(name="wedge").make_wedge(resolution=[5, 4], fov=[60, 40], gamma=0)
    for i, name in enumerate(("cube", "ball", "bowl", "cone", "pillow", "ring")):
        body = spec.worldbody.add_body(pos=[2 * i, 0, 0])
        body.add_freejoint()
        body.add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname=name)
    return spec


def frames(mj):
    spec = mj.MjSpec()
    outer = spec.worldbody.add_frame(name="outer", pos=[1, 0, 0], euler=[0, 0, 90])
    inner = outer.add_frame(name="inner", pos=[0, 1, 0], axisangle=[1, 0, 0, 30])
    body = inner.add_body(name="b", pos=[0, 0, 1])
    body.add_geom(size=[0.1])
    body.add_joint(axis=[0, 1, 0])
    geom = spec.worldbody.add_geom(size=[0.2, 0.1, 0.1], type=mj.mjtGeom.mjGEOM_ELLIPSOID, quat=[1, 1, 0, 0])
    geom.set_frame(inner)
    outer.add_site(name="s", pos=[0, 0, 2])
    outer.add_light(pos=[0, 0, 1])
    late = spec.worldbody.add_frame(name="late", pos=[0, 0, 5])
    outer.set_frame(late)
    dissolved = spec.worldbody.add_body(name="gone", pos=[3, 2, 1])
    dissolved.add_geom(size=[0.3])
    dissolved.add_body(name="stays", pos=[0, 1, 0]).add_geom(size=[0.4])
    dissolved.to_frame()
    return spec


def deletions(mj):
    spec = figure_from_nothing(mj)
    spec.delete(spec.body("left_lower"))
    spec.delete(spec.camera("eyes"))
    spec.delete(spec.geom("chest"))
    spec.body("torso").explicitinertial = True
    spec.body("torso").mass = 3
    spec.body("torso").ipos = [0, 0, 0.1]
    spec.body("torso").inertia = [0.1, 0.2, 0.25]
    return spec


def default_classes(mj):
    spec = mj.MjSpec()
    spec.default.geom.rgba = [1, 0, 0, 1]
    a = spec.add_default("a", spec.default)
    a.geom.friction = [0.5, 0.1, 0.1]
    a.joint.armature = 0.3
    a.actuator.gainprm[0] = 7
    a.site.size = [0.1, 0.1, 0.1]
    b = spec.add_default("b", a)
    b.geom.type = mj.mjtGeom.mjGEOM_BOX
    b.geom.size = [0.1, 0.2, 0.3]
    body = spec.worldbody.add_body(b, name="x")
    body.add_geom()
    body.add_geom(a, size=[0.4])
    body.add_joint(name="j")
    body.add_site()
    spec.add_actuator(a, trntype=mj.mjtTrn.mjTRN_JOINT, target="j")
    return spec


def sensors(mj):
    spec = figure_from_nothing(mj)
    add = spec.add_sensor
    add(type=mj.mjtSensor.mjSENS_CLOCK, name="clock")
    add(type=mj.mjtSensor.mjSENS_JOINTPOS, objtype=mj.mjtObj.mjOBJ_JOINT, objname="left_elbow", cutoff=1, noise=0.1)
    add(
        type=mj.mjtSensor.mjSENS_FRAMEQUAT,
        objtype=mj.mjtObj.mjOBJ_BODY,
        objname="torso",
        reftype=mj.mjtObj.mjOBJ_SITE,
        refname="left_hand",
    )
    add(
        type=mj.mjtSensor.mjSENS_USER, dim=3, needstage=mj.mjtStage.mjSTAGE_VEL, datatype=mj.mjtDataType.mjDATATYPE_REAL
    )
    add(type=mj.mjtSensor.mjSENS_CONTACT, objtype=mj.mjtObj.mjOBJ_GEOM, objname="chest", intprm=[3, 0, 2])
    add(type=mj.mjtSensor.mjSENS_RANGEFINDER, objtype=mj.mjtObj.mjOBJ_SITE, objname="left_hand", intprm=[1, 0, 0])
    spec.add_numeric(name="n", data=[1, 2, 3], size=5)
    spec.add_text(name="t", data="words")
    spec.add_tuple(
        name="u",
        objtype=[int(mj.mjtObj.mjOBJ_BODY), int(mj.mjtObj.mjOBJ_GEOM)],
        objname=["torso", "chest"],
        objprm=[1, 2],
    )
    spec.add_pair(geomname1="chest", geomname2="floor", condim=4, friction=[1, 1, 0.1, 0.1, 0.1])
    return spec


def attached_contents(mj):
    parent, child = figure_from_nothing(mj), tendons(mj)
    child.compiler.degree = True
    frame = parent.worldbody.add_frame(name="dock", pos=[2, 0, 0], euler=[0, 0, 1])
    parent.attach(child, prefix="kid-", suffix="-1", frame=frame)
    return parent


def attached_body(mj):
    parent, child = figure_from_nothing(mj), default_classes(mj)
    body = parent.site("left_hand").attach_body(child.body("x"), "tool-")
    body.pos = [0, 0, -0.1]  # by reference
    return parent


def attached_frame(mj):
    parent, child = tendons(mj), frames(mj)
    parent.body("arm").attach_frame(child.frame("outer"), "f_")
    return parent


def attached_copies(mj):
    parent, child = mj.MjSpec(), figure_from_nothing(mj)
    parent.copy_during_attach = True
    for i in range(3):
        parent.attach(child, prefix=f"{i}/", frame=parent.worldbody.add_frame(pos=[i, 0, 0]))
    return parent


def hand_on_arm(mj):
    arm = mj.MjSpec.from_file(str(PROJECT / "scenes" / "arm.xml"))
    hand = mj.MjSpec.from_file(str(ROBOTS / "shadow_hand" / "right_hand.xml"))
    arm.attach(hand, prefix="hand_", site="tip")
    return arm


def robot_with_changes(mj):
    spec = mj.MjSpec.from_file(str(ROBOTS / "barkour_v0" / "assets" / "barkour_v0_mjx.xml"))
    spec.option.timestep = 0.001
    for joint in spec.joints:
        joint.damping *= 2
        joint.armature = 0.05
    for geom in spec.geoms:
        geom.friction[0] = 0.7
    spec.body("chassis").add_site(name="imu2", pos=[0, 0, 0.2])
    spec.add_sensor(type=mj.mjtSensor.mjSENS_GYRO, objtype=mj.mjtObj.mjOBJ_SITE, objname="imu2")
    spec.worldbody.add_geom(type=mj.mjtGeom.mjGEOM_PLANE, size=[5, 5, 0.1])
    spec.delete(spec.body("lower_leg_1to1_front_right"))
    return spec


ALL = [
    figure_from_nothing,
    all_actuators,
    tendons,
    terrain,
    meshes,
    frames,
    deletions,
    default_classes,
    sensors,
    attached_contents,
    attached_body,
    attached_frame,
    attached_copies,
    hand_on_arm,
    robot_with_changes,
]
