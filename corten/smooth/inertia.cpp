#include "corten/smooth/inertia.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/tree_ldl.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/smooth/tendon_armature.h"

namespace corten {
namespace {

void composite_inertia(const Model& m, Data& d) {
  std::copy(d.cinert.begin(), d.cinert.end(), d.crb.begin());
  for (int body = m.nbody - 1; body > 0; --body)
    if (const int parent = m.body_parentid[body]; parent > 0) d.crb[parent] += d.crb[body];
}

// Row of M: force that moves the subtree of the dof, felt along the axes of its ancestors.
void inertia_row(const Model& m, Data& d, int dof) {
  Real* row = d.M.data() + m.M_rowadr[dof];
  const int diagonal = m.M_rownnz[dof] - 1;
  if (m.dof_simplenum[dof]) {
    row[diagonal] = m.dof_M0[dof];
    return;
  }
  const Force<Real> momentum = d.crb[m.dof_bodyid[dof]] * d.cdof[dof];
  row[diagonal] = m.dof_armature[dof] + dot(d.cdof[dof], momentum);
  const int* colind = m.M_colind.data() + m.M_rowadr[dof];
  for (int k = 0; k < diagonal; ++k) row[k] = dot(d.cdof[colind[k]], momentum);
}

}  // namespace

CsrPattern inertia_pattern(const Model& m) {
  return {m.M_rownnz.span(), m.M_rowadr.span(), m.M_colind.span()};
}

void crb(const Model& m, Data& d) {
  composite_inertia(m, d);
  for (int dof = 0; dof < m.nv; ++dof) inertia_row(m, d, dof);
}

void make_m(const Model& m, Data& d) {
  crb(m, d);
  tendon_armature(m, d);
  for (int k = 0; k < m.nC; ++k) d.qM[m.mapM2M[k]] = d.M[k];
}

void factor_m(const Model& m, Data& d) {
  std::copy(d.M.begin(), d.M.end(), d.qLD.begin());
  factor_tree_ldl(inertia_pattern(m), d.qLD.span(), d.qLDiagInv.span());
}

void solve_m(const Model& m, const Data& d, std::span<Real> x, int count) {
  solve_tree_ldl(inertia_pattern(m), d.qLD.span(), d.qLDiagInv.span(), count, x);
}

void solve_m2(const Model& m, const Data& d, std::span<Real> x, std::span<const Real> scale, int count) {
  half_solve_tree_ldl(inertia_pattern(m), d.qLD.span(), scale, count, x);
}

void mul_m(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> v) {
  mul_tree_symmetric(inertia_pattern(m), d.M.span(), v, result);
}

void mul_m2(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> v) {
  for (int i = 0; i < m.nv; ++i) {
    const int adr = m.M_rowadr[i], lower = m.M_rownnz[i] - 1;
    const Real* row = d.qLD.data() + adr;
    const std::size_t r = static_cast<std::size_t>(i);
    result[r] = (v[r] + dot_sparse(row, m.M_colind.data() + adr, lower, v.data())) * std::sqrt(row[lower]);
  }
}

void full_m(const Model& m, std::span<Real> dense, std::span<const Real> qM) {
  std::fill(dense.begin(), dense.end(), Real(0));
  for (int i = 0; i < m.nv; ++i) {
    int adr = m.dof_Madr[i];
    for (int j = i; j >= 0; j = m.dof_parentid[j]) {
      const Real value = qM[static_cast<std::size_t>(adr++)];
      dense[static_cast<std::size_t>(i * m.nv + j)] = value;
      dense[static_cast<std::size_t>(j * m.nv + i)] = value;
    }
  }
}

}  // namespace corten
