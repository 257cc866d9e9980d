// Integrators: from accelerations to the state one timestep later.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// By opt.integrator. `keep_factor`: an implicit integrator uses the factor of the step before.
void integrate(const Model& m, Data& d, const Hooks& hooks = {}, bool keep_factor = false);

// Semi-implicit in velocity, implicit in joint damping.
void euler(const Model& m, Data& d, const Hooks& hooks = {});
// Implicit in all forces that depend on velocity; `implicitfast` leaves Coriolis forces out and keeps the
// symmetric factor.
void implicit(const Model& m, Data& d, const Hooks& hooks = {}, bool keep_factor = false);
void implicitfast(const Model& m, Data& d, const Hooks& hooks = {}, bool keep_factor = false);
void rk4(const Model& m, Data& d, const Hooks& hooks = {});

// Moves activations, velocities, positions and time. Positions follow `qvel`, or the new velocity when empty.
// Trees that have rested long enough fall asleep and do not move; what follows from velocities is then
// computed again, so qacc must not be d.qacc where trees may sleep.
void advance(const Model& m, Data& d, std::span<const Real> act_dot, std::span<const Real> qacc,
             std::span<const Real> qvel, const Hooks& hooks);

}  // namespace corten
