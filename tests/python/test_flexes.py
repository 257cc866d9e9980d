"""Flexes: constants of rigid ones, what touch sensors feel of them, their energy. Judge: oracle."""

import mujoco as oracle
import pytest

import cortenforge.mujoco as corten
from cortenforge.conformance.compare import compare_models

RIGID = """<flexcomp name="{name}" type="grid" dim="{dim}" count="{count}" spacing=".1 .1 .1" radius=".01" rigid="true"><edge {edge}/></flexcomp>"""
SOFT = """<flexcomp name="soft" type="grid" dim="1" count="{count} 1 1" spacing=".1 .1 .1" pos="0 0 2" mass="1"><edge equality="true"/></flexcomp>"""


@pytest.mark.parametrize("soft", [0, 2, 3])  # points of a flex that has rows
@pytest.mark.parametrize("edge", ['damping=".1"', 'equality="true"', ""])
@pytest.mark.parametrize("dim, count", [(1, "4 1 1"), (1, "12 1 1"), (2, "3 4 1")])
def test_rest_lengths_of_rigid_flexes_are_the_oracles(dim, count, edge, soft):
    text = f"""<mujoco><worldbody>{SOFT.format(count=soft) if soft else ""}
      <body name="b" pos=".1 .2 .3" euler="20 30 40"><freejoint/><geom size=".1"/>
        <body name="c" pos=".3 0 0"><joint pos="0 .1 0"/><joint axis="1 0 0"/><geom size=".1"/>
          {RIGID.format(name="r", dim=dim, count=count, edge=edge)}</body></body></worldbody></mujoco>"""
    ours, theirs = (engine.MjModel.from_xml_string(text) for engine in (corten, oracle))
    assert ours.flexedge_length0.tolist() == theirs.flexedge_length0.tolist()
    assert ours.flexedge_invweight0.tolist() == theirs.flexedge_invweight0.tolist()


def test_touch_sensors_feel_flexes_that_press_on_their_body():
    text = """<mujoco><worldbody><site name="w" size="1"/><geom type="plane" size="1 1 .1"/>
      <body pos="0 0 .1"><freejoint/><geom size=".1"/><site name="b" size="1"/></body>
      <flexcomp name="f" count="4 4 1" spacing=".1 .1 .1" pos="0 0 .2" radius=".01" mass="1"/></worldbody>
      <sensor><touch site="b"/><touch site="w"/></sensor></mujoco>"""
    felt = []
    for engine in (corten, oracle):
        model = engine.MjModel.from_xml_string(text)
        data = engine.MjData(model)
        for _ in range(20):
            engine.mj_step(model, data)
        felt.append(data.sensordata.tolist())
    assert felt[0] == felt[1] and felt[1][0] > 0


def test_springs_add_to_the_energy_one_by_one():
    text = """<mujoco><option><flag energy="enable"/></option><worldbody>
      <body pos="0 0 1"><joint type="slide" stiffness="13" springref=".1"/><joint stiffness="7" springref="30"/><geom size=".1"/><site name="a"/></body>
      <body pos="1 0 1"><joint type="free" stiffness="3"/><geom size=".1"/><site name="b"/>
        <body pos=".3 0 0"><joint type="ball" stiffness="5"/><geom size=".1"/></body></body>
      <flexcomp name="f" type="grid" dim="1" count="5 1 1" spacing=".1 .1 .1" pos="0 0 2" mass="1"><edge stiffness="11"/><pin id="0"/></flexcomp>
      </worldbody><tendon><spatial stiffness="17" springlength=".2"><site site="a"/><site site="b"/></spatial></tendon></mujoco>"""
    runs = []
    for engine in (corten, oracle):
        model = engine.MjModel.from_xml_string(text)
        data, run = engine.MjData(model), []
        for _ in range(100):
            engine.mj_step(model, data)
            run.append(data.energy.tolist())
        runs.append(run)
    assert runs[0] == runs[1]


CHILD = """<mujoco model="c"><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/>
  <flexcomp name="f" count="3 3 1" spacing=".1 .1 .1" mass="1"><edge equality="true"/></flexcomp></body></worldbody></mujoco>"""
PARENT = '<mujoco><worldbody><body name="p"><freejoint/><geom size=".1"/></body></worldbody></mujoco>'


def edited(engine):
    spec = engine.MjSpec.from_string(CHILD)
    spec.flexes[0].radius, spec.flexes[0].margin = 0.02, 0.003
    return spec.compile()


