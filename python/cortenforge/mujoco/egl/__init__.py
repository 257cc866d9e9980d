"""MuJoCo's package of this name makes OpenGL contexts by EGL; ours need none. egl_ext serves programs that make them by hand."""

from cortenforge.mujoco.egl.egl_ext import eglGetPlatformDisplayEXT as _display
from cortenforge.mujoco.egl.egl_ext import eglQueryDevicesEXT as _devices
from cortenforge.mujoco.gl_context import GLContext


def create_initialized_egl_device_display():
    """A display of the first device."""
    return _display(None, _devices()[0], None)
