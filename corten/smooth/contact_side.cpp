#include "corten/smooth/contact_side.h"

#include <algorithm>

#include "corten/smooth/flex_basis.h"

namespace corten {
namespace {

// Vertices of a flex with weights, by their ids within the flex.
struct WeightedVertices {
  int n = 0;
  std::array<int, 4> vert{};
  std::array<Real, 4> weight{};
};

// inverse distances to the contact; the vertex that is the other side's does not count
WeightedVertices element_weights(const Model& m, const Data& d, const Contact& contact, int side, Real sign) {
  const int flex = contact.flex[side], dim = m.flex_dim[flex], other = contact.vert[1 - side];
  const int* elem = m.flex_elem.data() + m.flex_elemdataadr[flex] + contact.elem[side] * (dim + 1);
  WeightedVertices v;
  Real sum = 0;
  for (int i = 0; i <= dim; ++i) {
    if (elem[i] == other) continue;
    const Vec3<Real> offset = d.flexvert_xpos[m.flex_vertadr[flex] + elem[i]] - contact.pos;
    const Real weight = 1 / std::max(kMinVal<Real>, norm(offset));
    v.vert[v.n] = elem[i];
    v.weight[v.n++] = weight;
    sum += weight;
  }
  for (int i = 0; i < v.n; ++i) v.weight[i] *= sign / sum;
  return v;
}

WeightedBodies interpolated_nodes(const Model& m, int flex, const WeightedVertices& v) {
  constexpr Real kMinBasis = 1e-5;
  Vec3<Real> at{};
  for (int i = 0; i < v.n; ++i) at += v.weight[i] * m.flex_vert0[m.flex_vertadr[flex] + v.vert[i]];
  WeightedBodies nodes;
  for_flex_weights(m.flex_interp[flex], at, [&](int node, Real weight) {
    if (weight >= kMinBasis) nodes.add(m.flex_nodebodyid[m.flex_nodeadr[flex] + node], weight);
  });
  return nodes;
}

}  // namespace

WeightedBodies contact_side(const Model& m, const Data& d, const Contact& contact, int side, Real sign) {
  WeightedBodies bodies;
  if (contact.geom[side] >= 0) {
    bodies.add(m.geom_bodyid[contact.geom[side]], sign);
    return bodies;
  }
  const int flex = contact.flex[side];
  WeightedVertices v{1, {contact.vert[side]}, {sign}};
  if (contact.vert[side] < 0) v = element_weights(m, d, contact, side, sign);
  if (m.flex_interp[flex]) return interpolated_nodes(m, flex, v);
  for (int i = 0; i < v.n; ++i) bodies.add(m.flex_vertbodyid[m.flex_vertadr[flex] + v.vert[i]], v.weight[i]);
  return bodies;
}

}  // namespace corten
