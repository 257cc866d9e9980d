"""MuJoCo's package of this name makes OpenGL contexts by OSMESA; ours need none."""

from cortenforge.mujoco.gl_context import GLContext
