"""Many simulations of one model on all cores, as MuJoCo 3.17 and later have them; the same bits for any number of threads.

b = batch.Batch(model, nsim=1024)
qpos, ctrl = b.bind("qpos"), b.bind("ctrl")
b.expand("body_mass")[:] *= scale          # values of its own for every simulation
b.set_const()
for _ in range(1000):
    ctrl[:] = policy(qpos)
    b.step()
"""

import copy
import operator

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _batch_fields as fields
from cortenforge.mujoco._batch_arguments import ids_of as _ids, in_range, without_callbacks
from cortenforge.mujoco._batch_fields import DATA_FIELDS, MODEL_FIELDS
from cortenforge.mujoco._batch_named import KINDS, Named, fields_error, shared
from cortenforge.mujoco._enums import mjtEnableBit, mjtStage, mjtState
from cortenforge.mujoco._errors import FatalError
from cortenforge.mujoco._functions import mj_stateSize
from cortenforge.mujoco._later_fields import ORIENTATIONS, orientations
from cortenforge.mujoco._structs import MjData, MjModel

__all__ = ["Batch", "DATA_FIELDS", "MODEL_FIELDS", "SimulationError"]

_CTRL, _INTEGRATION = int(mjtState.mjSTATE_CTRL), int(mjtState.mjSTATE_INTEGRATION)


class SimulationError(RuntimeError):
    """Some simulations of a call went wrong and kept their state; the others ran. ids lists them, Batch.error(i) says why."""

    def __init__(self, ids, message, ncall=None):
        self.ids = ids
        listed = ", ".join(map(str, ids[:10])) + (", …" if len(ids) > 10 else "")
        of = "" if ncall is None else f" of {ncall}"
        super().__init__(f"{len(ids)}{of} simulations ({listed}); simulation {ids[0]}: {message}")


