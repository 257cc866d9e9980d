"""The text that mj_printData writes, line by line as MuJoCo has it."""

import numpy as np

from cortenforge import _core
from cortenforge.mujoco import _constants
from cortenforge.mujoco._print_matrix import pattern_lines, row_text, rows

_SIZES = ("narena nbuffer nplugin maxuse_stack maxuse_arena maxuse_con maxuse_efc ncon ne nf nl nefc nJ nA nisland nidof ntree_awake "
          "nbody_awake nparent_awake nv_awake flg_energypos flg_energyvel flg_subtreevel flg_rnepost threadpool").split()
# arrays between the special parts, in order; a colon gives the heading another name
_STATE = "qpos qvel act qacc_warmstart ctrl qfrc_applied xfrc_applied".split()
_INPUTS = "mocap_pos mocap_quat qacc act_dot userdata sensordata:SENSOR tree_asleep".split()
_POSITIONS = ("xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir "
              "subtree_com cdof cinert ten_length").split()
# how many of them are in use
_AWAKE = {"tree_awake": None, "body_awake": None, "body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake",
          "dof_awake_ind": "nv_awake"}
_ROWS = "efc_pos efc_margin efc_frictionloss efc_diagApprox efc_KBIP efc_D efc_R".split()
_VELOCITIES = ("ten_velocity actuator_velocity cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive efc_vel "
               "efc_aref subtree_linvel subtree_angmom actuator_force qfrc_actuator qfrc_smooth qacc_smooth efc_b efc_force efc_state "
               "qfrc_constraint qfrc_inverse cacc cfrc_int cfrc_ext").split()
_ISLANDS = dict.fromkeys("tree_island island_ntree island_itreeadr map_itree2tree".split())


def _memory_lines(d):
    used = 100 * d.maxuse_arena / max(1, d.narena)
    yield from ("MEMORY", f"  {'total':<12}{(d.nbuffer + d.narena) // 1024:>9} KB", f"  {'buffer':<12}{d.nbuffer // 1024:>9} KB",
                f"  {'arena':<12}{d.narena // 1024:>9} KB, used {used:.1f}%", "")


def _timer_lines(d, fmt):
    yield "TIMER"
    for i, timer in enumerate(d.timer):
        yield f"    {i}:  duration = {fmt % timer.duration}   number = {timer.number}"
    yield ""
    if any(warning.number for warning in d.warning):
        yield "WARNING"
        for i, warning in enumerate(d.warning):
            if warning.number:
                yield f"    {i}:  lastinfo = {warning.lastinfo}   number = {warning.number}"
        yield ""


def _solver_lines(d, fmt):
    if not d.nefc:
        return
    yield from ("SOLVER STAT", f"  solver_fwdinv =  {row_text(d.solver_fwdinv, fmt)}")
    for island in range(min(max(1, d.nisland), len(d.solver_niter))):
        count = int(d.solver_niter[island])
        if not count:
            continue
        yield from (f"  ISLAND {island}", f"    solver_niter = {count}", f"    solver_nnz = {d.solver_nnz[island]}")
        for i in range(min(count, _constants.mjNSOLVER)):
            s = d.solver[island * _constants.mjNSOLVER + i]
            yield (f"      {i}:  improvement = {fmt % s.improvement}    gradient = {fmt % s.gradient}    "
                   f"lineslope = {fmt % s.lineslope}")
            yield f"          nactive = {s.nactive}   nchange = {s.nchange}   neval = {s.neval}   nupdate = {s.nupdate}"
        yield ""


def _array_lines(d, names, fmt):
    for name in names:
        name, _, heading = name.partition(":")
        array = getattr(d, name)
        if array.size:
            yield from rows(heading or name.upper(), array, fmt)


def _list_lines(d, names):
    """Integers on one line, below their heading."""
    for name, count in names.items():
        if len(array := getattr(d, name)[:getattr(d, count) if count else None]):
            yield from (name.upper(), "  " + " ".join(map(str, array)), "")


