"""PPO of RLlib on many worlds of CortenForge, which step together in the env runner.

pip install "ray[rllib]" torch "cortenforge[cluster]"
python examples/rllib/ppo.py [ITERATIONS]
"""

import sys

import ray
from ray.rllib.algorithms.ppo import PPOConfig

import cortenforge.vector


def main(iterations=20):
    cortenforge.vector.register()
    ray.init(num_cpus=1, log_to_driver=False)
    config = (
        PPOConfig()
        .environment("cortenforge/Hopper-v5", env_config={"copy": True})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16, gym_env_vectorize_mode="vector_entry_point")
        .training(train_batch_size_per_learner=2048, minibatch_size=256, num_epochs=4)
    )
    algorithm = config.build_algo()
    for iteration in range(iterations):
        result = algorithm.train()["env_runners"]
        print(
            f"iteration {iteration}: {result['num_env_steps_sampled']:.0f} steps, return {result.get('episode_return_mean', float('nan')):.1f}"
        )
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
