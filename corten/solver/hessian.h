// Newton's Hessian M + Jᵀ diag(D active) J + cone terms, and its Cholesky factor, dense or sparse.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/cholesky_dense.h"
#include "corten/linalg/cholesky_sparse.h"
#include "corten/solver/problem.h"

namespace corten {

// Rows whose part in the Hessian a step has changed.
struct RankChanges {
  int quadratic = 0;                              // rows that became or ceased to be quadratic
  int cone = 0;                                   // rows of cones in their middle zone
  int old_cone = 0;                               // the same before
  int total() const { return quadratic + cone; }  // rank-one changes, as the oracle counts them
};
RankChanges rank_changes(const Problem& problem, std::span<const int> old_state);

class Hessian {
 public:
  // Memory and, for a sparse one, the pattern of all rows whatever their state. The frame must outlive it.
  Hessian(const Problem& problem, bool sparse, Arena::Frame& frame);

  // Assembles and factors for the problem's current states and cone Hessians.
  void factor();
  // The same after a step that changed states.
  void update(std::span<const int> old_state);
  void solve(std::span<const Real> b, std::span<Real> x) const;

  int product_entries() const { return product_entries_; }  // of JᵀJ's lower triangle; sparse only
  int factor_entries() const { return factor_entries_; }

 private:
  void collect_pattern(Arena::Frame& frame);
  void assemble();
  void add_inertia();
  void add_block(int block);
  bool accumulate_quadratic(const RowBlock& block);
  bool accumulate_cones(const RowBlock& block);
  void scatter_block(int block);
  bool update_row(int block, int row, Real sign);

  const Problem& p_;
  int n_;
  bool is_sparse_;
  SparseCholesky sparse_;  // the one of the two that is used
  DenseCholesky dense_;
  std::span<Real> block_product_;  // lower triangle of a block's columns, rows padded
  std::span<Real> block_rows_;     // kCollected rows on a block's columns, padded with zeros
  std::span<Real> column_;         // n, zero between uses
  int product_entries_ = 0;
  int factor_entries_ = 0;
};

}  // namespace corten
