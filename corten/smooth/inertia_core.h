// Composite inertias and the inertia matrix for any scalar. D is Data or has its fields.
#pragma once

#include <algorithm>

#include "corten/linalg/tree_ldl_core.h"
#include "corten/math/spatial.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"
#include "corten/smooth/lane_scalar.h"

namespace corten {

template <class M, class D, class Who>
CORTEN_HD static void composite_inertia(const M& m, D& d, Who who) {
  d.crb[0] = d.cinert[0];
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body) d.crb[body] = d.cinert[body];
  for (const Run run : who.bodies_under_awake().reversed())
    for (int body = run.last - 1; body >= run.first; --body)
      if (const int parent = m.body_parentid[body]; parent > 0) d.crb[parent] += d.crb[body];
}

// Row of M: force that moves the subtree of the dof, felt along the axes of its ancestors.
template <class M, class D>
[[gnu::always_inline]] CORTEN_HD static inline void inertia_row(const M& m, D& d, int dof) {
  using T = ScalarOf<D>;
  T* row = d.M.data() + m.M_rowadr[dof];
  const int diagonal = m.M_rownnz[dof] - 1;
  if (m.dof_simplenum[dof]) {
    row[diagonal] = spread<T>(m.dof_M0[dof]);
    return;
  }
  const Force<T> momentum = d.crb[m.dof_bodyid[dof]] * d.cdof[dof];
  row[diagonal] = spread<T>(m.dof_armature[dof]) + dot(d.cdof[dof], momentum);
  const int* colind = m.M_colind.data() + m.M_rowadr[dof];
  for (int k = 0; k < diagonal; ++k) row[k] = dot(d.cdof[colind[k]], momentum);
}

template <class M, class D, class Who>
CORTEN_HD static void crb_core(const M& m, D& d, Who who) {
  composite_inertia(m, d, who);
  for (const Run run : who.dofs())
    for (int dof = run.first; dof < run.last; ++dof) inertia_row(m, d, dof);
}

// to ← M, what is awake of it
template <class D, class Who, class T = ScalarOf<D>>
static void copy_inertia(const D& d, Who who, T* to) {
  for (const Run run : who.dofs()) {
    const Run entries = who.inertia_entries(run);
    std::copy(d.M.data() + entries.first, d.M.data() + entries.last, to + entries.first);
  }
}

// Factor in place of a matrix with the pattern of M, and x ← matrix⁻¹ x with it.
inline TreePattern inertia_tree(const Model& m) {
  return {m.nv, m.M_rownnz.data(), m.M_rowadr.data(), m.M_colind.data()};
}
template <class T>
static void factor_inertia(const Model& m, T* matrix, T* inverse_diagonal) {
  factor_tree(inertia_tree(m), matrix, inverse_diagonal);
}
template <class T>
static void solve_inertia(const Model& m, const T* factor, const T* inverse_diagonal, T* x) {
  solve_tree(inertia_tree(m), factor, inverse_diagonal, x);
}

}  // namespace corten
