"""Named access: m.body("torso").pos, d.joint("knee").qpos. Every attribute is a view; assignment writes into the engine."""

from cortenforge import _core
from cortenforge.mujoco import _client_texts
from cortenforge.mujoco._enums import ALL as ENUMS

_OBJ = ENUMS["mjtObj"]

_QPOS_OF = (7, 4, 1, 1)  # free, ball, slide, hinge
_DOF_OF = (6, 3, 1, 1)


class _Row:
    """Entry i of an array with one row per object."""

    def __init__(self, field):
        self.field = field

    def __call__(self, owner, i):
        array = getattr(owner, self.field)
        return array[self.index(getattr(owner, "model", owner), i, array.ndim)]

    def index(self, model, i, ndim):
        """Where the object is in an array of so many dimensions."""
        return slice(i, i + 1) if ndim == 1 else i


class _Flat(_Row):
    """Number i of an array, whatever its shape."""

    def __call__(self, owner, i):
        return getattr(owner, self.field).reshape(-1)[i : i + 1]


class _Slice(_Row):
    """Rows [start, start + count) of an array, both told by the model."""

    def __init__(self, field, span):
        super().__init__(field)
        self.span = span

    def index(self, model, i, ndim):
        start, count = self.span(model, i)
        return slice(start, start + count)


class _Shaped(_Slice):
    """The same, seen in another shape."""

    def __init__(self, field, span, shape):
        super().__init__(field, span)
        self.shape = shape

    def __call__(self, owner, i):
        return super().__call__(owner, i).reshape(self.shape(getattr(owner, "model", owner), i))


def _qpos_span(m, i):
    return m.jnt_qposadr[i], _QPOS_OF[m.jnt_type[i]]


def _dof_span(m, i):
    return m.jnt_dofadr[i], _DOF_OF[m.jnt_type[i]]


def _rows(prefix, names, **special):
    return {**{name: _Row(prefix + name) for name in names.split()}, **special}


_JOINT_MODEL = _rows(
    "jnt_",
    "type qposadr dofadr group limited solref solimp pos axis stiffness range margin user",
    **{name: _Slice(name, _qpos_span) for name in ("qpos0", "qpos_spring")},
    **{
        name: _Slice(f"dof_{name}", _dof_span)
        for name in "bodyid jntid parentid Madr simplenum frictionloss armature damping invweight0 M0".split()
    },
)
_JOINT_DATA = {
    "qpos": _Slice("qpos", _qpos_span),
    "xanchor": _Row("xanchor"),
    "xaxis": _Row("xaxis"),
    **{
        name: _Slice(name, _dof_span)
        for name in (
            "qvel qacc_warmstart qfrc_applied qacc cdof qLDiagInv cdof_dot qfrc_bias qfrc_passive qfrc_actuator qfrc_smooth "
            "qacc_smooth qfrc_constraint qfrc_inverse"
        ).split()
    },
}

