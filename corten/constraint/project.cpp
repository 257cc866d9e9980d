// The dual problem's matrix J M⁻¹ Jᵀ + diag(R), dense or sparse.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "corten/constraint/jacobian_products.h"
#include "corten/constraint/make_constraint.h"
#include "corten/linalg/dense_kernels.h"
#include "corten/linalg/dual_kernels.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/model/warning.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

// 1/√D of the factored inertia
std::span<const Real> inverse_root(const Model& m, const Data& d, Arena::Frame& frame) {
  std::span<Real> scale = frame.alloc<Real>(m.nv);
  for (int i = 0; i < m.nv; ++i) scale[i] = 1 / std::sqrt(d.qLD[m.M_rowadr[i] + m.M_rownnz[i] - 1]);
  return scale;
}

// Rows of J M^-½, each on its own columns closed under ancestors.
struct HalfProduct {
  std::span<int> adr;  // nefc + 1
  std::span<int> cols;
  std::span<Real> val;
};

int closed_columns(const Model& m, const Csr& J, int row, std::span<byte> seen, int* cols) {
  int n = 0;
  for (int k = 0; k < J.nnz(row); ++k)
    for (int dof = J.row_cols(row)[k]; dof >= 0 && !seen[dof]; dof = m.dof_parentid[dof]) {
      seen[dof] = 1;
      cols[n++] = dof;
    }
  for (int k = 0; k < n; ++k) seen[cols[k]] = 0;
  std::sort(cols, cols + n);
  return n;
}

HalfProduct half_product(const Model& m, const Data& d, const Csr& J, Arena::Frame& frame) {
  std::span<const Real> scale = inverse_root(m, d, frame);
  std::span<byte> seen = frame.zeros<byte>(m.nv);
  std::span<Real> x = frame.zeros<Real>(m.nv);
  std::span<int> row_cols = frame.alloc<int>(m.nv);
  HalfProduct h;
  h.adr = frame.alloc<int>(J.rows + 1);
  h.adr[0] = 0;
  for (int row = 0; row < J.rows; ++row)
    h.adr[row + 1] = h.adr[row] + closed_columns(m, J, row, seen, row_cols.data());
  h.cols = frame.alloc<int>(h.adr[J.rows]);
  h.val = frame.alloc<Real>(h.adr[J.rows]);
  for (int row = 0; row < J.rows; ++row) {
    int* cols = h.cols.data() + h.adr[row];
    const int n = closed_columns(m, J, row, seen, cols);
    for (int k = 0; k < J.nnz(row); ++k) x[J.row_cols(row)[k]] = J.row(row)[k];
    for (int k = n - 1; k >= 0; --k) {
      const int dof = cols[k], adr = m.M_rowadr[dof];
      for (int e = 0; e < m.M_rownnz[dof] - 1; ++e) x[m.M_colind[adr + e]] -= d.qLD[adr + e] * x[dof];
    }
    for (int k = 0; k < n; ++k) {
      h.val[h.adr[row] + k] = x[cols[k]] * scale[cols[k]];
      x[cols[k]] = 0;
    }
  }
  return h;
}

// Rows that share a kinematic tree with each row: closed under ancestors, their columns then meet in its
// root.
struct Neighbours {
  std::span<int> tree_adr;   // ntree + 1
  std::span<int> tree_rows;  // rows by tree, ascending
};

bool first_of_tree(const Model& m, const HalfProduct& h, int row, int k) {
  return k == h.adr[row] || m.dof_treeid[h.cols[k]] != m.dof_treeid[h.cols[k - 1]];
}

Neighbours rows_by_tree(const Model& m, const HalfProduct& h, int nefc, Arena::Frame& frame) {
  Neighbours t{frame.zeros<int>(m.ntree + 1), {}};
  for (int row = 0; row < nefc; ++row)
    for (int k = h.adr[row]; k < h.adr[row + 1]; ++k)
      if (first_of_tree(m, h, row, k)) ++t.tree_adr[m.dof_treeid[h.cols[k]] + 1];
  for (int tree = 0; tree < m.ntree; ++tree) t.tree_adr[tree + 1] += t.tree_adr[tree];
  t.tree_rows = frame.alloc<int>(t.tree_adr[m.ntree]);
  std::span<int> next = frame.alloc<int>(m.ntree);
  std::copy_n(t.tree_adr.begin(), m.ntree, next.begin());
  for (int row = 0; row < nefc; ++row)
    for (int k = h.adr[row]; k < h.adr[row + 1]; ++k)
      if (first_of_tree(m, h, row, k)) t.tree_rows[next[m.dof_treeid[h.cols[k]]]++] = row;
  return t;
}

// ascending neighbours of a row
int neighbours(const Model& m, const HalfProduct& h, const Neighbours& t, int row, std::span<byte> seen,
               int* list) {
  int n = 0;
  for (int k = h.adr[row]; k < h.adr[row + 1]; ++k) {
    if (!first_of_tree(m, h, row, k)) continue;
    const int tree = m.dof_treeid[h.cols[k]];
    for (int e = t.tree_adr[tree]; e < t.tree_adr[tree + 1]; ++e) {
      const int other = t.tree_rows[e];
      if (seen[other]) continue;
      seen[other] = 1;
      list[n++] = other;
    }
  }
  for (int k = 0; k < n; ++k) seen[list[k]] = 0;
  if (!std::is_sorted(list, list + n)) std::sort(list, list + n);  // it is in one tree
  return n;
}

