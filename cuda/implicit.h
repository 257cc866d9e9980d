// Derivative of the bias force by velocity, for the integrator implicit. The recursion, differentiated by the
// velocity of dof k, has a closed form for the bodies b that k moves; v_k: the velocity after k's joint.
//
//   ∂cvel_b = cdof_k
//
//   ∂cacc_b = cdof_dot_k + cdof_k × (cvel_b − v_k)
//
//   ∂cfrc_b = I_b ∂cacc_b + cdof_k ×* I_b cvel_b + cvel_b ×* I_b cdof_k
//
//   ∂qfrc_bias_j = cdof_j · Σ ∂cfrc_b over the bodies that j moves, too
#pragma once

#include "cuda/force.h"

namespace corten::gpu {

// The velocity of a dof's body after its joint: the three dofs of a rotation, and of a free translation, are
// one joint.
template <class C>
CORTEN_DEV Motion<typename C::Scalar> velocity_after(const C& c, int dof) {
  const auto& m = c.model();
  const auto& d = c.world;
  const int jnt = m.dof_jntid[dof], body = m.dof_bodyid[dof], start = m.jnt_dofadr[jnt],
            type = m.jnt_type[jnt];
  const int end =
      type == mjJNT_FREE ? start + (dof < start + 3 ? 3 : 6) : start + (type == mjJNT_BALL ? 3 : 1);
  Motion<typename C::Scalar> v = d.cvel[m.body_parentid[body]];
  CORTEN_ROLLED for (int e = m.body_dofadr[body]; e < end; ++e) v += d.cdof[e] * d.qvel[e];
  return v;
}

// ∂ of the force that moves the bodies from `body` on up to the ends of its branches, by the velocity of a
// dof that moves them
template <class C>
CORTEN_DEV Force<typename C::Scalar> force_slope(const C& c, int body, int dof) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  const Motion<T> axis = d.cdof[dof], before = velocity_after(c, dof);
  Force<T> sum{};
  CORTEN_ROLLED for (int b = body; b < body + c.tables().body_subtree[body]; ++b) {
    const Motion<T> v = d.cvel[b];
    sum += d.cinert[b] * (d.cdof_dot[dof] + cross_motion(axis, v - before)) +
           cross_force(axis, d.cinert[b] * v) + cross_force(v, d.cinert[b] * axis);
  }
  return sum;
}

// ∂ qfrc_bias / ∂ qvel, in the places that the inertia has
template <class C>
CORTEN_DEV void bias_slopes(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  c.each(m.nv * m.nv, [&](int e) {
    const int i = e / m.nv, j = e % m.nv, body1 = m.dof_bodyid[i], body2 = m.dof_bodyid[j];
    if (C::kRow == 0 && m.dof_treeid[i] != m.dof_treeid[j]) return;  // no place
    const bool above = moves(c, body2, i), below = moves(c, body1, j);
    T x = 0;
    if (above || below) x = dot(d.cdof[i], force_slope(c, above ? body2 : body1, j));
    d.bias_slope[c.inertia_place(i, j)] = x;
  });
}

}  // namespace corten::gpu
