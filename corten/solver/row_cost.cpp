#include "corten/solver/row_cost.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

// stiffness of the cost across the cone: ½ D_m (N − μT)²
Real middle_stiffness(const ContactRows& cone, Real D0) {
  return D0 / (cone.mu * cone.mu * (1 + cone.mu * cone.mu));
}

// D_m S C S, see the room's README
void cone_hessian(const ContactRows& cone, const ConePoint& p, Real Dm) {
  const int dim = cone.dim;
  const Real mu = cone.mu, N = p.N, T = p.T;
  Real* H = cone.hessian;
  const Real outer = mu * N / (T * T * T), diagonal = mu * mu - mu * N / T;
  for (int i = 0; i < dim; ++i) {
    const Real scale_i = i == 0 ? mu : cone.friction[i - 1];
    for (int j = 0; j <= i; ++j) {
      const Real scale_j = j == 0 ? mu : cone.friction[j - 1];
      Real c;
      if (i == 0) {
        c = 1;
      } else if (j == 0) {
        c = -mu / T * p.U[i];
      } else {
        c = outer * p.U[i] * p.U[j] + (i == j ? diagonal : 0);
      }
      H[i * dim + j] = H[j * dim + i] = Dm * scale_j * scale_i * c;
    }
  }
}

void add_quadratic_block(const ContactRows& cone, std::span<const Real> D, std::span<const Real> jar,
                         std::span<Real> force, std::span<int> state, Real& cost) {
  for (int i = cone.row; i < cone.row + cone.dim; ++i) {
    const RowCost row = equality_cost(D[i], jar[i]);
    cost += row.cost;
    force[i] = row.force;
    state[i] = row.state;
  }
}

}  // namespace

ConePoint cone_point(const ContactRows& cone, const Real* jar) {
  ConePoint p;
  p.N = p.U[0] = jar[0] * cone.mu;
  for (int j = 1; j < cone.dim; ++j) p.U[j] = jar[j] * cone.friction[j - 1];
  p.T = std::sqrt(dot(p.U + 1, p.U + 1, cone.dim - 1));
  return p;
}

void add_cone_cost(const ContactRows& cone, std::span<const Real> D, std::span<const Real> jar,
                   std::span<Real> force, std::span<int> state, bool want_hessian, Real& cost) {
  const int row = cone.row, dim = cone.dim;
  const Real mu = cone.mu;
  const ConePoint p = cone_point(cone, jar.data() + row);
  if (p.N >= mu * p.T || (p.T <= 0 && p.N >= 0)) {
    std::fill_n(force.begin() + row, dim, Real(0));
    std::fill_n(state.begin() + row, dim, static_cast<int>(kSatisfied));
    return;
  }
  if (mu * p.N + p.T <= 0 || (p.T <= 0 && p.N < 0))
    return add_quadratic_block(cone, D, jar, force, state, cost);

  const Real Dm = middle_stiffness(cone, D[row]);
  const Real excess = p.N - mu * p.T;
  force[row] = -Dm * excess * mu;
  for (int j = 1; j < dim; ++j) force[row + j] = -force[row] / p.T * p.U[j] * cone.friction[j - 1];
  std::fill_n(state.begin() + row, dim, static_cast<int>(kConeZone));
  if (want_hessian) cone_hessian(cone, p, Dm);
  cost += 0.5 * Dm * excess * excess;
}

Real rows_cost(const Rows& rows, std::span<const Real> jar, std::span<Real> force, std::span<int> state,
               bool want_hessians) {
  return both_costs({}, rows, jar, force, state, want_hessians).rows;
}

Costs both_costs(const InertialTerm& term, const Rows& rows, std::span<const Real> jar, std::span<Real> force,
                 std::span<int> state, bool want_hessians) {
  Real cost = 0, inertia = 0;
  const auto put = [&](int i, const RowCost& row) {
    cost += row.cost;
    force[i] = row.force;
    state[i] = row.state;
  };
  const int nv = static_cast<int>(term.acc.size()), shared = std::min(rows.ne, nv);
  for (int i = 0; i < shared; ++i) {
    put(i, equality_cost(rows.D[i], jar[i]));
    inertia += term.product(static_cast<std::size_t>(i));
  }
  for (int i = shared; i < nv; ++i) inertia += term.product(static_cast<std::size_t>(i));
  for (int i = shared; i < rows.ne; ++i) put(i, equality_cost(rows.D[i], jar[i]));
  for (int i = rows.ne; i < rows.ne + rows.nf; ++i)
    put(i, friction_cost(rows.D[i], rows.R[i], rows.frictionloss[i], jar[i]));
  for_push_rows(
      rows,
      [&](int first, int last) {
        for (int i = first; i < last; ++i) put(i, unilateral_cost(rows.D[i], jar[i]));
      },
      [&](const ContactRows& cone) { add_cone_cost(cone, rows.D, jar, force, state, want_hessians, cost); });
  return {0.5 * inertia, cost};
}

}  // namespace corten
