// Constraint rows in the engine's order: equalities, friction loss, limits, contacts. First each row's
// stiffness and reference, then J, dof by dof, over what is dead by then.
#pragma once

#include "corten/constraint/impedance_core.h"
#include "cuda/jacobian.h"

namespace corten::gpu {

struct RowCounts {
  int ne = 0, nf = 0, nl = 0;
  int nefc = 0;       // perhaps more than there is room for
  int kept = 0;       // rows of contacts that found room
  int ncoupling = 0;  // rows that push several trees; where dofs are not solved for all together
};

// Remembers which tree rows push, counts those that push several; in one warp all dofs are solved for
// together.
template <class C>
CORTEN_DEV int mark_tree(const C& c, int row, int count, int tree) {
  if constexpr (C::kRow == 0) CORTEN_ROLLED for (int k = 0; k < count; ++k) c.world.efc_tree[row + k] = tree;
  return tree < 0 ? count : 0;
}

// D, the spring's part of aref, and, in the place of jar, the damper.
template <class C, class T>
CORTEN_DEV T soften(const C& c, int row, const Soft<T>& soft, T diag, T pos, T distance, T margin) {
  const T d = impedance(soft.imp, distance - margin).d;
  const T R = std::max((1 - d) * diag / d, T(kMinVal<T>));
  c.world.efc_D[row] = 1 / R;
  c.world.efc_aref[row] = -soft.K * d * (pos - margin);
  c.world.efc_jar[row] = soft.B;
  return R;
}

template <class T>
struct BallTurn {
  T angle;
  Vec3<T> axis;
};
template <class T>
CORTEN_DEV BallTurn<T> ball_turn(const T* qpos) {
  Vec3<T> axis = quat_to_vel(unit(load_quat(qpos)), T(1));
  const T angle = normalize(axis);
  return {angle, axis};
}

// one side of a limit: how far it is
template <class C, class T>
CORTEN_DEV T limit_distance(const C& c, const RowSource<T>& s, T& margin) {
  const auto& m = c.model();
  const auto& d = c.world;
  if (C::has(kTendons) && s.kind == kRowTendon) {
    margin = m.tendon_margin[s.id];
    return s.side * (m.tendon_range[s.id][(s.side + 1) / 2] - d.ten_length[s.id]);
  }
  margin = m.jnt_margin[s.id];
  const T* q = &d.qpos[m.jnt_qposadr[s.id]];
  if (C::has(kBallLimits) && s.kind == kRowBall)
    return std::max(m.jnt_range[s.id][0], m.jnt_range[s.id][1]) - ball_turn(q).angle;
  return s.side * (m.jnt_range[s.id][(s.side + 1) / 2] - *q);
}

// entry of the row of a joint or a tendon at a dof
template <class C, class T>
CORTEN_DEV T source_entry(const C& c, const RowSource<T>& s, int sign, int dof) {
  const auto& m = c.model();
  if (C::has(kTendons) && s.kind == kRowTendon) return T(sign) * c.world.ten_J[s.id * c.world_np() + dof];
  if (C::has(kBallLimits) && s.kind == kRowBall) {
    const int k = dof - s.dof;
    if (k < 0 || k > 2) return T(0);
    return -ball_turn(&c.world.qpos[m.jnt_qposadr[s.id]]).axis[k];
  }
  return dof == s.dof ? T(sign) : T(0);
}

// The two points of a connect or weld.
template <class T>
struct Anchors {
  int body[2];
  Vec3<T> point[2];
};
template <class C>
CORTEN_DEV Anchors<typename C::Scalar> anchors(const C& c, int eq) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int id[2] = {m.eq_obj1id[eq], m.eq_obj2id[eq]};
  Anchors<T> a;
  for (int k = 0; k < 2; ++k) {
    if (m.eq_objtype[eq] == mjOBJ_SITE) {
      a.body[k] = m.site_bodyid[id[k]];
      a.point[k] = d.site_xpos[id[k]];
    } else {  // connect stores body 1's anchor first, weld body 2's
      const int first = (m.eq_type[eq] == mjEQ_WELD) != (k == 1) ? 3 : 0;
      a.body[k] = id[k];
      a.point[k] = d.xmat[id[k]] * load_vec3(m.eq_data[eq].e + first) + d.xpos[id[k]];
    }
  }
  return a;
}

