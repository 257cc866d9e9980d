"""Gymnasium's MuJoCo tasks, version 5, that balance or reach: pendulums on carts, and arms with a goal."""

import numpy as np

from cortenforge.vector._gymnasium_tasks import _GymnasiumTask, _never, _squares
from cortenforge.vector._task import Outcome, Part


class InvertedPendulum(_GymnasiumTask):
    """A pole on a cart that must not lean."""

    file, frame_skip, noise = "inverted_pendulum.xml", 2, 0.01

    def signals(self, model):
        return {"qpos": Part("qpos"), "qvel": Part("qvel")}

    def outcome(self, before, after, action, dt):
        finite = np.isfinite(after["qpos"]).all(axis=1) & np.isfinite(after["qvel"]).all(axis=1)
        upright = finite & ~(np.abs(after["qpos"][:, 1]) > 0.2)
        return self._outcome(~upright, {}, survive=upright * 1.0)


class InvertedDoublePendulum(_GymnasiumTask):
    """Two poles on each other on a cart."""

    file, frame_skip, normal_velocity = "inverted_double_pendulum.xml", 5, True

    def observation(self, model):
        return [Part("qpos"), Part("qvel", low=-10, high=10), Part("qfrc_constraint", 0, 1, low=-10, high=10)]

    def observe(self, rows):
        return np.concatenate((rows[:, :1], np.sin(rows[:, 1:3]), np.cos(rows[:, 1:3]), rows[:, 3:]), axis=1)

    def signals(self, model):
        return {"tip": Part("site_xpos", 0, 3), "qvel": Part("qvel")}

    def outcome(self, before, after, action, dt):
        x, height = after["tip"][:, 0], after["tip"][:, 2]
        fallen = height <= 1
        distance = 0.01 * x**2 + (height - 2) ** 2
        velocity = 1e-3 * after["qvel"][:, 1] ** 2 + 5e-3 * after["qvel"][:, 2] ** 2
        survive = 10.0 * ~fallen
        info = {"reward_survive": survive, "distance_penalty": -distance, "velocity_penalty": -velocity}
        return Outcome(survive - distance - velocity, fallen, info)


def _xpos(model, body):
    """The place of a body."""
    id = model.body(body).id
    return Part("xpos", 3 * id, 3 * id + 3)


class Reacher(_GymnasiumTask):
    """An arm of two links in a plane that reaches for a point."""

    file, frame_skip, max_episode_steps = "reacher.xml", 2, 50

    def initial(self, model, random):
        qpos = random.uniform(-0.1, 0.1, model.nq) + model.qpos0
        goal = random.uniform(-0.2, 0.2, 2)
        while np.linalg.norm(goal) >= 0.2:
            goal = random.uniform(-0.2, 0.2, 2)
        qpos[-2:] = goal
        qvel = random.uniform(-0.005, 0.005, model.nv)
        qvel[-2:] = 0
        return qpos, qvel

    def observation(self, model):
        return [Part("qpos"), Part("qvel", 0, 2), _xpos(model, "fingertip"), _xpos(model, "target")]

    def observe(self, rows):
        angles, goal, qvel, tip, target = np.split(rows, (2, 4, 6, 9), axis=1)
        return np.concatenate((np.cos(angles), np.sin(angles), goal, qvel, (tip - target)[:, :2]), axis=1)

    def signals(self, model):
        return {"tip": _xpos(model, "fingertip"), "target": _xpos(model, "target")}

    def outcome(self, before, after, action, dt):
        distance = np.linalg.norm(after["tip"] - after["target"], axis=1)
        return self._outcome(_never(distance), {}, dist=-distance, ctrl=-_squares(action))


class Pusher(_GymnasiumTask):
    """An arm that pushes a cylinder to a goal."""

    file, frame_skip, max_episode_steps = "pusher_v5.xml", 5, 100

    def initial(self, model, random):
        while True:
            place = np.concatenate((random.uniform(-0.3, 0, 1), random.uniform(-0.2, 0.2, 1)))
            if np.linalg.norm(place) > 0.17:
                break
        qpos = np.array(model.qpos0)
        qpos[-4:] = *place, 0, 0
        qvel = random.uniform(-0.005, 0.005, model.nv)
        qvel[-4:] = 0
        return qpos, qvel

    def observation(self, model):
        return [
            Part("qpos", 0, 7),
            Part("qvel", 0, 7),
            *(_xpos(model, body) for body in ("tips_arm", "object", "goal")),
        ]

    def signals(self, model):
        return {body: _xpos(model, body) for body in ("tips_arm", "object", "goal")}

    def outcome(self, before, after, action, dt):
        near = np.linalg.norm(after["object"] - after["tips_arm"], axis=1)
        distance = np.linalg.norm(after["object"] - after["goal"], axis=1)
        return self._outcome(_never(near), {}, dist=-distance, ctrl=-0.1 * _squares(action), near=-0.5 * near)
