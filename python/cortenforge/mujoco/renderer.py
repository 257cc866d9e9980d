"""MuJoCo's Renderer: as cortenforge.Renderer, no larger than the model's offscreen buffer."""

from cortenforge import renderer as _renderer
from cortenforge.mujoco._enums import mjtFontScale


def _check_size(name, size, limit):
    if size > limit:
        raise ValueError(f"Image {name} {size} > framebuffer {name} {limit}. Either reduce the image {name} or specify a larger "
                         f'offscreen framebuffer in the model XML:\n<visual>\n  <global off{name}="my_{name}"/>\n</visual>')


class Renderer(_renderer.Renderer):
    """Renders MuJoCo scenes."""

    def __init__(self, model, height=240, width=320, max_geom=10000, font_scale=mjtFontScale.mjFONTSCALE_150):
        _check_size("width", width, model.vis.global_.offwidth)
        _check_size("height", height, model.vis.global_.offheight)
        super().__init__(model, height, width, max_geom)
