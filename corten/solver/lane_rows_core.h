// Costs of constraint rows in lanes, and the same along a line: the formulas of row_cost.h and
// line_search.cpp with a choice per lane. Every lane adds its rows in their order; what a row does not cost
// is added as 0.
#pragma once

#include "corten/solver/lane_problem.h"
#include "corten/solver/row_cost.h"

namespace corten {

template <class T>
struct LaneRowCost {
  T cost, force;
  LaneMaskOf<T> quadratic;
};

template <class T>
[[gnu::always_inline]] static inline LaneRowCost<T> lane_push_cost(T D, T jar) {
  const RowCostOf<T> all = equality_cost(D, jar);
  const auto push = !(jar >= T(0));
  return {select(push, all.cost, T(0)), select(push, all.force, T(0)), push};
}

// any family of rows
template <class T>
static LaneRowCost<T> lane_row_cost(const LaneProblem<T>& p, int i, T jar) {
  LaneRowCost<T> row = lane_push_cost(p.D[i], jar);
  const auto always = p.equality[i] || p.friction[i];
  const RowCostOf<T> all = equality_cost(p.D[i], jar);
  row = {select(always, all.cost, row.cost), select(always, all.force, row.force), always || row.quadratic};
  if (!any(p.friction[i])) return row;
  const T R = p.R[i], floss = p.frictionloss[i], half = T(-0.5) * R * floss * floss;
  const auto low = p.friction[i] && jar <= -R * floss;
  const auto high = p.friction[i] && !low && jar >= R * floss;
  row.cost = select(low, half - floss * jar, select(high, half + floss * jar, row.cost));
  row.force = select(low, floss, select(high, -floss, row.force));
  row.quadratic = row.quadratic && !(low || high);
  return row;
}

// Σ s(jar); out: force, quadratic (nrow each) unless null
template <class T>
static T lane_rows_cost(const LaneProblem<T>& p, const T* jar, T* force, LaneMaskOf<T>* quadratic) {
  T cost(0);
  const auto put = [&](int i, const LaneRowCost<T>& row) {
    cost = cost + row.cost;
    if (force) force[i] = row.force;
    if (quadratic) quadratic[i] = row.quadratic;
  };
  for (int i = 0; i < p.nspecial; ++i) put(i, lane_row_cost(p, i, jar[i]));
  for (int i = p.nspecial; i < p.nrow; ++i) put(i, lane_push_cost(p.D[i], jar[i]));
  return cost;
}

// a + b α + c α²
template <class T>
struct LaneQuad {
  T a, b, c;
  [[gnu::always_inline]] void add_where(LaneMaskOf<T> mask, const LaneQuad& q) {
    a = a + select(mask, q.a, T(0));
    b = b + select(mask, q.b, T(0));
    c = c + select(mask, q.c, T(0));
  }
};

// out: the parabola of every row
template <class T>
static void lane_row_quads(const LaneProblem<T>& p, const T* jar, const T* jv, LaneQuad<T>* quad) {
  for (int i = 0; i < p.nrow; ++i) {
    const T DJ = p.D[i] * jar[i];
    quad[i] = {T(0.5) * jar[i] * DJ, jv[i] * DJ, T(0.5) * jv[i] * p.D[i] * jv[i]};
  }
}

template <class T>
static void add_special_row(const LaneProblem<T>& p, int i, T jar, T jv, T alpha, const LaneQuad<T>& quad,
                            LaneQuad<T>& q) {
  const T x = jar + alpha * jv, floss = p.frictionloss[i], Rf = p.R[i] * floss;
  const auto inside = -Rf < x && x < Rf, low = p.friction[i] && !inside && x <= -Rf;
  const auto high = p.friction[i] && !inside && !low;
  const auto push = !p.equality[i] && !p.friction[i] && x < T(0);
  LaneQuad<T> own = quad;
  own.a = select(low, floss * (T(-0.5) * Rf - jar), select(high, floss * (T(-0.5) * Rf + jar), quad.a));
  own.b = select(low, -floss * jv, select(high, floss * jv, quad.b));
  own.c = select(low || high, T(0), quad.c);
  q.add_where(p.equality[i] || p.friction[i] || push, own);
}

// The rows at alpha, added to what is there always.
template <class T>
static LaneQuad<T> lane_rows_at(const LaneProblem<T>& p, const T* jar, const T* jv, const LaneQuad<T>* quad,
                                LaneQuad<T> q, T alpha) {
  for (int i = 0; i < p.nspecial; ++i) add_special_row(p, i, jar[i], jv[i], alpha, quad[i], q);
  for (int i = p.nspecial; i < p.nrow; ++i) q.add_where(jar[i] + alpha * jv[i] < T(0), quad[i]);
  return q;
}

}  // namespace corten
