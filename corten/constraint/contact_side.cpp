#include "corten/constraint/contact_side.h"

#include <algorithm>

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

// one-dimensional basis of order 1 or 2 on [0, 1]
Real basis(int order, int i, Real s) {
  if (order == 1) return i == 0 ? 1 - s : s;
  return i == 0 ? 2 * s * s - 3 * s + 1 : i == 1 ? 4 * (s - s * s) : 2 * s * s - s;
}

WeightedBodies interpolated_nodes(const Model& m, int flex, const WeightedVertices& v) {
  constexpr Real kMinBasis = 1e-5;
  Vec3<Real> at{};
  for (int i = 0; i < v.n; ++i) at += v.weight[i] * m.flex_vert0[m.flex_vertadr[flex] + v.vert[i]];
  const int order = m.flex_interp[flex];
  WeightedBodies nodes;
  int node = m.flex_nodeadr[flex];
  for (int x = 0; x <= order; ++x)
    for (int y = 0; y <= order; ++y)
      for (int z = 0; z <= order; ++z, ++node) {
        const Real phi = basis(order, z, at[2]) * basis(order, y, at[1]) * basis(order, x, at[0]);
        if (phi >= kMinBasis) nodes.add(m.flex_nodebodyid[node], phi);
      }
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
