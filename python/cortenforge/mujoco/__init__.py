"""MuJoCo 3.5.0's Python surface on the CortenForge engine: `import cortenforge.mujoco as mujoco`."""

from cortenforge import _core
from cortenforge._core import FatalError
from cortenforge.mujoco import _enums
from cortenforge.mujoco._constants import *
from cortenforge.mujoco._data import MjData
from cortenforge.mujoco._files import mj_copyData, mj_saveModel, mj_sizeModel, mj_version, mj_versionString
from cortenforge.mujoco._model import MjModel
from cortenforge.mujoco._structs import (MjContact, MjLROpt, MjOption, MjSolverStat, MjStatistic, MjStruct, MjTimerStat, MjVisual,
                                         MjVisualHeadlight, MjVisualRgba, MjWarningStat)

globals().update(_enums.ALL)
globals().update({name: getattr(_core, name) for name in dir(_core) if name.startswith(("mj_", "mju_", "mjd_", "set_mj", "get_mj"))})
__version__ = "3.5.0"
