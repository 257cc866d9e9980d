// x = A⁻¹ b for the symmetric positive matrices of a step: the inertia, with damping, or Newton's Hessian.
#pragma once

#include <utility>

#include "corten/smooth/actuation_core.h"
#include "cuda/rows.h"
#include "cuda/tiles.h"

namespace corten::gpu {

// row · v over all dofs; both are padded with zeros
template <class C, class T>
CORTEN_DEV T dot_row(const C& c, const T* row, const T* v) {
  T even = 0, odd = 0;
  const auto add = [&](int j) {
    const Four<T> a = load_four(row + j), b = load_four(v + j);
    even = multiply_add(a.e[1], b.e[1], multiply_add(a.e[0], b.e[0], even));
    odd = multiply_add(a.e[3], b.e[3], multiply_add(a.e[2], b.e[2], odd));
  };
  if constexpr (C::kRow > 0) {
    CORTEN_UNROLL for (int j = 0; j < C::kRow; j += 4) add(j);
  } else {
    for (int j = 0; j < c.np(); j += 4) add(j);
  }
  return even + odd;
}

// (M v) at a dof
template <class C, class T>
CORTEN_DEV T inertia_times(const C& c, int dof, const T* v) {
  const auto& m = c.model();
  if constexpr (C::kRow > 0) {
    return dot_row(c, &c.world.M[dof * C::kRow], v);
  } else {
    const int tree = m.dof_treeid[dof], first = m.tree_dofadr[tree], n = m.tree_dofnum[tree];
    const T* row = c.tree_inertia(tree) + (dof - first) * c.tree_stride(tree);
    T sum = 0;
    for (int j = 0; j < n; ++j) sum += row[j] * v[first + j];
    return sum;
  }
}

// What is solved with.
enum class Matrix { inertia, preconditioner, damped, hessian };  // the first two are the same

// The damped matrix has the derivative of the bias force, too.
template <class C>
CORTEN_DEV bool lopsided(const C& c) {
  return C::has(kLopsided) && c.tables().lopsided;
}

// ∂ force / ∂ velocity of an actuator; 0 where it does not count
template <class C>
CORTEN_DEV typename C::Scalar actuator_slope(const C& c, int i) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  if (core::actuator_disabled(m, i) || (m.opt.disableflags & mjDSBL_ACTUATION)) return 0;
  const auto& range = m.actuator_forcerange[i];
  const T force = d.actuator_force[i];
  if (m.actuator_forcelimited[i] && (force <= range[0] || force >= range[1])) return 0;
  const T slope = m.actuator_biastype[i] == mjBIAS_AFFINE ? m.actuator_biasprm[i][2] : T(0);
  T gain = 0;
  if (m.actuator_gaintype[i] == mjGAIN_AFFINE) gain = m.actuator_gainprm[i][2];
  if (m.actuator_gaintype[i] == mjGAIN_MUSCLE)
    gain = core::muscle_gain_vel(d.actuator_length[i], d.actuator_velocity[i], m.actuator_lengthrange[i],
                                 m.actuator_acc0[i], m.actuator_gainprm[i].e);
  if (gain == 0) return slope;
  return slope + gain * core::actuator_input(m, d, i, d.ctrl[i]);
}

// add(j, x) for what the damped matrix has at (i, j) beyond the inertia: −h ∂(passive + actuator)/∂qvel on
// the tree's pattern. Euler: the damping of dofs alone. i, j: numbers among the dofs of the context
template <class C, class Add>
CORTEN_DEV void add_damping(const C& c, int i, Add add) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  const auto& d = c.world;
  const T h = m.opt.timestep;
  const int first = c.first_dof(), dof = first + i;
  const bool damper = !(m.opt.disableflags & mjDSBL_DAMPER);
  if (damper) add(i, h * m.dof_damping[dof]);
  if (!C::has(kImplicit) || m.opt.integrator == mjINT_EULER) return;
  const auto related = [&](int other) {  // M has nothing beside the diagonal for the dofs of a simple body
    if (other == dof) return true;
    if (!lopsided(c) && m.dof_simplenum[other > dof ? other : dof] > 0) return false;
    return moves(c, m.dof_bodyid[dof], other) || moves(c, m.dof_bodyid[other], dof);
  };
  const auto outer = [&](const T* row, T scale) {  // a row of all dofs of the world
    if (row[dof] == 0) return;
    for (int j = 0; j < c.ndof(); ++j)
      if (row[first + j] != 0 && related(first + j)) add(j, scale * row[dof] * row[first + j]);
  };
  CORTEN_ROLLED for (int k = t.dof_actadr[dof]; k < t.dof_actadr[dof + 1]; ++k) {
    const int u = t.dof_act[k], row = t.moment_row[u];
    const T slope = actuator_slope(c, u);
    if (slope == 0) continue;
    if (row < 0)
      add(i, -h * slope * m.actuator_gear[u][0] * m.actuator_gear[u][0]);
    else
      outer(&d.moment[row * c.world_np()], -h * slope);
  }
  CORTEN_ROLLED for (int tendon = 0; tendon < m.ntendon && damper;
                     ++tendon) if (m.tendon_damping[tendon] != 0)
      outer(&d.ten_J[tendon * c.world_np()], h * m.tendon_damping[tendon]);
}

