"""MuJoCo's package of this name makes OpenGL contexts by GLFW; ours imports and cannot."""

from cortenforge.mujoco.gl_context import GLContext
