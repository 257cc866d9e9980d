// Flexes: where their vertices are, how long their edges, how they resist.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// in:  d.xpos d.xmat d.cdof d.subtree_com
// out: d.flexvert_xpos d.flexelem_aabb d.bvh_aabb_dyn d.flexedge_length d.flexedge_J d.flexvert_length
// d.flexvert_J
void flex(const Model& m, Data& d);

// The parts of it.
void flex_vertices(const Model& m, Data& d);
void flex_boxes(const Model& m, Data& d);
void flex_edges(const Model& m, Data& d);
void flex_strains(const Model& m, Data& d);

// in: d.flexedge_J d.qvel    out: d.flexedge_velocity
void flex_velocity(const Model& m, Data& d);

// Forces of deformed flexes, added to d.qfrc_spring and d.qfrc_damper.
void flex_forces(const Model& m, Data& d);
void flex_bending_forces(const Model& m, Data& d, int flex, bool springs, bool dampers);
void flex_element_forces(const Model& m, Data& d, int flex);
void flex_node_forces(const Model& m, Data& d, int flex, bool springs, bool dampers);
// Contacts of flexes that take them as springs, not as constraints.    out: d.qfrc_spring, contact.exclude
void flex_contact_forces(const Model& m, Data& d);

// Edges that pull or push: something acts along them, and their vertices move by themselves.
inline bool has_edge_jacobian(const Model& m, int flex) {
  return !m.flex_rigid[flex] && !m.flex_interp[flex] &&
         (m.flex_edgeequality[flex] == 1 || m.flex_edgedamping[flex] != 0 ||
          m.flex_edgestiffness[flex] != 0 || m.flex_damping[flex] != 0);
}

// World components go straight into the dofs of the body, as many as there are, and come from there.
inline void add_to_dofs(const Model& m, int body, const Vec3<Real>& force, Array<Real>& qfrc) {
  const int adr = m.body_dofadr[body], count = m.body_dofnum[body];
  for (int k = 0; k < 3 && k < count; ++k) qfrc[adr + k] += force[k];
}
inline Vec3<Real> dof_velocity(const Model& m, const Data& d, int body) {
  Vec3<Real> v{};
  const int adr = m.body_dofadr[body], count = m.body_dofnum[body];
  for (int k = 0; k < 3 && k < count; ++k) v[k] = d.qvel[adr + k];
  return v;
}

// A node of an interpolated flex, world.
inline Vec3<Real> flex_node_position(const Model& m, const Data& d, int flex, int node) {
  const int body = m.flex_nodebodyid[node];
  return m.flex_centered[flex] ? d.xpos[body] : d.xmat[body] * m.flex_node[node] + d.xpos[body];
}

// Its velocity, by its number within the flex.
Vec3<Real> flex_node_velocity(const Model& m, const Data& d, int flex, int node);

// The nodes of an interpolated flex seen along with it: turned back by the rotation of the flex as a whole.
struct FlexNodes {
  static constexpr int kMax = 27;
  int count = 0;
  Quat<Real> turn;      // of the flex
  Vec3<Real> at[kMax];  // turned back, with the middle of the box at (½, ½, ½): comparable to flex_node0
};
FlexNodes turned_back_nodes(const Model& m, const Data& d, int flex);

}  // namespace corten
