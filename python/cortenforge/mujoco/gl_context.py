"""OpenGL contexts: the class imports, making one fails."""

from cortenforge.mujoco import _absent


class GLContext:
    """An offscreen OpenGL context of MuJoCo; there is none here."""

    def __init__(self, max_width, max_height):
        raise NotImplementedError(f"GLContext: {_absent.OPENGL}")

    def make_current(self):
        """Never reached: no context can be made."""

    def free(self):
        """Never reached: no context can be made."""
