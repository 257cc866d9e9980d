"""Random contact pairs, equalities, tendons, actuators and keyframes over the names of a tree of bodies."""


def contacts(draw, bodies):
    d, out = draw, []
    for _ in range(d.count(0, 2) if bodies.has("geom", 2) else 0):
        a, b = bodies.two("geom")
        more = (
            d.maybe(0.4, "condim", lambda: d.pick((1, 3, 4, 6)))
            + d.maybe(0.4, "friction", lambda: d.friction(5))
            + d.maybe(0.4, "solref", d.solref)
            + d.maybe(0.3, "solreffriction", d.solref)
            + d.maybe(0.3, "solimp", d.solimp)
            + d.maybe(0.4, "margin", lambda: d.real(0, 0.1))
            + d.maybe(0.3, "gap", lambda: d.real(0, 0.05))
        )
        out.append(f'<pair geom1="{a}" geom2="{b}"{more}/>')
    for _ in range(d.count(0, 1) if bodies.has("body", 2) else 0):
        a, b = bodies.two("body")
        out.append(f'<exclude body1="{a}" body2="{b}"/>')
    return f"<contact>{''.join(out)}</contact>"


def _equality(draw, bodies, tendons):
    """One equality of a random kind, or nothing when its objects are not there."""
    d = draw
    solver = d.maybe(0.4, "solref", d.solref) + d.maybe(0.4, "solimp", d.solimp) + d.maybe(0.15, "active", "false")
    kind = d.pick(("connect", "weld", "joint", "tendon", "connect site", "weld site", "weld mocap"))
    if kind in ("connect", "weld") and bodies.has("body", 2):
        a, b = bodies.two("body")
        other = f' body2="{b}"' if d.chance(0.7) else ""
        place = d.maybe(1, "anchor", lambda: d.vector(0.2)) if kind == "connect" or d.chance(0.5) else ""
        if kind == "weld":
            place += d.maybe(0.4, "relpose", lambda: d.vector(0.2) + " " + d.vector(1, 4)) + d.maybe(
                0.5, "torquescale", lambda: d.real(0, 2)
            )
        return f'<{kind} body1="{a}"{other}{place}{solver}/>'
    if kind == "weld mocap" and bodies.has("mocap"):
        return f'<weld body1="{bodies.any("mocap")}" body2="{bodies.any("body")}"{solver}/>'
    if kind.endswith("site") and bodies.has("site", 2):
        a, b = bodies.two("site")
        scale = d.maybe(0.5, "torquescale", lambda: d.real(0, 2)) if kind == "weld site" else ""
        return f'<{kind.split()[0]} site1="{a}" site2="{b}"{scale}{solver}/>'
    objects, label = (bodies.names["scalar"], "joint") if kind == "joint" else (tendons, "tendon")
    if kind in ("joint", "tendon") and len(objects) > 1:
        a, b = d.random.sample(objects, 2)
        second = f' {label}2="{b}"' if d.chance(0.7) else ""
        return f'<{kind} {label}1="{a}"{second}{d.maybe(0.6, "polycoef", lambda: d.vector(0.5, 5))}{solver}/>'
    return ""


def equalities(draw, bodies, tendons):
    return f"<equality>{''.join(_equality(draw, bodies, tendons) for _ in range(draw.count(0, 4)))}</equality>"


def _tendon_attributes(d):
    return (
        d.maybe(0.4, "range", lambda: f"{d.real(0, 0.2):.4g} {d.real(0.25, 1):.4g}")
        + d.maybe(0.3, "margin", lambda: d.real(0, 0.1))
        + d.maybe(0.4, "stiffness", lambda: d.real(0, 20))
        + d.maybe(0.3, "damping", lambda: d.real(0, 2))
        + d.maybe(0.3, "frictionloss", lambda: d.real(0, 1))
        + d.maybe(0.3, "springlength", lambda: f"{d.real(0, 0.1):.4g} {d.real(0.1, 0.3):.4g}")
        + d.maybe(0.3, "solreflimit", d.solref)
        + d.maybe(0.3, "solimplimit", d.solimp)
        + d.maybe(0.2, "solreffriction", d.solref)
    )


def _path(d, bodies):
    """Sites with wrapping geoms and pulleys between them."""
    sites = bodies.names["site"]
    wraps = bodies.names["wrap"]
    last = d.pick(sites)
    path = f'<site site="{last}"/>'
    for _ in range(d.count(1, 3)):
        last = d.pick([site for site in sites if site != last])
        if d.chance(0.15):
            path += f'<site site="{last}"/><pulley divisor="{d.pick((1, 2, 3))}"/><site site="{last}"/>'
            last = d.pick([site for site in sites if site != last])
        elif wraps and d.chance(0.4):
            path += f'<geom geom="{d.pick(wraps)}"{d.maybe(0.4, "sidesite", lambda: d.pick(sites))}/>'
        path += f'<site site="{last}"/>'
    return path


