// How a dof moves a point of a body.
#pragma once

#include "cuda/context.h"

namespace corten::gpu {

// dof is on the chain from the body to the world
template <class C>
CORTEN_DEV bool moves(const C& c, int body, int dof) {
  const auto& t = c.tables();
  return t.chain[body * t.nword + (dof >> 5)] >> (dof & 31) & 1u;
}

// velocity of a point per unit of the dof, if the dof moves it
template <class C>
CORTEN_DEV Vec3<typename C::Scalar> point_axis(const C& c, int dof, const Vec3<typename C::Scalar>& point) {
  const auto& m = c.model();
  const auto& d = c.world;
  const auto& axis = d.cdof[dof];
  return axis.lin + cross(axis.ang, point - d.subtree_com[m.body_rootid[m.dof_bodyid[dof]]]);
}

}  // namespace corten::gpu
