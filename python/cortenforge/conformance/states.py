"""States to compare at: the initial one, seeded random ones, gentle and wild, and every keyframe."""

from dataclasses import dataclass

import mujoco as oracle
import numpy as np

import cortenforge.mujoco as corten

FREE, BALL = 0, 1
ALL_STATE = int(corten.mjtState.mjSTATE_INTEGRATION)


def _unit(v):
    return v / np.linalg.norm(v)


def _random_qpos(model, qpos, scale, rng):
    for joint in range(model.njnt):
        adr = model.jnt_qposadr[joint]
        kind = model.jnt_type[joint]
        if kind == FREE:
            qpos[adr : adr + 3] += scale * 0.3 * rng.standard_normal(3)
            qpos[adr + 3 : adr + 7] = _unit(qpos[adr + 3 : adr + 7] + scale * rng.standard_normal(4))
        elif kind == BALL:
            qpos[adr : adr + 4] = _unit(qpos[adr : adr + 4] + scale * rng.standard_normal(4))
        elif model.jnt_limited[joint]:
            low, high = model.jnt_range[joint]
            # a little beyond the range, so that limits act too
            inside = low + (high - low) * rng.uniform(-0.05, 1.05)
            qpos[adr] += min(1.0, 2 * scale) * (inside - qpos[adr])
        else:
            qpos[adr] += scale * rng.standard_normal()


def _within(values, limited, ranges, rng):
    bounded = np.asarray(limited, bool)
    values[bounded] = rng.uniform(ranges[bounded, 0], ranges[bounded, 1])


def randomize(model, data, index, seed):
    """Puts `data` of the oracle into state number `index`; the first is the initial state with no inputs."""
    oracle.mj_resetData(model, data)
    if index == 0:
        return
    rng = np.random.default_rng([seed, index])
    scale = 0.1 if index % 2 else 0.7
    _random_qpos(model, data.qpos, scale, rng)
    data.qvel[:] = scale * rng.standard_normal(model.nv)
    data.ctrl[:] = scale * rng.standard_normal(model.nu)
    _within(data.ctrl, model.actuator_ctrllimited, model.actuator_ctrlrange, rng)
    data.act[:] = rng.uniform(0, 1, model.na)
    data.qfrc_applied[:] = 0.1 * scale * rng.standard_normal(model.nv)
    data.xfrc_applied[1:] = 0.1 * scale * rng.standard_normal((model.nbody - 1, 6))
    data.mocap_pos[:] += 0.1 * scale * rng.standard_normal(data.mocap_pos.shape)
    data.time = 0.1 * index


def transfer(theirs_model, theirs, ours_model, ours):
    """State and inputs of the oracle become ours; everything else of ours is reset."""
    state = np.zeros(oracle.mj_stateSize(theirs_model, ALL_STATE))
    oracle.mj_getState(theirs_model, theirs, state, ALL_STATE)
    corten.mj_resetData(ours_model, ours)
    corten.mj_setState(ours_model, ours, state, ALL_STATE)


def state_of(model, data):
    """Everything a step of ours starts from."""
    state = np.zeros(corten.mj_stateSize(model, ALL_STATE))
    corten.mj_getState(model, data, state, ALL_STATE)
    return state


@dataclass(frozen=True)
class State:
    """A random state, the initial one (index 0), or a keyframe."""

    index: int
    seed: int = 0
    is_key: bool = False

    @property
    def name(self):
        return f"keyframe {self.index}" if self.is_key else f"state {self.index}"

    def set(self, ours_model, ours, theirs_model, theirs):
        """Puts both engines into this state."""
        if self.is_key:
            oracle.mj_resetDataKeyframe(theirs_model, theirs, self.index)
        else:
            randomize(theirs_model, theirs, self.index, self.seed)
        transfer(theirs_model, theirs, ours_model, ours)


def all_states(model, count, seed):
    """`count` states of which the first is the initial one, and the keyframes of the model."""
    return [State(i, seed) for i in range(count)] + [State(i, is_key=True) for i in range(model.nkey)]
