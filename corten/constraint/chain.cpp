#include "corten/constraint/chain.h"

#include <algorithm>

#include "corten/smooth/jacobian.h"

namespace corten {

int merged_chain(const Model& m, int body1, int body2, std::span<int> dofs) {
  int dof1 = last_dof(m, body1), dof2 = last_dof(m, body2), n = 0;
  while (dof1 >= 0 || dof2 >= 0) {
    const int dof = std::max(dof1, dof2);
    dofs[n++] = dof;
    if (dof1 == dof) dof1 = m.dof_parentid[dof];
    if (dof2 == dof) dof2 = m.dof_parentid[dof];
  }
  std::reverse(dofs.begin(), dofs.begin() + n);
  return n;
}

int merged_chain(const Model& m, std::span<int> bodies, std::span<int> dofs) {
  std::span<int> next = bodies;  // the next dof of each chain
  for (int& body : next) body = last_dof(m, body);
  int n = 0;
  while (true) {
    const int dof = next.empty() ? -1 : *std::max_element(next.begin(), next.end());
    if (dof < 0) break;
    dofs[n++] = dof;
    for (int& chain : next)
      if (chain == dof) chain = m.dof_parentid[dof];
  }
  std::reverse(dofs.begin(), dofs.begin() + n);
  return n;
}

void add_body_jacobian(const Model& m, const Data& d, int body, const Vec3<Real>& point, Real sign,
                       bool rotation, ChainJacobian& jac) {
  const Vec3<Real> offset = point - d.subtree_com[m.body_rootid[body]];
  int k = jac.size() - 1;
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) {
    while (jac.dofs[k] != dof) --k;
    const Vec3<Real> column = point_column(d.cdof[dof], offset);
    for (int i = 0; i < 3; ++i) jac(i, k) += sign * column[i];
    if (!rotation) continue;
    for (int i = 0; i < 3; ++i) jac(3 + i, k) += sign * d.cdof[dof].ang[i];
  }
}

}  // namespace corten