// Orientations that a weld makes equal.
template <class C>
CORTEN_DEV void weld_frames(const C& c, int eq, Quat<typename C::Scalar>& a, Quat<typename C::Scalar>& b) {
  const auto& m = c.model();
  const auto& d = c.world;
  const int id1 = m.eq_obj1id[eq], id2 = m.eq_obj2id[eq];
  if (m.eq_objtype[eq] == mjOBJ_SITE) {
    a = d.xquat[m.site_bodyid[id1]] * m.site_quat[id1];
    b = d.xquat[m.site_bodyid[id2]] * m.site_quat[id2];
  } else {
    a = d.xquat[id1] * load_quat(m.eq_data[eq].e + 6);
    b = d.xquat[id2];
  }
}

// y − c0 − Σ c_k x^k and its slope
template <class T, class Data>
CORTEN_DEV T coupling(const Data& k, T y, T x, T& slope) {
  slope = k[1] + 2 * k[2] * x + 3 * k[3] * x * x + 4 * k[4] * x * x * x;
  return y - k[0] - (k[1] * x + k[2] * x * x + k[3] * x * x * x + k[4] * x * x * x * x);
}

// pos of a coupling of two joints or two tendons; slope by the second
template <class C>
CORTEN_DEV typename C::Scalar coupled(const C& c, int eq, typename C::Scalar& slope) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int id1 = m.eq_obj1id[eq], id2 = m.eq_obj2id[eq];
  const auto value = [&](int id) {
    if (m.eq_type[eq] == mjEQ_TENDON) return d.ten_length[id] - m.tendon_length0[id];
    return d.qpos[m.jnt_qposadr[id]] - m.qpos0[m.jnt_qposadr[id]];
  };
  slope = 0;
  if (id2 < 0) return value(id1) - m.eq_data[eq][0];
  T by_second = 0;
  const T pos = coupling(m.eq_data[eq], value(id1), value(id2), by_second);
  slope = by_second;
  return pos;
}

template <class C>
CORTEN_DEV void soften_equality(const C& c, int k) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  const RowSource<T>& s = t.equalities[k];
  const int row = c.equality_row(k), eq = s.id;
  if (s.kind == kRowEqJoint || s.kind == kRowEqTendon) {
    T slope = 0;
    const T pos = coupled(c, eq, slope);
    soften(c, row, s.soft, s.soft.weight, pos, pos, T(0));
    return;
  }
  const Anchors<T> a = anchors(c, eq);
  const Vec3<T> gap = a.point[0] - a.point[1];
  const bool weld = s.kind == kRowWeld;
  Vec3<T> turn{};
  if (weld) {
    Quat<T> qa, qb;
    weld_frames(c, eq, qa, qb);
    turn = vector_part(conjugate(qb) * qa) * m.eq_data[eq][10];
  }
  const T distance = std::sqrt(dot(gap, gap) + dot(turn, turn));
  CORTEN_ROLLED for (int i = 0; i < (weld ? 6 : 3); ++i) soften(
      c, row + i, s.soft, i < 3 ? s.soft.weight : s.rotation, i < 3 ? gap[i] : turn[i - 3], distance, T(0));
}

// Rows of an equality at one dof of the world, from J on.
template <class C>
CORTEN_DEV void equality_column(const C& c, int k, int dof, typename C::Scalar* J) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  const RowSource<T>& s = t.equalities[k];
  const int np = c.np(), eq = s.id;
  if (s.kind == kRowEqJoint || s.kind == kRowEqTendon) {
    T slope = 0;
    coupled(c, eq, slope);
    const auto entry = [&](int id) {
      if (id < 0) return T(0);
      if (s.kind == kRowEqTendon) return c.world.ten_J[id * c.world_np() + dof];
      return T(m.jnt_dofadr[id] == dof);
    };
    *J = entry(m.eq_obj1id[eq]) - slope * entry(m.eq_obj2id[eq]);
    return;
  }
  const Anchors<T> a = anchors(c, eq);
  const bool first = moves(c, a.body[0], dof), second = moves(c, a.body[1], dof);
  Vec3<T> lin{}, ang{};
  if (first) lin += point_axis(c, dof, a.point[0]);
  if (second) lin -= point_axis(c, dof, a.point[1]);
  for (int i = 0; i < 3; ++i) J[i * np] = lin[i];
  if (s.kind != kRowWeld) return;
  if (first != second) ang = c.world.cdof[dof].ang * T(first ? 1 : -1);
  Quat<T> qa, qb;
  weld_frames(c, eq, qa, qb);
  const Quat<T> rate = mul_axis(conjugate(qb), ang) * qa;
  for (int i = 0; i < 3; ++i) J[(3 + i) * np] = T(0.5) * rate[1 + i] * m.eq_data[eq][10];
}

