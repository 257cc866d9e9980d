"""Trains Gymnasium's Hopper or Humanoid with PPO; worlds, policy and learning all stay on one NVIDIA GPU.

    python examples/gpu/train.py hopper                      # needs PyTorch and gymnasium
    python examples/gpu/train.py humanoid --seconds 120 --curve curve.csv

Rewards and endings are those of Hopper-v5 and Humanoid-v5 (Humanoid without contact costs); the humanoid is solved by Newton, not PGS.
"""

import argparse
import pathlib
import time

import torch
from torch import nn

import cortenforge.mujoco as mujoco
from cortenforge import gpu


class Task:
    """One of Gymnasium's walkers on all worlds at once: tensors are the worlds' own memory."""

    frame_skip, noise = 4, 5e-3

    def __init__(self, model, nworld):
        self.worlds = gpu.Worlds(model, nworld)
        self.qpos, self.qvel, self.ctrl = (
            torch.from_dlpack(getattr(self.worlds, name)) for name in ("qpos", "qvel", "ctrl")
        )
        self.dt = self.frame_skip * model.opt.timestep
        low, high = (torch.tensor(model.actuator_ctrlrange[:, k], dtype=torch.float32, device="cuda") for k in (0, 1))
        self.low, self.high = low, high
        self.age = torch.zeros(nworld, device="cuda")
        self.restart(torch.ones(nworld, dtype=torch.bool, device="cuda"))

    def stream(self):
        return torch.cuda.current_stream().cuda_stream

    def restart(self, done):
        self.worlds.reset(done, stream=self.stream())
        for x in (self.qpos, self.qvel):
            x += done[:, None] * self.noise * (2 * torch.rand_like(x) - 1)
        self.age *= ~done

    def step(self, action):
        before = self.qpos[:, 0].clone()
        self.ctrl.copy_(
            torch.clamp(action * (self.high - self.low) / 2 + (self.high + self.low) / 2, self.low, self.high)
        )
        self.worlds.step(self.frame_skip, stream=self.stream())
        self.age += 1
        healthy = self.healthy()
        reward = (
            self.forward_weight * (self.qpos[:, 0] - before) / self.dt
            + self.alive * healthy
            - self.effort * (self.ctrl**2).sum(1)
        )
        over = self.age >= 1000
        return reward, ~healthy, over & healthy


class Hopper(Task):
    forward_weight, alive, effort, asset = 1.0, 1.0, 1e-3, "hopper.xml"

    def observe(self):
        return torch.cat([self.qpos[:, 1:], self.qvel.clamp(-10, 10)], 1)

    def healthy(self):
        rest = torch.cat([self.qpos[:, 2:], self.qvel], 1).abs().amax(1)
        return (rest < 100) & (self.qpos[:, 1] > 0.7) & (self.qpos[:, 2].abs() < 0.2)


class Humanoid(Task):
    forward_weight, alive, effort, asset = 1.25, 5.0, 0.1, "humanoid.xml"
    frame_skip, noise = 5, 1e-2

    def observe(self):
        return torch.cat([self.qpos[:, 2:], self.qvel], 1)

    def healthy(self):
        return (self.qpos[:, 2] > 1.0) & (self.qpos[:, 2] < 2.0)


class Policy(nn.Module):
    def __init__(self, nobs, nact, width=256):
        super().__init__()
        body = lambda out: nn.Sequential(
            nn.Linear(nobs, width), nn.ELU(), nn.Linear(width, width), nn.ELU(), nn.Linear(width, out)
        )
        self.mean, self.value = body(nact), body(1)
        self.log_std = nn.Parameter(torch.full((nact,), -0.5))
        self.register_buffer("count", torch.tensor(1e-4))
        self.register_buffer("center", torch.zeros(nobs))
        self.register_buffer("square", torch.ones(nobs))

    def see(self, obs):
        """Moves the running mean and variance of observations."""
        n = obs.shape[0]
        share = n / (self.count + n)
        self.center += share * (obs.mean(0) - self.center)
        self.square += share * (obs.var(0) - self.square)
        self.count += n

    def normal(self, obs):
        return ((obs - self.center) / (self.square.sqrt() + 1e-6)).clamp(-10, 10)

    def forward(self, seen):
        return torch.distributions.Normal(self.mean(seen), self.log_std.exp()), self.value(seen).squeeze(-1)