// An elliptic contact at a point: normal N and tangential length T in scaled coordinates.
template <class T>
struct ConeState {
  T N, tangent;
  T U[6];
  T stiffness;  // of the middle zone
};
template <class C, class T>
CORTEN_DEV ConeState<T> cone_state(const C& c, int contact, const T* jar) {
  const auto& con = c.world.contact[contact];
  const PairParams<T>& p = c.tables().pairs[con.pair];
  ConeState<T> s;
  s.N = s.U[0] = jar[con.row] * p.mu;
  T square = 0;
  for (int k = 1; k < 6; ++k) {
    s.U[k] = k < p.dim ? jar[con.row + k] * p.friction[k - 1] : T(0);
    square += s.U[k] * s.U[k];
  }
  s.tangent = std::sqrt(square);
  s.stiffness = c.world.efc_D[con.row] / (p.mu * p.mu * (1 + p.mu * p.mu));
  return s;
}

// y = (Hessian of the cone's cost) x, for a contact in its middle zone
template <class C, class T>
CORTEN_DEV void cone_hessian_times(const C& c, int contact, const ConeState<T>& s, const T (&x)[6],
                                   T (&y)[6]) {
  const PairParams<T>& p = c.tables().pairs[c.world.contact[contact].pair];
  const T mu = p.mu, length = s.tangent;
  T z[6], along = 0;
  z[0] = mu * x[0];
  for (int k = 1; k < 6; ++k) {
    z[k] = k < p.dim ? p.friction[k - 1] * x[k] : T(0);
    along += s.U[k] * z[k];
  }
  const T outer = mu * s.N / (length * length * length), diagonal = mu * mu - mu * s.N / length;
  y[0] = s.stiffness * mu * (z[0] - mu / length * along);
  for (int k = 1; k < 6; ++k)
    y[k] = k < p.dim ? s.stiffness * p.friction[k - 1] *
                           (s.U[k] * (outer * along - mu / length * z[0]) + diagonal * z[k])
                     : T(0);
}

// y[k] without an index, which registers do not have
template <class T>
CORTEN_DEV T pick(const T (&y)[6], int k) {
  T x = y[0];
  CORTEN_UNROLL for (int e = 1; e < 6; ++e) if (e == k) x = y[e];
  return x;
}

// marks the rows of a contact in the middle of its cone, in the place of their weight
template <class T>
inline constexpr T kConeMark = T(-1);

// row(r, f) for every wanted row that bends the cost at dof i, and cone(contact, y) with y the cone's Hessian
// times its column
template <class C, class Wanted, class RowFn, class ConeFn>
CORTEN_DEV void for_curved_rows(const C& c, int i, int nactive, int ncon, Wanted wanted, RowFn row,
                                ConeFn cone) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  const int np = c.np();
  CORTEN_UNROLL_BY(2) for (int k = 0; k < nactive; ++k) {
    const int r = d.efc_list[k];
    const T weight = d.efc_jv[r];
    if (weight > 0 && wanted(r)) row(r, d.J[r * np + i] * weight);
  }
  if (!c.cones()) return;
  CORTEN_ROLLED for (int contact = 0; contact < ncon; ++contact) {
    if (!c.owns(d.contact[contact])) continue;
    const int first = d.contact[contact].row;
    if (first < 0 || !(d.efc_jv[first] < 0) || !wanted(first)) continue;
    const int dim = c.tables().pairs[d.contact[contact].pair].dim;
    const ConeState<T> s = cone_state(c, contact, d.efc_jar.data());
    T x[6], y[6];
    CORTEN_UNROLL for (int k = 0; k < 6; ++k) x[k] = k < dim ? d.J[(first + k) * np + i] : T(0);
    cone_hessian_times(c, contact, s, x, y);
    cone(first, dim, y);
  }
}

