// The order of stages: from state and inputs to accelerations.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"
#include "corten/sim/fwd_constraint.h"

namespace corten {

// Everything that follows from the state: positions, velocities, forces, accelerations, sensors.
void forward(const Model& m, Data& d, const Hooks& hooks = {});
// The same, keeping what an earlier call computed up to `skip_stage`, perhaps without sensors.
void forward_skip(const Model& m, Data& d, mjtStage skip_stage, bool skip_sensor, const Hooks& hooks = {});

// The same up to the stage `last`, that stage and its sensors included.
void forward_until(const Model& m, Data& d, mjtStage last, const Hooks& hooks = {});

// One timestep.
void step(const Model& m, Data& d, const Hooks& hooks = {});
// The same, keeping what a step from the same position (and velocity) computed, the factors of implicit
// integrators included.
void step_skip(const Model& m, Data& d, mjtStage skip_stage, bool skip_sensor, const Hooks& hooks = {});
// The part of a step before controls are set, and the part after. RK4 is not possible this way; Euler is
// taken.
void step1(const Model& m, Data& d, const Hooks& hooks = {});
void step2(const Model& m, Data& d, const Hooks& hooks = {});

// The stages, in order; fwd_constraint is the last.
void fwd_position(const Model& m, Data& d, const Hooks& hooks = {});
void fwd_velocity(const Model& m, Data& d, const Hooks& hooks = {});
void fwd_acceleration(const Model& m, Data& d);

}  // namespace corten
