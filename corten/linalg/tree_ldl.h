// Lᵀ D L of a symmetric matrix with the sparsity of a kinematic tree. Row i holds the ancestors of i and,
// last, the diagonal; the row of an ancestor is a prefix of the row of its descendant, so elimination from
// the leaves makes no fill-in.
#pragma once

#include <span>

#include "corten/base/config.h"
#include "corten/linalg/csr_pattern.h"

namespace corten {

// As many entries as rows: every dof moves by itself, as the vertices of a flex do.
bool is_diagonal(const CsrPattern& pattern);

// In place: strictly lower entries become L (unit diagonal implied), diagonal entries D; inverse_diagonal =
// 1/D.
void factor_tree_ldl(const CsrPattern& pattern, std::span<Real> matrix, std::span<Real> inverse_diagonal);

// x ← (Lᵀ D L)⁻¹ x for `count` vectors stacked one after the other.
void solve_tree_ldl(const CsrPattern& pattern, std::span<const Real> factor,
                    std::span<const Real> inverse_diagonal, int count, std::span<Real> x);

// x ← scale ∘ L⁻ᵀ x for stacked vectors; with scale = 1/√D, |x|² = yᵀ M⁻¹ y.
void half_solve_tree_ldl(const CsrPattern& pattern, std::span<const Real> factor, std::span<const Real> scale,
                         int count, std::span<Real> x);

// result = M v, M given by its lower triangle on the tree pattern.
void mul_tree_symmetric(const CsrPattern& pattern, std::span<const Real> matrix, std::span<const Real> v,
                        std::span<Real> result);

}  // namespace corten