def tendons(draw, bodies):
    d, out, names = draw, [], []
    for i in range(d.count(0, 3)):
        fixed = d.chance(0.4) and bodies.has("scalar")
        if not fixed and not bodies.has("site", 2):
            continue
        names.append(f"tendon{i}")
        if fixed:
            joints = d.random.sample(bodies.names["scalar"], min(len(bodies.names["scalar"]), d.count(1, 3)))
            path = "".join(f'<joint joint="{j}" coef="{d.real(-1, 1):.4g}"/>' for j in joints)
        else:
            path = _path(d, bodies)
        kind = "fixed" if fixed else "spatial"
        attributes = _tendon_attributes(d) + (
            "" if "<geom" in path else d.maybe(0.2, "armature", lambda: d.real(0, 0.1))
        )
        if " range=" in attributes:
            bodies.names["limited tendon"].append(names[-1])
        out.append(f'<{kind} name="{names[-1]}"{attributes}>{path}</{kind}>')
    return f"<tendon>{''.join(out)}</tendon>", names


def _transmission(d, bodies, tendon_names):
    kind = d.pick(("joint", "joint", "jointinparent", "tendon", "site", "refsite", "body", "cranksite"))
    if kind in ("joint", "jointinparent") and (bodies.has("scalar") or bodies.has("balls")):
        return f'{kind}="{d.pick(bodies.names["scalar"] + bodies.names["balls"])}"'
    if kind == "tendon" and tendon_names:
        return f'tendon="{d.pick(tendon_names)}"'
    if kind in ("site", "refsite", "cranksite") and bodies.has("site", 2):
        a, b = bodies.two("site")
        if kind == "cranksite":
            return f'cranksite="{a}" slidersite="{b}" cranklength="{d.real(0.1, 0.6):.4g}"'
        return f'site="{a}"' + (f' refsite="{b}"' if kind == "refsite" else "")
    if kind == "body":
        return f'body="{bodies.any("body")}"'
    return f'joint="{bodies.any("scalar")}"' if bodies.has("scalar") else f'body="{bodies.any("body")}"'


_SHORTCUTS = ("motor", "position", "velocity", "damper", "intvelocity", "general")
_KINDS = {
    "body": ("general",),
    "refsite": _SHORTCUTS,
    "joint": (*_SHORTCUTS, "muscle", "cylinder"),
    "jointinparent": (*_SHORTCUTS, "muscle"),
    "tendon": (*_SHORTCUTS, "muscle", "cylinder"),
    "site": (*_SHORTCUTS, "cylinder"),
    "cranksite": (*_SHORTCUTS, "muscle", "cylinder"),
}


def _actuator(d, name, target):
    kind = d.pick(_KINDS[target.split("=")[0]])
    common = (
        d.maybe(0.5, "gear", lambda: d.vector(3, d.pick((1, 6))))
        + d.maybe(0.4, "forcerange", lambda: d.interval(-5, 5))
        + d.maybe(0.2, "group", lambda: d.count(0, 3))
    )
    common += (
        f' ctrlrange="0 {d.real(0.1, 1):.4g}"'
        if kind == "damper"
        else d.maybe(0.4, "ctrlrange", lambda: d.interval(-1, 1))
    )
    if kind == "position":
        common += (
            f' kp="{d.real(1, 50):.4g}"'
            + d.maybe(0.5, "kv", lambda: d.real(0, 3))
            + d.maybe(0.4, "timeconst", lambda: d.real(0, 0.2))
        )
    elif kind in ("velocity", "damper"):
        common += f' kv="{d.real(0, 5):.4g}"'
    elif kind == "cylinder":
        common += f' timeconst="{d.real(0.01, 0.5):.4g}" area="{d.real(0.1, 2):.4g}"'
    elif kind == "general":
        if d.chance(0.6):
            common += (
                f' dyntype="{d.pick(("integrator", "filter", "filterexact"))}"'
                + d.maybe(0.3, "actrange", lambda: d.interval(-1, 1))
                + d.maybe(0.3, "actearly", "true")
            )
        common += (
            f' dynprm="{d.real(0.01, 0.5):.4g}"'
            + d.maybe(0.6, "gaintype", lambda: d.pick(("fixed", "affine")))
            + f' gainprm="{d.vector(3)}"'
            + d.maybe(0.6, "biastype", lambda: d.pick(("none", "affine")))
            + f' biasprm="{d.vector(2)}"'
        )
    elif kind == "muscle":
        common += f' lengthrange="{d.real(0.1, 0.4):.4g} {d.real(0.5, 1.5):.4g}"' + d.maybe(
            0.4, "tausmooth", lambda: d.real(0, 0.5)
        )
    elif kind == "intvelocity":
        common += f' kp="{d.real(1, 30):.4g}" actrange="{d.interval(-1, 1)}"'
    common += d.maybe(0.15, "nsample", "4") and f' nsample="{d.count(1, 5)}" delay="{d.pick((0.002, 0.004, 0.0051))}"'
    return f'<{kind} name="{name}" {target}{common}/>'


def actuators(draw, bodies, tendon_names):
    names = [f"actuator{i}" for i in range(draw.count(0, 5))]
    rows = [_actuator(draw, name, _transmission(draw, bodies, tendon_names)) for name in names]
    if draw.chance(0.1):
        names.append("adhesion")
        rows.append(
            f'<adhesion name="adhesion" body="{bodies.any("body")}" ctrlrange="0 1" gain="{draw.real(0, 20):.4g}"/>'
        )
    return f"<actuator>{''.join(rows)}</actuator>", names