def collect(task, policy, horizon):
    """Plays `horizon` steps in all worlds; returns what the learning reads and the mean return of the episodes that ended."""
    rows = {name: [] for name in ("obs", "action", "logp", "value", "reward", "end", "cut")}
    ended, total = torch.zeros((), device="cuda"), torch.zeros((), device="cuda")
    for _ in range(horizon):
        raw = task.observe()
        policy.see(raw)
        obs = policy.normal(raw)
        dist, value = policy(obs)
        action = dist.sample()
        reward, end, over = task.step(action)
        task.score = getattr(task, "score", torch.zeros_like(reward)) + reward
        done = end | over
        # an episode cut by time goes on in the value
        _, later = policy(policy.normal(task.observe()))
        for name, x in zip(
            rows, (obs, action, dist.log_prob(action).sum(1), value, reward + 0.99 * later * over, end, done)
        ):
            rows[name].append(x)
        total += (task.score * done).sum()
        ended += done.sum()
        task.score = task.score * ~done
        task.restart(done)
    last = policy(policy.normal(task.observe()))[1]
    return {name: torch.stack(x) for name, x in rows.items()}, last, total / ended.clamp(min=1), ended


def advantages(batch, last, gamma=0.99, trace=0.95):
    out, running, after = torch.zeros_like(batch["value"]), torch.zeros_like(last), last
    for t in reversed(range(len(out))):
        goes_on = (~batch["cut"][t]).float()
        delta = batch["reward"][t] + gamma * after * goes_on - batch["value"][t]
        running = delta + gamma * trace * goes_on * running
        out[t], after = running, batch["value"][t]
    return out


def learn(policy, optimizer, batch, gain, epochs=4, parts=8):
    flat = {name: x.flatten(0, 1) for name, x in batch.items()}
    target, gain = (gain + batch["value"]).flatten(), gain.flatten()
    for _ in range(epochs):
        for part in torch.randperm(len(gain), device="cuda").chunk(parts):
            dist, value = policy(flat["obs"][part])
            ratio = (dist.log_prob(flat["action"][part]).sum(1) - flat["logp"][part]).exp()
            a = (gain[part] - gain[part].mean()) / (gain[part].std() + 1e-8)
            loss = (
                -torch.minimum(ratio * a, ratio.clamp(0.8, 1.2) * a).mean()
                + 0.5 * (value - target[part]).square().mean()
            )
            loss = loss - 1e-3 * dist.entropy().sum(1).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["hopper", "humanoid"])
    parser.add_argument("--worlds", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--assets", help="folder of Gymnasium's models; the installed package's when not given")
    parser.add_argument("--curve", help="CSV file: seconds, environment steps, mean return")
    options = parser.parse_args()
    kind = {"hopper": Hopper, "humanoid": Humanoid}[options.task]
    if options.assets:
        assets = pathlib.Path(options.assets)
    else:
        import gymnasium.envs.mujoco

        assets = pathlib.Path(gymnasium.envs.mujoco.__file__).parent / "assets"
    model = mujoco.MjModel.from_xml_path(str(assets / kind.asset))
    model.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON
    torch.manual_seed(0)
    task = kind(model, options.worlds)
    policy = Policy(task.observe().shape[1], model.nu).cuda()
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4)
    start, steps, horizon, lines = time.perf_counter(), 0, 24, ["seconds,steps,return"]
    while time.perf_counter() - start < options.seconds:
        with torch.no_grad():
            batch, last, score, ended = collect(task, policy, horizon)
            gain = advantages(batch, last)
        learn(policy, optimizer, batch, gain)
        steps += horizon * options.worlds
        if steps // (horizon * options.worlds) % 10 == 0:
            seconds = time.perf_counter() - start
            lines.append(f"{seconds:.1f},{steps},{score.item():.1f}")
            print(
                f"{seconds:6.1f} s  {steps / 1e6:7.1f} M steps  mean return {score.item():8.1f} of {int(ended)} episodes",
                flush=True,
            )
    if options.curve:
        pathlib.Path(options.curve).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