bool allocate(Data& d, int entries, bool sparse) {
  d.nA = entries;
  return d.arena.alloc(d.nefc, d.efc_AR_rownnz) && d.arena.alloc(d.nefc, d.efc_AR_rowadr) &&
         d.arena.alloc(sparse ? entries : 0, d.efc_AR_colind) && d.arena.alloc(entries, d.efc_AR);
}

// dof by dof, as the oracle adds; only the diagonal is a dot product there
Real sum_by_dof(const Real* values, const int* cols, int count, std::span<const Real> x) {
  Real sum = 0;
  for (int k = 0; k < count; ++k) sum += values[k] * x[cols[k]];
  return sum;
}

// Rows and columns of the matrix; the room for its values.
bool allocate_pattern(const Model& m, Data& d, const HalfProduct& h, Arena::Frame& frame) {
  const Neighbours t = rows_by_tree(m, h, d.nefc, frame);
  std::span<byte> seen = frame.zeros<byte>(d.nefc);
  std::span<int> list = frame.alloc<int>(d.nefc);
  int entries = 0;
  for (int row = 0; row < d.nefc; ++row) entries += neighbours(m, h, t, row, seen, list.data());
  if (!allocate(d, entries, true)) return false;
  for (int row = 0, adr = 0; row < d.nefc; ++row) {
    d.efc_AR_rowadr[row] = adr;
    adr += d.efc_AR_rownnz[row] = neighbours(m, h, t, row, seen, d.efc_AR_colind.data() + adr);
  }
  return true;
}

// Left of the diagonal and, in the same breath, its mirror image: rows come in order, so does each column.
void fill_symmetric(const Model& m, Data& d, const HalfProduct& h, Arena::Frame& frame) {
  std::span<Real> x = frame.zeros<Real>(m.nv);
  std::span<int> next = frame.alloc<int>(d.nefc);  // entry of each row that the next one mirrors
  for (int row = 0; row < d.nefc; ++row) {
    const int begin = h.adr[row], end = h.adr[row + 1];
    if (begin == end) continue;  // no columns, no entries, not even its own
    for (int k = begin; k < end; ++k) x[h.cols[k]] = h.val[k];
    int at = d.efc_AR_rowadr[row];
    for (; d.efc_AR_colind[at] < row; ++at) {
      const int other = d.efc_AR_colind[at], first = h.adr[other];
      d.efc_AR[at] = d.efc_AR[next[other]++] =
          sum_by_dof(&h.val[first], &h.cols[first], h.adr[other + 1] - first, x);
    }
    d.efc_AR[at] = dot(&h.val[begin], &h.val[begin], end - begin) + d.efc_R[row];
    next[row] = at + 1;
    for (int k = begin; k < end; ++k) x[h.cols[k]] = 0;
  }
}

bool project_sparse(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const HalfProduct h = half_product(m, d, constraint_jacobian(m, d), frame);
  if (!allocate_pattern(m, d, h, frame)) return false;
  fill_symmetric(m, d, h, frame);
  return true;
}

// Jᵀ, rows side by side
VectorColumns transposed_jacobian(const Model& m, const Data& d, Arena::Frame& frame) {
  const int stride = padded(d.nefc), nv = m.nv;
  Real* val = frame.alloc<Real>(nv * stride).data();
  const Real* zeros = frame.zeros<Real>(nv).data();
  for (int row = 0; row < stride; row += 4) {
    const Real* from[4];
    for (int r = 0; r < 4; ++r) from[r] = row + r < d.nefc ? d.efc_J.data() + (row + r) * nv : zeros;
    Real* to = val + row;
    for (int dof = 0; dof < nv; ++dof, to += stride)
      for (int r = 0; r < 4; ++r) to[r] = from[r][dof];
  }
  return {d.nefc, nv, stride, val, frame.alloc<std::uint64_t>(stride / 4).data()};
}

bool project_dense(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const VectorColumns half = transposed_jacobian(m, d, frame);
  const TreeMatrix LD{m.nv, m.M_rownnz.data(), m.M_rowadr.data(), m.M_colind.data(), d.qLD.data()};
  dual_kernels().half_solve(LD, inverse_root(m, d, frame).data(), half);
  if (!allocate(d, d.nefc * d.nefc, false)) return false;
  dual_kernels().products(half, d.efc_AR.data());
  for (int i = 0; i < d.nefc; ++i) d.efc_AR[i * d.nefc + i] += d.efc_R[i];
  return true;
}

}  // namespace

bool is_dual(const Model& m) { return m.opt.solver == mjSOL_PGS || m.opt.noslip_iterations > 0; }

void project_constraint(const Model& m, Data& d) {
  d.nA = 0;
  if (d.nefc == 0 || !is_dual(m)) return;
  if (is_sparse(m) ? project_sparse(m, d) : project_dense(m, d)) return;
  warn(d, mjWARN_CNSTRFULL, static_cast<int>(d.arena.size()));
  d.nefc = d.nisland = 0;
  for (Contact& contact : d.contact) contact.efc_address = -1;
  trim_rows(m, d);
}

}  // namespace corten
