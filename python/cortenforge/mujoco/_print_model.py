"""The text that mj_printModel writes, line by line as MuJoCo has it."""

import numpy as np

from cortenforge import _core
from cortenforge.mujoco._print_matrix import join, pattern_lines

# prefix of the arrays -> heading, number of objects, object type
_OBJECTS = {
    "body_": ("BODY", "nbody", 1), "jnt_": ("JOINT", "njnt", 3), "dof_": ("DOF", "nv", None), "tree_": ("TREE", "ntree", None),
    "geom_": ("GEOM", "ngeom", 5), "site_": ("SITE", "nsite", 6), "cam_": ("CAMERA", "ncam", 7), "light_": ("LIGHT", "nlight", 8),
    "flex_": ("FLEX", "nflex", 9), "mesh_": ("MESH", "nmesh", 10), "skin_": ("SKIN", "nskin", 11),
    "hfield_": ("HEIGHTFIELD", "nhfield", 12), "tex_": ("TEXTURE", "ntex", 13), "mat_": ("MATERIAL", "nmat", 14),
    "pair_": ("PAIR", "npair", 15), "exclude_": ("EXCLUDE", "nexclude", 16), "eq_": ("EQUALITY", "neq", 17),
    "tendon_": ("TENDON", "ntendon", 18), "actuator_": ("ACTUATOR", "nu", 19), "sensor_": ("SENSOR", "nsensor", 20),
}
_OPTION_VECTORS = ("gravity", "wind", "magnetic", "o_solref", "o_solimp", "o_friction")
_MATRICES = (("B: body-dof matrix", "B", "nbody", ("B_rownnz", "B_rowadr", "B_colind")),
             ("M: reduced inertia matrix", "M", "nv", ("M_rownnz", "M_rowadr", "M_colind", "mapM2M")),
             ("D: dof-dof matrix", "D", "nv", ("D_rownnz", "D_rowadr", "D_colind", "mapM2D", "mapD2M")))


def memory_text(size):
    """Bytes, or kilobytes and more where they are many: seven columns of number, then the unit."""
    for unit in ("bytes", "KB", "MB", "GB"):
        if size < 10240 or unit == "GB":
            return size, unit
        size //= 1024


def _memory_lines(m):
    def size(*prefixes):
        return sum(getattr(m, name).nbytes for name in _core.model_arrays if name.startswith(prefixes))

    parts = {"meshes": size("mesh_"), "bvhs": size("bvh_"), "textures": size("tex_data")}
    total = m.nbuffer
    yield "MEMORY"
    for name, bytes_ in {"total": total, **parts, "other": total - sum(parts.values())}.items():
        if bytes_:
            count, unit = memory_text(bytes_)
            yield f"  {name:<12}{count:>7} {unit}"
    yield ""


def _option_lines(opt, fmt):
    yield "OPTION"
    vectors = [name for name in opt._dtype.names if opt._dtype[name].shape]
    for name in opt._dtype.names:
        if name in vectors:
            continue
        value = getattr(opt, name)
        yield f"  {name:<19}{fmt % value}" if isinstance(value, float) else f"  {name:<20}{value}"
    for name in sorted(vectors, key=_OPTION_VECTORS.index):
        yield f"  {name:<19}{join(getattr(opt, name), fmt)}"
    yield ""


def _field_line(name, values, fmt):
    """Ints have a space behind them, reals one before and one behind."""
    values = np.ravel(values)
    if values.dtype.kind == "f":
        return f"  {name:<21}{join(values, fmt)}"
    return f"  {name:<22}" + " ".join(f"{int(value)} " for value in values)


def _path_lines(m, tendon, fmt):
    yield from ("  path", "    type  objid  prm")
    for i in range(m.tendon_adr[tendon], m.tendon_adr[tendon] + m.tendon_num[tendon]):
        yield f"    {m.wrap_type[i]}     {m.wrap_objid[i]}     {fmt % m.wrap_prm[i]}"
    yield ""


def _hull_lines(m, mesh):
    graph = m.mesh_graphadr[mesh]
    if graph >= 0:
        yield f"  {'qhull face':<22}{m.mesh_graph[graph + 1]}"
        yield f"  {'qhull vert':<22}{m.mesh_graph[graph]}"


def _object_lines(m, heading, count, objtype, arrays, fmt):
    for i in range(count):
        yield f"{heading} {i}:"
        if objtype is not None:
            yield f"  {'name':<22}{' ' * (heading == 'HEIGHTFIELD')}{_core.mj_id2name(m, objtype, i) or ''}"
        for name, array in arrays:
            yield _field_line(name, array[i], fmt)
        if heading == "MESH":
            yield from _hull_lines(m, i)
        if heading == "TENDON":
            yield from _path_lines(m, i, fmt)
        yield ""


