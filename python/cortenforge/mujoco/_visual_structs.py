"""MuJoCo's structs of abstract visualization (mjv) as plain Python structs: what a program keeps before it renders."""

import numpy as np

from cortenforge.mujoco import _constants
from cortenforge.mujoco._plain_structs import make_struct, show

_NGROUP = _constants.mjNGROUP
_MAXLINE = _constants.mjMAXLINE
_GROUPS = "actuator flex geom joint site skin tendon"
_FIRST_GROUPS = (1, 1, 1, 0, 0, 0)


def _on_at_start(strings):
    return tuple(int(on) for _, on, _ in strings)


def _struct(name, fields, defaults=None):
    """fields: name -> numpy format, or (format, shape); defaults: the fields that do not start at zero."""
    dtype = np.dtype(
        [(field, *(kind if isinstance(kind, tuple) else (kind,))) for field, kind in fields.items()], align=True
    )
    first = np.zeros((), dtype)
    for field, value in (defaults or {}).items():
        first[field] = value
    return make_struct(name, dtype, first.tobytes(), __name__)


def _columns(format_, names):
    return {name: format_ for name in names.split()}


MjvCamera = _struct(
    "MjvCamera",
    {
        **_columns("i4", "type fixedcamid trackbodyid"),
        "lookat": ("f8", 3),
        **_columns("f8", "distance azimuth elevation"),
        "orthographic": "i4",
    },
    {"fixedcamid": -1, "trackbodyid": -1, "distance": 2, "azimuth": 90, "elevation": -45},
)
MjvGLCamera = _struct(
    "MjvGLCamera",
    {
        **_columns(("f4", 3), "pos forward up"),
        **_columns("f4", "frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far"),
        "orthographic": "i4",
    },
)
MjvGeom = _struct(
    "MjvGeom",
    {
        **_columns("i4", "type dataid objtype objid category matid texcoord segid"),
        "size": ("f4", 3),
        "pos": ("f4", 3),
        "mat": ("f4", (3, 3)),
        "rgba": ("f4", 4),
        **_columns("f4", "emission specular shininess reflectance"),
        "label": "S100",
        "camdist": "f4",
        "modelrbound": "f4",
        "transparent": "u1",
    },
    {
        "type": 1001,
        "dataid": -1,
        "matid": -1,
        "size": 0.1,
        "mat": np.eye(3),
        "rgba": (0.5, 0.5, 0.5, 1),
        "specular": 0.5,
        "shininess": 0.5,
    },
)
MjvLight = _struct(
    "MjvLight",
    {
        "id": "i4",
        **_columns(("f4", 3), "pos dir"),
        "type": "i4",
        "texid": "i4",
        "attenuation": ("f4", 3),
        **_columns("f4", "cutoff exponent"),
        **_columns(("f4", 3), "ambient diffuse specular"),
        **_columns("u1", "headlight castshadow"),
        **_columns("f4", "bulbradius intensity range"),
    },
)
MjvOption = _struct(
    "MjvOption",
    {
        "label": "i4",
        "frame": "i4",
        **{f"{group}group": ("u1", _NGROUP) for group in _GROUPS.split()},
        "flags": ("u1", len(_constants.mjVISSTRING)),
        "bvh_depth": "i4",
        "flex_layer": "i4",
    },
    {
        **{f"{group}group": _FIRST_GROUPS for group in _GROUPS.split()},
        "flags": _on_at_start(_constants.mjVISSTRING),
        "bvh_depth": 1,
    },
)
MjvPerturb = _struct(
    "MjvPerturb",
    {
        **_columns("i4", "select flexselect skinselect active active2"),
        "refpos": ("f8", 3),
        "refquat": ("f8", 4),
        "refselpos": ("f8", 3),
        "localpos": ("f8", 3),
        "localmass": "f8",
        "scale": "f8",
    },
    {"flexselect": -1, "skinselect": -1, "refquat": (1, 0, 0, 0), "scale": 1},
)
MjvFigure = _struct(
    "MjvFigure",
    {
        **_columns("i4", "flg_legend flg_extend flg_barplot flg_selection flg_symmetric"),
        "flg_ticklabel": ("i4", 2),
        **_columns("f4", "linewidth gridwidth"),
        "gridsize": ("i4", 2),
        "gridrgb": ("f4", 3),
        **_columns(("f4", 4), "figurergba panergba legendrgba"),
        "textrgb": ("f4", 3),
        "linergb": ("f4", (_MAXLINE, 3)),
        "range": ("f4", (2, 2)),
        "xformat": "S20",
        "yformat": "S20",
        "minwidth": "S20",
        "title": "S1000",
        "xlabel": "S100",
        "linename": ("S100", _MAXLINE),
        **_columns("i4", "legendoffset subplot"),
        "highlight": ("i4", 2),
        "highlightid": "i4",
        "selection": "f4",
        "linepnt": ("i4", _MAXLINE),
        "linedata": ("f4", (_MAXLINE, 2 * _constants.mjMAXLINEPNT)),
        **_columns(("i4", 2), "xaxispixel yaxispixel"),
        **_columns(("f4", 2), "xaxisdata yaxisdata"),
    },
    {
        "flg_legend": 1,
        "flg_extend": 1,
        "flg_ticklabel": 1,
        "linewidth": 3,
        "gridwidth": 1,
        "gridsize": 2,
        "gridrgb": 0.4,
        "figurergba": (0, 0, 0, 1),
        "panergba": (0, 0, 0, 1),
        "legendrgba": (0, 0, 0, 0.3),
        "textrgb": 1,
        "range": (0, 1),
        "xformat": b"%.0f",
        "yformat": b"%.2g",
        "minwidth": b"XXX",
        "highlightid": -1,
    },
)

