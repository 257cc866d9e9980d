"""Fields that MuJoCo brought after 3.5.0, for programs that read them: derived from what the 3.5.0 engine has.

A field that names a feature of a later engine (plasticity, the discrete integrator …) has the value it has there when the
feature is not used. Such arrays are read-only: writing them would ask for physics that this engine does not have.
"""

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _api

_TYPES = {"f": np.float64, "i": np.int32, "b": np.bool_, "s": np.float32}

# type, value, then one dimension per word: a size of the model or a number; no dimension: a plain number
_MODEL = """
actuator_ctrlspec i 0 nu;       actuator_armature f 0 nu;       actuator_ctrlnum i 1 nu;       actuator_damping f 0 nu;       actuator_dampingpoly f 0 nu 2
actuator_outnum i 1 nu;         dof_dampingpoly f 0 nv 2;      efm0_L f 0 0;                  efm0_L_colind i 0 0
efm0_L_rowadr i 0 0;            efm0_L_rownnz i 0 0;           efm0_dofid i 0 0;              efmC_perm i 0 0
flex_bendingadr i 0 nflex;      flex_cellnum i 0 nflex 3;      flex_plasticadr i -1 nflex;    flex_plasticmode i 0 nflex
flex_stiffnessadr i 0 nflex;    flex_vertcell i 0 nflexvert;   flex_yield f 0 nflex 2;        flg_adhesion b 0
flg_surfacevel b 0;             geom_adhesion f 0 ngeom;       geom_castshadow b 1 ngeom;     geom_surfacevel f 0 ngeom 6
jnt_actuatorid i -1 njnt;       jnt_plasticadr i -1 njnt;      jnt_springyield f 0 njnt;      jnt_stiffnesspoly f 0 njnt 2
key_plastic f 0 nkey 0;         light_softness s 0 nlight;     mesh_extrema i -1 nmesh 27;    nefm0L i 0
nefm0dof i 0;                   nefmCvert i 0;                 nflexbending i 0;              nflexstiffness i 0
nmeshdegmax i 0;                nplastic i 0;                  npolygonmax i 0;               pair_adhesion f 0 npair
site_dataid i -1 nsite;         tendon_actuatorid i -1 ntendon; tendon_dampingpoly f 0 ntendon 2; tendon_plasticadr i -1 ntendon
tendon_springyield f 0 ntendon; tendon_stiffnesspoly f 0 ntendon 2; tex_contenttypeadr i -1 ntex
"""
_DATA = """
efc_Y f 0 0;            efc_Y_colind i 0 0;     efc_Y_rowadr i 0 0;         efc_Y_rownnz i 0 0;     efm_K_colind i 0 0
efm_K_rowadr i 0 nv;    efm_K_rownnz i 0 nv;    efm_K_val f 0 0;            efm_L f 0 0;            efm_active i 0
efm_aid i 0 nu;         efm_ak f 0 nu;          efm_as f 0 nu;              efm_c f 0 nv;           efm_ca f 0 nv
efm_ck f 0 nv;          efm_con_ind i 0 0;      efm_con_val f 0 0;          efm_diag f 0 nv;        efm_dofid i 0 0
efm_fluid f 0 nv;       efm_sdiag f 0 nv;       efm_tid i 0 ntendon;        efm_tk f 0 ntendon;     efm_ts f 0 ntendon
flex_hessian_valid b 0 nflex; flexedge_hessian f 0 nflexedge 9; flexelem_krot f 0 0; flexvert_conage i 0 nflexvert
flexvert_hessian f 0 nflexvert 6; flexvert_lambda f 0 nflexvert; nY i 0; nefmA i 0; nefmK i 0; nefmL i 0; nefmT i 0
nefmcon i 0;            nefmdof i 0;            plastic f 0 0;              qfrc_adhesion f 0 nv
"""


class _Constant:
    """The same for every object of a kind: what a later engine holds where its feature is not used."""

    def __init__(self, name, letter, fill, *dimensions):
        self.name, self.type, self.fill, self.dimensions = name, _TYPES[letter], fill, dimensions
        self.__doc__ = f"Of later releases of MuJoCo; here always {fill}."

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        if not self.dimensions:
            return bool(int(self.fill)) if self.type is np.bool_ else int(self.fill)
        model = getattr(obj, "model", obj)
        shape = [int(word) if word.isdigit() else getattr(model, word) for word in self.dimensions]
        array = np.full(shape, float(self.fill), self.type)
        array.flags.writeable = False
        return array


def _constants(text):
    rows = (entry.split() for line in text.strip().splitlines() for entry in line.split(";"))
    return {row[0]: _Constant(*row) for row in rows if row}


