// Dofs that move one or two bodies, and the Jacobian columns of points on them.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Ascending dofs of the chains from both bodies to the root; returns how many. `dofs` has room for nv.
int merged_chain(const Model& m, int body1, int body2, std::span<int> dofs);
// The same of any number of bodies; `bodies` is overwritten.
int merged_chain(const Model& m, std::span<int> bodies, std::span<int> dofs);

// Columns of one Jacobian difference on a chain, one row of numbers per coordinate: val[coordinate * n + k].
struct ChainJacobian {
  std::span<const int> dofs;
  std::span<Real> val;  // 6 × n: rows 0–2 translation, 3–5 rotation

  int size() const { return static_cast<int>(dofs.size()); }
  Real& operator()(int row, int k) { return val[row * size() + k]; }
  Real operator()(int row, int k) const { return val[row * size() + k]; }
};

// jac += sign · Jacobian of `point` fixed to `body`, rotation too if wanted. All of the body's dofs must be
// in jac.dofs.
void add_body_jacobian(const Model& m, const Data& d, int body, const Vec3<Real>& point, Real sign,
                       bool rotation, ChainJacobian& jac);

}  // namespace corten
