"""Environments that others built on MuJoCo give the same observations and rewards on CortenForge. Judge: oracle."""

import pytest
from conftest import Runs

TOLERANCE = 1e-6
CHAOS = 1e-7  # a disturbance of 1e-13 that has grown this much outgrows rounding errors of the same size

GYMNASIUM = [
    f"{name}-{version}"
    for version in ("v4", "v5")
    for name in (
        "Ant",
        "HalfCheetah",
        "Hopper",
        "Humanoid",
        "HumanoidStandup",
        "InvertedDoublePendulum",
        "InvertedPendulum",
        "Pusher",
        "Reacher",
        "Swimmer",
        "Walker2d",
    )
    if (name, version) != ("Pusher", "v4")
]
DOMAINS = (
    "acrobot ball_in_cup cartpole cheetah dog finger fish hopper humanoid humanoid_CMU lqr manipulator pendulum point_mass "
    "quadruped reacher stacker swimmer walker"
).split()


@pytest.fixture(scope="session")
def gymnasium_runs(folder):
    return Runs("gymnasium_run.py", folder("gymnasium"))


@pytest.fixture(scope="session")
def dm_control_runs(folder):
    return Runs("dm_control_run.py", folder("dm_control"))


@pytest.fixture(scope="session")
def composer_runs(folder):
    return Runs("composer_run.py", folder("composer"))


def compared(runs, prefix):
    names = [
        name
        for name in runs.oracle.files
        if name.startswith(prefix + "/") and name in runs.disturbed and name in runs.ours
    ]
    return sum(runs.compare(name, TOLERANCE, CHAOS) for name in names)


@pytest.mark.parametrize("name", GYMNASIUM)
def test_gymnasium_environment_is_the_same(gymnasium_runs, name):
    assert compared(gymnasium_runs, name) > 40


def test_every_gymnasium_environment_is_looked_at(gymnasium_runs):
    assert {name.split("/")[0] for name in gymnasium_runs.oracle.files if "/" in name} == set(GYMNASIUM)


@pytest.mark.parametrize("domain", DOMAINS)
def test_dm_control_domain_is_the_same(dm_control_runs, domain):
    assert compared(dm_control_runs, domain) > 40


def test_every_dm_control_domain_is_looked_at(dm_control_runs):
    assert {name.split("/")[0] for name in dm_control_runs.oracle.files if "/" in name} == set(DOMAINS)


@pytest.mark.parametrize("kind", ["arm", "humanoid"])
def test_dm_control_models_put_together_from_parts_are_the_same(composer_runs, kind):
    assert compared(composer_runs, kind) > 20
