"""MuJoCo 3.5.0's Python surface on the CortenForge engine: `import cortenforge.mujoco as mujoco`."""

from cortenforge.mujoco import _enums
from cortenforge.mujoco._data import MjData
from cortenforge.mujoco._model import MjModel
from cortenforge.mujoco._structs import (MjContact, MjOption, MjSolverStat, MjStatistic, MjStruct, MjTimerStat, MjVisual,
                                         MjVisualHeadlight, MjVisualRgba, MjWarningStat)

globals().update(_enums.ALL)
__version__ = "3.5.0"
