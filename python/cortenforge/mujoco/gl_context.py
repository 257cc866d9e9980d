"""OpenGL contexts, which pictures do not need here: they can be made, and do nothing."""


class GLContext:
    """Stands where MuJoCo has an offscreen OpenGL context."""

    def __init__(self, max_width, max_height):
        self.size = max_width, max_height

    def make_current(self):
        """Nothing to do."""

    def free(self):
        """Nothing to free."""
