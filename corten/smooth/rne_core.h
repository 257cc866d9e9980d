// Recursive Newton-Euler for any scalar. D is Data or has its fields.
#pragma once

#include "corten/math/spatial.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"
#include "corten/smooth/lane_scalar.h"

namespace corten {

// Σ motions[k] · rates[k] over the dofs of one body
template <class T>
CORTEN_HD static Motion<T> combine_dofs(const Motion<T>* motions, const T* rates, int count) {
  Motion<T> sum{};
  CORTEN_ROLLED for (int k = 0; k < count; ++k) sum += motions[k] * rates[k];
  return sum;
}

// Force that moves one body with spatial acceleration `acc`.
template <class T>
CORTEN_HD static Force<T> body_force(const Inertia<T>& inertia, const Motion<T>& velocity,
                                     const Motion<T>& acc) {
  return inertia * acc + cross_force(velocity, inertia * velocity);
}

// Acceleration of the world as the recursion starts it: upwards, in place of gravity.
template <class T, class M>
static Motion<T> world_acceleration(const M& m) {
  if (m.opt.disableflags & mjDSBL_GRAVITY) return {};
  return {{}, spread<T>(m.opt.gravity * Real(-1))};
}

// acc and force are scratch, one per body; acc[0] is the acceleration of the world.
template <class M, class D, class Who, class T = ScalarOf<D>>
CORTEN_HD static void rne_core(const M& m, const D& d, Who who, bool with_acceleration, Motion<T>* acc,
                               Force<T>* force, T* result) {
  force[0] = Force<T>{};
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body) {
      const int dof = m.body_dofadr[body], count = m.body_dofnum[body];
      acc[body] = acc[m.body_parentid[body]];
      if (count) acc[body] += combine_dofs(&d.cdof_dot[dof], &d.qvel[dof], count);
      if (count && with_acceleration) acc[body] += combine_dofs(&d.cdof[dof], &d.qacc[dof], count);
      force[body] = body_force(d.cinert[body], d.cvel[body], acc[body]);
    }
  for (const Run run : who.bodies().reversed())
    for (int body = run.last - 1; body >= run.first; --body)
      if (const int parent = m.body_parentid[body]; parent > 0) force[parent] += force[body];
  for (const Run run : who.dofs())
    for (int dof = run.first; dof < run.last; ++dof) result[dof] = dot(d.cdof[dof], force[m.dof_bodyid[dof]]);
}

}  // namespace corten