def attached(engine, prefix):
    spec = engine.MjSpec.from_string(PARENT)
    spec.attach(engine.MjSpec.from_string(CHILD), frame=spec.worldbody.add_frame(pos=[1, 2, 3]), prefix=prefix)
    return spec.compile()


def attached_by_mjcf(engine):
    text = """<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody><attach model="c" body="b" prefix="a_"/></worldbody></mujoco>"""
    return engine.MjModel.from_xml_string(text, {"c.xml": CHILD.encode()})


@pytest.mark.parametrize(
    "make", [edited, lambda engine: attached(engine, "a_"), lambda engine: attached(engine, ""), attached_by_mjcf]
)
def test_specs_with_flexes_compile_to_the_oracles_model(make):
    ours, theirs = make(corten), make(oracle)
    assert [d.field for d in compare_models(ours, theirs) if not d.ok] == []


def outcome(make, engine):
    """The model, or that there is none."""
    try:
        return make(engine)
    except ValueError:
        return None


def judged(make):
    """What both engines make; the same verdict and the same model. Returns the oracle's."""
    ours, theirs = outcome(make, corten), outcome(make, oracle)
    assert (ours is None) == (theirs is None)
    if theirs is not None:
        assert [d.field for d in compare_models(ours, theirs) if not d.ok] == []
    return theirs


