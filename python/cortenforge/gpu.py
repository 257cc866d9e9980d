"""Many worlds of one model on a GPU.

    worlds = cortenforge.gpu.Worlds(model, 8192)          # dtype="float64" for double precision
    qpos = torch.from_dlpack(worlds.qpos)                  # the worlds' own memory, on the GPU
    ctrl = torch.from_dlpack(worlds.ctrl)
    worlds.step()                                          # one launch; waits for nothing

Fields (`worlds.fields`) are arrays with one row per world that PyTorch, JAX and CuPy take without a copy (DLPack): time, qpos,
qvel, act, ctrl, mocap_pos, mocap_quat, qfrc_applied, xfrc_applied; what the last step made: qacc, sensordata, ncon, nefc, niter; and
since the beginning: warning (times a world had bad numbers and was reset), lost (contacts and rows without room), spilled (steps in device memory).
Fields of MjData that are made on the way (xpos, xquat, site_xpos, cvel, cfrc_ext, actuator_force and others) are written by steps from the time they are first
asked for, and slow them a little: they are those of the moment at which the last step began, as after mj_step. With `device="emulator"` the same worlds
run on the CPU, slowly, and the arrays are NumPy's to take (`numpy.from_dlpack`).
"""

import numpy as np

from cortenforge import _core

__all__ = ["Worlds", "available", "missing", "rollout", "unsupported"]


def missing():
    """Why there is no GPU to use: no CUDA in this build, no driver, no device. Empty when there is one."""
    return _core.gpu_missing()


def available():
    """Whether there is a GPU to use."""
    return not missing()


def unsupported(model):
    """What of the model the GPU cannot step, by name, one reason per line. Empty when it can step it."""
    return _core.gpu_unsupported(model)


def rollout(model, initial_state, control=None, *, nstep=None, initial_warmstart=None, dtype="float32", device=0):
    """Rollouts of one model on a GPU in the form of mujoco.rollout.rollout: initial_state (nbatch, nstate) holds time, qpos, qvel, act
    (mjSTATE_FULLPHYSICS), control (nbatch, nstep, nu); a row for all, or of no batch, serves every rollout. Gives state (nbatch, nstep, nstate) and
    sensordata (nbatch, nstep, nsensordata) as NumPy arrays."""
    initial = np.atleast_2d(np.asarray(initial_state, float))
    if initial.shape[1] != 1 + model.nq + model.nv + model.na:
        raise ValueError(
            f"initial_state should have {1 + model.nq + model.nv + model.na} numbers: time, qpos, qvel, act"
        )
    control = np.zeros((1, nstep or 1, model.nu)) if control is None else np.asarray(control, float)
    control = control.reshape((1,) * (3 - control.ndim) + control.shape)
    if control.ndim != 3 or control.shape[2] != model.nu:
        raise ValueError(f"control should have the shape (nbatch, nstep, {model.nu})")
    nstep = nstep or control.shape[1]
    if control.shape[1] not in (1, nstep):
        raise ValueError(f"control has {control.shape[1]} steps, nstep is {nstep}")
    nbatch = max(len(initial), len(control))
    worlds = Worlds(model, nbatch, dtype, device)
    columns = np.cumsum([1, model.nq, model.nv])
    for name, values in zip(("time", "qpos", "qvel", "act"), np.split(initial, columns, axis=1)):
        worlds.write(name, np.ascontiguousarray(np.broadcast_to(values, (nbatch, values.shape[1]))))
    if initial_warmstart is not None:
        warmstart = np.atleast_2d(np.asarray(initial_warmstart, float))
        worlds.write("qacc_warmstart", np.ascontiguousarray(np.broadcast_to(warmstart, (nbatch, model.nv))))
    steps = np.broadcast_to(control, (nbatch, nstep, model.nu)).transpose(1, 0, 2)
    states, sensors = worlds.rollout(nstep, np.ascontiguousarray(steps, worlds.dtype))
    worlds.wait()
    return worlds.fetch(states), worlds.fetch(sensors)


class Worlds:
    """`nworld` worlds of `model` in the memory of one GPU.

    Raises ValueError with every reason by name when the GPU cannot step the model, RuntimeError when there is no GPU or too little memory.
    """

    def __init__(self, model, nworld, dtype="float32", device=0):
        if str(dtype) not in ("float32", "float64"):
            raise ValueError(f"dtype should be float32 or float64, not {dtype}")
        emulate = device == "emulator"
        self._worlds = _core.GpuWorlds(model, nworld, str(dtype) == "float32", 0 if emulate else int(device), emulate)
        self.model = model
        self.nworld = nworld
        self.dtype = str(dtype)
        self.fields = tuple(self._worlds.fields)

    def __getattr__(self, name):
        if name in self.__dict__.get("fields", ()):
            return self._worlds.field(name)
        raise AttributeError(f"worlds on a GPU have no field '{name}'")

    @property
    def plan(self):
        """Lanes, memory and room of a world, in words."""
        return self._worlds.plan

    def read(self, name):
        """A NumPy copy of a field, (nworld, width)."""
        return self._worlds.read(name)

    def fetch(self, rows):
        """A NumPy copy of rows that a rollout gave."""
        return self._worlds.fetch(rows)

    def write(self, name, values):
        """Sets a field from NumPy, (nworld, width)."""
        self._worlds.write(name, values)

    def step(self, nstep=1, controls=None, active=None, stream=0):
        """nstep steps with the field ctrl, or with controls (nstep, nworld, nu), of the worlds where active (nworld bools) is set.
        Both may be in the GPU's memory or on the host, from where they are copied. stream: address of a CUDA stream, as
        torch.cuda.current_stream().cuda_stream. With everything in the GPU's memory a step allocates nothing, waits for nothing and can be captured in a graph."""
        self._worlds.step(nstep, controls, active, stream)

    def forward(self, active=None, stream=0):
        """Accelerations, sensors and watched fields in the present states, which stay (mj_forward)."""
        self._worlds.forward(active, stream)

    def rollout(self, nstep, controls=None, stream=0):
        """The same; gives (nworld, nstep, 1 + nq + nv + na): time, qpos, qvel, act after every step; and (nworld, nstep, nsensordata):
        the sensors of every step."""
        return self._worlds.rollout(nstep, controls, stream)

    def reset(self, mask=None, key=-1, stream=0):
        """Worlds where mask is set, or all, start again from the model's configuration or from a keyframe. With a mask in the GPU's
        memory, or none, it waits for nothing."""
        self._worlds.reset(mask, key, stream)

    def vary(self, fields, mask=None):
        """Gives worlds models of their own: fields maps names of MjModel's arrays, or "opt." and an option, to one row of numbers per
        world. Rows of worlds where mask is false are not read. Constants that follow (inverse weights, masses of subtrees, mean inertia)
        are derived as by mj_setConst; fields that were not named keep what they had.

            worlds.vary({"body_mass": masses, "geom_friction": friction, "opt.gravity": gravity})
        """
        rows = {name: np.ascontiguousarray(values, float) for name, values in fields.items()}
        self._worlds.vary(rows, None if mask is None else np.ascontiguousarray(mask, bool))

    def wait(self, stream=0):
        """Until everything asked of the GPU is done."""
        self._worlds.wait(stream)
