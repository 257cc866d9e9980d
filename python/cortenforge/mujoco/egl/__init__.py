"""MuJoCo's package of this name makes OpenGL contexts by EGL; ours imports and cannot."""

from cortenforge.mujoco.gl_context import GLContext
