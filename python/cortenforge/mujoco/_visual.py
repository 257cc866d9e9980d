"""Functions on the structs of abstract visualization that need no picture: defaults of cameras, options, figures."""

from cortenforge.mujoco._enums import mjtCamera

__all__ = ["mjv_defaultCamera", "mjv_defaultFigure", "mjv_defaultFreeCamera", "mjv_defaultOption", "mjv_defaultPerturb"]


def _reset(struct):
    struct.assign(type(struct)())


def mjv_defaultCamera(cam):
    """A free camera at the default place."""
    _reset(cam)


def mjv_defaultOption(opt):
    """Default visualization options."""
    _reset(opt)


def mjv_defaultPerturb(pert):
    """No perturbation."""
    _reset(pert)


def mjv_defaultFigure(fig):
    """An empty figure with default style."""
    _reset(fig)


def mjv_defaultFreeCamera(m, cam):
    """The free camera that the model's statistics and visual settings ask for."""
    _reset(cam)
    cam.type = mjtCamera.mjCAMERA_FREE
    cam.lookat = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = m.vis.global_.azimuth, m.vis.global_.elevation
    cam.orthographic = m.vis.global_.orthographic
