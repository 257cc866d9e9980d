"""Open-loop trajectories of many initial states at once, on one thread or a pool of them."""

import atexit

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _client_texts, _functions
from cortenforge.mujoco._enums import mjtState
from cortenforge.mujoco._structs import MjData, MjModel

_FULL = int(mjtState.mjSTATE_FULLPHYSICS)
_USER = int(mjtState.mjSTATE_USER)
_CTRL = int(mjtState.mjSTATE_CTRL)


class Rollout:
    """Threads for rollouts, kept from one call to the next. Use it in a with statement, or close() it."""

    def __init__(self, *, nthread=None):
        """nthread: 0 or None runs on the calling thread."""
        self._native = _core.Rollout(nthread=nthread or 0)
        self._closed = False

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def close(self):
        """Ends the threads."""
        self._native, self._closed = None, True

    def rollout(
        self,
        model,
        data,
        initial_state,
        control=None,
        *,
        control_spec=_CTRL,
        skip_checks=False,
        nstep=None,
        initial_warmstart=None,
        state=None,
        sensordata=None,
        chunk_size=None,
    ):
        """Trajectories from initial_state under control; see rollout() of this module."""
        if self._closed:
            raise RuntimeError("this Rollout was closed; make a new one")
        if skip_checks:
            self._native.rollout(
                model[: len(initial_state)],
                data,
                nstep,
                control_spec,
                initial_state,
                initial_warmstart,
                control,
                state,
                sensordata,
                chunk_size,
            )
            return state, sensordata
        data = _list_of_data(data)
        call = _Call(model, initial_state, control, control_spec, nstep, initial_warmstart, state, sensordata)
        self._native.rollout(
            call.models,
            data,
            call.nstep,
            control_spec,
            call.initial_state,
            call.initial_warmstart,
            call.control,
            call.state,
            call.sensordata,
            chunk_size,
        )
        return call.state, call.sensordata


def _list_of_data(data):
    data = [data] if isinstance(data, MjData) else data
    if not data:
        raise ValueError(_client_texts.NO_DATA)
    return data


class _Call:
    """The arguments of one call, checked and brought to full size: nbatch trajectories of nstep steps."""

    def __init__(self, model, initial_state, control, control_spec, nstep, initial_warmstart, state, sensordata):
        if control_spec & ~_USER:
            raise ValueError(_client_texts.CONTROL_SPEC)
        models = [model] if isinstance(model, MjModel) else list(model)
        m = models[0]
        widths = {
            "initial_state": _functions.mj_stateSize(m, _FULL),
            "initial_warmstart": m.nv,
            "control": _functions.mj_stateSize(m, control_spec),
            "state": _functions.mj_stateSize(m, _FULL),
            "sensordata": m.nsensordata,
        }
        given = {
            "initial_state": initial_state,
            "initial_warmstart": initial_warmstart,
            "control": control,
            "state": state,
            "sensordata": sensordata,
        }
        _check_models(models, control_spec)
        arrays = {
            name: _shaped(name, value, 2 if name.startswith("initial") else 3, widths[name])
            for name, value in given.items()
        }
        nbatch = _common(0, len(models) if len(models) > 1 else None, arrays)
        self.nstep = _common(1, nstep, arrays)
        self.models = models * nbatch if len(models) == 1 else models
        self.initial_state = _tiled(arrays["initial_state"], nbatch)
        self.initial_warmstart = _tiled(arrays["initial_warmstart"], nbatch)
        self.control = _tiled(arrays["control"], nbatch, self.nstep)
        self.state, self.sensordata = (
            np.empty((nbatch, self.nstep, widths[name]))
            if arrays[name] is None
            else _output(name, arrays[name], nbatch, self.nstep)
            for name in ("state", "sensordata")
        )


