// A = U L of an unsymmetric matrix with the symmetric sparsity of a kinematic tree: row i holds the ancestors
// of i, i and its descendants. U is unit upper, L lower triangular; elimination from the leaves makes no
// fill-in.
#pragma once

#include <span>

#include "corten/base/config.h"
#include "corten/linalg/csr_pattern.h"

namespace corten {

// In place; diagonal[i] is the position of (i, i) within row i. No pivoting.
void factor_tree_lu(const CsrPattern& pattern, std::span<const int> diagonal, std::span<Real> matrix);

// x ← A⁻¹ x
void solve_tree_lu(const CsrPattern& pattern, std::span<const int> diagonal, std::span<const Real> factor,
                   std::span<Real> x);

}  // namespace corten
