// Cost s(jar) of constraint rows with its force −∂s/∂jar and zone, jar = J acc − aref.
#pragma once

#include <span>

#include "corten/solver/problem.h"

namespace corten {

template <class T>
struct RowCostOf {
  T cost;
  T force;
  int state;
};
using RowCost = RowCostOf<Real>;

template <class T>
CORTEN_HD RowCostOf<T> equality_cost(T D, T jar) {
  return {T(0.5) * D * jar * jar, -D * jar, kQuadratic};
}

// quadratic inside ±R·floss, linear outside
template <class T>
CORTEN_HD RowCostOf<T> friction_cost(T D, T R, T floss, T jar) {
  if (jar <= -R * floss) return {T(-0.5) * R * floss * floss - floss * jar, floss, kLinearNeg};
  if (jar >= R * floss) return {T(-0.5) * R * floss * floss + floss * jar, -floss, kLinearPos};
  return {T(0.5) * D * jar * jar, -D * jar, kQuadratic};
}

// no branch: which rows push is hard to guess
template <class T>
CORTEN_HD RowCostOf<T> unilateral_cost(T D, T jar) {
  const bool push = !(jar >= 0);
  const T cost = T(0.5) * D * jar * jar, force = -D * jar;
  return {push ? cost : 0, push ? force : 0, push ? kQuadratic : kSatisfied};
}

// Elliptic cone in scaled coordinates U = diag(μ, friction) jar: normal N = U₀, tangential length T.
struct ConePoint {
  Real U[6];
  Real N;
  Real T;
};
ConePoint cone_point(const ContactRows& cone, const Real* jar);

// Writes force and state of the cone's rows, in the middle zone also its Hessian if wanted; adds its cost.
void add_cone_cost(const ContactRows& cone, std::span<const Real> D, std::span<const Real> jar,
                   std::span<Real> force, std::span<int> state, bool want_hessian, Real& cost);

// Writes force and state of all rows; returns Σ s(jar).
Real rows_cost(const Rows& rows, std::span<const Real> jar, std::span<Real> force, std::span<int> state,
               bool want_hessians);

// The cost of leaving the unconstrained acceleration, Ma = M acc: ½ Σ (Ma − frc_smooth)(acc − acc_smooth).
struct InertialTerm {
  std::span<const Real> Ma, frc_smooth, acc, acc_smooth;
  Real product(std::size_t i) const { return (Ma[i] - frc_smooth[i]) * (acc[i] - acc_smooth[i]); }
};

// That and rows_cost in the time of the longer one: their sums grow side by side.
struct Costs {
  Real inertia;
  Real rows;
};
Costs both_costs(const InertialTerm& term, const Rows& rows, std::span<const Real> jar, std::span<Real> force,
                 std::span<int> state, bool want_hessians);

// Calls fn(first, last) for every run of push-only rows and cone(contact) for every cone, in row order.
template <class Fn, class ConeFn>
void for_push_rows(const Rows& rows, Fn&& fn, ConeFn&& cone_fn) {
  int first = rows.ne + rows.nf;
  for (const ContactRows& cone : rows.cones) {
    if (cone.row > first) fn(first, cone.row);
    cone_fn(cone);
    first = cone.row + cone.dim;
  }
  if (first < rows.nefc) fn(first, rows.nefc);
}

}  // namespace corten
