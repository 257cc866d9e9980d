"""MuJoCo's package of this name makes OpenGL contexts by GLFW; ours need none."""

from cortenforge.mujoco.gl_context import GLContext
