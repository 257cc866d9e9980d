"""A small model with flexes from a seed: every kind of generator, degree of freedom, elasticity and contact, mixed."""

from cortenforge.conformance.generated.draw import Draw, text

_SELF = ("none", "narrow", "bvh", "sap", "auto")
_TETRAHEDRA = ('point="0 0 0 .1 0 0 0 .2 0 0 0 .3 .1 .15 .2" element="0 1 2 3 1 2 3 4"', 3)
_TRIANGLES = ('point="0 0 0 .1 0 0 .12 .1 .02 -.01 .15 0 .05 .25 .03" element="0 1 2 0 2 3 3 2 4"', 2)
_LINES = ('point="0 0 0 .1 0 0 .12 .1 .02 .05 .2 0" element="0 1 1 2 2 3 0 2"', 1)


def _shape(d):
    """Attributes that make points and elements, their dimension, and whether points can be pinned by their place in a grid."""
    kind = d.pick(
        ("grid1", "grid2", "grid2", "grid3", "circle", "square", "disc", "box", "cylinder", "ellipsoid", "direct")
    )
    spacing = f'spacing="{text([d.real(0.05, 0.12) for _ in range(3)])}"'
    count = [d.count(2, 4) for _ in range(3)]
    if kind == "direct":
        given, dim = d.pick((_TETRAHEDRA, _TRIANGLES, _LINES))
        return f'type="direct" dim="{dim}" {given}', dim, False
    if kind == "circle":
        return f'type="circle" dim="1" count="{d.count(4, 8)} 1 1" {spacing}', 1, False
    if kind in ("square", "disc"):
        return f'type="{kind}" dim="2" count="{count[0] + 1} {count[1] + 1} 1" {spacing}', 2, False
    if kind in ("box", "cylinder", "ellipsoid"):
        dim = d.pick((2, 3))
        return f'type="{kind}" dim="{dim}" count="{text(count)}" {spacing}', dim, False
    dim = int(kind[-1])
    return f'type="grid" dim="{dim}" count="{text(count[:dim] + [1] * (3 - dim))}" {spacing}', dim, True


def _contact(d, interpolated, condims):
    own = "none" if interpolated else d.pick(_SELF)
    return (
        f'<contact selfcollide="{own}"{d.maybe(0.4, "condim", lambda: d.pick(condims))}'
        f"{d.maybe(0.3, 'margin', lambda: d.real(0, 0.02))}{d.maybe(0.2, 'gap', lambda: d.real(0, 0.01))}"
        f"{d.maybe(0.3, 'solref', d.solref)}{d.maybe(0.2, 'solimp', d.solimp)}{d.maybe(0.2, 'friction', lambda: d.friction(3))}"
        f"{d.maybe(0.2, 'priority', lambda: d.count(0, 2))}{d.maybe(0.2, 'solmix', lambda: d.pick((0, 0.3, 5)))}"
        f"{'' if interpolated else d.maybe(0.25, 'internal', 'true')}{d.maybe(0.15, 'passive', 'true')}"
        f"{d.maybe(0.15, 'vertcollide', 'true')}{d.maybe(0.2, 'activelayers', lambda: d.count(1, 3))}/>"
    )


def _elasticity(d, dim, bends):
    kinds = ("none", "stretch", "bend", "both") if bends else ("none", "stretch")
    return (
        f'<elasticity young="{d.real(100, 5e3):.4g}" poisson="{d.real(0, 0.4):.4g}"{d.maybe(0.6, "damping", lambda: d.real(1e-4, 0.02))}'
        f' thickness="{d.real(0.005, 0.03):.4g}"' + (f' elastic2d="{d.pick(kinds)}"' if dim == 2 else "") + "/>"
    )


def _edge(d, dim, elasticity):
    equality = "" if "stretch" in elasticity or "both" in elasticity else d.maybe(0.5, "equality", "true")
    stiffness = d.maybe(0.6, "stiffness", lambda: d.real(1, 100)) if dim == 1 else ""
    return f"<edge{equality}{stiffness}{d.maybe(0.4, 'damping', lambda: d.real(0.001, 0.2))}{d.maybe(0.2, 'solref', d.solref) if equality else ''}/>"


def _pins(d, points, grid, dim):
    if not d.chance(0.3):
        return ""
    if grid and dim > 1 and d.chance(0.5):
        return f'<pin gridrange="{text([0] * dim + [1] + [0] * (dim - 1))}"/>'
    return f'<pin id="{text(sorted(set(d.count(0, points - 1) for _ in range(2))))}"/>'