// f(0), f(1), … f(N − 1) with indices that the compiler knows: a loop within an unrolled loop may stay one,
// and registers have no index.
template <int N, class F>
CORTEN_DEV void unrolled(F f) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }
  (std::make_integer_sequence<int, N>{});
}

// Row i of the matrix in lane i, with its entries of the right-hand sides: elimination above the pivot, too,
// where the lanes have nothing else to do, so that nothing is left to substitute back. Every lane shows its
// entry of the pivot's column, which by symmetry is the pivot's row; two places are used in turn. sides:
// right-hand sides that are asked for, one or all.
template <int W, class Lanes, class T, int NP, int NB>
CORTEN_DEV void eliminate(const Lanes& lanes, T* columns, T (&a)[NP], T (&b)[NB], int sides = NB) {
  const int lane = lanes.lane();
  T mine = 0;  // 1 / pivot of this lane
  CORTEN_UNROLL for (int k = 0; k < NP; ++k) {
    T* column = columns + (k & 1) * W;
    column[lane] = a[k];
    lanes.sync();
    const T inverse = reciprocal(column[k]);
    if (lane == k) mine = inverse;
    const T f = lane != k ? a[k] * inverse : T(0);
    CORTEN_UNROLL for (int j = (k + 1) / 4 * 4; j < NP; j += 4) {
      const Four<T> r = load_four(column + j);
      CORTEN_UNROLL for (int e = 0; e < 4; ++e) if (j + e > k) a[j + e] = multiply_add(-f, r.e[e], a[j + e]);
    }
    b[0] = multiply_add(-f, lanes.from(b[0], k), b[0]);
    if (sides > 1)
      unrolled<NB - 1>([&](auto m) { b[m + 1] = multiply_add(-f, lanes.from(b[m + 1], k), b[m + 1]); });
  }
  lanes.sync();
  unrolled<NB>([&](auto m) { b[m] *= mine; });
}

// The same in a loop over four pivots at a time, for the sake of the instruction cache: what is left of the
// row moves to the front.
template <int W, class Lanes, class T, int NP, int NB>
CORTEN_DEV void eliminate_rolled(const Lanes& lanes, T* columns, T (&a)[NP], T (&b)[NB], int sides) {
  static_assert(NP % 4 == 0);
  const int lane = lanes.lane();
  T mine = 0;
  CORTEN_ROLLED for (int first = 0; first < NP; first += 4) {
    CORTEN_UNROLL for (int k = 0; k < 4; ++k) {
      T* column = columns + (k & 1) * W;
      column[lane] = a[k];
      lanes.sync();
      const T inverse = reciprocal(column[first + k]);
      if (lane == first + k) mine = inverse;
      const T f = lane != first + k ? a[k] * inverse : T(0);
      CORTEN_UNROLL for (int j = (k + 1) / 4 * 4; j < NP; j += 4) {
        if (first + j >= NP) break;
        const Four<T> r = load_four(column + first + j);
        CORTEN_UNROLL for (int e = 0; e < 4; ++e) if (j + e > k) a[j + e] =
            multiply_add(-f, r.e[e], a[j + e]);
      }
      b[0] = multiply_add(-f, lanes.from(b[0], first + k), b[0]);
      if (sides > 1)
        unrolled<NB - 1>(
            [&](auto m) { b[m + 1] = multiply_add(-f, lanes.from(b[m + 1], first + k), b[m + 1]); });
    }
    CORTEN_UNROLL for (int j = 0; j + 4 < NP; ++j) a[j] = a[j + 4];
  }
  lanes.sync();
  unrolled<NB>([&](auto m) { b[m] *= mine; });
}

// The same for a matrix that is not symmetric: the lane of the pivot shows its row.
template <int W, class Lanes, class T, int NP, int NB>
CORTEN_DEV void eliminate_lopsided(const Lanes& lanes, T* rows, T (&a)[NP], T (&b)[NB]) {
  const int lane = lanes.lane();
  T mine = 0;
  CORTEN_UNROLL for (int k = 0; k < NP; ++k) {
    T* row = rows + (k & 1) * W;
    if (lane == k) CORTEN_UNROLL for (int j = k; j < NP; ++j) row[j] = a[j];
    lanes.sync();
    const T inverse = reciprocal(row[k]);
    if (lane == k) mine = inverse;
    const T f = lane != k ? a[k] * inverse : T(0);
    CORTEN_UNROLL for (int j = k + 1; j < NP; ++j) a[j] = multiply_add(-f, row[j], a[j]);
    unrolled<NB>([&](auto m) { b[m] = multiply_add(-f, lanes.from(b[m], k), b[m]); });
  }
  lanes.sync();
  unrolled<NB>([&](auto m) { b[m] *= mine; });
}

