"""Gymnasium's MuJoCo tasks, version 5: its models, observations, rewards and ends."""

import pathlib

import gymnasium
import numpy as np

from cortenforge import mujoco
from cortenforge.vector._task import Outcome, Part, Task

_ASSETS = pathlib.Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"


def _squares(rows):
    return np.sum(np.square(rows), axis=1)


def _column(rows, index=0):
    return rows[:, index].copy()


def _never(rows):
    return np.zeros(len(rows), bool)


def _place(qpos):
    return {
        "x_position": _column(qpos),
        "y_position": _column(qpos, 1),
        "distance_from_origin": np.linalg.norm(qpos[:, :2], axis=1),
    }


class _GymnasiumTask(Task):
    file = ""
    noise = 0.1
    normal_velocity = False  # normal, not uniform noise of the velocity

    def model(self):
        return mujoco.MjModel.from_xml_path(str(_ASSETS / self.file))

    def initial(self, model, random):
        qpos = model.qpos0 + random.uniform(-self.noise, self.noise, model.nq)
        if self.normal_velocity:
            return qpos, self.noise * random.standard_normal(model.nv)
        return qpos, random.uniform(-self.noise, self.noise, model.nv)

    @staticmethod
    def _outcome(terminated, info, **rewards):
        info.update({f"reward_{name}": value for name, value in rewards.items()})
        return Outcome(sum(rewards.values()), terminated, info)


class _PlanarWalker(_GymnasiumTask):
    """Runs forward in a plane and must stay upright."""

    frame_skip, noise = 4, 5e-3

    def observation(self, model):
        return [Part("qpos", 1), Part("qvel", low=-10, high=10)]

    def signals(self, model):
        self._height = model.qpos0[1]
        return {"qpos": Part("qpos"), "qvel": Part("qvel")}

    def reset_info(self, signals):
        qpos = signals["qpos"]
        return {"x_position": _column(qpos), "z_distance_from_origin": qpos[:, 1] - self._height}

    def outcome(self, before, after, action, dt):
        qpos = after["qpos"]
        x_velocity = (qpos[:, 0] - before["qpos"][:, 0]) / dt
        healthy = self.is_upright(qpos, after["qvel"])
        info = {**self.reset_info(after), "x_velocity": x_velocity}
        return self._outcome(~healthy, info, forward=x_velocity, ctrl=-1e-3 * _squares(action), survive=healthy * 1.0)


class Hopper(_PlanarWalker):
    """A leg that hops forward and must not fall."""

    file = "hopper.xml"

    def is_upright(self, qpos, qvel):
        others = np.concatenate((qpos[:, 2:], qvel), axis=1)
        return np.all(np.abs(others) < 100, axis=1) & (qpos[:, 1] > 0.7) & (np.abs(qpos[:, 2]) < 0.2)


class Walker2d(_PlanarWalker):
    """Two legs that walk forward in a plane and must not fall."""

    file = "walker2d_v5.xml"

    def is_upright(self, qpos, qvel):
        return (qpos[:, 1] > 0.8) & (qpos[:, 1] < 2.0) & (np.abs(qpos[:, 2]) < 1.0)


class Swimmer(_GymnasiumTask):
    """A chain that swims in a plane, without an end."""

    file, frame_skip = "swimmer.xml", 4

    def observation(self, model):
        return [Part("qpos", 2), Part("qvel")]

    def signals(self, model):
        return {"place": Part("qpos", 0, 2)}

    def reset_info(self, signals):
        return _place(signals["place"])

    def outcome(self, before, after, action, dt):
        velocity = (after["place"] - before["place"]) / dt
        info = {**self.reset_info(after), "x_velocity": velocity[:, 0], "y_velocity": velocity[:, 1]}
        return self._outcome(_never(velocity), info, forward=velocity[:, 0], ctrl=-1e-4 * _squares(action))


class HalfCheetah(_GymnasiumTask):
    """A planar runner without an end."""

    file, frame_skip, normal_velocity = "half_cheetah.xml", 5, True

    def observation(self, model):
        return [Part("qpos", 1), Part("qvel")]

    def signals(self, model):
        return {"x": Part("qpos", 0, 1)}

    def reset_info(self, signals):
        return {"x_position": _column(signals["x"])}

    def outcome(self, before, after, action, dt):
        x_velocity = (after["x"][:, 0] - before["x"][:, 0]) / dt
        info = {**self.reset_info(after), "x_velocity": x_velocity}
        return self._outcome(_never(x_velocity), info, forward=x_velocity, ctrl=-0.1 * _squares(action))


