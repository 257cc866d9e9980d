"""Arguments of a batch, checked before anything runs."""

import numpy as np

from cortenforge import _core

_CALLBACKS = {
    name: getattr(_core, f"get_{name}")
    for name in (
        "mjcb_passive",
        "mjcb_control",
        "mjcb_contactfilter",
        "mjcb_sensor",
        "mjcb_act_dyn",
        "mjcb_act_gain",
        "mjcb_act_bias",
    )
}


def without_callbacks():
    """Threads of a batch run without the interpreter."""
    for name, get in _CALLBACKS.items():
        if get() is not None:
            raise ValueError(
                f"{name} is a Python function, which the threads of a batch cannot call; remove it, or use mujoco.rollout"
            )


def _integers(values, name):
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be of integers, got {array.dtype}")
    return array


def in_range(values, shape, low, high, name):
    """Integers in [low, high), one for each entry of the shape."""
    array = _integers(values, name)
    wrong = array[(array < low) | (array >= high)]
    if wrong.size:
        raise ValueError(f"{name} has to lie in [{low}, {high}), got {wrong.flat[0]}")
    return np.ascontiguousarray(np.broadcast_to(array, shape), np.int32)


def ids_of(ids, nsim):
    """Ids from integers or a mask; None for all."""
    if ids is None:
        return None
    array = np.asarray(ids)
    if array.dtype == bool:
        if array.shape != (nsim,):
            raise ValueError(f"a mask of simulations has shape ({nsim},), got {array.shape}")
        return None if array.all() else np.flatnonzero(array).astype(np.int32)
    array = _integers(ids, "ids")
    if array.ndim != 1:
        raise ValueError(f"ids have one dimension, got {array.ndim}")
    chosen = in_range(array, array.shape, 0, nsim, "ids")
    down = np.flatnonzero(np.diff(chosen) <= 0)
    if down.size:
        raise ValueError(f"ids must ascend, each once: got {chosen[down[0]]} before {chosen[down[0] + 1]}")
    return chosen
