"""A thousand random steps of every MuJoCo environment of Gymnasium: observations and rewards, episode by episode."""

import gymnasium
from recording import Recording

STEPS = 1000


def environments():
    """Registered names of the versions that run on MuJoCo's own bindings; Pusher-v4 refuses MuJoCo 3."""
    names = [name for name, spec in gymnasium.registry.items() if "envs.mujoco" in str(spec.entry_point)]
    return sorted(name for name in names if name.endswith(("-v4", "-v5")) and name != "Pusher-v4")


recording = Recording()
for name in environments():
    env, done, seed = gymnasium.make(name), 0, 0
    while done < STEPS:
        recording.episode(f"{name}/{seed}", env, env.unwrapped.data, STEPS - done, seed)
        done, seed = done + len(recording.rows[f"{name}/{seed}"]), seed + 1
recording.save()