class _FreeTask(_GymnasiumTask):
    """A task whose first joint is free."""

    def reset_info(self, signals):
        return _place(signals["qpos"])


class Ant(_FreeTask):
    """A four-legged walker that must stay off the ground."""

    file, frame_skip, normal_velocity = "ant.xml", 5, True

    def observation(self, model):
        return [Part("qpos", 2), Part("qvel"), Part("cfrc_ext", 6, low=-1, high=1)]

    def signals(self, model):
        return {
            "torso": Part("xpos", 3, 5),
            "qpos": Part("qpos"),
            "qvel": Part("qvel"),
            "cfrc_ext": Part("cfrc_ext", low=-1, high=1),
        }

    def outcome(self, before, after, action, dt):
        velocity = (after["torso"] - before["torso"]) / dt
        qpos = after["qpos"]
        finite = np.isfinite(qpos).all(axis=1) & np.isfinite(after["qvel"]).all(axis=1)
        healthy = finite & (qpos[:, 2] >= 0.2) & (qpos[:, 2] <= 1.0)
        info = {**self.reset_info(after), "x_velocity": velocity[:, 0], "y_velocity": velocity[:, 1]}
        return self._outcome(
            ~healthy,
            info,
            forward=velocity[:, 0],
            ctrl=-0.5 * _squares(action),
            contact=-5e-4 * _squares(after["cfrc_ext"]),
            survive=healthy * 1.0,
        )


class _HumanFigure(_FreeTask):
    frame_skip, noise = 5, 1e-2

    def observation(self, model):
        return [
            Part("qpos", 2),
            Part("qvel"),
            Part("cinert", 10),
            Part("cvel", 6),
            Part("qfrc_actuator", 6),
            Part("cfrc_ext", 6),
        ]

    @staticmethod
    def _tendons(signals):
        return {f"tendon_{name}": signals[f"ten_{name}"].copy() for name in ("length", "velocity")}


class Humanoid(_HumanFigure):
    """A human figure that walks forward and must not fall."""

    file = "humanoid.xml"

    def signals(self, model):
        self._weights = np.array(model.body_mass) / np.sum(model.body_mass)
        return {
            "xipos": Part("xipos"),
            "qpos": Part("qpos"),
            "cfrc_ext": Part("cfrc_ext"),
            "ten_length": Part("ten_length"),
            "ten_velocity": Part("ten_velocity"),
        }

    def reset_info(self, signals):
        return {**_place(signals["qpos"]), **self._tendons(signals)}

    def _centre(self, signals):
        return np.einsum("nbi,b->ni", signals["xipos"].reshape(len(signals["xipos"]), -1, 3)[:, :, :2], self._weights)

    def outcome(self, before, after, action, dt):
        velocity = (self._centre(after) - self._centre(before)) / dt
        height = after["qpos"][:, 2]
        healthy = (height > 1.0) & (height < 2.0)
        info = {**self.reset_info(after), "x_velocity": velocity[:, 0], "y_velocity": velocity[:, 1]}
        contact = np.minimum(5e-7 * _squares(after["cfrc_ext"]), 10.0)
        return self._outcome(
            ~healthy,
            info,
            survive=healthy * 5.0,
            forward=1.25 * velocity[:, 0],
            ctrl=-0.1 * _squares(action.astype(float)),
            contact=-contact,
        )


class HumanoidStandup(_HumanFigure):
    """A human figure that lies and is paid for getting up, without an end."""

    file = "humanoidstandup.xml"

    def signals(self, model):
        self._height, self._timestep = model.qpos0[2], model.opt.timestep
        return {
            "qpos": Part("qpos", 0, 3),
            "cfrc_ext": Part("cfrc_ext"),
            "ctrl": Part("ctrl"),
            "ten_length": Part("ten_length"),
            "ten_velocity": Part("ten_velocity"),
        }

    def reset_info(self, signals):
        qpos = signals["qpos"]
        return {
            "x_position": _column(qpos),
            "y_position": _column(qpos, 1),
            "z_distance_from_origin": qpos[:, 2] - self._height,
            **self._tendons(signals),
        }

    def outcome(self, before, after, action, dt):
        impact = np.minimum(0.5e-6 * _squares(after["cfrc_ext"]), 10.0)
        outcome = self._outcome(
            _never(impact),
            self.reset_info(after),
            linup=after["qpos"][:, 2] / self._timestep,
            quadctrl=-0.1 * _squares(after["ctrl"]),
            impact=-impact,
        )
        outcome.reward = outcome.reward + 1
        return outcome
