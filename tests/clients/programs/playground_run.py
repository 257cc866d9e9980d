"""Steps of environments of MuJoCo Playground: models compiled by MuJoCo, stepped by MJX in JAX."""

import jax
import jax.numpy as jnp
import numpy as np
from mujoco_playground import registry
from recording import Recording

recording = Recording()
for name in ("CartpoleBalance", "ReacherEasy"):
    env = registry.load(name, config_overrides={"impl": "jax"})
    state = jax.jit(env.reset)(jax.random.PRNGKey(0))
    state = state.replace(
        data=state.data.replace(qvel=state.data.qvel + recording.disturbance * 1e6)
    )  # single precision
    step, rng = jax.jit(env.step), np.random.default_rng(0)
    rows = recording.rows[name] = []
    for _ in range(30):
        state = recording.timed(step, state, jnp.asarray(rng.uniform(-1, 1, env.action_size)))
        rows.append(np.append(np.asarray(state.obs), state.reward))
recording.save()