CORTEN_DEV int contact_row_count(int dim, bool cones) { return dim == 1 ? 1 : cones ? dim : 2 * (dim - 1); }

template <class C>
CORTEN_DEV void soften_contact(const C& c, int i, int row) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  const auto& con = d.contact[i];
  const PairParams<T>& p = t.pairs[con.pair];
  const bool pyramid = p.dim > 1 && !c.cones();
  const T mu0 = p.friction[0];
  const T diag = pyramid ? p.soft.weight + mu0 * mu0 * p.soft.weight : p.soft.weight;
  const T R0 = soften(c, row, p.soft, diag, con.dist, con.dist, p.includemargin);
  if (p.dim == 1) return;
  if (pyramid) {
    const T D = 1 / (2 * p.mu * p.mu * R0), pull = d.efc_aref[row];
    CORTEN_ROLLED for (int k = 0; k < 2 * (p.dim - 1); ++k) {
      d.efc_D[row + k] = D;
      d.efc_aref[row + k] = pull;
      d.efc_jar[row + k] = p.soft.B;
    }
    return;
  }
  const T R1 = R0 / std::max(T(kMinVal<T>), m.opt.impratio);
  CORTEN_ROLLED for (int k = 1; k < p.dim; ++k) {
    const T f = p.friction[k - 1];
    d.efc_D[row + k] = k == 1 ? 1 / R1 : 1 / (R1 * mu0 * mu0 / (f * f));
    d.efc_aref[row + k] = 0;
    d.efc_jar[row + k] = p.friction_B;
  }
}

// Rows of a contact at one dof of the world, from J on. sign: 1 where the dof moves the second body, −1 the
// first
template <class C, class T>
CORTEN_DEV void contact_entries(const C& c, const ContactRecord<T>& con, int dof, T sign, T* J) {
  const PairParams<T>& p = c.tables().pairs[con.pair];
  const int np = c.np(), dim = p.dim;
  const Vec3<T> lin = point_axis(c, dof, con.pos) * sign;
  const Vec3<T> third = cross(con.normal, con.tangent);
  const T n = dot(con.normal, lin), a = dot(con.tangent, lin), b = dot(third, lin);
  const auto put = [&](int k, T along) {
    if (c.cones()) {
      J[k * np] = along;
    } else {
      const T x = along * p.friction[k - 1];
      J[(2 * k - 2) * np] = n + x;
      J[(2 * k - 1) * np] = n - x;
    }
  };
  if (dim == 1 || c.cones()) *J = n;
  if (dim == 1) return;
  put(1, a);
  put(2, b);
  if (dim == 3) return;
  const Vec3<T> ang = c.world.cdof[dof].ang * sign;
  put(3, dot(con.normal, ang));
  if (dim == 4) return;
  put(4, dot(con.tangent, ang));
  put(5, dot(third, ang));
}

template <class C>
CORTEN_DEV int rows_of_contact(const C& c, int i) {
  const auto& con = c.world.contact[i];
  const auto& p = c.tables().pairs[con.pair];
  return c.owns(con) && con.dist < p.includemargin ? contact_row_count(p.dim, c.cones()) : 0;
}

template <class C>
CORTEN_DEV int equality_rows(const C& c) {
  return C::OfTree ? c.tables().tree_sources[c.tree].nequalityrow : c.tables().nequalityrow;
}

// Rows of a contact at the dof with this number among those of the context.
template <class C>
CORTEN_DEV void contact_column(const C& c, int i, int number) {
  using T = typename C::Scalar;
  const auto& con = c.world.contact[i];
  const PairParams<T>& p = c.tables().pairs[con.pair];
  const int dof = c.first_dof() + number;
  bool first, second;
  if constexpr (C::kRow > 0) {
    first = p.chain1 >> number & 1u, second = p.chain2 >> number & 1u;
  } else {
    first = moves(c, p.body1, dof), second = moves(c, p.body2, dof);
  }
  contact_entries(c, con, dof, T(int(second) - int(first)), &c.world.J[con.row * c.np() + number]);
}

constexpr int kContactBits = 24;  // of the number of a contact beside the number of its rows