# accessor names, object type, size, class name stem, attributes
MODEL = [
    (
        ("body",),
        _OBJ.mjOBJ_BODY,
        "nbody",
        "Body",
        _rows(
            "body_",
            "parentid rootid weldid mocapid jntnum jntadr dofnum dofadr geomnum geomadr simple sameframe pos quat ipos iquat "
            "mass subtreemass inertia invweight0 user",
        ),
    ),
    (("jnt", "joint"), _OBJ.mjOBJ_JOINT, "njnt", "Joint", _JOINT_MODEL),
    (
        ("geom",),
        _OBJ.mjOBJ_GEOM,
        "ngeom",
        "Geom",
        _rows(
            "geom_",
            "type contype conaffinity condim bodyid dataid matid group priority sameframe solmix solref solimp size rbound pos "
            "quat friction margin gap user rgba",
        ),
    ),
    (
        ("site",),
        _OBJ.mjOBJ_SITE,
        "nsite",
        "Site",
        _rows("site_", "type bodyid matid group sameframe size pos quat user rgba"),
    ),
    (
        ("cam", "camera"),
        _OBJ.mjOBJ_CAMERA,
        "ncam",
        "Camera",
        _rows("cam_", "mode bodyid targetbodyid pos quat poscom0 pos0 mat0 fovy ipd user"),
    ),
    (
        ("light",),
        _OBJ.mjOBJ_LIGHT,
        "nlight",
        "Light",
        _rows(
            "light_",
            "mode bodyid targetbodyid type castshadow active pos dir poscom0 pos0 dir0 attenuation cutoff exponent ambient "
            "diffuse specular",
        ),
    ),
    (
        ("mesh",),
        _OBJ.mjOBJ_MESH,
        "nmesh",
        "Mesh",
        _rows("mesh_", "vertadr vertnum texcoordadr faceadr facenum graphadr"),
    ),
    (
        ("skin",),
        _OBJ.mjOBJ_SKIN,
        "nskin",
        "Skin",
        _rows("skin_", "matid rgba inflate vertadr vertnum texcoordadr faceadr facenum boneadr bonenum"),
    ),
    (
        ("hfield",),
        _OBJ.mjOBJ_HFIELD,
        "nhfield",
        "Hfield",
        _rows(
            "hfield_",
            "size nrow ncol adr",
            data=_Shaped(
                "hfield_data",
                lambda m, i: (m.hfield_adr[i], m.hfield_nrow[i] * m.hfield_ncol[i]),
                lambda m, i: (m.hfield_nrow[i], m.hfield_ncol[i]),
            ),
        ),
    ),
    (
        ("tex", "texture"),
        _OBJ.mjOBJ_TEXTURE,
        "ntex",
        "Texture",
        _rows(
            "tex_",
            "type height width nchannel adr",
            data=_Shaped(
                "tex_data",
                lambda m, i: (m.tex_adr[i], m.tex_height[i] * m.tex_width[i] * m.tex_nchannel[i]),
                lambda m, i: (m.tex_height[i], m.tex_width[i], m.tex_nchannel[i]),
            ),
        ),
    ),
    (
        ("mat", "material"),
        _OBJ.mjOBJ_MATERIAL,
        "nmat",
        "Material",
        _rows("mat_", "texid texuniform texrepeat emission specular shininess reflectance rgba"),
    ),
    (
        ("pair",),
        _OBJ.mjOBJ_PAIR,
        "npair",
        "Pair",
        _rows("pair_", "dim geom1 geom2 signature solref solimp margin gap friction"),
    ),
    (("exclude",), _OBJ.mjOBJ_EXCLUDE, "nexclude", "Exclude", _rows("exclude_", "signature")),
    (
        ("eq", "equality"),
        _OBJ.mjOBJ_EQUALITY,
        "neq",
        "Equality",
        _rows("eq_", "type obj1id obj2id active0 solref solimp data"),
    ),
    (
        ("tendon",),
        _OBJ.mjOBJ_TENDON,
        "ntendon",
        "Tendon",
        _rows(
            "tendon",
            "_adr _num _matid _group _limited _width _solref_lim _solimp_lim _solref_fri _solimp_fri _range _margin _stiffness "
            "_damping _frictionloss _length0 _invweight0 _user _rgba",
            # one number at the wrong place, as the oracle has it
            _lengthspring=_Flat("tendon_lengthspring"),
        ),
    ),
    (
        ("actuator",),
        _OBJ.mjOBJ_ACTUATOR,
        "nu",
        "Actuator",
        _rows(
            "actuator_",
            "trntype dyntype gaintype biastype trnid actadr actnum group ctrllimited forcelimited actlimited dynprm gainprm "
            "biasprm ctrlrange forcerange actrange gear cranklength acc0 length0 lengthrange user",
        ),
    ),
    (
        ("sensor",),
        _OBJ.mjOBJ_SENSOR,
        "nsensor",
        "Sensor",
        _rows("sensor_", "type datatype needstage objtype objid reftype refid dim adr cutoff noise user"),
    ),
    (
        ("numeric",),
        _OBJ.mjOBJ_NUMERIC,
        "nnumeric",
        "Numeric",
        _rows("numeric_", "adr size", data=_Slice("numeric_data", lambda m, i: (m.numeric_adr[i], m.numeric_size[i]))),
    ),
    (
        ("tuple",),
        _OBJ.mjOBJ_TUPLE,
        "ntuple",
        "Tuple",
        _rows(
            "tuple_",
            "adr size",
            **{
                name: _Slice(f"tuple_{name}", lambda m, i: (m.tuple_adr[i], m.tuple_size[i]))
                for name in ("objtype", "objid", "objprm")
            },
        ),
    ),
    (("key", "keyframe"), _OBJ.mjOBJ_KEY, "nkey", "Keyframe", _rows("key_", "time qpos qvel act mpos mquat ctrl")),
]

