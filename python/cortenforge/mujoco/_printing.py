"""Model and data as text files: sizes, settings and every array, one object after the other."""

import numpy as np

from cortenforge import _core

# prefix of the arrays -> heading, number of objects, object type
_OBJECTS = {
    "body_": ("BODY", "nbody", 1), "jnt_": ("JOINT", "njnt", 3), "dof_": ("DOF", "nv", None), "geom_": ("GEOM", "ngeom", 5),
    "site_": ("SITE", "nsite", 6), "cam_": ("CAMERA", "ncam", 7), "light_": ("LIGHT", "nlight", 8), "flex_": ("FLEX", "nflex", 9),
    "mesh_": ("MESH", "nmesh", 10), "skin_": ("SKIN", "nskin", 11), "hfield_": ("HFIELD", "nhfield", 12),
    "tex_": ("TEXTURE", "ntex", 13), "mat_": ("MATERIAL", "nmat", 14), "pair_": ("PAIR", "npair", 15),
    "exclude_": ("EXCLUDE", "nexclude", 16), "eq_": ("EQUALITY", "neq", 17), "tendon_": ("TENDON", "ntendon", 18),
    "actuator_": ("ACTUATOR", "nu", 19), "sensor_": ("SENSOR", "nsensor", 20), "numeric_": ("NUMERIC", "nnumeric", 21),
    "text_": ("TEXT", "ntext", 22), "tuple_": ("TUPLE", "ntuple", 23), "key_": ("KEY", "nkey", 24),
}


def write(filename, lines):
    """Writes lines, or warns that the file cannot be opened."""
    try:
        with open(filename, "w") as out:
            out.writelines(line + "\n" for line in lines)
    except OSError:
        print(f"WARNING: Could not open file '{filename}' for writing\n")


def _numbers(values, float_format):
    flat = np.ravel(values)
    pattern = float_format if flat.dtype.kind == "f" else "%d"
    return " ".join(pattern % value for value in flat)


def _struct_lines(struct, float_format):
    for name in struct._dtype.names:
        yield f"  {name:<20}{_numbers(getattr(struct, name), float_format)}"


def _object_lines(m, arrays, heading, count, objtype, float_format):
    for i in range(count):
        yield f"{heading} {i}:"
        if objtype is not None:
            yield f"  {'name':<22}{_core.mj_id2name(m, objtype, i) or ''}"
        for name, array in arrays:
            yield f"  {name:<22}{_numbers(array[i], float_format)}"
        yield ""


def model_lines(m, float_format):
    """The model: sizes, options, statistics, then every object with its fields, then what belongs to no object."""
    yield from ("MuJoCo version 3.5.0", f"model name     {m.names.split(bytes(1), 1)[0].decode()}", "", "SIZES")
    yield from (f"  {name:<20}{getattr(m, name)}" for name in _core.model_sizes if getattr(m, name))
    yield from ("", "OPTION", *_struct_lines(m.opt, float_format))
    yield from ("", "STATISTIC", *_struct_lines(m.stat, float_format), "")
    arrays = {name: getattr(m, name) for name in _core.model_arrays}
    arrays = {name: array for name, array in arrays.items() if isinstance(array, np.ndarray) and array.size}
    for prefix, (heading, size, objtype) in _OBJECTS.items():
        count = getattr(m, size)
        mine = [(name, array) for name, array in arrays.items() if name.startswith(prefix) and len(array) == count]
        yield from _object_lines(m, mine, heading, count, objtype, float_format)
        for name, _ in mine:
            del arrays[name]
    for name, array in arrays.items():
        yield from (f"{name.upper():<22}{_numbers(array, float_format)}", "")


def _rows(name, array, float_format):
    yield name.upper()
    yield from ("  " + _numbers(row, float_format) for row in array)
    yield ""


def _list_lines(name, elements, float_format):
    for i, element in enumerate(elements):
        yield f"{name.upper()} {i}"
        yield from _struct_lines(element, float_format)
        yield ""


def data_lines(m, d, float_format):
    """The data: counts, timers, contacts, every array of the state and of the step."""
    yield "SIZES"
    for name in dir(d):
        if name.startswith(("n", "maxuse_", "flg_")) and isinstance(getattr(d, name), int):
            yield f"  {name:<20}{getattr(d, name)}"
    yield from ("", f"TIME = {float_format % d.time}", "")
    for part in ("timer", "warning", "contact"):
        yield from _list_lines(part, getattr(d, part), float_format)
    for name in (*_core.data_arrays, *_core.data_arena_arrays):
        array = getattr(d, name)
        if array.size:
            yield from _rows(name, array, float_format)