def _check_models(models, control_spec):
    """All models must have the sizes that the arrays need."""

    def sizes(m):
        return (_functions.mj_stateSize(m, _FULL), _functions.mj_stateSize(m, control_spec), m.nv, m.nsensordata)

    if not all(isinstance(m, MjModel) for m in models):
        raise ValueError("model must be an MjModel or a sequence of them")
    if any(sizes(m) != sizes(models[0]) for m in models):
        raise ValueError("the models of one rollout differ in their sizes")


def _shaped(name, value, ndim, width):
    """The value as an array of ndim dimensions, the last of the width."""
    if value is None:
        return None
    if not isinstance(value, (np.ndarray, float)):
        raise ValueError(_client_texts.array_or_float(name))
    array = np.asarray(value, np.float64)
    if array.ndim > ndim:
        raise ValueError(_client_texts.most_dimensions(name, ndim))
    array = array.reshape((1,) * (ndim - array.ndim) + array.shape)
    if array.shape[-1] != width:
        raise ValueError(_client_texts.last_dimension(name, width, array.shape[-1]))
    return np.ascontiguousarray(array)


def _common(dimension, fixed, arrays):
    """The size of a dimension that all arrays share; a size of one fits every other."""
    size = 1 if fixed is None else fixed
    for name, array in arrays.items():
        if array is None or array.ndim <= dimension + 1:
            continue
        other = array.shape[dimension]
        if size == 1 and fixed is None:
            size = other
        elif other not in (1, size):
            raise ValueError(_client_texts.dimension(dimension, size, name, other))
    return size


def _tiled(array, *sizes):
    if array is None:
        return None
    return np.ascontiguousarray(np.broadcast_to(array, (*sizes, array.shape[-1])))


def _output(name, array, nbatch, nstep):
    """An output of the caller, which must have room for everything."""
    for dimension, size in enumerate((nbatch, nstep)):
        if array.shape[dimension] != size:
            raise ValueError(_client_texts.dimension(dimension, size, name, array.shape[dimension]))
    return array


persistent_rollout = None


def shutdown_persistent_pool():
    """Ends the threads that persistent_pool=True keeps."""
    global persistent_rollout
    if persistent_rollout is not None:
        persistent_rollout.close()
    persistent_rollout = None


atexit.register(shutdown_persistent_pool)


def _persistent(nthread):
    global persistent_rollout
    if persistent_rollout is None or persistent_rollout._nthread != nthread:
        shutdown_persistent_pool()
        persistent_rollout = Rollout(nthread=nthread)
        persistent_rollout._nthread = nthread
    return persistent_rollout


def rollout(
    model,
    data,
    initial_state,
    control=None,
    *,
    control_spec=_CTRL,
    skip_checks=False,
    nstep=None,
    initial_warmstart=None,
    state=None,
    sensordata=None,
    chunk_size=None,
    persistent_pool=False,
):
    """Simulates trajectories and gives (state, sensordata), each (nbatch, nstep, width).

    model: one, or one for each trajectory. data: one, or a list with one for each thread.
    initial_state: (nbatch or 1, nstate), nstate the size of mjSTATE_FULLPHYSICS.
    control: (nbatch or 1, nstep or 1, ncontrol), what control_spec says; None leaves the controls in data alone.
    initial_warmstart: (nbatch or 1, nv), accelerations to start the solver from.
    state, sensordata: outputs to fill; made when None. nstep: inferred from the arrays when None.
    skip_checks: every array must already have its full size, model and data be lists.
    chunk_size: trajectories a thread takes at once. persistent_pool: keep the threads for the next call.
    """
    arguments = dict(
        control_spec=control_spec,
        skip_checks=skip_checks,
        nstep=nstep,
        initial_warmstart=initial_warmstart,
        state=state,
        sensordata=sensordata,
        chunk_size=chunk_size,
    )
    count = 1 if isinstance(data, MjData) else len(data)
    nthread = count if count > 1 else 0
    if persistent_pool:
        return _persistent(nthread).rollout(model, data, initial_state, control, **arguments)
    with Rollout(nthread=nthread) as pool:
        return pool.rollout(model, data, initial_state, control, **arguments)
