"""A controller in PyTorch on the engine's own memory: it reads positions and writes controls through DLPack, without a copy."""

import mujoco
import numpy as np
import torch
from cart_pole import GAIN, load
from recording import Recording

recording = Recording()
m, d = load(recording.disturbance)
qpos, qvel, ctrl = (torch.from_dlpack(array) for array in (d.qpos, d.qvel, d.ctrl))
assert [tensor.data_ptr() for tensor in (qpos, qvel, ctrl)] == [array.ctypes.data for array in (d.qpos, d.qvel, d.ctrl)]
gain, rows = torch.tensor(GAIN, dtype=torch.float64), []
for _ in range(1000):
    ctrl[0] = torch.clamp((gain * torch.cat((qpos, qvel))).sum(), -1, 1)
    recording.timed(mujoco.mj_step, m, d)
    rows.append(np.append(d.qpos, d.qvel))
recording.rows["cart-pole"] = rows
recording.save()