SKIN = """<mujoco model="k"><asset><material name="red"/></asset>
  <deformable><skin name="s" {material} vertex="0 0 0 .1 0 0 .2 .1 0" face="0 1 2">
    <bone body="{bone}" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable>
  <worldbody><body name="v"><freejoint/><geom size=".1"/></body><body name="w"><geom size=".1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("body", [None, "v", "w"])  # attached: all, who carries the skin, somebody else
@pytest.mark.parametrize("prefix", ["a_", ""])
@pytest.mark.parametrize("material, bone", [("", "v"), ('material="red"', "v"), ("", "world")])
def test_a_skin_comes_with_its_bones_and_keeps_its_names(material, bone, prefix, body):
    def make(engine):
        spec, child = (
            engine.MjSpec.from_string(PARENT),
            engine.MjSpec.from_string(SKIN.format(material=material, bone=bone)),
        )
        frame = spec.worldbody.add_frame(pos=[1, 2, 3])
        if body is None:
            spec.attach(child, frame=frame, prefix=prefix, suffix="")
        else:
            frame.attach_body(child.body(body), prefix, "")
        return spec.compile()

    judged(make)


@pytest.mark.parametrize("dof", ["full", "trilinear"])
@pytest.mark.parametrize("prefix", ["a_", ""])
def test_a_flex_on_the_world_is_attached_only_without_a_prefix(dof, prefix):
    text = f"""<mujoco><worldbody><flexcomp name="f" dim="3" dof="{dof}" count="4 4 4" spacing=".1 .1 .1" mass="1">
      <contact selfcollide="none"/><pin id="0"/></flexcomp></worldbody></mujoco>"""

    def make(engine):
        spec = engine.MjSpec.from_string(PARENT)
        spec.attach(engine.MjSpec.from_string(text), frame=spec.worldbody.add_frame(), prefix=prefix, suffix="")
        return spec.compile()

    assert judged(make).nflex == (prefix == "")


@pytest.mark.parametrize(
    "more, where",
    [
        ('<tendon><spatial><site site="s"/><site site="t"/></spatial></tendon>', "tendon"),
        ('<equality><joint joint1="j2"/></equality>', "eq"),
        ('<contact><exclude body1="v" body2="w"/></contact>', "exclude"),
        ('<actuator><motor joint="j2"/></actuator>', "u"),
        ('<sensor><jointpos joint="j2"/></sensor>', "sensor"),
        ('<deformable><flex name="f" dim="1" body="v w" element="0 1"/></deformable>', "flex"),
    ],
)
@pytest.mark.parametrize("prefix", ["a_", "b_"])
def test_a_renamed_reference_finds_what_the_target_had(more, where, prefix):
    target = """<mujoco><worldbody><body name="a_w"><joint name="a_j2"/><geom size=".1"/><site name="a_t" pos="0 0 .3"/></body></worldbody></mujoco>"""
    child = f"""<mujoco><worldbody><body name="v"><joint name="j1"/><geom size=".1"/><site name="s"/></body>
      <body name="w"><joint name="j2"/><geom size=".1"/><site name="t"/></body></worldbody>{more}</mujoco>"""

    def make(engine):
        spec = engine.MjSpec.from_string(target)
        spec.worldbody.add_frame(pos=[1, 2, 3]).attach_body(engine.MjSpec.from_string(child).body("v"), prefix, "")
        return spec.compile()

    assert getattr(judged(make), "n" + where) == (prefix == "a_")


FLEXCOMP = '<flexcomp name="f" count="3 3 1" spacing=".1 .1 .1" mass="1"/>'
SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))


@pytest.mark.parametrize(
    "world, more, nflex",
    [
        (f'<replicate count="2" offset="1 0 0">{FLEXCOMP}</replicate>', "", None),
        (f'<replicate count="1"><body name="b">{FLEXCOMP}</body></replicate>', "", None),
        (f'<replicate count="2"><body name="b">{FLEXCOMP}</body></replicate>', "", None),
        (f'<body name="b"><geom size=".1"/><replicate count="2">{FLEXCOMP}</replicate></body>', "", None),
        (
            f'{FLEXCOMP}<replicate count="3" offset="1 0 0"><body><freejoint/><geom size=".1"/></body></replicate>',
            "",
            1,
        ),
        (
            f'<replicate count="4" offset=".1 .1 0" sep="-"><body name="v">{SLIDES}<geom size=".01"/></body></replicate>',
            '<deformable><flex name="f" dim="1" body="v-0 v-1 v-2 v-3" element="0 1 1 2 2 3"/></deformable><equality><flex flex="f"/></equality>',
            1,
        ),
    ],
)
def test_a_flex_is_not_replicated_but_may_join_replicas(world, more, nflex):
    text = f"<mujoco><worldbody>{world}</worldbody>{more}</mujoco>"
    model = judged(lambda engine: engine.MjModel.from_xml_string(text))
    assert (None if model is None else model.nflex) == nflex


def test_a_negative_radius_is_taken_as_it_is():
    def make(engine):
        spec = engine.MjSpec.from_string(CHILD)
        spec.flexes[0].radius = -1
        return spec.compile()

    assert judged(make).flex_size.max() > 1


def test_a_written_flex_is_read_back_as_it_was():  # the oracle writes six digits of its own
    spec = corten.MjSpec.from_string(CHILD)
    spec.compile()
    back = corten.MjModel.from_xml_string(spec.to_xml())
    assert [d.field for d in compare_models(back, oracle.MjModel.from_xml_string(CHILD)) if not d.ok] == []


def test_a_flex_is_attached_only_once():
    for engine in (corten, oracle):
        spec = engine.MjSpec.from_string(PARENT)
        with pytest.raises(ValueError):
            for prefix in ("a_", "b_"):
                spec.attach(engine.MjSpec.from_string(CHILD), frame=spec.worldbody.add_frame(), prefix=prefix)
            spec.compile()


BALL, MASS = '<joint type="ball"/>', '<inertial pos="0 0 0" mass=".{}" diaginertia="1e-3 1e-3 1e-3"/>'
EQUALITIES = {
    "none": "",
    "weld": '<weld body1="u" body2="w"/>',
    "connect": '<connect body1="u" body2="w" anchor="0 0 0"/>',
    "joint": '<joint joint1="j"/>',
}


@pytest.mark.parametrize("after", EQUALITIES)
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("balls", [2, 3])  # turning about a vertex moves no edge: its row is dropped
def test_weights_of_a_dropped_edge_fall_on_the_rows_that_follow(balls, cone, after):
    corners = "".join(
        f'<body name="h{i}" pos="{x} {y} 1">{MASS.format(i + 1)}{BALL if i < balls else SLIDES}</body>'
        for i, (x, y) in enumerate([(0, 0), (0.1, 0), (0.1, 0.12), (0, 0.1)])
    )
    text = f"""<mujoco><option jacobian="dense" cone="{cone}"/><worldbody><geom type="plane" size="5 5 .1"/>{corners}
      <body name="u" pos="2 0 .1"><freejoint/><geom size=".11" mass="3" condim="6"/></body>
      <body name="w" pos="3 0 .095"><freejoint/><geom size=".1" mass="5"/></body>
      <body name="z" pos="4 0 .095"><freejoint/><geom size=".1" mass="7" condim="1"/></body>
      <body pos="0 0 3"><joint range="10 20"/><joint name="j" axis="1 0 0" frictionloss=".1"/><geom size=".1"/></body></worldbody>
      <deformable><flex name="f" dim="2" body="h0 h1 h2 h3" element="0 1 2 0 2 3"><contact contype="0" conaffinity="0"/></flex></deformable>
      <equality><flex flex="f"/>{EQUALITIES[after]}</equality></mujoco>"""
    weights = []
    for engine in (corten, oracle):
        model = engine.MjModel.from_xml_string(text)
        data = engine.MjData(model)
        engine.mj_forward(model, data)
        weights.append((data.efc_diagApprox.tolist(), data.efc_D.tolist()))
    assert weights[0] == weights[1]


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("joint", ["", "<freejoint/>"])
def test_passive_contacts_of_what_cannot_move_are_marked_as_the_oracles(joint, jacobian):
    text = f"""<mujoco><option jacobian="{jacobian}"/><worldbody><geom type="plane" size="1 1 .1"/>
      <body pos="1 1 1"><freejoint/><geom size=".1"/></body>
      <body name="b" pos="0 0 .004">{joint}<geom size=".01" contype="0" conaffinity="0"/>
        <flexcomp name="f" count="3 3 1" spacing=".1 .1 .1" rigid="true"><contact passive="true" selfcollide="none"/></flexcomp></body>
      </worldbody></mujoco>"""
    marks = []
    for engine in (corten, oracle):
        model = engine.MjModel.from_xml_string(text)
        data = engine.MjData(model)
        engine.mj_forward(model, data)
        marks.append(data.contact.exclude.tolist())
    assert marks[0] == marks[1] and len(marks[1]) == 9


@pytest.mark.parametrize(
    "pin", ['range="0"', 'grid="0"', 'grid="9 9"', 'gridrange="0"', 'gridrange="0 0 9 9"', 'id="99"']
)
@pytest.mark.parametrize(
    "shape", ['dim="2" count="3 3 1"', 'dim="1" count="3 1 1"', 'type="square" dim="2" count="3 3 1"']
)
def test_pins_of_a_rigid_flexcomp_come_in_the_portions_of_others(shape, pin):
    flexcomp = f'<flexcomp name="f" {shape} spacing=".1 .1 .1" rigid="true"><pin {pin}/></flexcomp>'
    text = f"<mujoco><worldbody>{flexcomp}</worldbody></mujoco>"
    judged(lambda engine: engine.MjModel.from_xml_string(text))


@pytest.mark.parametrize("dof", ["full", "trilinear", "quadratic"])
@pytest.mark.parametrize("euler", ["0 0 0", "10 20 30"])
def test_only_a_flex_with_rows_must_lie_flat_for_an_equality_of_its_vertices(euler, dof):
    text = f"""<mujoco><worldbody><flexcomp name="f" count="3 3 1" spacing=".1 .1 .1" dof="{dof}" euler="{euler}">
      <contact selfcollide="none"/><edge equality="vert"/></flexcomp></worldbody></mujoco>"""
    model = judged(lambda engine: engine.MjModel.from_xml_string(text))
    assert (model is None) == (dof == "full" and euler != "0 0 0")


@pytest.mark.parametrize(
    "flexcomp",
    [
        'type="circle" dim="3" count="3 3 3">',  # a grid, but not drawn flat
        'count="3 3 1" quat="1 0 1 0">',  # not of unit length
        'type="direct" dim="2" point="0 0 0 .1 0 0 0 .1 0 .5 .5 .5" element="0 1 2" dof="trilinear"><contact selfcollide="none"/>',
        'dim="1" count="4 1 1"><elasticity young="1e3" elastic2d="bend"/>',  # only sheets bend
        'dim="3" count="3 3 3"><elasticity young="1e3" elastic2d="both"/>',
    ],
)
def test_odd_flexcomps_are_the_oracles(flexcomp):
    text = f'<mujoco><worldbody><flexcomp name="f" spacing=".1 .1 .1" {flexcomp}</flexcomp></worldbody></mujoco>'
    assert judged(lambda engine: engine.MjModel.from_xml_string(text)) is not None


@pytest.mark.parametrize("element", ["0 1 2 3 0 1 2 3", "0 1 2 3 1 0 2 3 0 1 2 3"])
def test_tetrahedra_that_stand_twice_have_no_surface_and_are_refused(element):  # the oracle ends its process
    text = f"""<mujoco><worldbody><flexcomp name="f" type="direct" dim="3" point="0 0 0 .1 0 0 0 .1 0 0 0 .1"
      element="{element}"/></worldbody></mujoco>"""
    with pytest.raises(ValueError, match="surface"):
        corten.MjModel.from_xml_string(text)
