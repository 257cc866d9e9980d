"""MuJoCo's Renderer: as cortenforge.Renderer, no larger than the model's offscreen buffer."""

from cortenforge import renderer as _renderer
from cortenforge.mujoco._enums import mjtFontScale


def _check_size(name, size, limit):
    if size > limit:
        raise ValueError(
            f"{name} {size} of the picture exceeds {limit}, which the model allows off screen; "
            f'ask for less, or raise it in MJCF: <visual><global off{name}="{size}"/></visual>'
        )


class Renderer(_renderer.Renderer):
    """Pictures of a model and its data: colours, depths or segmentation."""

    def __init__(self, model, height=240, width=320, max_geom=10000, font_scale=mjtFontScale.mjFONTSCALE_150):
        _check_size("width", width, model.vis.global_.offwidth)
        _check_size("height", height, model.vis.global_.offheight)
        super().__init__(model, height, width, max_geom)
