// Recursive Newton-Euler: forces that a motion of the whole tree takes.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Joint forces of gravity, Coriolis and centrifugal terms, and with `with_acceleration` of d.qacc too.
// Neither dof armature nor tendons are included.
//   in:  d.cdof d.cdof_dot d.cvel d.cinert d.qvel [d.qacc]    out: result (nv)
void rne(const Model& m, Data& d, bool with_acceleration, std::span<Real> result);

// Acceleration of the world as the recursion starts it: upwards, in place of gravity.
Motion<Real> world_acceleration(const Model& m);

// Force that moves one body with spatial acceleration `acc`.
inline Force<Real> body_force(const Inertia<Real>& inertia, const Motion<Real>& velocity,
                              const Motion<Real>& acc) {
  return inertia * acc + cross_force(velocity, inertia * velocity);
}

// Σ motions[k] · rates[k] over the dofs of one body
Motion<Real> combine_dofs(const Motion<Real>* motions, const Real* rates, int count);

}  // namespace corten