def _object_parts(m, fmt):
    arrays = {name: getattr(m, name) for name in _core.model_arrays}
    for prefix, (heading, size, objtype) in _OBJECTS.items():
        count = getattr(m, size)
        mine = [(name, array) for name, array in arrays.items()
                if name.startswith(prefix) and array[:1].size and _core.model_shapes[name].startswith((f"({size},", f"({size})"))]
        yield list(_object_lines(m, heading, count, objtype, mine, fmt))


def _custom_parts(m, fmt):
    def head(kind, objtype, i, size):
        return (f"{kind} {i}:", f"  name         {_core.mj_id2name(m, objtype, i) or ''}", f"  size         {size}")

    numerics, texts, tuples = [], [], []
    for i in range(m.nnumeric):
        first, size = m.numeric_adr[i], m.numeric_size[i]
        numerics += [*head("NUMERIC", 21, i, size), f"  value       {join(m.numeric_data[first:first + size], fmt, '')}", ""]
    for i in range(m.ntext):
        text = m.text_data[m.text_adr[i]:m.text_adr[i] + m.text_size[i] - 1]
        texts += [*head("TEXT", 22, i, m.text_size[i]), f"  value        {text.decode()}", ""]
    for i in range(m.ntuple):
        tuples += [*head("TUPLE", 23, i, m.tuple_size[i]), "  elements"]
        for k in range(m.tuple_adr[i], m.tuple_adr[i] + m.tuple_size[i]):
            kind = _core.mju_type2Str(int(m.tuple_objtype[k]))
            tuples.append(f"       {kind} {m.tuple_objid[k]}, prm = {fmt % m.tuple_objprm[k]}")
        tuples.append("")
    return numerics, texts, tuples


def _key_lines(m, fmt):
    """Only what differs from the model's own state."""
    usual = {"qpos": m.qpos0, "mpos": m.body_pos[m.body_mocapid >= 0].ravel(), "mquat": m.body_quat[m.body_mocapid >= 0].ravel()}
    for i in range(m.nkey):
        lines = []
        if name := _core.mj_id2name(m, 24, i):
            lines.append(f"key_name{i}    {name}")
        if m.key_time[i]:
            lines.append(f"key_time{i}    {m.key_time[i]:.4f}")
        for field in ("qpos", "qvel", "act", "mpos", "mquat", "ctrl"):
            values = getattr(m, f"key_{field}")[i]
            if len(values) and not np.array_equal(values, usual.get(field, np.zeros(len(values)))):
                lines.append(f"key_{field}{i}   {join(values, fmt, '')}")
        yield from (*lines, *[""] * bool(lines))


def _matrix_lines(m):
    for title, prefix, rows, arrays in _MATRICES:
        columns = getattr(m, f"{prefix}_colind")
        starts, counts = getattr(m, f"{prefix}_rowadr"), getattr(m, f"{prefix}_rownnz")
        entries = [set(columns[first:first + count]) for first, count in zip(starts, counts)]
        yield from pattern_lines(title, entries, m.nv, diagonal="D" if prefix == "D" else "x")
        for name in arrays:
            yield from (name.upper(), "  " + " ".join(map(str, getattr(m, name))), "")


def _tree_lines(m):
    yield from ("BVH:", "  id      depth   nodeid  child[0]  child[1]")
    for i in range(m.nbvh):
        yield f"  {i:<6d}  {m.bvh_depth[i]:<6d}  {m.bvh_nodeid[i]:>2d}      {m.bvh_child[i][0]:>2d}        {m.bvh_child[i][1]:>2d}"


def model_lines(m, fmt):
    """Sizes, options, statistics, every object with its fields, custom data, keyframes, sparsity and trees of boxes."""
    yield from ("MuJoCo version 3.5.0", f"model name     {m.names.split(bytes(1), 1)[0].decode()}", "", *_memory_lines(m), "SIZES")
    yield from (f"  {name:<20}{getattr(m, name)}" for name in _core.model_sizes if getattr(m, name))
    yield from ("", *_option_lines(m.opt, fmt), f"{'totalmass':<21}{fmt % m.body_subtreemass[0]}", "", "STATISTIC")
    yield from (f"  {name:<19}{fmt % getattr(m.stat, name)}" for name in ("meaninertia", "meanmass", "meansize", "extent"))
    yield from (f"  {'center':<19}{join(m.stat.center, fmt, '')}", "")
    for name in ("qpos0", "qpos_spring"):
        yield from (f"{name:<21}{join(getattr(m, name), fmt)}", "")
    for part in filter(None, (*_object_parts(m, fmt), *_custom_parts(m, fmt))):
        yield from ("", *part)
    yield from (*_key_lines(m, fmt), *_matrix_lines(m), "", "SIGNATURE", f"  {m.signature}", "")
    if m.nbvh:
        yield from (*_tree_lines(m), "")