class _Derived:
    """Computed from other fields at every access; read-only."""

    def __init__(self, compute, doc):
        self.compute, self.__doc__ = compute, doc

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        value = self.compute(obj)
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        return value


def _one_to_one(m):
    return np.arange(m.nu, dtype=np.int32)


def _chain(m, body):
    """Dofs that move a body."""
    while body and not m.body_dofnum[body]:
        body = m.body_parentid[body]
    dof, chain = m.body_dofadr[body] + m.body_dofnum[body] - 1 if body else -1, []
    while dof >= 0:
        chain.append(int(dof))
        dof = m.dof_parentid[dof]
    return chain


def _tendon_dofs(m, tendon):
    """Dofs a tendon can depend on, in order."""
    dofs = set()
    first = m.tendon_adr[tendon]
    for wrap in range(first, first + m.tendon_num[tendon]):
        kind, target = m.wrap_type[wrap], m.wrap_objid[wrap]
        if kind == 1:
            dofs.add(int(m.jnt_dofadr[target]))
        elif kind != 2:
            dofs.update(_chain(m, (m.site_bodyid if kind == 3 else m.geom_bodyid)[target]))
    return sorted(dofs)


def _tendon_rows(m):
    return [_tendon_dofs(m, tendon) for tendon in range(m.ntendon)]


def _row_sizes(m):
    return np.array([len(row) for row in _tendon_rows(m)], np.int32)


def _row_starts(m):
    sizes = _row_sizes(m)
    return (np.cumsum(sizes) - sizes).astype(np.int32)


def _columns(m):
    return np.array([dof for row in _tendon_rows(m) for dof in row], np.int32)


def _tendon_type(m):
    return np.array([int(m.wrap_type[m.tendon_adr[i]] != 1) for i in range(m.ntendon)], np.int32)


# field of the data: words, the body of each object (None: bodies themselves), its orientation in that body
ORIENTATIONS = {
    "xiquat": ("orientation of each body's inertia", None, "body_iquat"),
    "geom_xquat": ("orientation of each geom", "geom_bodyid", "geom_quat"),
    "site_xquat": ("orientation of each site", "site_bodyid", "site_quat"),
}


def _product(a, b):
    """Products of quaternions, with the bits of mju_mulQuat."""
    (aw, ax, ay, az), (bw, bx, by, bz) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ],
        axis=-1,
    )


def orientations(name, model, xquat, own=None):
    """An array of ORIENTATIONS from that of the bodies, (…, nbody, 4); own: orientations in the bodies that are not the model's."""
    _, bodies, field = ORIENTATIONS[name]
    parents = xquat if bodies is None else xquat[..., getattr(model, bodies), :]
    return _product(parents, getattr(model, field) if own is None else own)


MODEL = {
    **_constants(_MODEL),
    "nactuator": _Derived(lambda m: m.nu, "number of actuators; each has one control"),
    "nout": _Derived(lambda m: m.nu, "number of actuator outputs; each actuator has one"),
    "actuator_ctrladr": _Derived(_one_to_one, "first control of an actuator: its own number"),
    "actuator_outadr": _Derived(_one_to_one, "first output of an actuator: its own number"),
    "flg_gravcomp": _Derived(lambda m: m.ngravcomp > 0, "whether any body has gravity compensation"),
    "nJten": _Derived(lambda m: int(_row_sizes(m).sum()), "dofs of all tendons together"),
    "ten_J_rownnz": _Derived(_row_sizes, "number of dofs a tendon can depend on"),
    "ten_J_rowadr": _Derived(_row_starts, "first entry of a tendon in ten_J_colind"),
    "ten_J_colind": _Derived(_columns, "dofs of every tendon"),
    "tendon_type": _Derived(_tendon_type, "0: fixed, 1: spatial"),
}
DATA = {
    **_constants(_DATA),
    "efc_diagA": _Derived(lambda d: d.efc_diagApprox.copy(), "efc_diagApprox under its later name"),
    **{
        name: _Derived(lambda d, name=name: orientations(name, d.model, d.xquat), words)
        for name, (words, _, _) in ORIENTATIONS.items()
    },
}


def install(model_class, data_class):
    """Lets both classes answer for the fields they lack; `dir` shows them to programs of later releases alone."""
    for cls, fields in ((model_class, MODEL), (data_class, DATA)):

        def later(self, name, fields=fields):
            if name not in fields:
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            return fields[name].__get__(self)

        cls.__getattr__ = later

    def show(is_later):
        for cls, fields in ((model_class, MODEL), (data_class, DATA)):
            for name, field in fields.items():
                if is_later and not hasattr(cls, name):
                    setattr(cls, name, field)
                elif not is_later and cls.__dict__.get(name) is field:
                    delattr(cls, name)

    _api.follow(show)
    _api.follow(_core.set_lenient_reading)