def _flexcomp(d, name, place, condims, still):
    shape, dim, grid = _shape(d)
    dof = d.pick(("full", "full", "full", "radial", "trilinear", "quadratic"))
    # under a turned parent interpolated flexes are strained at rest; sparse rows of 27 nodes end the oracle's process
    if dof in ("trilinear", "quadratic") and not still or dof == "quadratic" and 6 not in condims:
        dof = "full"
    if dof == "radial" and ("grid" in shape or "direct" in shape or dim != 3):
        dof = "full"
    interpolated = dof in ("trilinear", "quadratic")
    if interpolated:  # enough elements to hold the matrix, and a box with a volume
        shape, dim, grid = 'type="grid" dim="3" count="5 4 6" spacing=".06 .07 .05"', 3, True
    pins = _pins(d, 3, grid, dim)
    elasticity = _elasticity(d, dim, not pins and dof == "full") if d.chance(0.7) else ""
    edge = "" if interpolated else _edge(d, dim, elasticity)
    return (
        f'<flexcomp name="{name}" {shape} dof="{dof}" radius="{d.real(0.005, 0.02):.4g}" mass="{d.real(0.1, 2):.4g}"'
        f' pos="{place}" euler="{d.vector(60)}"{d.maybe(0.1, "rigid", "true")}'
        f"{d.maybe(0.3, 'inertiabox', lambda: d.real(0.001, 0.02))}>{_contact(d, interpolated, condims)}{elasticity}{edge}{pins}</flexcomp>"
    )


def _carrier(d, i, condims):
    """A flexcomp in the world, or in a body that stands, slides or flies."""
    kind = d.pick(("world", "world", "fixed", "moving", "free"))
    place = f"{i * 0.6 + d.real(-0.1, 0.1):.4g} {d.real(-0.1, 0.1):.4g} {d.real(0.1, 0.4):.4g}"
    flexcomp = _flexcomp(d, f"f{i}", place if kind == "world" else d.vector(0.1), condims, kind == "world")
    if kind == "world":
        return flexcomp
    joint = {
        "fixed": "",
        "free": "<freejoint/>",
        "moving": f'<joint type="{d.pick(("hinge", "slide", "ball"))}" axis="{d.vector(1)}"/>',
    }[kind]
    geom = f'<geom type="{d.pick(("sphere", "capsule", "box"))}" size=".05 .04 .03" pos="0 0 {d.real(0.3, 0.4):.4g}"/>'
    return f'<body name="b{i}" pos="{place}" euler="{d.vector(40)}">{joint}{geom}{flexcomp}</body>'


def _bystander(d, i):
    shape = d.pick(
        (
            'type="sphere" size=".08"',
            'type="capsule" size=".05 .08"',
            'type="box" size=".08 .06 .07"',
            'type="ellipsoid" size=".08 .05 .1"',
            'type="cylinder" size=".06 .08"',
            'type="mesh" mesh="m"',
        )
    )
    return f'<body pos="{d.real(-0.3, 0.8):.4g} {d.real(-0.2, 0.2):.4g} {0.5 + 0.3 * i:.4g}" euler="{d.vector(90)}"><freejoint/><geom {shape}/></body>'


def random_flex_model(seed):
    """MJCF text; the oracle refuses some of them, and so must we."""
    d = Draw(f"flex {seed}")
    option = (
        f'<option timestep="0.001"{d.maybe(0.7, "integrator", lambda: d.pick(("Euler", "RK4", "implicit", "implicitfast")))}'
        f"{d.maybe(0.4, 'cone', lambda: d.pick(('pyramidal', 'elliptic')))}{d.maybe(0.5, 'jacobian', lambda: d.pick(('dense', 'sparse')))}"
        f"{d.maybe(0.4, 'solver', lambda: d.pick(('Newton', 'CG', 'PGS')))}><flag{d.maybe(0.15, 'midphase', 'disable')}"
        f"{d.maybe(0.15, 'energy', 'enable')}{d.maybe(0.1, 'spring', 'disable')}{d.maybe(0.1, 'damper', 'disable')}"
        f"{d.maybe(0.1, 'gravity', 'disable')}{d.maybe(0.1, 'override', 'enable')}/></option>"
    )
    asset = '<asset><mesh name="m" vertex=".08 0 0 0 .1 0 0 0 .06 -.05 -.06 -.04 .03 -.02 .1"/></asset>'
    # no height field: the oracle's prisms have a margin that nobody has set
    floor = f'<geom type="plane" size="2 2 .1"{d.maybe(0.3, "euler", lambda: d.vector(15))}/>'
    # sparse rows about rotations are built from memory that nobody has written
    condims = (1, 3, 4, 6) if 'jacobian="dense"' in option else (1, 3)
    bodies = "".join(_carrier(d, i, condims) for i in range(d.count(1, 2))) + "".join(
        _bystander(d, i) for i in range(d.count(0, 2))
    )
    return f'<mujoco>{option}<size memory="64M"/>{asset}<worldbody>{floor}{bodies}</worldbody></mujoco>'
