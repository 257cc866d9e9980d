"""The cluster itself: whether it is there, whether every node can do the work, and what it already holds."""

import hashlib

import numpy as np

_PROBE_SECONDS = 60
_able = set()  # nodes that were asked and can
_stored = {}  # hash of a model's bytes -> reference; sent once for each cluster


class ClusterError(RuntimeError):
    """The cluster cannot do what was asked; the text says which node and why."""


def library():
    """Ray, connected."""
    try:
        import ray
    except ImportError:
        raise ClusterError("work on many machines needs Ray: pip install ray") from None
    if not ray.is_initialized():
        raise ClusterError(
            "no cluster: call ray.init() for this machine, or ray.init(address=…) for a running cluster, first"
        )
    return ray


def here():
    """What must be equal on every node for equal bits: the version and the compiled engine."""
    import cortenforge
    from cortenforge import _core

    with open(_core.__file__, "rb") as engine:
        return cortenforge.__version__, hashlib.sha256(engine.read()).hexdigest()


def _complaint(node, found, wanted):
    version, detail = found
    name = f"node {node['NodeManagerHostname']} ({node['NodeID'][:8]})"
    if version is None:
        return f"{name} cannot import cortenforge ({detail}); install cortenforge {wanted[0]} there"
    if version != wanted[0]:
        return f"{name} has cortenforge {version}, here it is {wanted[0]}; install the same version"
    return f"{name} has another build of cortenforge {version}; results would not have the same bits: install the same wheel"


def check():
    """Every node has this package, in this version. Asks each node once; ClusterError names those that have not."""
    ray = library()
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    wanted = here()
    nodes = [
        node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU") and node["NodeID"] not in _able
    ]
    pending = {}
    for node in nodes:
        only_there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        task = ray.remote(num_cpus=0, max_retries=0, scheduling_strategy=only_there)(_probe())
        pending[task.remote()] = node
    complaints = []
    for reference, node in pending.items():
        try:
            found = tuple(ray.get(reference, timeout=_PROBE_SECONDS))
        except ray.exceptions.RayError as problem:
            found = (None, str(problem).splitlines()[0])
        if found == wanted:
            _able.add(node["NodeID"])
        else:
            complaints.append(_complaint(node, found, wanted))
    if complaints:
        raise ClusterError("; ".join(complaints))


def _probe():
    """What to ask a node. It travels as code: by its name it could not be found where the package is missing."""

    def probe():
        try:
            from cortenforge.cluster import _nodes

            return _nodes.here()
        except Exception as problem:
            return (None, f"{type(problem).__name__}: {problem}")

    probe.__module__ = "__main__"
    return probe


def store(value):
    """A reference to an array in the object store; ClusterError if no node could hold it."""
    ray = library()
    size = len(value) if isinstance(value, bytes) else np.asarray(value).nbytes
    room = max((node["Resources"].get("object_store_memory", 0) for node in ray.nodes() if node["Alive"]), default=0)
    if size > room:
        raise ClusterError(
            f"{size / 1e6:.0f} MB do not fit the object store of any node (largest: {room / 1e6:.0f} MB); "
            "start the nodes with more object_store_memory, or send less at once"
        )
    return ray.put(value)


def stored_model(model):
    """Hash and reference of a model, which is sent to the cluster once."""
    content = model._to_bytes()
    key = (library().get_runtime_context().get_job_id(), hashlib.sha256(content).hexdigest())
    if key not in _stored:
        _stored[key] = store(content)
    return key[1], _stored[key]
