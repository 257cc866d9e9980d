"""Gymnasium's own checks of every MuJoCo environment, seeds, states and worker processes."""

import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match

NAMES = (
    "Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum Pusher Reacher Swimmer Walker2d"
).split()


def check_state(env):
    """A state that is set is the state that is got."""
    raw = env.unwrapped
    env.reset(seed=1)
    qpos, qvel = raw.init_qpos + 0.01, raw.init_qvel + 0.02
    raw.set_state(qpos, qvel)
    assert np.array_equal(raw.data.qpos, qpos) and np.array_equal(raw.data.qvel, qvel)
    raw.do_simulation(env.action_space.sample() * 0, 1)
    assert np.isclose(raw.data.time, raw.model.opt.timestep * (1 + round(raw.data.time / raw.model.opt.timestep - 1)))
    assert raw.state_vector().shape == (raw.model.nq + raw.model.nv,)
    assert np.isclose(raw.dt, raw.model.opt.timestep * raw.frame_skip)
    assert raw.get_body_com(raw.model.body(1).name).shape == (3,)


def main():
    warnings.simplefilter("ignore")
    for name in NAMES:
        check_env(gymnasium.make(f"{name}-v5").unwrapped, skip_render_check=True)
        check_state(gymnasium.make(f"{name}-v5"))
        check_environments_match(gymnasium.make(f"{name}-v5"), gymnasium.make(f"{name}-v5"), num_steps=20)
    workers = gymnasium.make_vec("Hopper-v5", num_envs=3, vectorization_mode="async")
    alone = gymnasium.make_vec("Hopper-v5", num_envs=3, vectorization_mode="sync")
    assert np.array_equal(workers.reset(seed=5)[0], alone.reset(seed=5)[0])
    for _ in range(10):
        action = np.zeros((3, 3))
        assert np.array_equal(workers.step(action)[0], alone.step(action)[0])
    workers.close()
    print("checked", len(NAMES))


if __name__ == "__main__":
    main()
