"""The EGL functions by which programs make a context without a window, in software: there is one device, and everything succeeds.

Pictures are made on the processor (mujoco._render), so a context is only something to hold.
"""

import itertools

EGL_FALSE, EGL_TRUE, EGL_SUCCESS = 0, 1, 0x3000
EGL_NONE = 0x3038
EGL_ALPHA_SIZE, EGL_BLUE_SIZE, EGL_GREEN_SIZE, EGL_RED_SIZE, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE = range(0x3021, 0x3027)
EGL_SURFACE_TYPE, EGL_COLOR_BUFFER_TYPE, EGL_RENDERABLE_TYPE = 0x3033, 0x303F, 0x3040
EGL_RGB_BUFFER, EGL_PBUFFER_BIT, EGL_OPENGL_BIT, EGL_OPENGL_API = 0x308E, 0x0001, 0x0008, 0x30A2
EGL_PLATFORM_DEVICE_EXT = 0x313F
EGL_NO_DISPLAY = EGL_NO_CONTEXT = EGL_NO_SURFACE = None

_addresses = itertools.count(1)
_current = [EGL_NO_CONTEXT]


class _Handle:
    """Something that EGL would point to; two of them differ by their address."""

    def __init__(self):
        self.address = next(_addresses)


class EGLConfig(_Handle):
    """A choice of formats."""


_DEVICE, _DISPLAY = _Handle(), _Handle()


def eglQueryDevicesEXT(max_devices=10):
    """The devices: the processor."""
    return [_DEVICE][:max_devices]


def eglGetPlatformDisplayEXT(platform, native_display, attributes):
    """The display of a device."""
    return _DISPLAY


def eglGetError():
    """How the last call ended: well."""
    return EGL_SUCCESS


def eglInitialize(display, major, minor):
    """Makes a display ready, as it already is."""
    return EGL_TRUE


def eglTerminate(display):
    """Nothing to end."""
    return EGL_TRUE


def eglReleaseThread():
    """The thread has no context any more."""
    _current[0] = EGL_NO_CONTEXT
    return EGL_TRUE


def eglBindAPI(api):
    """Pictures are the same by every interface."""
    return EGL_TRUE


def eglChooseConfig(display, attributes, configs, config_size, num_config):
    """One choice fits all wishes; its number goes into num_config.value."""
    num_config.value = 1
    return EGL_TRUE


def eglCreateContext(display, config, share_context, attributes):
    """A new context."""
    return _Handle()


def eglDestroyContext(display, context):
    """Nothing to destroy."""
    return EGL_TRUE


def eglMakeCurrent(display, draw, read, context):
    """The context that eglGetCurrentContext will name."""
    _current[0] = context
    return EGL_TRUE


def eglGetCurrentContext():
    """The context made current last."""
    return _current[0]
