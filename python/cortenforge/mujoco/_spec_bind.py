"""model.bind(element), data.bind(elements): what a compiled model or its data hold of elements of an MjSpec."""

from cortenforge.mujoco import _client_texts
from cortenforge.mujoco._data import MjData
from cortenforge.mujoco._model import MjModel
from cortenforge.mujoco._spec_elements import _Named


class _Bound:
    """Several elements at once; an attribute is the list of all their numbers, one after the other."""

    def __init__(self, owner, elements):
        self.__dict__.update(_owner=owner, _views=[_view(owner, element) for element in elements])

    def __getattr__(self, name):
        return [number for view in self._views for number in getattr(view, name)]

    def __setattr__(self, name, value):
        if isinstance(self._owner, MjModel):
            raise AttributeError(f"Cannot set {name} on MjModel.")
        place = 0
        for view in self._views:
            numbers = getattr(view, name)
            setattr(view, name, value[place : place + len(numbers)])
            place += len(numbers)


def _view(owner, element):
    if not isinstance(element, _Named):
        raise TypeError(f"cannot bind {type(element).__name__}")
    model = owner if isinstance(owner, MjModel) else owner.model
    if element.signature != model.signature:
        raise ValueError(_client_texts.OTHER_MODEL)
    return getattr(owner, element._ref.kind)(element.id)


def _bind(self, specs):
    """Views of one element, or of each element of a list, of the MjSpec this was compiled from."""
    return _Bound(self, specs) if isinstance(specs, (list, tuple)) else _view(self, specs)


MjModel.bind = _bind
MjData.bind = _bind
