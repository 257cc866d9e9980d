"""When the memory of a step is too small: the same rows are given up as by the oracle, and nothing stale is read."""

import mujoco as oracle
import numpy as np
import pytest

import cortenforge.mujoco as corten


def boxes(distance):
    return "".join(
        f'<body pos="{distance * i} 0 .05"><freejoint/><geom type="box" size=".1 .1 .1"/></body>' for i in range(12)
    )


COUNTS = ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof")


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize(
    "solver, memory",
    [
        ("PGS", "100K"),
        ("PGS", "400K"),
        ("Newton", "60K"),
        ("Newton", "100K"),
        ("Newton", "150K"),
        ("Newton", "190K"),
        ("Newton", "500K"),
        ("PGS", "190K"),
        ("PGS", "500K"),
    ],
)
@pytest.mark.parametrize("distance", [0.3, 0.19])  # an island each, and one of all
def test_rows_without_room_are_the_oracles(distance, solver, memory, jacobian):
    xml = f"""<mujoco><size memory="{memory}"/><option solver="{solver}" jacobian="{jacobian}"/>
      <worldbody><geom type="plane" size="9 9 1"/>{boxes(distance)}</worldbody></mujoco>"""
    seen = []
    for engine in (oracle, corten):
        model = engine.MjModel.from_xml_string(xml)
        data = engine.MjData(model)
        try:
            engine.mj_forward(model, data)
        except oracle.FatalError:
            pytest.skip("the oracle ends here")
        force, forces = np.zeros(6), []
        for i in range(data.ncon):
            engine.mj_contactForce(model, data, i, force)
            forces.append(force.tolist())
        seen.append(([getattr(data, n) for n in COUNTS], [int(c.efc_address) for c in data.contact]))
    assert seen[0] == seen[1]
    assert data.nefc or not np.any(forces)  # where islands found no room the oracle reads what was there before
