"""A controller in JAX on the engine's own memory. On CortenForge it is read through DLPack without a copy; MuJoCo's arrays need not be aligned for that."""

import jax
import jax.numpy as jnp
import mujoco
import numpy as np
from cart_pole import GAIN, load
from recording import Recording

jax.config.update("jax_enable_x64", True)
recording = Recording()
m, d = load(recording.disturbance)
ours = "cortenforge" in mujoco.__file__


def seen(array):
    if not ours:
        return jnp.asarray(array)
    there = jax.dlpack.from_dlpack(array, copy=False)
    assert there.unsafe_buffer_pointer() == array.ctypes.data
    return there


@jax.jit
def controller(qpos, qvel):
    return jnp.clip((jnp.array(GAIN) * jnp.concatenate((qpos, qvel))).sum(), -1, 1)


rows = []
for _ in range(1000):
    d.ctrl[0] = controller(seen(d.qpos), seen(d.qvel)).block_until_ready()
    recording.timed(mujoco.mj_step, m, d)
    rows.append(np.append(d.qpos, d.qvel))
recording.rows["cart-pole"] = rows
recording.save()