def _sparse_lines(title, values, counts, starts, columns, fmt):
    yield title
    for first, count in zip(starts, counts):
        yield "  " + "".join(f"{columns[i]:4d}: {fmt % values[i]}" for i in range(first, first + count))
    yield ""


def _entries(counts, starts, columns):
    return [set(columns[first:first + count]) for first, count in zip(starts, counts)]


def _tendon_lines(m, d, fmt):
    if not m.ntendon:
        return
    if _core.mj_isSparse(m):
        sparse = (d.ten_J_rownnz, d.ten_J_rowadr, d.ten_J_colind.ravel())
        yield from pattern_lines("TEN_J: tendon moments", _entries(*sparse), m.nv)
        yield from _array_lines(d, ["ten_J_rownnz", "ten_J_rowadr"], fmt)
        yield from _sparse_lines("TEN_J", d.ten_J.ravel(), *sparse, fmt)
    else:
        yield from rows("TEN_MOMENT", d.ten_J.reshape(m.ntendon, m.nv), fmt)
    for i in range(m.ntendon):
        first, count = d.ten_wrapadr[i], d.ten_wrapnum[i]
        yield f"TENDON {i}: {count} wrap points"
        objects, points = d.wrap_obj.ravel(), d.wrap_xpos.reshape(-1, 3)
        yield from (f"    {objects[k]}:  {row_text(points[k], fmt, first=' ')}" for k in range(first, first + count))
        yield ""