// Stiffness and reference of all rows. Nothing is written beyond the room for rows.
template <class C>
CORTEN_DEV RowCounts soften_rows(const C& c, int ncon) {
  using T = typename C::Scalar;
  const auto& t = c.tables();
  auto& d = c.world;
  const int room = c.args.layout.sizes.nefc;
  RowCounts n;
  n.ne = equality_rows(c), n.nf = c.frictions().count, n.nefc = n.ne + n.nf;
  int coupling = 0;
  if (n.nefc <= room) {
    if constexpr (C::has(kEqualities))
      c.each_unsynced(c.equalities().count, [&](int i) {
        const int k = c.equalities().first + i;
        soften_equality(c, k);
        const int kind = t.equalities[k].kind, rows = kind == kRowWeld ? 6 : kind == kRowConnect ? 3 : 1;
        coupling += mark_tree(c, c.equality_row(k), rows, t.equalities[k].tree);
      });
    if constexpr (C::has(kFrictionLoss))
      c.each_unsynced(n.nf, [&](int i) {
        const RowSource<T>& s = t.frictions[c.frictions().first + i];
        coupling += mark_tree(c, n.ne + i, 1, s.tree);
        soften(c, n.ne + i, s.soft, s.soft.weight, T(0), T(0), T(0));
      });
  }
  const RowRange limits = c.limits();
  CORTEN_ROLLED for (int first = 0; first < limits.count; first += c.width()) {
    const int i = limits.first + first + c.lane();
    T pos = 0, margin = 0;
    bool on = false;
    if (first + c.lane() < limits.count) {
      pos = limit_distance(c, t.limits[i], margin);
      on = pos < margin;
    }
    int total = 0;
    const int row = n.nefc + c.team.before(on, total);
    if (on && row < room) {
      soften(c, row, t.limits[i].soft, t.limits[i].soft.weight, pos, pos, margin);
      d.efc_list[row] = i;
      coupling += mark_tree(c, row, 1, t.limits[i].tree);
    }
    n.nefc += total, n.nl += total;
  }
  CORTEN_ROLLED for (int first = 0; first < ncon; first += c.width()) {
    const int i = first + c.lane();
    const int rows = i < ncon ? rows_of_contact(c, i) : 0;
    int total = 0;
    const int row = n.nefc + c.team.before(rows, total);
    const bool fits = row + rows <= room;
    if (rows && fits) {
      d.contact[i].row = row;
      d.efc_list[row] = i | rows << kContactBits;
      soften_contact(c, i, row);
      coupling += mark_tree(c, row, rows, t.pairs[d.contact[i].pair].tree);
    }
    n.nefc += total;
    c.team.before(fits ? rows : 0, total);
    n.kept += total;
  }
  if constexpr (C::kRow == 0) n.ncoupling = c.team.sum(coupling);
  c.sync();
  return n;
}

// J of all rows. In efc_list stand the sources of limits, and of contacts with their rows: to ask their pairs
// would keep the lanes waiting.
template <class C>
CORTEN_DEV void jacobian(const C& c, const RowCounts& n) {
  using T = typename C::Scalar;
  const auto& t = c.tables();
  auto& d = c.world;
  const int np = c.np(), ndof = c.ndof(), before_contacts = n.ne + n.nf + n.nl;
  CORTEN_ROLLED for (int i = c.lane(); i < np; i += c.width()) {
    if (i >= ndof) {
      CORTEN_ROLLED for (int r = 0; r < n.nefc; ++r) d.J[r * np + i] = T(0);
      continue;
    }
    const int dof = c.first_dof() + i;
    if constexpr (C::has(kEqualities))
      CORTEN_ROLLED for (int k = c.equalities().first; k < c.equalities().first + c.equalities().count; ++k)
          equality_column(c, k, dof, &d.J[c.equality_row(k) * np + i]);
    if constexpr (C::has(kFrictionLoss))
      CORTEN_ROLLED for (int k = 0; k < n.nf; ++k) d.J[(n.ne + k) * np + i] =
          source_entry(c, t.frictions[c.frictions().first + k], 1, dof);
    CORTEN_ROLLED for (int r = n.ne + n.nf; r < before_contacts; ++r) {
      const RowSource<T>& s = t.limits[d.efc_list[r]];
      d.J[r * np + i] = source_entry(c, s, -s.side, dof);
    }
    CORTEN_ROLLED for (int r = before_contacts; r < n.nefc;) {
      const int source = d.efc_list[r];
      contact_column(c, source & ((1 << kContactBits) - 1), i);
      r += source >> kContactBits;
    }
  }
  c.sync();
}

}  // namespace corten::gpu
