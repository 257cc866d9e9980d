"""MuJoCo's interactive viewer: the functions import, calling one fails."""

_WHY = "CortenForge has no interactive viewer; `corten render` and mujoco.Renderer make pictures"


class Handle:
    """What launch_passive of MuJoCo gives."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError(f"viewer.Handle: {_WHY}")


def launch(model=None, data=None, *, loader=None, show_left_ui=True, show_right_ui=True):
    """Opens a window that simulates; not there."""
    raise NotImplementedError(f"viewer.launch: {_WHY}")


def launch_from_path(path):
    """Opens a window on a model file; not there."""
    raise NotImplementedError(f"viewer.launch_from_path: {_WHY}")


def launch_passive(model, data, *, key_callback=None, show_left_ui=True, show_right_ui=True):
    """Opens a window beside the program's own loop; not there."""
    raise NotImplementedError(f"viewer.launch_passive: {_WHY}")
