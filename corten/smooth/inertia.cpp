#include "corten/smooth/inertia.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/tree_ldl.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/model/awake.h"
#include "corten/smooth/inertia_core.h"
#include "corten/smooth/tendon_armature.h"

namespace corten {
namespace {

CsrPattern rows_of(const Model& m, Run dofs) {
  return {m.M_rownnz.slice(0, dofs.last), m.M_rowadr.slice(0, dofs.last), m.M_colind.span(), dofs.first};
}

template <class Who>
void factor_blocks(const Model& m, Who who, std::span<Real> matrix, std::span<Real> inverse_diagonal) {
  for (const Run run : who.dofs()) factor_tree_ldl(rows_of(m, run), matrix, inverse_diagonal);
}

}  // namespace

CsrPattern inertia_pattern(const Model& m) { return rows_of(m, {0, m.nv}); }

void factor_awake(const Model& m, const Data& d, std::span<Real> matrix, std::span<Real> inverse_diagonal) {
  among_awake(m, d, [&](auto who) { factor_blocks(m, who, matrix, inverse_diagonal); });
}

void solve_awake(const Model& m, const Data& d, std::span<const Real> factor,
                 std::span<const Real> inverse_diagonal, std::span<Real> x) {
  among_awake(m, d, [&](auto who) {
    for (const Run run : who.dofs()) solve_tree_ldl(rows_of(m, run), factor, inverse_diagonal, 1, x);
  });
}

void crb(const Model& m, Data& d) {
  among_awake(m, d, [&](auto who) { crb_core(m, d, who); });
}

void make_m(const Model& m, Data& d) {
  crb(m, d);
  if (m.ntendon) tendon_armature(m, d);
  // mapM2M without reading it: rows of qM run from the diagonal to the root
  for_awake_dofs(m, d, [&m, from = d.M.data(), to = d.qM.data()](int dof) {
    const int n = m.M_rownnz[dof];
    const Real* diagonal = from + m.M_rowadr[dof] + n - 1;
    Real* row = to + m.dof_Madr[dof];
    for (int k = 0; k < n; ++k) row[k] = diagonal[-k];
  });
}

void factor_m(const Model& m, Data& d) {
  among_awake(m, d, [&](auto who) {
    copy_inertia(d, who, d.qLD.data());
    factor_blocks(m, who, d.qLD.span(), d.qLDiagInv.span());
  });
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
      const Real value = qM[adr++];
      dense[i * m.nv + j] = value;
      dense[j * m.nv + i] = value;
    }
  }
}

}  // namespace corten
