// Sizes and arrays of flexes in the Model.
#include <algorithm>
#include <limits>

#include "corten/compile/passes.h"

namespace corten {
namespace {

int size_of(const auto& list) { return static_cast<int>(list.size()); }

// A sum that must fit an int; the arrays behind it are in memory already, so only the products below can be
// too large.
class Count {
 public:
  explicit Count(int& total) : total_(total) {}
  bool add(std::size_t more) {
    if (more > static_cast<std::size_t>(std::numeric_limits<int>::max() - total_)) return false;
    total_ += static_cast<int>(more);
    return true;
  }

 private:
  int& total_;
};

bool count_flex(const DraftFlex& flex, Sizes& n) {
  std::size_t edge_entries = 0, vert_entries = 0;
  for (const auto& dofs : flex.edge_dofs) edge_entries += dofs.size();
  for (const auto& dofs : flex.vert_dofs) vert_entries += dofs.size();
  return Count(n.nflexnode).add(flex.node.size()) && Count(n.nflexvert).add(flex.vert.size()) &&
         Count(n.nflexedge).add(flex.edge.size()) &&
         Count(n.nflexelem).add(static_cast<std::size_t>(flex.nelem())) &&
         Count(n.nflexelemdata).add(flex.elem.size()) && Count(n.nflexelemedge).add(flex.elem_edge.size()) &&
         Count(n.nflexshelldata).add(flex.shell.size()) && Count(n.nflexevpair).add(flex.evpair.size()) &&
         Count(n.nflextexcoord).add(flex.spec->texcoord.size() / 2) && Count(n.nJfe).add(edge_entries) &&
         Count(n.nJfv).add(vert_entries) && Count(n.nbvhdynamic).add(flex.bvh.nodeid.size()) &&
         Count(n.nbvh).add(flex.bvh.nodeid.size());
}

// Where the next flex begins in the shared arrays.
struct Cursor {
  int node = 0, vert = 0, edge = 0, elem = 0, elemdata = 0, elemedge = 0, shelldata = 0, evpair = 0,
      texcoord = 0, bvh = 0;
};

template <class From, class To>
void copy_to(const std::vector<From>& from, Array<To>& to, int at) {
  std::copy(from.begin(), from.end(), to.data() + at);
}

void fill_settings(const DraftFlex& flex, int id, Model& m) {
  const spec::Flex& node = *flex.spec;
  const spec::FlexContact& contact = node.contact;
  m.flex_contype[id] = *contact.contype;
  m.flex_conaffinity[id] = *contact.conaffinity;
  m.flex_condim[id] = *contact.condim;
  m.flex_priority[id] = *contact.priority;
  m.flex_solmix[id] = *contact.solmix;
  m.flex_solref[id] = *contact.solref;
  m.flex_solimp[id] = *contact.solimp;
  m.flex_friction[id] = *contact.friction;
  m.flex_margin[id] = *contact.margin;
  m.flex_gap[id] = *contact.gap;
  m.flex_internal[id] = *contact.internal;
  m.flex_selfcollide[id] = *contact.selfcollide;
  m.flex_activelayers[id] = *contact.activelayers;
  m.flex_passive[id] = *contact.passive;
  m.flex_dim[id] = flex.dim;
  m.flex_matid[id] = flex.material;
  m.flex_group[id] = *node.group;
  m.flex_interp[id] = flex.order;
  m.flex_radius[id] = *node.radius;
  m.flex_size[id] = flex.size;
  m.flex_damping[id] = *node.elasticity.damping;
  m.flex_edgestiffness[id] = *node.edgestiffness;
  m.flex_edgedamping[id] = *node.edgedamping;
  m.flex_edgeequality[id] = flex.edge_equality;
  m.flex_rigid[id] = flex.rigid;
  m.flex_centered[id] = flex.centered;
  m.flex_flatskin[id] = *node.flatskin;
  m.flex_rgba[id] = *node.rgba;
}

void fill_addresses(const DraftFlex& flex, int id, const Cursor& at, Model& m) {
  m.flex_nodeadr[id] = at.node;
  m.flex_nodenum[id] = size_of(flex.node);
  m.flex_vertadr[id] = at.vert;
  m.flex_vertnum[id] = flex.nvert();
  m.flex_edgeadr[id] = at.edge;
  m.flex_edgenum[id] = flex.nedge();
  m.flex_elemadr[id] = at.elem;
  m.flex_elemnum[id] = flex.nelem();
  m.flex_elemdataadr[id] = at.elemdata;
  m.flex_elemedgeadr[id] = at.elemedge;
  m.flex_shellnum[id] = size_of(flex.shell) / flex.dim;
  m.flex_shelldataadr[id] = flex.shell.empty() ? -1 : at.shelldata;
  m.flex_evpairnum[id] = size_of(flex.evpair);
  m.flex_evpairadr[id] = flex.evpair.empty() ? -1 : at.evpair;
  m.flex_texcoordadr[id] = flex.spec->texcoord.empty() ? -1 : at.texcoord;
  m.flex_bvhnum[id] = flex.bvh.size();
  m.flex_bvhadr[id] = flex.bvh.size() ? m.nbvhstatic + at.bvh : -1;
}

void fill_arrays(const DraftFlex& flex, const Cursor& at, Model& m) {
  copy_to(flex.node_body, m.flex_nodebodyid, at.node);
  copy_to(flex.vert_body, m.flex_vertbodyid, at.vert);
  if (flex.order) std::fill_n(m.flex_vertbodyid.data() + at.vert, flex.nvert(), -1);
  copy_to(flex.vert, m.flex_vert, at.vert);
  copy_to(flex.vert0, m.flex_vert0, at.vert);
  copy_to(flex.node, m.flex_node, at.node);
  copy_to(flex.node_w, m.flex_node0, at.node);
  copy_to(flex.edge, m.flex_edge, at.edge);
  copy_to(flex.edge_flap, m.flex_edgeflap, at.edge);
  copy_to(flex.edge_rigid, m.flexedge_rigid, at.edge);
  copy_to(flex.elem, m.flex_elem, at.elemdata);
  copy_to(flex.elem_texcoord, m.flex_elemtexcoord, at.elemdata);
  copy_to(flex.elem_edge, m.flex_elemedge, at.elemedge);
  copy_to(flex.elem_layer, m.flex_elemlayer, at.elem);
  copy_to(flex.shell, m.flex_shell, at.shelldata);
  copy_to(flex.evpair, m.flex_evpair, at.evpair);
  copy_to(flex.bending, m.flex_bending, at.edge);
  if (!flex.stiffness.empty())
    std::copy(flex.stiffness.begin(), flex.stiffness.end(), m.flex_stiffness[at.elem].data());
  for (std::size_t i = 0; i + 1 < flex.spec->texcoord.size(); i += 2)
    m.flex_texcoord[at.texcoord + static_cast<int>(i / 2)] = {flex.spec->texcoord[i],
                                                              flex.spec->texcoord[i + 1]};
  for (int i = 0; i < flex.bvh.size(); ++i) {
    m.bvh_depth[m.nbvhstatic + at.bvh + i] = flex.bvh.depth[i];
    m.bvh_child[m.nbvhstatic + at.bvh + i] = flex.bvh.child[i];
    m.bvh_nodeid[m.nbvhstatic + at.bvh + i] = flex.bvh.nodeid[i];
  }
}

void advance(const DraftFlex& flex, Cursor& at) {
  at.node += size_of(flex.node);
  at.vert += flex.nvert();
  at.edge += flex.nedge();
  at.elem += flex.nelem();
  at.elemdata += size_of(flex.elem);
  at.elemedge += size_of(flex.elem_edge);
  at.shelldata += size_of(flex.shell);
  at.evpair += size_of(flex.evpair);
  at.texcoord += size_of(flex.spec->texcoord) / 2;
  at.bvh += flex.bvh.size();
}

// Edges have rows where something acts along them.
bool has_edge_rows(const DraftFlex& flex) {
  const spec::Flex& node = *flex.spec;
  return !flex.rigid && flex.order == 0 &&
         (flex.edge_equality || *node.edgedamping != 0 || *node.edgestiffness != 0 ||
          *node.elasticity.damping != 0);
}

// A row begins where the row before it ends, in the list of all edges. Those of flexes without rows count as
// ending at 0, so a later flex writes over the rows of earlier ones: the oracle's layout, which its numbers
// follow from.
void fill_edge_rows(const Draft& draft, Model& m) {
  int edge = 0;
  for (const DraftFlex& flex : draft.flexes) {
    const bool rows = has_edge_rows(flex);
    for (int e = 0; e < flex.nedge(); ++e, ++edge) {
      if (!rows) continue;
      const std::vector<int>& dofs = flex.edge_dofs[e];
      const int adr = edge > 0 ? m.flexedge_J_rowadr[edge - 1] + m.flexedge_J_rownnz[edge - 1] : 0;
      m.flexedge_J_rowadr[edge] = adr;
      m.flexedge_J_rownnz[edge] = size_of(dofs);
      std::copy(dofs.begin(), dofs.end(), m.flexedge_J_colind.data() + adr);
    }
  }
}

// Likewise, two rows per vertex with the same columns.
void fill_vertex_rows(const Draft& draft, Model& m) {
  int vert = 0, entries = 0;
  int* flat = m.flex_vertedge.size() ? m.flex_vertedge[0].data() : nullptr;
  int* colind = m.flexvert_J_colind.size() ? m.flexvert_J_colind[0].data() : nullptr;
  for (const DraftFlex& flex : draft.flexes) {
    for (int v = 0; v < flex.nvert(); ++v, ++vert) {
      if (flex.dim != 2 || flex.edge_equality != 2 || flex.vert_edges.empty()) continue;
      m.flex_vertedgeadr[vert] = entries;
      m.flex_vertedgenum[vert] = size_of(flex.vert_edges[v]);
      for (const int e : flex.vert_edges[v]) flat[entries++] = e;
      const std::vector<int>& dofs = flex.vert_dofs[v];
      int adr = vert > 0 ? m.flexvert_J_rowadr[vert - 1][1] + m.flexvert_J_rownnz[vert - 1][1] : 0;
      for (int k = 0; k < 2; ++k, adr += size_of(dofs)) {
        m.flexvert_J_rowadr[vert][k] = adr;
        m.flexvert_J_rownnz[vert][k] = size_of(dofs);
        std::copy(dofs.begin(), dofs.end(), colind + adr);
      }
    }
  }
}

}  // namespace

void count_flexes(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  Sizes& n = draft.sizes;
  n.nflex = size_of(draft.flexes);
  for (const DraftFlex& flex : draft.flexes)
    if (!count_flex(flex, n)) return diagnostics.error({}, "<deformable>", "flexes are too large");
}

void fill_flexes(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  Cursor at;
  for (int id = 0; id < m.nflex; ++id) {
    const DraftFlex& flex = draft.flexes[id];
    fill_settings(flex, id, m);
    fill_addresses(flex, id, at, m);
    fill_arrays(flex, at, m);
    advance(flex, at);
  }
  fill_edge_rows(draft, m);
  fill_vertex_rows(draft, m);
}

}  // namespace corten
