// Forces of interpolated flexes: linear elasticity of the nodes in a frame that turns with the flex as a
// whole.
#include "corten/linalg/vector_kernels.h"
#include "corten/math/polar.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/flex_basis.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/object_motion.h"

namespace corten {
namespace {

// The rotation nearest to the deformation gradient in the middle of the flex.
Quat<Real> turn_of(int order, const Vec3<Real>* node) {
  Mat3<Real> gradient{};
  for_flex_gradients(order, {Real(0.5), Real(0.5), Real(0.5)}, [&](int i, const Vec3<Real>& slope) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) gradient(r, c) += node[i][r] * slope[c];
  });
  Quat<Real> turn = Quat<Real>::identity();
  mat_to_rot(gradient, turn);
  return turn;
}

// k x, turned into the world, on every node
void add_node_forces(const Model& m, const Data& d, int flex, const FlexNodes& nodes, const Vec3<Real>* x,
                     Real scale, Array<Real>& qfrc) {
  const int n = 3 * nodes.count;
  const Real* k = m.flex_stiffness[m.flex_elemadr[flex]].data();
  for (int i = 0; i < nodes.count; ++i) {
    Vec3<Real> force;
    for (int r = 0; r < 3; ++r) force[r] = dot(k + (3 * i + r) * n, x[0].data(), n);
    force = rotate(nodes.turn, force) * scale;
    const int body = m.flex_nodebodyid[m.flex_nodeadr[flex] + i];
    if (m.flex_centered[flex]) {
      add_to_dofs(m, body, force, qfrc);
    } else {
      apply_ft(m, d, force, {}, nodes.at[i], body, qfrc.span());
    }
  }
}

}  // namespace

Vec3<Real> flex_node_velocity(const Model& m, const Data& d, int flex, int node) {
  const int body = m.flex_nodebodyid[m.flex_nodeadr[flex] + node];
  if (!m.flex_centered[flex]) return object_velocity(m, d, mjOBJ_BODY, body, false).lin;
  return dof_velocity(m, d, body);
}

FlexNodes turned_back_nodes(const Model& m, const Data& d, int flex) {
  FlexNodes nodes;
  nodes.count = m.flex_nodenum[flex];
  for (int i = 0; i < nodes.count; ++i)
    nodes.at[i] = flex_node_position(m, d, flex, m.flex_nodeadr[flex] + i);
  nodes.turn = turn_of(m.flex_interp[flex], nodes.at);
  const Quat<Real> back = conjugate(nodes.turn);
  for (int i = 0; i < nodes.count; ++i)
    nodes.at[i] = rotate(back, nodes.at[i]) + Vec3<Real>{Real(0.5), Real(0.5), Real(0.5)};
  return nodes;
}

void flex_node_forces(const Model& m, Data& d, int flex, bool springs, bool dampers) {
  const FlexNodes nodes = turned_back_nodes(m, d, flex);
  Vec3<Real> x[FlexNodes::kMax];
  if (springs) {
    for (int i = 0; i < nodes.count; ++i) x[i] = nodes.at[i] - m.flex_node0[m.flex_nodeadr[flex] + i];
    add_node_forces(m, d, flex, nodes, x, 1, d.qfrc_spring);
  }
  if (dampers) {
    const Quat<Real> back = conjugate(nodes.turn);
    for (int i = 0; i < nodes.count; ++i) x[i] = rotate(back, flex_node_velocity(m, d, flex, i));
    add_node_forces(m, d, flex, nodes, x, m.flex_damping[flex], d.qfrc_damper);
  }
}

}  // namespace corten