DATA = [
    (
        ("body",),
        _OBJ.mjOBJ_BODY,
        "nbody",
        "Body",
        _rows(
            "",
            "xfrc_applied xpos xquat xmat xipos ximat subtree_com cinert crb cvel subtree_linvel subtree_angmom cacc cfrc_int cfrc_ext",
        ),
    ),
    (("jnt", "joint"), _OBJ.mjOBJ_JOINT, "njnt", "Joint", _JOINT_DATA),
    (("geom",), _OBJ.mjOBJ_GEOM, "ngeom", "Geom", _rows("geom_", "xpos xmat")),
    (("site",), _OBJ.mjOBJ_SITE, "nsite", "Site", _rows("site_", "xpos xmat")),
    (("cam", "camera"), _OBJ.mjOBJ_CAMERA, "ncam", "Camera", _rows("cam_", "xpos xmat")),
    (("light",), _OBJ.mjOBJ_LIGHT, "nlight", "Light", _rows("light_", "xpos xdir")),
    (
        ("actuator",),
        _OBJ.mjOBJ_ACTUATOR,
        "nu",
        "Actuator",
        _rows(
            "actuator_",
            "length velocity force",
            ctrl=_Row("ctrl"),
            # the oracle's window of nv numbers at index·nv of the sparse moment; kept although it means nothing
            moment=_Slice("actuator_moment", lambda m, i: (i * m.nv, m.nv)),
        ),
    ),
    (
        ("sensor",),
        _OBJ.mjOBJ_SENSOR,
        "nsensor",
        "Sensor",
        {"data": _Slice("sensordata", lambda m, i: (m.sensor_adr[i], m.sensor_dim[i]))},
    ),
    (
        ("tendon", "ten"),
        _OBJ.mjOBJ_TENDON,
        "ntendon",
        "Tendon",
        _rows("ten_", "wrapadr wrapnum J_rownnz J_rowadr J_colind length J velocity"),
    ),
]


VIEWS = {}  # class name -> class


class _View:
    """One object; see its attributes with print()."""

    _attributes = {}

    def __init__(self, owner, index, name):
        put = object.__setattr__
        put(self, "_owner", owner)
        put(self, "id", index)
        put(self, "name", name)

    def __getattr__(self, attribute):
        maker = self._attributes.get(attribute)
        if maker is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{attribute}'")
        array = maker(self._owner, self.id)
        object.__setattr__(self, attribute, array)  # the same array every time
        return array

    def __setattr__(self, attribute, value):
        if attribute not in self._attributes:
            raise AttributeError(f"'{type(self).__name__}' object has no assignable attribute '{attribute}'")
        getattr(self, attribute)[...] = value

    def __dir__(self):
        return [*object.__dir__(self), *self._attributes]

    def __repr__(self):
        public = sorted(["id", "name", *(a for a in self._attributes if not a.startswith("_"))])
        lines = [f"  {a}: {getattr(self, a)!r}" for a in public]
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])


def _names(model, objtype, count):
    names = (_core.mj_id2name(model, objtype, i) for i in range(count))
    return sorted(name for name in names if name)


def _twin(owner):
    """Another object of the same memory, for views to hold: the owner keeps its views, so they must not keep the owner."""
    if "_twin" not in owner.__dict__:
        owner.__dict__["_twin"] = owner._same()
    return owner.__dict__["_twin"]


def _make(view, objtype, size, label):
    def accessor(self, name=None):
        model = getattr(self, "model", self)
        count = getattr(model, size)
        if name is None or isinstance(name, str):
            index = _core.mj_name2id(model, objtype, name or "")
            if index < 0:
                raise KeyError(_client_texts.invalid_name(name or "", _names(model, objtype, count)))
        else:
            index = int(name)
            if not 0 <= index < count:
                raise IndexError(_client_texts.invalid_index(index, count))
        cache = self.__dict__.setdefault(f"_{label}_views", {})
        if index not in cache:
            cache[index] = view(_twin(self), index, _core.mj_id2name(model, objtype, index) or "")
        return cache[index]

    accessor.__name__ = label
    accessor.__doc__ = f"Attributes of one {label}, by name or index."
    return accessor


def install(cls, table, stem):
    """Gives MjModel or MjData its accessors."""
    for aliases, objtype, size, name, attributes in table:
        view = VIEWS[f"_Mj{stem}{name}Views"] = type(
            f"_Mj{stem}{name}Views", (_View,), {"__module__": __name__, "_attributes": attributes}
        )
        accessor = _make(view, objtype, size, aliases[-1])
        for alias in aliases:
            setattr(cls, alias, accessor)
