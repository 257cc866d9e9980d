#include "corten/model/sparsity.h"

#include <algorithm>
#include <vector>

namespace corten {
namespace {

using Rows = std::vector<std::vector<int>>;  // ascending columns

// a dof and its ancestors, ascending
std::vector<int> chain(const Model& m, int dof) {
  std::vector<int> columns;
  for (int i = dof; i >= 0; i = m.dof_parentid[i]) columns.push_back(i);
  std::reverse(columns.begin(), columns.end());
  return columns;
}

void write_rows(const Rows& rows, Array<int>& rownnz, Array<int>& rowadr, Array<int>& colind) {
  int adr = 0;
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    rownnz[i] = static_cast<int>(rows[i].size());
    rowadr[i] = adr;
    for (const int column : rows[i]) colind[adr++] = column;
  }
}

// Lower triangle; simple dofs have nothing but their diagonal.
void fill_M(Model& m, const Rows& chains) {
  Rows rows = chains;
  for (int i = 0; i < m.nv; ++i)
    if (m.dof_simplenum[i]) rows[i] = {i};
  write_rows(rows, m.M_rownnz, m.M_rowadr, m.M_colind);
  for (int i = 0; i < m.nv; ++i)
    for (int k = 0; k < m.M_rownnz[i];
         ++k)  // the older layout stores a row from its diagonal towards the root
      m.mapM2M[m.M_rowadr[i] + k] = m.dof_Madr[i] + m.M_rownnz[i] - 1 - k;
}

// Ancestors, the dof itself, descendants; simple dofs included.
void fill_D(Model& m, const Rows& chains) {
  Rows rows = chains;
  for (int i = 0; i < m.nv; ++i) m.D_diag[i] = static_cast<int>(rows[i].size()) - 1;
  for (int i = 0; i < m.nv; ++i)
    for (const int ancestor : chains[i])
      if (ancestor != i) rows[ancestor].push_back(i);
  write_rows(rows, m.D_rownnz, m.D_rowadr, m.D_colind);
}

// index in row-compressed columns, -1 if absent
int find_entry(const Array<int>& rownnz, const Array<int>& rowadr, const Array<int>& colind, int row,
               int column) {
  const auto columns = colind.slice(rowadr[row], rownnz[row]);
  const auto it = std::lower_bound(columns.begin(), columns.end(), column);
  return it != columns.end() && *it == column ? rowadr[row] + static_cast<int>(it - columns.begin()) : -1;
}

void fill_maps(Model& m) {
  for (int i = 0; i < m.nv; ++i) {
    for (int k = m.D_rowadr[i]; k < m.D_rowadr[i] + m.D_rownnz[i]; ++k) {
      const int j = m.D_colind[k];
      m.mapM2D[k] = find_entry(m.M_rownnz, m.M_rowadr, m.M_colind, std::max(i, j), std::min(i, j));
    }
    for (int k = m.M_rowadr[i]; k < m.M_rowadr[i] + m.M_rownnz[i]; ++k)
      m.mapD2M[k] = find_entry(m.D_rownnz, m.D_rowadr, m.D_colind, i, m.M_colind[k]);
  }
}

// Dofs of a body's subtree and of its ancestors.
void fill_B(Model& m) {
  Rows rows(m.nbody);
  for (int i = 0; i < m.nv; ++i)
    for (int body = m.dof_bodyid[i];; body = m.body_parentid[body]) {
      rows[body].push_back(i);
      if (body == 0) break;
    }
  std::vector<int> above(m.nbody, 0);  // dofs of strict ancestors: the parent's row begins with its own
  for (int body = 1; body < m.nbody; ++body) {
    const int parent = m.body_parentid[body];
    above[body] = above[parent] + m.body_dofnum[parent];
    rows[body].insert(rows[body].begin(), rows[parent].begin(), rows[parent].begin() + above[body]);
  }
  write_rows(rows, m.B_rownnz, m.B_rowadr, m.B_colind);
}

}  // namespace

void fill_sparsity(Model& m) {
  Rows chains(m.nv);
  for (int i = 0; i < m.nv; ++i) chains[i] = chain(m, i);
  fill_M(m, chains);
  fill_D(m, chains);
  fill_maps(m);
  fill_B(m);
}

}  // namespace corten
