// The joint-space inertia matrix M: composite bodies, factor Lᵀ D L, products and solves.
#pragma once

#include <span>

#include "corten/linalg/csr_pattern.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Composite rigid bodies, without tendon armature.    in: d.cinert d.cdof    out: d.crb d.M
void crb(const Model& m, Data& d);

// Inertia with tendon armature, in both layouts.    in: d.cinert d.cdof d.ten_J    out: d.crb d.M d.qM
void make_m(const Model& m, Data& d);

// in: d.M    out: d.qLD d.qLDiagInv
void factor_m(const Model& m, Data& d);

// x ← M⁻¹ x for `count` stacked vectors of length nv.
void solve_m(const Model& m, const Data& d, std::span<Real> x, int count = 1);
// x ← scale ∘ L⁻ᵀ x; with scale = 1/√D, |x|² = yᵀ M⁻¹ y.
void solve_m2(const Model& m, const Data& d, std::span<Real> x, std::span<const Real> scale, int count = 1);
// result = M v
void mul_m(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> v);
// result = √D ∘ L v, so |result|² = vᵀ M v
void mul_m2(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> v);
// Dense nv×nv matrix from a matrix in qM's layout.
void full_m(const Model& m, std::span<Real> dense, std::span<const Real> qM);

// A sparse matrix of nv rows of which only the lower triangle is stored, columns of a row in increasing
// order.
struct LowerTriangle {
  std::span<Real> values;
  std::span<int> rownnz, rowadr, colind;
};
// matrix += M. Rows grow where M has entries that they lack; false when one has no room for that.
[[nodiscard]] bool add_m(const Model& m, const Data& d, const LowerTriangle& matrix);

// Pattern of M: row = ancestors of a dof, diagonal last.
CsrPattern inertia_pattern(const Model& m);

// Of matrices with the pattern of M, the part of awake dofs: the factor in place, x ← matrix⁻¹ x.
void factor_awake(const Model& m, const Data& d, std::span<Real> matrix, std::span<Real> inverse_diagonal);
void solve_awake(const Model& m, const Data& d, std::span<const Real> factor,
                 std::span<const Real> inverse_diagonal, std::span<Real> x);

}  // namespace corten
