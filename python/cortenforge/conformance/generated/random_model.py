"""A small odd model from a seed: every kind of constraint, option and sensor, mixed."""

from cortenforge.conformance.generated import mechanisms
from cortenforge.conformance.generated.bodies import Bodies, assets
from cortenforge.conformance.generated.draw import Draw
from cortenforge.conformance.generated.sensors import sensors

_DISABLE = (
    "constraint",
    "equality",
    "frictionloss",
    "limit",
    "contact",
    "spring",
    "damper",
    "gravity",
    "clampctrl",
    "warmstart",
    "filterparent",
    "actuation",
    "refsafe",
    "sensor",
    "midphase",
    "eulerdamp",
    "island",
)
_ENABLE = ("override", "energy", "fwdinv", "invdiscrete", "multiccd")


def _option(d):
    attributes = (
        d.maybe(0.3, "timestep", lambda: d.pick((0.001, 0.002, 0.005)))
        + d.maybe(0.7, "integrator", lambda: d.pick(("Euler", "RK4", "implicit", "implicitfast")))
        + d.maybe(0.5, "cone", lambda: d.pick(("pyramidal", "elliptic")))
        + d.maybe(0.5, "jacobian", lambda: d.pick(("dense", "sparse", "auto")))
        + d.maybe(0.5, "solver", lambda: d.pick(("Newton", "Newton", "CG", "PGS")))
        + d.maybe(0.2, "iterations", lambda: d.pick((1, 5, 30, 200)))
        + d.maybe(0.1, "ls_iterations", lambda: d.pick((1, 5, 20)))
        + d.maybe(0.1, "tolerance", lambda: d.pick(("0", "1e-4", "1e-12")))
        + d.maybe(0.2, "noslip_iterations", lambda: d.count(1, 5))
        + d.maybe(0.3, "impratio", lambda: d.pick((0.5, 2, 10, 100)))
        + d.maybe(0.2, "gravity", lambda: d.vector(10))
        + d.maybe(0.2, "wind", lambda: d.vector(2))
        + d.maybe(0.2, "density", lambda: d.real(0, 1000))
        + d.maybe(0.2, "viscosity", lambda: d.real(0, 1))
        + d.maybe(0.2, "magnetic", lambda: d.vector(1))
        + d.maybe(0.2, "o_margin", lambda: d.real(0, 0.05))
        + d.maybe(0.2, "o_solref", d.solref)
        + d.maybe(0.2, "o_solimp", d.solimp)
        + d.maybe(0.2, "o_friction", lambda: d.friction(5))
        + d.maybe(0.1, "actuatorgroupdisable", lambda: d.pick(("1", "0 2")))
    )
    flags = "".join(f' {flag}="disable"' for flag in _DISABLE if d.chance(0.04))
    flags += "".join(f' {flag}="enable"' for flag in _ENABLE if d.chance(0.12))
    if 'integrator="RK4"' in attributes:  # there the oracle ends the process
        flags = flags.replace(' invdiscrete="enable"', "")
    return f"<option{attributes}><flag{flags}/></option>"


def _keys(d):
    return f'<keyframe><key name="k" time="{d.real(0, 1):.4g}"/></keyframe>' if d.chance(0.2) else ""


def random_model(seed):
    """MJCF text; the oracle refuses a few of them, and so must we."""
    d = Draw(seed)
    bodies = Bodies(d)
    world = bodies.xml()
    bodies.names["wrap"] = [
        name
        for name in bodies.names["geom"]
        if f'name="{name}" type="sphere"' in world or f'name="{name}" type="cylinder"' in world
    ]
    compiler = f"<compiler{d.maybe(0.2, 'angle', 'radian')}{d.maybe(0.2, 'autolimits', 'true')}{d.maybe(0.1, 'balanceinertia', 'true')}/>"
    tendon_xml, tendon_names = mechanisms.tendons(d, bodies)
    actuator_xml, actuator_names = mechanisms.actuators(d, bodies, tendon_names)
    return "\n".join(
        (
            "<mujoco>",
            compiler,
            _option(d),
            assets(d),
            world,
            mechanisms.contacts(d, bodies),
            mechanisms.equalities(d, bodies, tendon_names),
            tendon_xml,
            actuator_xml,
            sensors(d, bodies, tendon_names, actuator_names),
            _keys(d),
            "</mujoco>",
        )
    )
