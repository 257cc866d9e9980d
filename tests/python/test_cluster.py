"""Work over a cluster of several nodes on this machine. Judge: the same calls on one machine, bit for bit."""

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import cortenforge.mujoco as mujoco
import cortenforge.vector
from cortenforge import cluster
from cortenforge.cluster import _nodes
from cortenforge.mujoco import rollout

STORE = 80 * 2**20


def node(**options):
    return {"num_cpus": 1, "object_store_memory": STORE, **options}


@pytest.fixture(scope="module")
def nodes():
    """A head and two nodes; the engine is on all of them."""
    running = Cluster(initialize_head=True, head_node_args=node())
    running.add_node(**node())
    running.victim = running.add_node(**node())
    running.wait_for_nodes()
    ray.init(address=running.address, log_to_driver=False, logging_level="error")
    yield running
    ray.shutdown()
    running.shutdown()


class Work:
    """Random controls for several humanoids, and what one machine makes of them."""

    def __init__(self, nbatch=24, nstep=60):
        self.m = mujoco.MjModel.from_xml_path("scenes/humanoid.xml")
        self.d = mujoco.MjData(self.m)
        state = np.zeros(mujoco.mj_stateSize(self.m, mujoco.mjtState.mjSTATE_FULLPHYSICS))
        mujoco.mj_getState(self.m, self.d, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
        self.start = np.tile(state, (nbatch, 1))
        self.control = np.random.default_rng(5).uniform(-1, 1, (nbatch, nstep, self.m.nu))
        self.alone = rollout.rollout(self.m, self.d, self.start, self.control)


@pytest.fixture(scope="module")
def work():
    return Work()


def same(ours, theirs):
    return all(np.array_equal(a, b) for a, b in zip(ours, theirs))


@pytest.mark.parametrize("chunk_size", [None, 1, 7])
def test_rollouts_have_the_bits_of_one_machine(nodes, work, chunk_size):
    assert same(cluster.rollout(work.m, work.d, work.start, work.control, chunk_size=chunk_size), work.alone)


def test_results_come_as_they_are_done(nodes, work):
    seen = np.zeros(len(work.start), int)
    for (first, last), state, sensordata in cluster.stream(work.m, work.d, work.start, work.control, chunk_size=5):
        assert same((state, sensordata), [rows[first:last] for rows in work.alone])
        seen[first:last] += 1
    assert (seen == 1).all()


def test_a_model_is_sent_once(nodes, work):
    references = {_nodes.stored_model(work.m)[1] for _ in range(3)}
    assert len(references) == 1


def test_a_vector_environment_is_that_of_one_machine(nodes):
    ours, theirs = cluster.vector("Hopper", 5, parts=2), cortenforge.vector.make("Hopper", 5, copy=True)
    assert same(ours.reset(seed=3)[:1], theirs.reset(seed=3)[:1])
    theirs.action_space.seed(1)
    for _ in range(40):
        actions = theirs.action_space.sample()
        mine, other = ours.step(actions), theirs.step(actions)
        assert same(mine[:4], other[:4]) and mine[4].keys() == other[4].keys()
        assert all(np.array_equal(mine[4][name], other[4][name]) for name in other[4])
    ours.close()


def test_wrong_shapes_are_refused_before_work_is_sent(nodes, work):
    with pytest.raises(ValueError, match="control"):
        cluster.rollout(work.m, work.d, work.start, work.control[:, :, :-1])


def test_what_no_store_can_hold_is_refused(nodes):
    with pytest.raises(cluster.ClusterError, match="object store"):
        _nodes.store(np.zeros(STORE))


def test_another_version_on_a_node_is_named(nodes, monkeypatch):
    monkeypatch.setattr(_nodes, "_able", set())
    monkeypatch.setattr(_nodes, "here", lambda: ("99.0", "x"))
    with pytest.raises(cluster.ClusterError, match="here it is 99.0"):
        _nodes.check()


def test_a_node_without_the_package_is_named(nodes, work):
    bare = nodes.add_node(**node(env_vars={"PYTHONPATH": ""}))
    nodes.wait_for_nodes()
    try:
        with pytest.raises(cluster.ClusterError, match="cannot import cortenforge"):
            cluster.rollout(work.m, work.d, work.start, work.control)
    finally:
        nodes.remove_node(bare)


def test_nothing_is_lost_when_a_node_is_killed(nodes):
    work = Work(nbatch=40, nstep=400)
    killed = []

    def kill(done, total):
        if not killed and done < total:
            killed.append(done)
            nodes.remove_node(nodes.victim, allow_graceful=False)

    result = cluster.rollout(work.m, work.d, work.start, work.control, chunk_size=1, progress=kill)
    assert killed and same(result, work.alone)


def test_without_a_cluster_it_says_so(monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(cluster.ClusterError, match="ray.init"):
        _nodes.check()