def _moment_lines(m, d, fmt):
    if not m.nu:
        return
    sparse = (d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    yield from rows("ACTUATOR_LENGTH", d.actuator_length, fmt)
    yield from pattern_lines("actuator_moment", _entries(*sparse), m.nv)
    yield from _sparse_lines("ACTUATOR_MOMENT", d.actuator_moment, *sparse, fmt)


def _inertia_lines(m, d, fmt):
    if not m.nv:
        return
    blank = " " * len(fmt % 0 + " ")
    yield "QM"
    for row in range(m.nv):
        cells, k, column = {}, m.dof_Madr[row], row
        while column >= 0:
            cells[column], k, column = fmt % d.qM[k], k + 1, m.dof_parentid[column]
        yield "  " + "".join(f"{cells[c]} " if c in cells else blank for c in range(row + 1)).removesuffix(" ")
    yield ""
    sparse = (m.M_rownnz, m.M_rowadr, m.M_colind)
    yield from _sparse_lines("M", d.M, *sparse, fmt)
    yield from _sparse_lines("QLD", d.qLD, *sparse, fmt)
    yield from rows("QLDIAGINV", d.qLDiagInv, fmt)
    if d.nisland:
        yield from pattern_lines("M: inertia structure", _entries(*sparse), m.nv)
        islands = d.dof_island[d.map_idof2dof[:d.nidof]]
        entries = [{int(d.island_idofadr[island] + c): island for c in d.iM_colind[first:first + count]}
                   for island, first, count in zip(islands, d.iM_rowadr, d.iM_rownnz)]
        yield from pattern_lines("iM: block-diagonal inertia (nnzs are island ids)", entries, d.nidof)


def _contact_lines(m, d, fmt):
    if d.ncon:
        yield "CONTACT"
    for i, contact in enumerate(d.contact):
        force = np.zeros(6)
        _core.mj_contactForce(m, d, i, force)
        geoms = " : ".join(_core.mj_id2name(m, 5, int(g)) or str(g) for g in contact.geom)
        yield from (f"  {i}:", f"     dim           {contact.dim}", f"     geoms         {geoms}",
                    f"     exclude       {contact.exclude}", f"     efc_address   {contact.efc_address}")
        for name in ("solref", "solimp", "dist", "includemargin", "pos", "frame", "friction", "mu"):
            yield f"     {name:<14}{row_text(np.ravel(getattr(contact, name)), fmt)}"
        yield f"     {'force':<14}{row_text(force, fmt)}"
    if d.ncon:
        yield ""


def _island_entries(d):
    """Per row in the order of islands: the island's number in the columns that are there."""
    entries = []
    for island in range(d.nisland):
        first = d.island_iefcadr[island]
        for row in range(first, first + d.island_nefc[island]):
            start, count = d.iefc_J_rowadr[row], d.iefc_J_rownnz[row]
            entries.append({int(d.island_idofadr[island] + c): island for c in d.iefc_J_colind[start:start + count]})
    return entries


def _jacobian_lines(m, d, fmt):
    if not d.nefc:
        return
    yield from (*rows("EFC_TYPE", d.efc_type, fmt), *rows("EFC_ID", d.efc_id, fmt))
    if _core.mj_isSparse(m):
        sparse = (d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
        yield from _array_lines(d, ["efc_J_rownnz", "efc_J_rowadr"], fmt)
        yield from _sparse_lines("EFC_J", d.efc_J, *sparse, fmt)
        yield from pattern_lines("J: constraint Jacobian", _entries(*sparse), m.nv, follow=True)
        if d.nisland:
            yield from pattern_lines("IEFC_J: block-diagonalized constraint Jacobian (nnzs are island ids)", _island_entries(d), d.nidof,
                                     follow=True)
        return
    yield from rows("EFC_J", d.efc_J.reshape(d.nefc, m.nv), fmt)
    if d.nisland:
        yield "IEFC_J"
        for island in range(d.nisland):
            dofs, count = d.island_nv[island], d.island_nefc[island]
            first = d.nidof * d.island_iefcadr[island]
            yield from ("  " + row_text(d.iefc_J[first + dofs * k:first + dofs * (k + 1)], fmt) for k in range(count))
        yield ""


def _island_lines(d):
    if not d.nisland:
        return
    yield from _list_lines(d, _ISLANDS)
    dofs = [d.map_idof2dof[first:first + count] for first, count in zip(d.island_idofadr, d.island_nv)]
    efcs = [d.map_iefc2efc[first:first + count] for first, count in zip(d.island_iefcadr, d.island_nefc)]
    loose = d.map_idof2dof[d.nidof:]
    lists = {"dof_island": [d.dof_island], "island_nv": [d.island_nv], "island_idofadr": [d.island_idofadr],
             "map_idof2dof": [*dofs, *[loose] * bool(len(loose))], "efc_island": [d.efc_island], "island_nefc": [d.island_nefc],
             "island_iefcadr": [d.island_iefcadr], "map_iefc2efc": efcs}
    for name, parts in lists.items():
        yield from (f"{name.upper():<22}" + " | ".join(" ".join(map(str, part)) for part in parts), "")


def data_lines(m, d, fmt):
    """Counts, timers, solver, state, then what every stage of the step wrote."""
    yield from (*_memory_lines(d), "SIZES", *(f"  {name:<22}{int(getattr(d, name, 0) or 0)}" for name in _SIZES), "")
    yield from (*_timer_lines(d, fmt), *_solver_lines(d, fmt))
    yield from (f"ENERGY = {row_text(d.energy, fmt, first=' ')}", "", f"TIME = {fmt % d.time}", "")
    yield from _array_lines(d, _STATE, fmt)
    if m.neq:
        yield from (f"{'EQ_ACTIVE':<22}" + " ".join(str(int(active)) for active in d.eq_active), "")
    yield from (*_array_lines(d, _INPUTS, fmt), *_array_lines(d, _POSITIONS, fmt), *_tendon_lines(m, d, fmt), *_moment_lines(m, d, fmt))
    yield from (*_array_lines(d, ["crb"], fmt), *_inertia_lines(m, d, fmt), *_list_lines(d, _AWAKE))
    yield from (*_contact_lines(m, d, fmt), *_jacobian_lines(m, d, fmt), *_array_lines(d, _ROWS, fmt))
    yield from (*_array_lines(d, _VELOCITIES, fmt), *_island_lines(d))
    if m.ntendon:
        rows_of = d.tendon_efcadr if d.nefc else [-1] * m.ntendon
        yield from (f"{'TENDON_EFCADR':<22}" + " ".join(map(str, rows_of)), "")
