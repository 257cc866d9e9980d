"""What stands in for MuJoCo's OpenGL rendering: rectangles, and contexts that cannot be made."""

from cortenforge.mujoco import _absent
from cortenforge.mujoco._visual_structs import MjrRect

globals().update({name: function for name, function in _absent.ALL.items() if name.startswith("mjr_")})


class MjrContext:
    """A GPU context; an empty one can be made, one for a model cannot."""

    def __init__(self, model=None, fontscale=None):
        if model is not None:
            raise NotImplementedError(f"MjrContext: {_absent.OPENGL}")

    def free(self):
        """There is nothing to free."""


def mjr_findRect(x, y, nrect, rect):
    """0 if the point lies in the rectangle, -1 if not."""
    return 0 if rect.left <= x < rect.left + rect.width and rect.bottom <= y < rect.bottom + rect.height else -1
