"""Vector environments beside Gymnasium's, on the same seeds and actions."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from cortenforge import mujoco, vector  # noqa: E402

WORLDS = 3
# trajectories of both engines: the design's bar over 100 steps; forces are larger numbers
BAR = dict(rtol=1e-6, atol=1e-6)


def theirs(name, mode=AutoresetMode.NEXT_STEP, **options):
    make = lambda: gymnasium.make(f"{name}-v5", **options)  # noqa: E731
    return SyncVectorEnv([make] * WORLDS, autoreset_mode=mode)


def same_info(got, expected):
    assert set(got) == set(expected)
    for name, value in expected.items():
        if isinstance(value, dict):
            same_info(got[name], value)
        elif value.dtype == object:
            for a, b in zip(got[name], value):
                assert (a is None) == (b is None)
                if a is not None:
                    np.testing.assert_allclose(a, b, **BAR)
        else:
            np.testing.assert_allclose(got[name], value, **BAR, err_msg=name)


def compare(ours, reference, steps):
    """How many episodes ended in the steps both made."""
    got, expected = ours.reset(seed=7), reference.reset(seed=7)
    np.testing.assert_allclose(got[0], expected[0], **BAR)
    same_info(got[1], expected[1])
    ended = 0
    reference.action_space.seed(1)
    for _ in range(steps):
        action = reference.action_space.sample()
        got, expected = ours.step(action), reference.step(action)
        for a, b in zip(got[:4], expected[:4]):
            np.testing.assert_allclose(a, b, **BAR)
        same_info(got[4], expected[4])
        ended += int(np.sum(got[2] | got[3]))
    return ended


@pytest.mark.parametrize("name", ["Hopper", "Ant"])
def test_worlds_of_a_gpu_are_those_of_the_cpu(name):  # judge: the worlds of the CPU
    compare(vector.make(name, WORLDS, device="emulator", dtype="float64"), vector.make(name, WORLDS), 6)


@pytest.mark.parametrize("name", [name.removesuffix("-v5") for name in vector.TASKS])
def test_spaces_observations_rewards_and_infos_are_gymnasiums(name):
    ours, reference = vector.make(name, WORLDS), theirs(name)
    assert ours.single_observation_space == reference.single_observation_space
    assert ours.single_action_space == reference.single_action_space
    assert ours.dt == reference.envs[0].unwrapped.dt
    compare(ours, reference, 20)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_ended_worlds_start_again_when_gymnasiums_do(mode):
    ours = vector.make("Hopper", WORLDS, autoreset_mode=mode)
    assert compare(ours, theirs("Hopper", mode), 60) > 0


def test_the_time_limit_truncates():
    task = vector.HalfCheetah()
    task.max_episode_steps = 5
    ours = vector.WorldsVectorEnv(task, WORLDS)
    assert compare(ours, theirs("HalfCheetah", max_episode_steps=5), 12) > 0


def test_without_autoreset_ended_worlds_must_be_reset():
    task = vector.HalfCheetah()
    task.max_episode_steps = 1
    env = vector.WorldsVectorEnv(task, WORLDS, autoreset_mode="Disabled")
    env.reset(seed=0)
    env.step(env.action_space.sample())
    with pytest.raises(RuntimeError, match="reset_mask"):
        env.step(env.action_space.sample())
    env.reset(options={"reset_mask": np.ones(WORLDS, bool)})
    env.step(env.action_space.sample())


def test_observations_are_views_unless_copies_are_wanted():
    env = vector.make("Hopper", WORLDS)
    first, _ = env.reset(seed=0)
    second = env.step(env.action_space.sample())[0]
    assert first is second
    env = vector.make("Hopper", WORLDS, copy=True)
    first, _ = env.reset(seed=0)
    second = env.step(env.action_space.sample())[0]
    assert not np.shares_memory(first, second)


def test_the_number_of_threads_does_not_show():
    rows = []
    for nthread in (1, 2, 3):
        env = vector.make("Ant", 5, nthread=nthread)
        env.reset(seed=3)
        env.action_space.seed(0)
        for _ in range(10):
            observation = env.step(env.action_space.sample())[0]
        rows.append(observation.copy())
    np.testing.assert_array_equal(rows[0], rows[1])
    np.testing.assert_array_equal(rows[0], rows[2])


class Reach(vector.Task):
    """A pendulum that is paid for its height: a task of one's own."""

    def model(self):
        return mujoco.MjModel.from_xml_string(
            """<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos="0 0 -1"/></body></worldbody>
            <actuator><motor joint="j" ctrlrange="-1 1"/></actuator></mujoco>"""
        )

    def signals(self, model):
        return {"height": vector.Part("geom_xpos", 2, 3)}

    def outcome(self, before, after, action, dt):
        height = after["height"][:, 0]
        return vector.Outcome(height, height > 0.9)


def test_a_task_of_ones_own_runs():
    env = vector.WorldsVectorEnv(Reach(), 4)
    observation, _ = env.reset()
    assert observation.shape == (4, 2)
    reward = env.step(np.zeros((4, 1)))[1]
    np.testing.assert_allclose(reward, -1)


def test_unknown_fields_are_refused():
    with pytest.raises(ValueError, match="no_such_field"):
        env = vector.WorldsVectorEnv(Reach(), 1)
        env._watch([vector.Part("no_such_field")])


def test_every_gymnasium_task_of_version_5_is_there():
    theirs = {
        name
        for name, spec in gymnasium.registry.items()
        if "envs.mujoco" in str(spec.entry_point) and name.endswith("-v5")
    }
    assert set(vector.TASKS) == theirs
    assert isinstance(vector.make("Hopper-v5", 1).task, vector.Hopper) and isinstance(
        vector.make("Hopper", 1).task, vector.Hopper
    )


def test_unknown_tasks_are_refused():
    for name in ("Walker", "Hopper-v4"):
        with pytest.raises(ValueError, match="Hopper-v5"):
            vector.make(name, 1)


@pytest.mark.parametrize("mode, shape", [("rgb_array", (40, 60, 3)), ("depth_array", (40, 60))])
def test_pictures_show_each_world(mode, shape):
    env = vector.make("Hopper-v5", WORLDS, render_mode=mode, height=40, width=60)
    env.reset(seed=0)
    first = env.render()
    assert len(first) == WORLDS and all(picture.shape == shape for picture in first)
    for _ in range(20):
        env.step(env.action_space.sample())
    assert any((a != b).any() for a, b in zip(first, env.render()))
    env.close()


def test_pictures_need_a_mode():
    with pytest.raises(ValueError, match="render_mode"):
        vector.make("Hopper-v5", 1).render()
    with pytest.raises(ValueError, match="rgb_array"):
        vector.make("Hopper-v5", 1, render_mode="ansi")


def test_gymnasium_makes_registered_tasks():
    vector.register()
    env = gymnasium.make_vec("cortenforge/Hopper-v5", num_envs=WORLDS, vectorization_mode="vector_entry_point")
    ours = vector.make("Hopper-v5", WORLDS)
    assert np.array_equal(env.reset(seed=3)[0], ours.reset(seed=3)[0])