class Batch:
    """nsim simulations of a copy of the model on nthread threads (0: one per processor).

    A simulation is a row of `state`. persistent=True keeps an MjData for each, which models with sleeping need.
    """

    def __init__(self, model, nsim, nthread=0, persistent=False):
        nsim = operator.index(nsim)
        if not isinstance(model, MjModel):
            raise TypeError(f"model must be an MjModel, got {type(model).__name__}")
        if nsim < 1:
            raise ValueError("nsim must be positive")
        if model.opt.enableflags & mjtEnableBit.mjENBL_SLEEP and not persistent:
            raise ValueError("trees that sleep need persistent=True: what sleeps is not part of the state")
        without_callbacks()
        self.model, self.nsim, self.persistent = copy.copy(model), nsim, bool(persistent)
        self._b = _core.Simulations(self.model, nsim, max(0, operator.index(nthread)), self.persistent)
        self._data = MjData(self.model)
        self._bound, self._expanded, self._models, self._turned = {}, {}, None, {}
        self.nthread, self.nstate, self.state = self._b.nthread, self._b.nstate, self._b.state
        self._every = np.arange(nsim, dtype=np.int32)
        self.status = self._b.status.reshape(nsim)
        self.status.flags.writeable = False
        self.warning = self._b.warning.reshape(nsim, -1, 2)

    def __getattr__(self, name):
        if name.startswith("_") or name not in DATA_FIELDS:
            raise AttributeError(str(fields.not_bound(name)))
        return self.bind(name)

    def __setattr__(self, name, value):
        if name in fields.STATE:
            self.bind(name)[...] = value
        elif name in DATA_FIELDS:
            raise fields_error(name)
        else:
            object.__setattr__(self, name, value)

    def error(self, sim):
        """What went wrong in the last call of a simulation, or ''."""
        return self._b.error(self._one(sim))

    def bind(self, name):
        """A field of MjData as (nsim, …): views of the state, which may be written, and read-only results of the last call."""
        if name not in self._bound:
            if name not in DATA_FIELDS:
                raise fields.not_bound(name)
            self._bound[name] = self._part_of_state(name) if name in fields.STATE else self._result(name)
        return self._bound[name]

    def _part_of_state(self, name):
        bit = int(fields.STATE[name])
        first = mj_stateSize(self.model, _INTEGRATION & (bit - 1))
        part = self.state[:, first : first + mj_stateSize(self.model, bit)]
        shape = fields.of_data(self._data, name).shape
        return np.lib.stride_tricks.as_strided(part, (self.nsim, *shape), (part.strides[0], *np.empty(shape).strides))

    def _result(self, name):
        if name in ORIENTATIONS:
            return self._turned_result(name)
        template = fields.of_data(self._data, name)
        rows = self._b.output(name).view(template.dtype).reshape(self.nsim, *template.shape)
        rows.flags.writeable = False
        return rows

    def _turned_result(self, name):
        """One of the orientations that the engine does not keep, made of those of the bodies after every call."""
        self._turned[name] = self._orientations(name, self.bind("xquat"), self._every)
        rows = self._turned[name].view()
        rows.flags.writeable = False
        return rows

    def _orientations(self, name, xquat, ids):
        own = self._values(ORIENTATIONS[name][2])[ids]
        return orientations(name, self.model, xquat, own if xquat.ndim == 3 else own[:, None])

    def expand(self, name):
        """A field of MjModel, or an option 'opt.<name>', with values of its own for every simulation, (nsim, …)."""
        if name not in MODEL_FIELDS:
            raise fields.not_expanded(name)
        if self._models is not None:
            raise FatalError(
                "the simulations run on models of the caller (set_models): edit those, or set_models(None)"
            )
        if name not in self._expanded:
            self._expanded[name] = self._rows_of_model(name, self._b.expand(name))
        return self._expanded[name]

    def expanded(self, name):
        """The values of a field that expand() or set_const() made different, read-only; None if it is shared."""
        if name not in MODEL_FIELDS:
            raise fields.not_expanded(name)
        rows = self._b.expanded(name)
        if rows is None:
            return None
        rows = self._rows_of_model(name, rows)
        rows.flags.writeable = False
        return rows

    def _rows_of_model(self, name, rows):
        template = fields.of_model(self.model, name)
        rows = rows.view(template.dtype)
        if name == "bvh_aabb":
            return rows.reshape(self.nsim, rows.shape[1] // 6, 6)
        return rows.reshape(self.nsim, *template.shape)

    def _values(self, name):
        """Values of a field of the model in every simulation, writable only where expand() was asked for them."""
        if self._models is not None and not isinstance(self._models, MjModel):
            values = np.stack([getattr(model, name) for model in self._models])
            values.flags.writeable = False
            return values
        if self._models is not None:
            return shared(getattr(self._models, name), self.nsim)
        if name in self._expanded:
            return self._expanded[name]
        values = self.expanded(name) if name in MODEL_FIELDS else None
        return shared(getattr(self.model, name), self.nsim) if values is None else values

    def _one(self, sim):
        sim = operator.index(sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"sim has to lie in [0, {self.nsim}), got {sim}")
        return sim

    def _chosen(self, ids):
        chosen = _ids(ids, self.nsim)
        return self._every if chosen is None else chosen

    def _call(self, function, ids, *arguments):
        """Runs a native function on the chosen simulations; SimulationError if some went wrong."""
        without_callbacks()
        function(ids, *arguments)
        for name, rows in self._turned.items():
            rows[ids] = self._orientations(name, self.bind("xquat")[ids], ids)
        wrong = ids[self.status[ids] != 0]
        if wrong.size:
            raise SimulationError(wrong, self.error(wrong[0]), len(ids))

    @staticmethod
    def _stage(stage):
        if not 0 <= int(stage) <= int(mjtStage.mjSTAGE_ACC):
            raise FatalError(f"stage must be one of mjtStage, 0 to {int(mjtStage.mjSTAGE_ACC)}, got {int(stage)}")
        return int(stage)

    def step(self, ids=None, nstep=1, stage=0):
        """nstep steps of the chosen simulations, then the forward stages up to `stage` at the new state.

        ids: ascending integers, a mask of shape (nsim,), or None for all.
        """
        if nstep < 1:
            raise FatalError(f"nstep must be positive, got {nstep}")
        self._call(self._b.step, self._chosen(ids), operator.index(nstep), self._stage(stage))

    def forward(self, ids=None, stage=int(mjtStage.mjSTAGE_ACC)):
        """The forward stages up to `stage`."""
        self._call(self._b.forward, self._chosen(ids), self._stage(stage))

    def reset(self, ids=None, keyframe=-1, stage=int(mjtStage.mjSTAGE_ACC)):
        """Back to the initial state (-1) or to keyframes, one for all or one each; then the forward stages up to `stage`."""
        chosen = self._chosen(ids)
        self._call(
            self._b.reset,
            chosen,
            in_range(keyframe, (len(chosen),), -1, self.model.nkey, "keyframe"),
            self._stage(stage),
        )

    def set_const(self, ids=None):
        """mj_setConst for every chosen simulation; what it derives becomes the simulation's own."""
        if self._models is not None:
            raise FatalError("the simulations run on models of the caller (set_models): call mj_setConst on those")
        self._call(self._b.set_const, self._chosen(ids))

    def set_models(self, models):
        """Simulation i runs on models[i], all on one MjModel, or on the batch's own again (None)."""
        if models is not None and (self._expanded or self._b.expanded("stat") is not None):
            raise FatalError(
                "fields have per-simulation values (expand, set_const), which models of the caller would hide"
            )
        one = isinstance(models, MjModel)
        models = models if one or models is None else tuple(models)
        if not one and models is not None and len(models) != self.nsim:
            raise ValueError(f"set_models needs one model per simulation, got {len(models)} for {self.nsim}")
        if not one and models is not None and not all(isinstance(model, MjModel) for model in models):
            raise TypeError("set_models needs an MjModel, or one per simulation")
        self._b.set_models([] if models is None else [models] if one else list(models))
        self._models = models

    @property
    def models(self):
        """What set_models() was given; None while the simulations run on the batch's model."""
        return self._models

    def get_model(self, sim, model=None):
        """The model of a simulation with its own values, as a copy or written into `model`."""
        sim = self._one(sim)
        if model is None:
            model = copy.copy(
                self.model
                if self._models is None
                else self._models
                if isinstance(self._models, MjModel)
                else self._models[sim]
            )
        self._b.get_model(sim, model)
        return model

    def get_data(self, sim, data=None):
        """The state of a simulation, and all its data in a persistent batch, in a new MjData or in `data`."""
        sim = self._one(sim)
        data = MjData(self.model) if data is None else data
        self._b.get_data(sim, data)
        return data

    def rollout(self, nstep, control=None, control_spec=_CTRL, record=("qpos",), ids=None, out=None):
        """nstep steps with what is in `record` noted after each: {item: (n, nstep, …)}.

        control: (n, nstep, mj_stateSize(model, control_spec)), or None to leave the inputs. record: fields of MjData, or sums of mjtState for
        state vectors. A simulation that warns stops; its last results are repeated. out: arrays to write into, by item.
        """
        nstep = operator.index(nstep)
        if nstep < 1:
            raise ValueError("nstep must be positive")
        chosen, out = self._chosen(ids), out or {}
        if control is not None:
            shape = (len(chosen), nstep, mj_stateSize(self.model, int(control_spec)))
            control = np.ascontiguousarray(np.broadcast_to(np.asarray(control, np.float64), shape))
        results, wanted, turned = {}, [], {}
        for item in record:
            results[item] = self._room_for(item, (len(chosen), nstep), out.get(item))
            name, spec = (item, 0) if isinstance(item, str) else (None, int(item))
            noted = results[item]
            if name in ORIENTATIONS:
                name, noted = "xquat", turned.setdefault(item, np.empty((len(chosen), nstep, self.model.nbody, 4)))
            if noted.size:
                wanted.append((name, spec, noted.reshape(-1).view(np.uint8)))
        try:
            self._call(self._b.rollout, chosen, nstep, control, int(control_spec), wanted)
        finally:
            for item, xquat in turned.items():
                results[item][...] = self._orientations(item, xquat, chosen)
        return results

    def _room_for(self, item, lead, given):
        """An array for what a rollout notes."""
        if isinstance(item, str):
            if item not in DATA_FIELDS:
                raise fields.not_bound(item)
            template = fields.of_data(self._data, item)
            shape, dtype = (*lead, *template.shape), template.dtype
        else:
            shape, dtype = (*lead, mj_stateSize(self.model, int(item))), np.dtype(np.float64)
        if given is None:
            return np.empty(shape, dtype)
        fits = (
            isinstance(given, np.ndarray) and given.shape == shape and given.dtype == dtype and given.flags.c_contiguous
        )
        if not fits or not given.flags.writeable:
            raise ValueError(f"out[{item!r}] must be a writable contiguous array of shape {shape} and type {dtype}")
        return given

    def jac(self, body, point, ids=None):
        """Jacobians (n, 3, nv), translation and rotation, of points fixed to bodies; one body and point for all or one each."""
        chosen = self._chosen(ids)
        n = len(chosen)
        body = in_range(body, (n,), 0, self.model.nbody, "body")
        point = np.ascontiguousarray(np.broadcast_to(np.asarray(point, np.float64), (n, 3)))
        jacp, jacr = np.zeros((n, 3, self.model.nv)), np.zeros((n, 3, self.model.nv))
        self._call(self._b.jac, chosen, body, point, jacp, jacr)
        return jacp, jacr

    def ray(self, pnt, vec, geomgroup=None, flg_static=True, bodyexclude=-1, ids=None, normal=False):
        """Distances and geoms (n, nray) where rays first meet a geom, -1 where none; normals too if asked for.

        pnt, vec: (3,) is one ray, (nray, 3) the same rays everywhere, (n, nray, 3) rays for each. bodyexclude: for all, or (n, nray).
        """
        chosen = self._chosen(ids)
        pnt, vec = (np.asarray(array, np.float64) for array in (pnt, vec))
        nray = max(array.shape[-2] if array.ndim > 1 else 1 for array in (pnt, vec))
        shape = (len(chosen), nray)
        pnt, vec = (np.ascontiguousarray(np.broadcast_to(array, (*shape, 3))) for array in (pnt, vec))
        bodyexclude = in_range(bodyexclude, shape, -1, self.model.nbody, "bodyexclude").reshape(-1)
        dist, geomid, normals = np.full(shape, -1.0), np.full(shape, -1, np.int32), np.zeros((*shape, 3))
        groups = None if geomgroup is None else np.asarray(geomgroup, np.uint8)
        self._call(self._b.ray, chosen, pnt, vec, groups, bool(flg_static), bodyexclude, dist, geomid, normals)
        return (dist, geomid, normals) if normal else (dist, geomid)


def _accessor(kind):
    def accessor(self, key):
        return Named(self, kind, key)

    accessor.__name__, accessor.__doc__ = kind, f"One {kind} in every simulation, by name or index."
    return accessor


for _kind in KINDS:
    setattr(Batch, _kind, _accessor(_kind))
