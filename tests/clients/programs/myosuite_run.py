"""Random steps of tasks of MyoSuite: elbows, fingers, hands, legs, moved by muscles."""

import gymnasium
import myosuite  # noqa: F401, registers them
from recording import Recording

recording = Recording()
for name in (
    "myoElbowPose1D6MRandom-v0",
    "myoFingerReachRandom-v0",
    "myoHandPoseRandom-v0",
    "myoHandObjHoldFixed-v0",
    "myoLegWalk-v0",
    "motorFingerPoseFixed-v0",
):
    env = gymnasium.make(name, disable_env_checker=True)
    inner = env.unwrapped
    recording.episode(name, env, inner.sim.data if hasattr(inner, "sim") else inner.mj_data, 60, seed=1)
recording.save()
