"""Loading models in Python. Judge: oracle, or the definition."""

import re

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as corten

MESH = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
WITH_MESH = '<mujoco><asset><mesh name="m" file="Some/Folder/Tetra.obj"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'


def test_assets_are_found_by_their_name_without_folder_and_case():
    for module in (corten, mujoco):
        m = module.MjModel.from_xml_string(WITH_MESH, {"Some/Folder/Tetra.obj": MESH})
        assert m.nmeshvert == 4


CUBE = (
    "".join(f"v {x} {y} {z}\n" for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))
    + "f 1 2 4\nf 4 3 1\nf 5 7 8\nf 8 6 5\nf 1 5 6\nf 6 2 1\nf 3 4 8\nf 8 7 3\nf 1 3 7\nf 7 5 1\nf 2 6 8\nf 8 4 2\n"
).encode()


@pytest.mark.parametrize("collides", ["u", "v", "w", "uw", "vw"])
@pytest.mark.parametrize("second", ["", 'refpos="1 0 0"', 'scale="2 2 2"', 'maxhullvert="6"', 'inertia="shell"'])
def test_meshes_of_one_file_share_the_polygons_of_the_first(tmp_path, collides, second):
    file = tmp_path / "cube.obj"
    file.write_bytes(CUBE)
    meshes = "".join(f'<mesh name="{name}" file="{file}" {second if name == "v" else ""}/>' for name in "uvw")
    geoms = "".join(f'<geom type="mesh" mesh="{name}"/>' for name in collides)
    text = f"<mujoco><asset>{meshes}</asset><worldbody>{geoms}</worldbody></mujoco>"
    ours, theirs = (module.MjModel.from_xml_string(text) for module in (corten, mujoco))
    assert ours.mesh_polyvert.tolist() == theirs.mesh_polyvert.tolist()
    assert ours.mesh_graphadr.tolist() == theirs.mesh_graphadr.tolist()


@pytest.mark.parametrize(
    "faces",
    ["f 1 1 2", "f 1 1 2\nf 3 4 3", "f 1 1 2\nf 3 3 4", "f 3 4 3\nf 1 1 2", "f 1 1 1\nf 2 2 3", "f 1 2 2\nf 5 5 6"],
)
def test_outlines_of_faces_without_area(tmp_path, faces):
    file = tmp_path / "cube.obj"
    file.write_bytes(CUBE + faces.encode())
    text = f'<mujoco><asset><mesh name="m" file="{file}"/></asset><worldbody><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>'
    ours, theirs = (module.MjModel.from_xml_string(text) for module in (corten, mujoco))
    assert ours.mesh_polyvertnum.tolist() == theirs.mesh_polyvertnum.tolist()
    assert ours.mesh_polyvert.tolist() == theirs.mesh_polyvert.tolist()


def test_a_model_may_be_an_asset_itself():
    for module in (corten, mujoco):
        m = module.MjModel.from_xml_path("inside.xml", {"inside.xml": b"<mujoco model='inside'/>"})
        assert m.names.startswith(b"inside")


def test_refusals_are_value_errors_that_name_the_place():
    with pytest.raises(ValueError, match="(?s)2.*dampping.*damping"):
        corten.MjModel.from_xml_string(
            '<mujoco><worldbody><body>\n<joint dampping="1"/><geom size="1"/></body></worldbody></mujoco>'
        )
    for module in (corten, mujoco):
        for bad in ("", "<mujoco", "<other/>", "<mujoco><nonsense/></mujoco>"):
            with pytest.raises(ValueError):
                module.MjModel.from_xml_string(bad)
        with pytest.raises(ValueError):
            module.MjModel.from_xml_path("/nowhere/at_all.xml")


def test_asset_values_must_be_bytes():
    for module in (corten, mujoco):
        with pytest.raises(TypeError):
            module.MjModel.from_xml_string("<mujoco/>", {"a.obj": 3})


def test_warnings_of_a_load_are_told_and_kept():
    unstable = '<mujoco><option gravity="0 0 -1e11"/><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
    with pytest.warns(UserWarning, match="qacc|qvel|qpos"):
        model = corten.MjModel.from_xml_string(unstable)
    assert len(model.load_warnings) == 1
    with pytest.warns(UserWarning):
        assert corten.MjSpec.from_string(unstable).compile().load_warnings == model.load_warnings
    assert corten.MjModel.from_xml_string("<mujoco/>").load_warnings == []


def test_a_model_has_the_signature_of_its_structure():
    one, same, other = (
        corten.MjModel.from_xml_string(f"<mujoco><worldbody>{inside}</worldbody></mujoco>")
        for inside in ('<geom size="1"/>', '<geom size="2"/>', '<geom size="1"/><site/>')
    )
    assert one.signature == same.signature != other.signature and one.signature != 0


def test_a_binary_model_of_mujoco_is_read(tmp_path):
    path = str(tmp_path / "m.mjb")
    mujoco.mj_saveModel(mujoco.MjModel.from_xml_string('<mujoco><option timestep=".003"/></mujoco>'), path)
    for load in (corten.MjModel.from_xml_path, corten.MjModel.from_binary_path):
        assert load(path).opt.timestep == 0.003


def test_one_load_tells_what_is_wrong_in_reading_and_in_compiling(tmp_path):
    file = tmp_path / "wrong.xml"
    file.write_text("""<mujoco>
  <asset><mesh name="m" file="nothere.stl"/></asset>
  <worldbody>
    <body name="a"><joint typo="1"/><geom size=".1"/></body>
    <body name="b"><joint axis="0 0 0"/><geom size=".1"/></body>
    <body name="c"><geom size="-1"/></body>
    <body name="a"><geom size=".1"/></body>
    <body name="d"><geom size=".1" material="nomat"/></body>
  </worldbody>
  <actuator><motor joint="nojoint"/></actuator>
  <sensor><jointpos joint="nope"/></sensor>
</mujoco>""")
    with pytest.raises(ValueError) as refusal:
        corten.MjModel.from_xml_path(str(file))
    lines = {int(line) for line in re.findall(r"wrong\.xml:(\d+)", str(refusal.value))}
    assert lines == {2, 4, 5, 6, 7, 8, 10, 11}


def test_fewer_samples_than_none_are_none(tmp_path):
    text = '<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><sensor><jointpos joint="j" nsample="-1"/></sensor></mujoco>'
    corten.mj_saveModel(corten.MjModel.from_xml_string(text), str(tmp_path / "m.mjb"))
    assert corten.MjModel.from_binary_path(str(tmp_path / "m.mjb")).sensor_history.tolist() == [[-1, 0]]


def test_a_texture_of_many_channels_draws_on_the_budget():
    with pytest.raises(ValueError, match="texture"):
        corten.MjModel.from_xml_string(
            '<mujoco><asset><texture name="t" type="2d" builtin="flat" width="9999" height="9999" nchannel="99"/></asset></mujoco>'
        )


def test_a_tree_without_inverse_spoils_the_weights_of_all():
    text = """<mujoco><worldbody>
      <body><joint name="a" type="slide" axis="1 0 0"/><joint type="slide" axis="1 0 0"/><geom size=".1"/></body>
      <body><joint name="b"/><geom size=".1" pos="1 0 0"/></body>
    </worldbody><actuator><motor joint="b"/></actuator><tendon><fixed><joint joint="b" coef="1"/></fixed></tendon></mujoco>"""
    ours, theirs = (module.MjModel.from_xml_string(text) for module in (corten, mujoco))
    for field in ("dof_invweight0", "body_invweight0", "tendon_invweight0", "actuator_acc0"):
        np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field), field)
