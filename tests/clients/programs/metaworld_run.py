"""Random steps of tasks of Meta-World."""

import gymnasium
import metaworld  # noqa: F401, registers them
from recording import Recording

recording = Recording()
for name in (
    "reach-v3",
    "push-v3",
    "drawer-open-v3",
    "door-open-v3",
    "peg-insert-side-v3",
    "assembly-v3",
    "hammer-v3",
    "sweep-v3",
):
    env = gymnasium.make("Meta-World/MT1", env_name=name, seed=1)
    recording.episode(name, env, env.unwrapped.data, 100, seed=1)
recording.save()
