"""Specifications and their elements under the name of MuJoCo's own module, for programs that import from it."""

from cortenforge.mujoco import _spec_bind
from cortenforge.mujoco._spec import MjSpec
from cortenforge.mujoco._spec_elements import *
