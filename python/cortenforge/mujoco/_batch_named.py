"""One object in every simulation of a batch: batch.joint("knee").qpos is (nsim, 1)."""

import numpy as np

from cortenforge.mujoco import _batch_fields as fields
from cortenforge.mujoco import _named

KINDS = "actuator body camera equality geom joint keyframe light material numeric pair sensor site tendon".split()
_ATTRIBUTES = [
    {alias: attributes for aliases, _, _, _, attributes in table for alias in aliases}
    for table in (_named.DATA, _named.MODEL)
]
_NOT_ITS_OWN = {
    ("actuator", "moment"),
    ("tendon", "_lengthspring"),
}  # windows of the oracle that are not the object's numbers


class Named:
    """Attributes of the data are views of what bind() gives; those of the model are read from each simulation and written by expand()."""

    def __init__(self, batch, kind, key):
        found = getattr(batch.model, kind)(key)
        put = object.__setattr__
        put(self, "_batch", batch)
        put(self, "_kind", kind)
        put(self, "id", found.id)
        put(self, "name", found.name)

    def _place(self, attribute):
        """Where an attribute is: whether in the data, its field, and its index in the field behind the simulations."""
        for in_data, table in zip((True, False), _ATTRIBUTES):
            maker = table.get(self._kind, {}).get(attribute)
            if maker is None:
                continue
            if (self._kind, attribute) in _NOT_ITS_OWN:
                raise AttributeError(f"{attribute} of a {self._kind} is computed, not a slice of a field")
            ndim = (
                fields.of_data(self._batch._data, maker.field) if in_data else getattr(self._batch.model, maker.field)
            ).ndim
            return in_data, maker.field, maker.index(self._batch.model, self.id, ndim)
        known = [name for table in _ATTRIBUTES for name in table.get(self._kind, {})]
        raise AttributeError(f"{attribute} is not a field of a {self._kind}{fields._close(attribute, known)}")

    def __getattr__(self, attribute):
        in_data, field, index = self._place(attribute)
        rows = self._batch.bind(field) if in_data else self._batch._values(field)
        return rows[:, index]

    def __setattr__(self, attribute, value):
        if attribute in ("id", "name"):
            raise AttributeError(f"the {attribute} of a {self._kind} cannot be changed")
        in_data, field, index = self._place(attribute)
        if in_data and field not in fields.STATE:
            raise fields_error(field)
        if not in_data and self._batch.models is not None:
            raise ValueError(f"the simulations run on models of the caller (set_models): write {field} there")
        if not in_data and field not in self._batch._expanded and fields.is_structural(field):
            raise ValueError(f"{field} is structural, the same in every simulation")
        (self._batch.bind(field) if in_data else self._batch.expand(field))[:, index] = value

    def __dir__(self):
        return ["id", "name", *(name for table in _ATTRIBUTES for name in table.get(self._kind, {}))]


def fields_error(field):
    """The error for writing a result."""
    return ValueError(f"{field} is computed by every call; what is written there would be lost")


def shared(values, nsim):
    """The same values for every simulation, read-only."""
    return np.broadcast_to(values, (nsim, *values.shape))
