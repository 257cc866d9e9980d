"""One model with every sensor on every legal type of object and of reference."""

import itertools

from cortenforge.conformance.generated.sensors import CONTACT_DATA, FRAME, OBJECTS, RAY_DATA, SITE

_WORLD = """<asset><mesh name="cloud" builtin="sphere" params="1" scale=".1 .1 .1"/></asset>
<option magnetic=".3 -.2 .1"><flag energy="enable"/></option>
<worldbody>
  <geom name="floor" type="plane" size="5 5 .1"/>
  <site name="fixed" pos=".3 .2 .8" euler="160 20 0" size=".3"/>
  <camera name="far" pos="1 1 1.2" euler="-40 30 10" resolution="3 2" fovy="50"/>
  <body name="cart" pos="0 0 .2" euler="5 10 15">
    <joint name="slide" type="slide" axis="1 .1 0" range="-.1 .1" margin=".1"/>
    <joint name="hinge" axis="0 .2 1" range="-20 20" damping=".1"/>
    <geom name="cart" type="box" size=".15 .1 .05" mass="2"/><geom name="cap" type="capsule" size=".04 .1" pos=".1 .1 .05"/>
    <site name="touchy" type="box" size=".2 .2 .2" pos="0 0 -.05"/><site name="disc" type="cylinder" size=".2 .1" euler="30 0 0"/>
    <camera name="near" pos="0 0 .3" euler="10 -20 5" projection="orthographic" fovy=".4" resolution="2 3"/>
    <body name="arm" pos=".2 0 .1">
      <joint name="ball" type="ball" range="0 40" damping=".05"/>
      <geom name="arm" type="ellipsoid" size=".05 .08 .12" pos="0 0 .1"/>
      <site name="tip" type="ellipsoid" size=".1 .2 .15" pos="0 0 .2" euler="0 40 0"/>
      <body name="hand" pos="0 0 .3"><joint name="wrist" axis="1 0 0" range="-30 60" stiffness="2"/>
        <geom name="hand" type="cylinder" size=".05 .06"/><site name="palm" type="capsule" size=".1 .1" pos="0 .05 0"/></body>
    </body>
  </body>
  <body name="stone" pos=".05 .02 .36"><freejoint name="free"/><geom name="stone" size=".1" mass=".5"/><geom name="mesh" type="mesh" mesh="cloud" pos=".1 0 0"/>
    <site name="inner" size=".12"/></body>
</worldbody>
<tendon><fixed name="sum" range="-.1 .1" margin=".2"><joint joint="slide" coef="1"/><joint joint="wrist" coef=".5"/></fixed>
  <spatial name="rope" range="0 .3"><site site="fixed"/><geom geom="stone" sidesite="inner"/><site site="tip"/></spatial></tendon>
<actuator><motor name="a_joint" joint="hinge" gear="2"/><position name="a_tendon" tendon="rope" kp="3"/><motor name="a_site" site="tip" refsite="touchy" gear="1 2 3 .1 .2 .3"/>
  <adhesion name="a_body" body="hand" ctrlrange="0 1" gain="2"/><motor name="a_crank" cranksite="tip" slidersite="fixed" cranklength=".7"/></actuator>
"""
_SITES = ("fixed", "touchy", "disc", "tip", "palm", "inner")
_NAMES = {"body": "hand", "geom": "cap", "site": "tip", "camera": "near"}
_REFERENCES = {"body": "stone", "geom": "mesh", "site": "inner", "camera": "far"}


def _objects():
    """(type, name) of one object of every type, moving and still ones."""
    for objtype, kind in OBJECTS.items():
        yield objtype, _NAMES[kind]
        yield objtype, _REFERENCES[kind]


def _frames():
    for kind, (objtype, name) in itertools.product(FRAME, _objects()):
        plain = f'<{kind} objtype="{objtype}" objname="{name}"'
        yield plain
        if kind not in ("framelinacc", "frameangacc"):
            for reftype in OBJECTS:
                yield f'{plain} reftype="{reftype}" refname="{_REFERENCES[OBJECTS[reftype]]}"'


def _scalars():
    for kind, joint in itertools.product(
        ("pos", "vel", "actuatorfrc", "limitpos", "limitvel", "limitfrc"), ("slide", "hinge", "wrist")
    ):
        yield f'<joint{kind} joint="{joint}"'
    for kind, tendon in itertools.product(
        ("pos", "vel", "actuatorfrc", "limitpos", "limitvel", "limitfrc"), ("sum", "rope")
    ):
        yield f'<tendon{kind} tendon="{tendon}"'
    for kind, actuator in itertools.product(
        ("pos", "vel", "frc"), ("a_joint", "a_tendon", "a_site", "a_body", "a_crank")
    ):
        yield f'<actuator{kind} actuator="{actuator}"'
    yield from (f'<ball{kind} joint="ball"' for kind in ("quat", "angvel"))
    yield from (
        f'<subtree{kind} body="{body}"'
        for kind in ("com", "linvel", "angmom")
        for body in ("cart", "arm", "hand", "stone")
    )
    yield from (
        "<e_potential",
        "<e_kinetic",
        "<clock",
        '<user dim="2" needstage="vel"',
        '<tactile geom="stone" mesh="cloud"',
    )


def _places():
    yield from (f'<{kind} site="{site}"' for kind in SITE for site in _SITES)
    yield from (
        f'<insidesite site="{site}" objtype="{t}" objname="{name}"' for site in _SITES for t, name in _objects()
    )
    for camera in ("far", "near"):
        yield from (f'<rangefinder camera="{camera}" data="{data}"' for data in (*RAY_DATA, " ".join(RAY_DATA)))
        yield from (f'<camprojection site="{site}" camera="{camera}"' for site in _SITES if camera == "far")
    yield from (f'<rangefinder site="{site}" data="{data}"' for site in _SITES for data in RAY_DATA)


def _distances():
    for kind, a, b in itertools.product(
        ("distance", "normal", "fromto"),
        ('geom1="cap"', 'geom1="floor"', 'body1="hand"'),
        ('geom2="mesh"', 'geom2="arm"', 'body2="stone"'),
    ):
        yield f'<{kind} {a} {b} cutoff="2"'


def _contacts():
    first = ('geom1="stone"', 'body1="stone"', 'subtree1="cart"', 'site="touchy"', "")
    second = ('geom2="cart"', 'body2="cart"', 'subtree2="stone"', "")
    for a, b, reduce in itertools.product(first, second, ("none", "mindist", "maxforce", "netforce")):
        yield f'<contact {a} {b} data="{" ".join(CONTACT_DATA)}" num="3" reduce="{reduce}"'
    yield from (f'<contact subtree1="cart" data="{data}" num="2" reduce="maxforce"' for data in CONTACT_DATA)


_HISTORY = tuple(
    f'<framelinvel objtype="site" objname="tip" nsample="4" interp="{interp}" delay="{delay}"'
    for interp in ("zoh", "linear", "cubic")
    for delay in (0, 0.002, 0.005)
) + (
    '<accelerometer site="tip" nsample="3" interval=".004 -.002"',
    '<jointpos joint="hinge" nsample="2" interval=".006"',
)


def every_sensor():
    rows = (
        *_frames(),
        *_scalars(),
        *_places(),
        *_distances(),
        *_contacts(),
        *_HISTORY,
        '<gyro site="tip" cutoff=".1"',
        '<jointpos joint="slide" cutoff=".01"',
        '<touch site="touchy" cutoff="1"',
    )
    return f"<mujoco>{_WORLD}<sensor>{''.join(row + '/>' for row in rows)}</sensor></mujoco>"