// Either, by what the matrix is.
template <int W, class C, class Lanes, class T, int NP, int NB>
CORTEN_DEV void eliminate_by(const C& c, Matrix which, const Lanes& lanes, T* columns, T (&a)[NP], T (&b)[NB],
                             int sides = NB) {
  if constexpr (C::has(kLopsided))
    if (which == Matrix::damped && lopsided(c)) return eliminate_lopsided<W>(lanes, columns, a, b);
  if constexpr (C::OfTree)
    eliminate_rolled<W>(lanes, columns, a, b, sides);
  else
    eliminate<W>(lanes, columns, a, b, sides);
}

// Adds Σ weight row rowᵀ of the rows that act to row i of a matrix, which is in lane i: made by the units
// that multiply matrices of doubles, for which a lane reads one number of a row of every eight instead of
// all. Their tiles pass through memory to the lanes of their rows, eight rows at a time.
template <class C, class T, int NP>
CORTEN_DEV void add_rows(const C& c, int i, int nactive, T (&h)[NP]) {
  constexpr int N = (NP + 7) / 8;
  const auto& d = c.world;
  const int k = c.lane() % 4, place = c.lane() / 4;
  double tiles[N * (N + 1) / 2][2] = {};
  CORTEN_ROLLED for (int first = 0; first < nactive; first += 4) {
    const int r = first + k < nactive ? d.efc_list[first + k] : -1;
    const T weight = r >= 0 ? d.efc_jv[r] : T(0);
    double x[N];
    CORTEN_UNROLL for (int t = 0; t < N; ++t) x[t] =
        weight > 0 && 8 * t + place < NP ? double(d.J[r * NP + 8 * t + place]) : 0.0;
    c.team.add_outer(x, double(weight), tiles);
  }
  T* stage = d.column.data();  // eight rows
  unrolled<N>([&](auto row) {
    unrolled<N>([&](auto column) {
      if constexpr (column <= row) {
        const auto& t = tiles[row * (row + 1) / 2 + column];
        CORTEN_UNROLL for (int e = 0; e < 2; ++e) if (8 * column + 2 * k + e < NP)
            stage[place * NP + 8 * column + 2 * k + e] = T(t[e]);
      } else if (8 * column + place < NP) {  // the mirror image
        const auto& t = tiles[column * (column + 1) / 2 + row];
        CORTEN_UNROLL for (int e = 0; e < 2; ++e) stage[(2 * k + e) * NP + 8 * column + place] = T(t[e]);
      }
    });
    c.team.own().sync();
    if (i / 8 == row) CORTEN_UNROLL for (int j = 0; j < NP; j += 4) {
        const Four<T> x = load_four(stage + i % 8 * NP + j);
        CORTEN_UNROLL for (int e = 0; e < 4; ++e) h[j + e] += x.e[e];
      }
    c.team.own().sync();
  });
}

// Row i of the matrix.
template <class C, class T, int NP>
CORTEN_DEV void take_row(const C& c, Matrix which, int nactive, int ncon, int i, T (&h)[NP]) {
  const auto& d = c.world;
  const T* from = &d.M[i * NP];
  CORTEN_UNROLL for (int j = 0; j < NP; j += 4) {
    const Four<T> r = load_four(from + j);
    CORTEN_UNROLL for (int e = 0; e < 4; ++e) h[j + e] = r.e[e];
  }
  if (which == Matrix::hessian) {
    const auto add_row = [&](int r, T f) {
      const T* row = &d.J[r * NP];
      CORTEN_UNROLL for (int j = 0; j < NP; j += 4) {
        const Four<T> x = load_four(row + j);
        CORTEN_UNROLL for (int e = 0; e < 4; ++e) h[j + e] = multiply_add(f, x.e[e], h[j + e]);
      }
    };
    constexpr bool by_matrices = kMatrixUnits && C::kWidth == kWarp;
    if constexpr (by_matrices) add_rows(c, i, nactive, h);
    for_curved_rows(
        c, i, by_matrices ? 0 : nactive, ncon, [](int) { return true; }, add_row,
        [&](int first, int dim, const T(&y)[6]) {
          CORTEN_ROLLED for (int k = 0; k < dim; ++k) add_row(first + k, pick(y, k));
        });
  }
  if (which != Matrix::damped || i >= c.ndof()) return;
  add_damping(c, i, [&](int j, T x) { CORTEN_UNROLL for (int e = 0; e < NP; ++e) if (e == j) h[e] += x; });
  if (lopsided(c))
    CORTEN_UNROLL for (int j = 0; j < NP; ++j) if (j < c.ndof()) h[j] +=
        c.model().opt.timestep * d.bias_slope[i * NP + j];
}

