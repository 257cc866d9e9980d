"""Every struct of MuJoCo's surface under the name of MuJoCo's own module, for programs that import from it."""

from cortenforge.mujoco import _named, _plain_structs
from cortenforge.mujoco._data import MjData
from cortenforge.mujoco._model import MjModel
from cortenforge.mujoco._plain_structs import (
    MjContact,
    MjLROpt,
    MjOption,
    MjSolverStat,
    MjStatistic,
    MjTimerStat,
    MjVisual,
    MjVisualHeadlight,
    MjVisualRgba,
    MjWarningStat,
)
from cortenforge.mujoco._visual_structs import (
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjvLight,
    MjvOption,
    MjvPerturb,
    MjvScene,
)

globals().update(_named.VIEWS)  # _MjModelBodyViews and the like, for type hints
globals().update({kind.__name__: kind for kind in _plain_structs.LISTS.values()})