_SCALARS = {
    **_columns("i4", "maxgeom ngeom nskin nflex nlight stereo framewidth status"),
    **_columns("u1", "enabletransform flexvertopt flexedgeopt flexfaceopt flexskinopt"),
    "scale": "f4",
    "translate": ("f4", 3),
    "rotate": ("f4", 4),
    "framergb": ("f4", 3),
    "flags": ("u1", len(_constants.mjRNDSTRING)),
}
_SceneBase = _struct(
    "_SceneBase", _SCALARS, {"scale": 1, "rotate": (1, 0, 0, 0), "flags": _on_at_start(_constants.mjRNDSTRING)}
)


def _triangles(m, flex):
    """Room for the faces of a flex: both sides of elements and sides of a shell, or the largest layer of tetrahedra."""
    if m.flex_dim[flex] == 2:
        return 2 * (m.flex_elemnum[flex] + m.flex_shellnum[flex])
    first = m.flex_elemadr[flex]
    layers = m.flex_elemlayer[first : first + m.flex_elemnum[flex]]
    return 4 * np.bincount(layers).max(initial=0)


def _skin_arrays(m):
    copied = ("facenum", "vertadr", "vertnum")
    arrays = {f"skin{name}": getattr(m, f"skin_{name}").copy() if m else np.zeros(0, np.int32) for name in copied}
    return {
        **arrays,
        **{name: np.zeros(3 * m.nskinvert if m else 0, np.float32) for name in ("skinvert", "skinnormal")},
    }


def _flex_arrays(m):
    copied = ("edgeadr", "edgenum", "vertadr", "vertnum")
    arrays = {f"flex{name}": getattr(m, f"flex_{name}").copy() if m else np.zeros(0, np.int32) for name in copied}
    faces = np.array([_triangles(m, flex) for flex in range(m.nflex if m else 0)], np.int32)
    arrays.update(
        flexfacenum=faces,
        flexfaceadr=np.cumsum(faces, dtype=np.int32) - faces,
        flexfaceused=np.zeros_like(faces),
        flexedge=m.flex_edge.flatten() if m else np.zeros(0, np.int32),
        flexvert=np.zeros(3 * m.nflexvert if m else 0, np.float32),
    )
    floats = {"flexface": 9, "flexnormal": 9, "flextexcoord": 6}
    return {**arrays, **{name: np.zeros(count * faces.sum(), np.float32) for name, count in floats.items()}}


class MjvScene(_SceneBase):
    """Abstract geoms, lights and cameras of one picture, with room for maxgeom geoms."""

    def __init__(self, model=None, maxgeom=0):
        if maxgeom < 0:
            raise ValueError("maxgeom must not be negative")
        super().__init__()
        put = object.__setattr__
        put(self, "camera", (MjvGLCamera(), MjvGLCamera()))
        put(self, "lights", tuple(_empty(MjvLight) for _ in range(_constants.mjMAXLIGHT)))
        put(self, "_geoms", None)
        put(self, "_memory", np.zeros((maxgeom, MjvGeom._dtype.itemsize), np.uint8))
        self.maxgeom = maxgeom
        self._size(model)

    def _size(self, m):
        arrays = {"geomorder": np.zeros(self.maxgeom, np.int32), **_skin_arrays(m), **_flex_arrays(m)}
        for name, array in arrays.items():
            object.__setattr__(self, name, array)
        self.nskin, self.nflex = len(self.skinvertadr), len(self.flexvertadr)

    @property
    def geoms(self):
        """Room for all geoms; the first ngeom are in use."""
        if self._geoms is None:
            object.__setattr__(self, "_geoms", tuple(MjvGeom(row) for row in self._memory))
        return self._geoms

    def __repr__(self):
        return show(
            self, [name for name in dir(self) if not name.startswith("_") and not callable(getattr(self, name))]
        )


def _empty(struct):
    return struct(np.zeros(struct._dtype.itemsize, np.uint8))


class MjrRect(_struct("MjrRect", _columns("i4", "left bottom width height"))):
    """A rectangle of pixels."""

    def __init__(self, left, bottom, width, height):
        super().__init__()
        self.left, self.bottom, self.width, self.height = left, bottom, width, height

    def __copy__(self):
        return MjrRect(self.left, self.bottom, self.width, self.height)

    def __reduce__(self):
        return (MjrRect, (self.left, self.bottom, self.width, self.height))
