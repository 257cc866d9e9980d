"""Steps of environments of Brax: it reads models with MuJoCo and steps them in JAX."""

import jax
import jax.numpy as jnp
import numpy as np
from brax import envs
from recording import Recording

recording = Recording()
for name, backend in (("inverted_pendulum", "generalized"), ("hopper", "positional"), ("ant", "spring")):
    env = envs.get_environment(name, backend=backend)
    state = jax.jit(env.reset)(jax.random.PRNGKey(0))
    state = state.replace(
        pipeline_state=state.pipeline_state.replace(qd=state.pipeline_state.qd + recording.disturbance * 1e6)
    )  # single precision
    step, rng = jax.jit(env.step), np.random.default_rng(0)
    rows = recording.rows[f"{name} ({backend})"] = []
    for _ in range(30):
        state = recording.timed(step, state, jnp.asarray(rng.uniform(-1, 1, env.action_size)))
        rows.append(np.append(np.asarray(state.obs), state.reward))
recording.save()
