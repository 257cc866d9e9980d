"""Random sensors over the names of a model."""

SITE = ("touch", "accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer", "rangefinder")
FRAME = (
    "framepos",
    "framequat",
    "framexaxis",
    "frameyaxis",
    "framezaxis",
    "framelinvel",
    "frameangvel",
    "framelinacc",
    "frameangacc",
)
OBJECTS = {"body": "body", "xbody": "body", "geom": "geom", "site": "site", "camera": "camera"}
CONTACT_DATA = ("found", "force", "torque", "dist", "pos", "normal", "tangent")
RAY_DATA = ("dist", "dir", "origin", "point", "normal", "depth")


# quaternions and unit vectors cannot be cut off
_DIRECTIONS = ("<ballquat", "<framequat", "<framexaxis", "<frameyaxis", "<framezaxis", "<normal")


def _subset(d, words):
    return " ".join(w for w in words if d.chance(0.5)) or words[0]


def _common(d, sensor):
    history = ""
    if d.chance(0.12):
        history = f' nsample="{d.count(1, 5)}" delay="{d.pick((0, 0.002, 0.005))}" interp="{d.pick(("zoh", "linear", "cubic"))}"'
    elif d.chance(0.1):
        history = f' nsample="2" interval="{d.pick((0.004, 0.01))} {d.pick((0, -0.002))}"'
    cutoff = "" if sensor.startswith(_DIRECTIONS) else d.maybe(0.2, "cutoff", lambda: d.real(0.01, 3))
    return cutoff + d.maybe(0.1, "noise", "0.1") + history


def _frame(d, bodies):
    kind, objtype = d.pick(FRAME), d.pick(tuple(OBJECTS))
    out = f'<{kind} objtype="{objtype}" objname="{bodies.any(OBJECTS[objtype])}"'
    if kind not in ("framelinacc", "frameangacc") and d.chance(0.5):
        reftype = d.pick(tuple(OBJECTS))
        out += f' reftype="{reftype}" refname="{bodies.any(OBJECTS[reftype])}"'
    return out


def _pair(d, bodies):
    a, b = d.pick(("geom", "body")), d.pick(("geom", "body"))
    return f'{a}1="{bodies.any(a)}" {b}2="{bodies.any(b)}"'


def _contact(d, bodies):
    first = d.pick(("geom1", "body1", "subtree1", "site", ""))
    second = d.pick(("geom2", "body2", "subtree2", ""))
    kind = {
        "geom1": "geom",
        "body1": "body",
        "subtree1": "body",
        "site": "site",
        "geom2": "geom",
        "body2": "body",
        "subtree2": "body",
    }
    match = "".join(f' {side}="{bodies.any(kind[side])}"' for side in (first, second) if side)
    return (
        f'<contact{match} data="{_subset(d, CONTACT_DATA)}" num="{d.count(1, 4)}" '
        f'reduce="{d.pick(("none", "mindist", "maxforce", "netforce"))}"'
    )


def _sensor(d, bodies, tendons, actuators):
    choice = d.pick(
        (
            "site",
            "site",
            "frame",
            "frame",
            "joint",
            "tendon",
            "actuator",
            "ball",
            "limit",
            "subtree",
            "inside",
            "distance",
            "contact",
            "contact",
            "energy",
            "camera",
            "clock",
        )
    )
    if choice == "site":
        return f'<{d.pick(SITE)} site="{bodies.any("site")}"'
    if choice == "frame":
        return _frame(d, bodies)
    if choice == "joint" and bodies.has("scalar"):
        return f'<{d.pick(("jointpos", "jointvel", "jointactuatorfrc"))} joint="{bodies.any("scalar")}"'
    if choice == "limit" and bodies.has("limited") and d.chance(0.6):
        return f'<{d.pick(("jointlimitpos", "jointlimitvel", "jointlimitfrc"))} joint="{bodies.any("limited")}"'
    if choice == "ball" and bodies.has("balls"):
        return f'<{d.pick(("ballquat", "ballangvel"))} joint="{bodies.any("balls")}"'
    if choice == "tendon" and tendons:
        return f'<{d.pick(("tendonpos", "tendonvel", "tendonactuatorfrc"))} tendon="{d.pick(tendons)}"'
    if choice == "limit" and bodies.has("limited tendon"):
        return (
            f'<{d.pick(("tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"))} tendon="{bodies.any("limited tendon")}"'
        )
    if choice == "actuator" and actuators:
        return f'<{d.pick(("actuatorpos", "actuatorvel", "actuatorfrc"))} actuator="{d.pick(actuators)}"'
    if choice == "inside":
        objtype = d.pick(tuple(OBJECTS))
        return f'<insidesite site="{bodies.any("site")}" objtype="{objtype}" objname="{bodies.any(OBJECTS[objtype])}"'
    if choice == "distance":
        return f"<{d.pick(('distance', 'normal', 'fromto'))} {_pair(d, bodies)}"
    if choice == "contact":
        return _contact(d, bodies)
    if choice == "energy":
        return f"<{d.pick(('e_potential', 'e_kinetic'))}"
    if choice == "camera":
        if d.chance(0.5):
            return f'<camprojection site="{bodies.any("site")}" camera="{bodies.any("camera")}"'
        return f'<rangefinder camera="{bodies.any("camera")}" data="{_subset(d, RAY_DATA)}"'
    if choice == "clock":
        return "<clock"
    return f'<{d.pick(("subtreecom", "subtreelinvel", "subtreeangmom"))} body="{bodies.any("body")}"'


def sensors(draw, bodies, tendons, actuators):
    rows = (_sensor(draw, bodies, tendons, actuators) for _ in range(draw.count(0, 10)))
    return f"<sensor>{''.join(row + _common(draw, row) + '/>' for row in rows)}</sensor>"
