"""Work spread over many machines with Ray (`pip install ray`): the same calls, the same bits, for any number of nodes.

    import ray
    from cortenforge import cluster

    ray.init()                                                        # or ray.init(address="…")
    state, sensordata = cluster.rollout(model, data, initial_state, control)
    env = cluster.vector("Hopper", num_envs=4096)

Every node needs the same version of cortenforge; that is checked before any work is sent.
"""

from cortenforge.cluster._nodes import ClusterError
from cortenforge.cluster._rollout import rollout, stream
from cortenforge.cluster._vector import ClusterVectorEnv, vector

__all__ = ["ClusterError", "ClusterVectorEnv", "rollout", "stream", "vector"]
