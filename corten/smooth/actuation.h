// Actuation: controls to activations, actuator forces and joint forces.
#pragma once

#include "corten/model/awake.h"
#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// in:  d.ctrl d.act d.history d.actuator_length d.actuator_velocity d.actuator_moment d.qfrc_gravcomp
// out: d.act_dot d.actuator_force d.qfrc_actuator
void fwd_actuation(const Model& m, Data& d, const Hooks& hooks = {});

// true for an actuator all of whose trees sleep: it gives no force, and its activation rates stay as they are
inline bool actuator_asleep(const Model& m, const Data& d, int actuator) {
  return some_asleep(m, d) && sleep_state(m, d, mjOBJ_ACTUATOR, actuator) == mjS_ASLEEP;
}

// true for an actuator whose group is switched off by opt.disableactuator
bool actuator_disabled(const Model& m, int actuator);

// Activation one timestep later, limited; `act` is one of the activations of the actuator.
Real next_activation(const Model& m, const Data& d, int actuator, int act, Real act_dot);

}  // namespace corten
