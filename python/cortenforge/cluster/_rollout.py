"""Rollouts over a cluster: trajectories in chunks, results as they come, chunks of a lost node made again."""

from cortenforge import mujoco
from cortenforge.cluster import _nodes
from cortenforge.mujoco import rollout as single

_CTRL = int(mujoco.mjtState.mjSTATE_CTRL)
_models = {}  # on a worker: hash -> (model, data)


def _held(key, content):
    """The model of that hash and its data; made at its first use in a process."""
    if key not in _models:
        model = mujoco.MjModel._wrap(mujoco.MjModel._from_bytes(content))
        _models[key] = model, mujoco.MjData(model)
    return _models[key]


def _trajectories(keys, contents, first, last, nstep, control_spec, initial_state, initial_warmstart, control):
    """Runs on a node: trajectories [first, last)."""
    held = [_held(key, content) for key, content in zip(keys, contents)]
    chosen = held[first:last] if len(held) > 1 else held * (last - first)
    rows = slice(first, last)
    return single.rollout(
        [model for model, _ in chosen],
        held[0][1],
        initial_state[rows],
        None if control is None else control[rows],
        control_spec=control_spec,
        nstep=nstep,
        initial_warmstart=None if initial_warmstart is None else initial_warmstart[rows],
    )


def _chunk(nbatch, chunk_size, cpus):
    """Trajectories per task: a few tasks for each processor, so that the last ones end together."""
    return chunk_size or max(1, nbatch // max(1, 4 * cpus))


def _send(call, control_spec, chunk_size, retries):
    """One task per chunk: reference -> (first, last)."""
    ray = _nodes.library()
    distinct = call.models[:1] if all(model is call.models[0] for model in call.models) else call.models
    keys, contents = zip(*(_nodes.stored_model(model) for model in distinct))
    arrays = [
        array if array is None else _nodes.store(array)
        for array in (call.initial_state, call.initial_warmstart, call.control)
    ]
    task = ray.remote(num_cpus=1, max_retries=retries, num_returns=1)(_on_node)
    nbatch = len(call.initial_state)
    size = _chunk(nbatch, chunk_size, int(ray.cluster_resources().get("CPU", 1)))
    return {
        task.remote(keys, first, min(first + size, nbatch), call.nstep, control_spec, *arrays, *contents): (
            first,
            min(first + size, nbatch),
        )
        for first in range(0, nbatch, size)
    }


def _on_node(keys, first, last, nstep, control_spec, initial_state, initial_warmstart, control, *contents):
    return _trajectories(keys, contents, first, last, nstep, control_spec, initial_state, initial_warmstart, control)


def _received(pending):
    """(first, last), state, sensordata of every chunk, as they come."""
    ray = _nodes.library()
    pending = dict(pending)
    while pending:
        done, _ = ray.wait(list(pending), num_returns=1)
        for reference in done:
            yield (pending.pop(reference), *ray.get(reference))


def stream(
    model,
    data,
    initial_state,
    control=None,
    *,
    control_spec=_CTRL,
    nstep=None,
    initial_warmstart=None,
    chunk_size=None,
    retries=8,
):
    """Yields ((first, last), state, sensordata) of groups of trajectories as they are done; arguments as for rollout."""
    call = single._Call(model, initial_state, control, control_spec, nstep, initial_warmstart, None, None)
    _nodes.check()
    return _received(_send(call, control_spec, chunk_size, retries))


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
    retries=8,
    progress=None,
):
    """mujoco.rollout over a cluster: the same arguments, results and bits.

    data, skip_checks and persistent_pool are taken for the sake of programs that pass them: every node has data and workers of its own.
    chunk_size: trajectories per task. retries: how often a chunk is made again when its worker or node dies.
    progress: called with (trajectories done, all).
    """
    call = single._Call(model, initial_state, control, control_spec, nstep, initial_warmstart, state, sensordata)
    _nodes.check()
    done = 0
    for (first, last), states, sensors in _received(_send(call, control_spec, chunk_size, retries)):
        call.state[first:last], call.sensordata[first:last] = states, sensors
        done += last - first
        if progress:
            progress(done, len(call.initial_state))
    return call.state, call.sensordata
