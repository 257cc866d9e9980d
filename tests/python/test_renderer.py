"""Pictures from Python: MuJoCo's Renderer, its arguments, shapes and errors."""

import inspect
import subprocess
import sys

import mujoco
import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as corten

SCENE = """
<mujoco>
  <statistic extent="1" center="0 0 0"/>
  <visual><global offwidth="200" offheight="100"/></visual>
  <worldbody>
    <light pos="0 0 3"/>
    <camera name="above" pos="0 0 4"/>
    <geom name="floor" type="plane" size="9 9 .1" pos="0 0 -.5"/>
    <body><freejoint/><geom name="ball" size=".5" rgba="1 0 0 1"/></body>
    <geom name="hidden" size=".1" pos="1 0 1" group="4"/>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def model():
    return corten.MjModel.from_xml_string(SCENE)


@pytest.fixture
def data(model):
    data = corten.MjData(model)
    corten.mj_forward(model, data)
    return data


def test_constructor_and_methods_take_mujocos_arguments():  # judge: oracle
    for name in (
        "__init__",
        "update_scene",
        "render",
        "close",
        "enable_depth_rendering",
        "enable_segmentation_rendering",
        "disable_depth_rendering",
        "disable_segmentation_rendering",
    ):
        ours, theirs = (inspect.signature(getattr(m.Renderer, name)).parameters for m in (corten, mujoco))
        assert [(p.name, p.kind) for p in ours.values()] == [(p.name, p.kind) for p in theirs.values()], name


def test_colour_depth_and_segmentation_have_mujocos_shapes_and_types(model, data):  # judge: oracle's documentation
    with corten.Renderer(model, 61, 81) as renderer:
        assert (renderer.height, renderer.width, renderer.model) == (61, 81, model)
        renderer.update_scene(data, camera="above")
        pixels = renderer.render()
        assert pixels.shape == (61, 81, 3) and pixels.dtype == np.uint8
        assert pixels[30, 40, 0] > 2 * pixels[30, 40, 1]  # the red ball
        renderer.enable_depth_rendering()
        depth = renderer.render()
        assert depth.shape == (61, 81) and depth.dtype == np.float32
        assert depth[0, 0] == pytest.approx(4.5, abs=1e-5)
        assert depth[30, 40] == pytest.approx(3.5, abs=1e-5)
        renderer.enable_segmentation_rendering()
        ids = renderer.render()
        assert ids.shape == (61, 81, 2) and ids.dtype == np.int32
        assert tuple(ids[30, 40]) == (model.geom("ball").id, corten.mjtObj.mjOBJ_GEOM)
        assert tuple(ids[0, 0]) == (model.geom("floor").id, corten.mjtObj.mjOBJ_GEOM)
        renderer.disable_segmentation_rendering()
        assert np.array_equal(renderer.render(), pixels)


def test_out_is_filled_and_its_shape_checked(model, data):  # judge: oracle
    with corten.Renderer(model, 20, 30) as renderer:
        renderer.update_scene(data)
        out = np.zeros((20, 30, 3), np.uint8)
        assert renderer.render(out=out) is out and np.array_equal(out, renderer.render())
        with pytest.raises(ValueError, match="out.shape"):
            renderer.render(out=np.zeros((30, 20, 3), np.uint8))
        renderer.enable_depth_rendering()
        with pytest.raises(ValueError, match="out.shape"):
            renderer.render(out=out)


@pytest.mark.filterwarnings("ignore")  # the oracle stumbles when a refused renderer is deleted
def test_sizes_beyond_the_offscreen_buffer_are_refused_as_in_mujoco(model):  # judge: oracle
    theirs = mujoco.MjModel.from_xml_string(SCENE)
    for size in ({"height": 101, "width": 200}, {"height": 100, "width": 201}):
        for engine, m in ((corten, model), (mujoco, theirs)):
            with pytest.raises(ValueError, match="framebuffer|off screen"):
                engine.Renderer(m, **size)
    corten.Renderer(model, 100, 200).close()
    cortenforge.Renderer(model, 101, 201).close()  # our own has no limit


def test_cameras_that_are_not_there_are_refused(model, data):  # judge: oracle
    with corten.Renderer(model, 10, 10) as renderer:
        with pytest.raises(ValueError, match='camera "nobody" does not exist'):
            renderer.update_scene(data, camera="nobody")
        for number in (-2, 1):
            with pytest.raises(ValueError, match="out of range"):
                renderer.update_scene(data, camera=number)


def test_a_closed_renderer_says_so(model, data):  # judge: oracle
    renderer = corten.Renderer(model, 10, 10)
    renderer.close()
    renderer.close()
    with pytest.raises(RuntimeError, match="after close"):
        renderer.render()


def test_camera_objects_and_options_are_followed(model, data):  # judge: hand value
    camera = corten.MjvCamera()
    corten.mjv_defaultFreeCamera(model, camera)
    camera.elevation, camera.distance = -90, 6
    option = corten.MjvOption()
    option.geomgroup[4] = 1
    with corten.Renderer(model, 51, 51) as renderer:
        renderer.enable_depth_rendering()
        renderer.update_scene(data, camera, option)
        assert renderer.render()[25, 25] == pytest.approx(5.5, abs=1e-4)
        renderer.enable_segmentation_rendering()
        hidden = model.geom("hidden").id
        assert (renderer.render()[..., 0] == hidden).any()
        renderer.update_scene(data, camera)
        assert not (renderer.render()[..., 0] == hidden).any()


def test_flags_of_the_scene_act_on_the_next_picture(model, data):  # judge: shadows darken
    with corten.Renderer(model, 60, 60) as renderer:
        renderer.update_scene(data, camera="above")
        with_shadow = renderer.render().mean()
        renderer.scene.flags[corten.mjtRndFlag.mjRND_SHADOW] = 0
        assert renderer.render().mean() > with_shadow


def test_pictures_do_not_depend_on_the_number_of_threads(model, data):  # judge: itself
    pictures = []
    for threads in (1, 2, 5):
        with cortenforge.Renderer(model, 70, 90, threads=threads) as renderer:
            renderer.update_scene(data)
            pictures.append(renderer.render())
    assert all(np.array_equal(p, pictures[0]) for p in pictures)


def test_files_are_written(model, data, tmp_path):  # judge: their first bytes
    with corten.Renderer(model, 20, 30) as renderer:
        renderer.update_scene(data)
        pixels = renderer.render()
    cortenforge.write_png(tmp_path / "a.png", pixels)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    cortenforge.write_movie(tmp_path / "a.gif", [pixels, pixels[::-1]], fps=10)
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")
    with pytest.raises(ValueError, match="frame"):
        cortenforge.write_movie(tmp_path / "b.gif", [])
    with pytest.raises(RuntimeError, match="nowhere"):
        cortenforge.write_png(tmp_path / "nowhere" / "a.png", pixels)


def own_geom(engine):
    geom = engine.MjvGeom()
    engine.mjv_initGeom(
        geom,
        engine.mjtGeom.mjGEOM_CAPSULE,
        np.array([0.1, 0.2, 0]),
        np.array([1.0, 2, 3]),
        np.eye(3).ravel(),
        np.array([1, 0, 0, 1], np.float32),
    )
    return geom


def test_geoms_of_ones_own_have_mujocos_numbers():  # judge: oracle
    for engine in (corten, mujoco):
        with pytest.raises(engine.FatalError, match="connector"):
            engine.mjv_connector(own_geom(engine), engine.mjtGeom.mjGEOM_BOX, 0.1, np.zeros(3), np.ones(3))
    ends = np.array([0, 0.5, 1]), np.array([1.0, 2, 4])
    for kind in (None, "ARROW", "ARROW2", "CAPSULE", "CYLINDER", "LINE"):
        ours, theirs = own_geom(corten), own_geom(mujoco)
        if kind:
            for engine, geom in ((corten, ours), (mujoco, theirs)):
                engine.mjv_connector(geom, getattr(engine.mjtGeom, f"mjGEOM_{kind}"), 0.03, *ends)
        for field in ("type", "size", "pos", "mat", "rgba", "emission", "specular", "dataid", "matid"):
            np.testing.assert_allclose(
                getattr(ours, field), getattr(theirs, field), atol=1e-7, err_msg=f"{kind} {field}"
            )


def test_geoms_of_ones_own_are_drawn_until_the_next_update(model, data):  # judge: the colour they have
    with corten.Renderer(model, 51, 51) as renderer:
        renderer.update_scene(data, camera="above")
        plain = renderer.render()
        scene = renderer.scene
        corten.mjv_initGeom(
            scene.geoms[scene.ngeom],
            corten.mjtGeom.mjGEOM_BOX,
            np.full(3, 0.2),
            np.array([0, 0, 1.0]),
            np.eye(3).ravel(),
            np.array([0, 0, 1, 1], np.float32),
        )
        scene.ngeom += 1
        pixel = renderer.render()[25, 25]
        assert pixel[2] > 2 * pixel[0]
        renderer.update_scene(data, camera="above")
        assert np.array_equal(renderer.render(), plain)


def picture_by_functions(engine, segmentation=False):
    """As programs do that use MuJoCo's rendering functions themselves."""
    model = engine.MjModel.from_xml_string(SCENE)
    data = engine.MjData(model)
    engine.mj_forward(model, data)
    scene, context, camera = engine.MjvScene(model, 100), engine.MjrContext(model, 150), engine.MjvCamera()
    camera.type, camera.fixedcamid = engine.mjtCamera.mjCAMERA_FIXED, 0
    engine.mjr_setBuffer(engine.mjtFramebuffer.mjFB_OFFSCREEN, context)
    engine.mjv_updateScene(
        model, data, engine.MjvOption(), engine.MjvPerturb(), camera, engine.mjtCatBit.mjCAT_ALL, scene
    )
    scene.flags[engine.mjtRndFlag.mjRND_SEGMENT] = scene.flags[engine.mjtRndFlag.mjRND_IDCOLOR] = segmentation
    viewport = engine.MjrRect(0, 0, 81, 61)
    engine.mjr_render(viewport, scene, context)
    rgb, depth = np.zeros((61, 81, 3), np.uint8), np.zeros((61, 81), np.float32)
    engine.mjr_readPixels(rgb, depth, viewport, context)
    return model, scene, rgb[::-1], depth[::-1]


