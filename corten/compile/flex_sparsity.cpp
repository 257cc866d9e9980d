// Which dofs move the edges and vertices of flexes: columns of their Jacobians.
#include <algorithm>

#include "corten/compile/passes.h"

namespace corten {
namespace {

// ascending dofs that move a body
std::vector<int> chain(const Draft& draft, int body) {
  const DraftBody& weld = draft.bodies[draft.bodies[body].weld];
  std::vector<int> dofs;
  if (weld.dof_num == 0) return dofs;
  for (int dof = weld.dof_adr + weld.dof_num - 1; dof >= 0; dof = draft.dofs[dof].parent) dofs.push_back(dof);
  std::reverse(dofs.begin(), dofs.end());
  return dofs;
}

void merge(std::vector<int>& into, const std::vector<int>& dofs) {
  std::vector<int> all;
  std::set_union(into.begin(), into.end(), dofs.begin(), dofs.end(), std::back_inserter(all));
  into = std::move(all);
}

void find_edge_dofs(const Draft& draft, DraftFlex& flex) {
  for (const Vec<int, 2>& edge : flex.edge) {
    std::vector<int> dofs = chain(draft, flex.vert_body[edge[0]]);
    merge(dofs, chain(draft, flex.vert_body[edge[1]]));
    flex.edge_dofs.push_back(std::move(dofs));
  }
}

void find_vertex_dofs(const Draft& draft, DraftFlex& flex) {
  flex.vert_edges.resize(flex.vert_body.size());
  for (int e = 0; e < flex.nedge(); ++e)
    for (const int vert : flex.edge[e]) flex.vert_edges[vert].push_back(e);
  flex.vert_dofs.resize(flex.vert_body.size());
  for (std::size_t v = 0; v < flex.vert_edges.size(); ++v) {
    flex.vert_dofs[v] = chain(draft, flex.vert_body[v]);
    for (const int e : flex.vert_edges[v])
      for (const int vert : flex.edge[e]) merge(flex.vert_dofs[v], chain(draft, flex.vert_body[vert]));
  }
}

// The first equality that names the flex decides what holds it, active or not.
void find_equalities(Draft& draft) {
  for (const DraftEquality& eq : draft.equalities) {
    const int type = *eq.spec->type;
    if (type != mjEQ_FLEX && type != mjEQ_FLEXVERT) continue;
    int& held = draft.flexes[eq.obj1].edge_equality;
    if (held == 0) held = type == mjEQ_FLEX ? 1 : 2;
  }
}

}  // namespace

void list_flex_dofs(const Spec&, Draft& draft, Diagnostics&) {
  find_equalities(draft);
  for (DraftFlex& flex : draft.flexes) {
    if (flex.rigid || flex.order) continue;
    find_edge_dofs(draft, flex);
    find_vertex_dofs(draft, flex);
  }
}

}  // namespace corten
