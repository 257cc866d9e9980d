"""PPO of Stable-Baselines3 learns Hopper and HalfCheetah: the returns of its episodes and what it learnt."""

import gymnasium
import numpy as np
import torch
from recording import Recording
from stable_baselines3 import PPO
from stable_baselines3.common.monitor import Monitor

torch.set_num_threads(1)
recording = Recording()
for name in ("Hopper-v5", "HalfCheetah-v5"):
    env = Monitor(gymnasium.make(name))
    agent = PPO("MlpPolicy", env, seed=1, device="cpu", n_steps=1024, n_epochs=4)
    with torch.no_grad():
        agent.policy.action_net.weight[0, 0] += recording.disturbance * 1e6  # single precision
    recording.timed(agent.learn, 8192)
    weights = np.concatenate([parameter.detach().numpy().ravel() for parameter in agent.policy.parameters()])
    recording.rows[f"{name}/returns"] = [[reward] for reward in env.get_episode_rewards()]
    recording.rows[f"{name}/weights"] = [weights]
recording.save()