def test_mjr_functions_give_the_renderers_picture(model, data):  # judge: the Renderer
    _, _, rgb, depth = picture_by_functions(corten)
    with corten.Renderer(model, 61, 81) as renderer:
        renderer.update_scene(data, camera=0)
        assert np.array_equal(renderer.render(), rgb)
        renderer.enable_depth_rendering()
        near, far = model.vis.map.znear, model.vis.map.zfar  # extent is 1
        np.testing.assert_allclose(
            near * far / (far - depth.astype(float) * (far - near)), renderer.render(), rtol=1e-3
        )


def test_mjr_segmentation_numbers_the_geoms_of_the_scene():  # judge: hand value
    model, scene, rgb, _ = picture_by_functions(corten, segmentation=True)
    number = rgb[30, 40].astype(int) @ [1, 256, 65536] - 1
    assert scene.geoms[number].objid == model.geom("ball").id


def test_gymnasium_takes_pictures():  # judge: Gymnasium's own code runs, and sees something
    code = (
        "import cortenforge; cortenforge.install(); import gymnasium; e = gymnasium.make('HalfCheetah-v5', render_mode='rgb_array', "
        "width=64, height=48); e.reset(seed=0); p = e.render(); assert p.shape == (48, 64, 3) and p.std() > 10; e.close()"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


def test_programs_that_make_an_egl_context_by_hand_get_one():
    """The calls of robosuite's offscreen context."""
    import ctypes

    from cortenforge.mujoco.egl import egl_ext as egl

    display = egl.eglGetPlatformDisplayEXT(egl.EGL_PLATFORM_DEVICE_EXT, egl.eglQueryDevicesEXT()[0], None)
    assert display != egl.EGL_NO_DISPLAY and egl.eglGetError() == egl.EGL_SUCCESS
    assert egl.eglInitialize(display, None, None) == egl.EGL_TRUE
    count = ctypes.c_long()
    egl.eglChooseConfig(display, (egl.EGL_RED_SIZE, 8, egl.EGL_NONE), egl.EGLConfig(), 1, count)
    assert count.value == 1 and egl.eglBindAPI(egl.EGL_OPENGL_API)
    context = egl.eglCreateContext(display, egl.EGLConfig(), egl.EGL_NO_CONTEXT, None)
    assert context and egl.eglMakeCurrent(display, egl.EGL_NO_SURFACE, egl.EGL_NO_SURFACE, context)
    assert egl.eglGetCurrentContext().address == context.address
    egl.eglDestroyContext(display, context)
    egl.eglReleaseThread()
    assert egl.eglGetCurrentContext() is egl.EGL_NO_CONTEXT
