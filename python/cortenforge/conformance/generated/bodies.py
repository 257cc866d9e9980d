"""Random trees of bodies with joints, geoms, sites and cameras; remembers the names for whoever refers to them."""

from collections import defaultdict

from cortenforge.conformance.generated.draw import text

_GEOMS = ("sphere", "capsule", "ellipsoid", "cylinder", "box")


class Bodies:
    def __init__(self, draw):
        self.draw = draw
        self.names = defaultdict(list)  # names by kind; joints also by their type

    def new(self, kind):
        name = f"{kind}{len(self.names[kind])}"
        self.names[kind].append(name)
        return name

    def xml(self):
        d = self.draw
        floor = (
            f'<geom name="{self.new("geom")}" type="plane" size="3 3 .1"{self.contact_attributes()}/>'
            if d.chance(0.8)
            else ""
        )
        if d.chance(0.25):
            floor += f'<geom name="{self.new("geom")}" type="hfield" hfield="h" pos="{d.vector(0.3)}"{self.contact_attributes()}/>'
        sites = f'<site name="{self.new("site")}" pos="{d.vector(0.3)}" euler="{d.vector(90)}"/>'
        return (
            f"<worldbody>{floor}{sites}{self.camera()}{''.join(self.body(0) for _ in range(d.count(1, 4)))}</worldbody>"
        )

    def body(self, depth):
        d = self.draw
        mocap = depth == 0 and d.chance(0.1)
        name = self.new("body")
        if mocap:
            self.names["mocap"].append(name)
        attributes = d.maybe(0.5, "euler", lambda: d.vector(60)) + d.maybe(0.15, "gravcomp", lambda: d.real(0, 1.5))
        attributes += ' mocap="true"' if mocap else ""
        place = d.vector(0.25, 2) + f" {d.real(0.05, 0.5):.4g}" if depth == 0 else d.vector(0.2)
        joints = "" if mocap else self.joints(depth)
        children = "" if mocap or depth > 2 else "".join(self.body(depth + 1) for _ in range(d.count(0, 2)))
        inertial = (
            (
                f'<inertial pos="{d.vector(0.05)}" mass="{d.real(0.1, 3):.4g}" diaginertia="{d.positive(0.02, 0.03, 3)}"'
                f"{d.maybe(0.5, 'euler', lambda: d.vector(90))}/>"
            )
            if d.chance(0.3)
            else ""
        )
        geoms = "".join(self.geom() for _ in range(d.count(1, 3)))
        sites = "".join(self.site() for _ in range(d.count(0, 2)))
        camera = self.camera() if d.chance(0.2) else ""
        return (
            f'<body name="{name}" pos="{place}"{attributes}>{joints}{inertial}{geoms}{sites}{camera}{children}</body>'
        )

    def joints(self, depth):
        d = self.draw
        if depth == 0 and d.chance(0.5):
            return self.free_joint()
        if d.chance(0.08):
            return ""  # welded to its parent
        if d.chance(0.25):
            return self.joint("ball")
        return "".join(self.joint(d.pick(("hinge", "slide"))) for _ in range(d.count(1, 2)))

    def free_joint(self):
        d, name = self.draw, self.new("free")
        if d.chance(0.3):
            return f'<joint name="{name}" type="free"{d.maybe(0.5, "damping", lambda: d.real(0, 1))}{d.maybe(0.4, "frictionloss", lambda: d.real(0, 1))}{d.maybe(0.3, "stiffness", lambda: d.real(0, 9))}/>'
        return f'<freejoint name="{name}"{d.maybe(0.3, "align", lambda: d.pick(("true", "false")))}/>'

    def joint(self, kind):
        d, name = self.draw, self.new(kind)
        self.names["scalar" if kind != "ball" else "balls"].append(name)
        limit = d.maybe(
            0.5,
            "range",
            lambda: (
                f"0 {d.real(20, 120):.4g}"
                if kind == "ball"
                else d.interval(-80, 80)
                if kind == "hinge"
                else d.interval(-0.3, 0.3)
            ),
        )
        axis = "" if kind == "ball" else f' axis="{d.vector(1)}"'
        if limit:
            self.names["limited"].append(name)
        more = (
            d.maybe(0.3, "margin", lambda: d.real(0, 0.2))
            + d.maybe(0.4, "damping", lambda: d.real(0, 0.5))
            + d.maybe(0.3, "stiffness", lambda: d.real(0, 5))
            + d.maybe(0.3, "frictionloss", lambda: d.real(0, 0.5))
            + d.maybe(0.3, "armature", lambda: d.real(0, 0.1))
            + d.maybe(0.3, "solreflimit", d.solref)
            + d.maybe(0.3, "solimplimit", d.solimp)
            + d.maybe(0.2, "solreffriction", d.solref)
            + d.maybe(0.2, "solimpfriction", d.solimp)
            + d.maybe(0.3, "pos", lambda: d.vector(0.1))
        )
        if kind != "ball":
            more += (
                d.maybe(0.2, "ref", lambda: d.real(-0.3, 0.3))
                + d.maybe(0.2, "springref", lambda: d.real(-0.3, 0.3))
                + d.maybe(0.15, "actuatorfrcrange", lambda: d.interval(-1, 1))
                + d.maybe(0.1, "actuatorgravcomp", "true")
            )
        return f'<joint name="{name}" type="{kind}"{axis}{limit}{more}/>'

    def contact_attributes(self):
        d = self.draw
        return (
            d.maybe(0.5, "condim", lambda: d.pick((1, 3, 4, 6)))
            + d.maybe(0.5, "friction", lambda: d.friction(3))
            + d.maybe(0.3, "priority", lambda: d.count(0, 2))
            + d.maybe(0.3, "solmix", lambda: d.pick((0, 1e-5, 0.3, 1, 5)))
            + d.maybe(0.3, "solref", d.solref)
            + d.maybe(0.3, "solimp", d.solimp)
            + d.maybe(0.3, "margin", lambda: d.real(0, 0.1))
            + d.maybe(0.2, "gap", lambda: d.real(0, 0.06))
            + d.maybe(0.1, "contype", lambda: d.count(0, 3))
            + d.maybe(0.1, "conaffinity", lambda: d.count(0, 3))
        )

    def geom(self):
        d, name = self.draw, self.new("geom")
        if d.chance(0.12):
            shape = f'type="mesh" mesh="{d.pick(("m0", "m1"))}"'
        else:
            shape = f'type="{d.pick(_GEOMS)}" size="{d.positive(0.03, 0.15, 3)}"'
        more = (
            d.maybe(0.6, "pos", lambda: d.vector(0.15))
            + d.maybe(0.4, "euler", lambda: d.vector(90))
            + d.maybe(0.2, "fluidshape", "ellipsoid")
            + d.maybe(0.2, "group", lambda: d.count(0, 5))
            + d.maybe(0.3, "mass", lambda: d.real(0.1, 2))
            + d.maybe(0.1, "rgba", "1 1 1 0")
        )
        return f'<geom name="{name}" {shape}{more}{self.contact_attributes()}/>'

    def site(self):
        d = self.draw
        return (
            f'<site name="{self.new("site")}" type="{d.pick(("sphere", "capsule", "ellipsoid", "cylinder", "box"))}" '
            f'size="{d.positive(0.02, 0.2, 3)}" pos="{d.vector(0.2)}"{d.maybe(0.5, "euler", lambda: d.vector(90))}/>'
        )

    def camera(self):
        d = self.draw
        more = d.maybe(0.3, "projection", "orthographic") + d.maybe(
            0.6, "resolution", lambda: f"{d.count(1, 4)} {d.count(1, 3)}"
        )
        more += d.maybe(0.3, "mode", lambda: d.pick(("fixed", "track", "trackcom")))
        return f'<camera name="{self.new("camera")}" pos="{d.vector(0.4)}" euler="{d.vector(180)}" fovy="{d.real(1, 80):.4g}"{more}/>'

    def any(self, kind):
        return self.draw.pick(self.names[kind])

    def has(self, kind, count=1):
        return len(self.names[kind]) >= count

    def two(self, kind):
        return self.draw.random.sample(self.names[kind], 2)


def assets(draw):
    vertices = text(draw.real(-0.15, 0.15) for _ in range(3 * draw.count(5, 12)))
    heights = text(draw.real(0, 1) for _ in range(12))
    return (
        f'<asset><mesh name="m0" builtin="sphere" params="{draw.count(0, 1)}" scale="{draw.positive(0.05, 0.15, 3)}"/>'
        f'<mesh name="m1" vertex="{vertices}"/><hfield name="h" nrow="3" ncol="4" size="1 1 .1 .1" elevation="{heights}"/></asset>'
    )