// result = matrix⁻¹ rhs in registers
template <class C>
CORTEN_DEV void solve_in_registers(const C& c, Matrix which, int nactive, int ncon,
                                   const typename C::Scalar* rhs, typename C::Scalar* result) {
  using T = typename C::Scalar;
  constexpr int NP = C::kRow;
  const int i =
      c.lane() < NP ? c.lane() : NP - 1;  // lanes beyond the dofs go along with the last, which is padding
  T h[NP];
  take_row(c, which, nactive, ncon, i, h);
  T b[1] = {c.lane() < c.ndof() ? rhs[i] : T(0)};
  eliminate_by<C::kWidth>(c, which, c.team.own(), c.world.column.data(), h, b);
  if (c.lane() < NP) result[i] = b[0];
  c.sync();
}

// One tile of the matrix: inertia, curvature of the rows, damping.
template <class C>
CORTEN_DEV Tile<typename C::Scalar> matrix_tile(const C& c, Matrix which, int nactive, int ncon, int row,
                                                int column) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int np = c.np();
  Tile<T> x;
  CORTEN_UNROLL for (int a = 0; a < 4; ++a) CORTEN_UNROLL for (int b = 0; b < 4; ++b) {
    const int i = 4 * row + a, j = 4 * column + b;
    T y = T(i == j && i >= m.nv);
    if (i < m.nv && j < m.nv && m.dof_treeid[i] == m.dof_treeid[j]) {
      const int tree = m.dof_treeid[i], first = m.tree_dofadr[tree];
      y = c.tree_inertia(tree)[(i - first) * c.tree_stride(tree) + j - first];
    }
    x.row[a].e[b] = y;
  }
  if (which == Matrix::hessian) {
    CORTEN_ROLLED for (int k = 0; k < nactive; ++k) {
      const int r = d.efc_list[k];
      const T weight = d.efc_jv[r];
      const Four<T> left = load_four(&d.J[r * np + 4 * row]), right = load_four(&d.J[r * np + 4 * column]);
      if (!(weight > 0) || (left.e[0] == 0 && left.e[1] == 0 && left.e[2] == 0 && left.e[3] == 0)) continue;
      CORTEN_UNROLL for (int a = 0; a < 4; ++a) CORTEN_UNROLL for (int b = 0; b < 4; ++b) x.row[a].e[b] =
          multiply_add(left.e[a] * weight, right.e[b], x.row[a].e[b]);
    }
    CORTEN_UNROLL for (int a = 0; a < 4; ++a) for_curved_rows(
        c, 4 * row + a, 0, ncon, [](int) { return true; }, [](int, T) {},
        [&](int first, int dim, const T(&y)[6]) {
          CORTEN_ROLLED for (int k = 0; k < dim; ++k) CORTEN_UNROLL for (int b = 0; b < 4; ++b) x.row[a]
              .e[b] += pick(y, k) * d.J[(first + k) * np + 4 * column + b];
        });
  }
  if (which == Matrix::damped)
    CORTEN_UNROLL for (int a = 0; a < 4; ++a) if (4 * row + a < m.nv)
        add_damping(c, 4 * row + a, [&](int j, T y) {
          CORTEN_UNROLL for (int b = 0; b < 4; ++b) if (j == 4 * column + b) x.row[a].e[b] += y;
        });
  return x;
}

// The same with the matrix in memory.
template <class C>
CORTEN_DEV void solve_in_memory(const C& c, Matrix which, int nactive, int ncon,
                                const typename C::Scalar* rhs, typename C::Scalar* x) {
  using T = typename C::Scalar;
  T* tiles = c.world.H.data();
  const int n = c.model().nv, nblock = (n + 3) / 4;
  c.each_unsynced(4 * nblock, [&](int i) { x[i] = i < n ? rhs[i] : T(0); });
  c.each(tile_count(nblock), [&](int number) {
    int row, column;
    tile_place(number, row, column);
    const Tile<T> tile = matrix_tile(c, which, nactive, ncon, row, column);
    CORTEN_UNROLL for (int a = 0; a < 4; ++a) store_four(tile.row[a], tiles + number * 16 + 4 * a);
  });
  solve_tiles(c, tiles, nblock, x);
}

}  // namespace corten::gpu
