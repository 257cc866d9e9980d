// Newton's Hessian in the oracle's order: assembled, factored and changed row by row with its bits. For
// problems where rounding shows; Hessian is the fast one.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/cholesky_ordered.h"
#include "corten/solver/problem.h"

namespace corten {

// Whether rounding of the Hessian shows in the solution: some row is so much stiffer than the inertia that
// sums with it drown the digits of the others.
bool has_dominant_rows(const Problem& problem);

class OrderedHessian {
 public:
  // The frame must outlive it.
  OrderedHessian(const Problem& problem, Arena::Frame& frame);

  // Assembles and factors for the problem's current states and cone Hessians.
  void factor();
  // The same after a step that changed states.
  void update(std::span<const int> old_state);
  void solve(std::span<const Real> b, std::span<Real> x) const;

  int product_entries() const { return product_entries_; }  // of JᵀJ's lower triangle; sparse only
  int factor_entries() const { return is_dense() ? 0 : order_.pattern().nnz(); }

 private:
  bool is_dense() const { return p_.J_rows.is_dense(); }
  void collect_pattern(Arena::Frame& frame);
  void assemble();
  void add_product(int row);
  void add_inertia();
  void add_cones();
  void add_cone(const ContactRows& cone);
  // column_ += s · row of J
  void add_to_column(int row, Real s);
  // Takes column_ into or out of a factor and leaves it zero; false if the rank was lost.
  bool take_column(std::span<Real> factor, Real sign);

  const Problem& p_;
  OrderedCholesky order_;        // sparse only
  std::span<Real> factor_;       // of M + Jᵀ D J: L Lᵀ by rows, or the entries of order_
  std::span<Real> cone_factor_;  // with the cones too
  bool any_cone_ = false;        // in its middle zone
  std::span<Real> column_;       // n, zero between uses
  int product_entries_ = 0;
};

}  // namespace corten
