// Inverse dynamics: the forces that give the motion (qpos, qvel, qacc).
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// d.qfrc_inverse = qfrc_applied + Jᵀ xfrc_applied + qfrc_actuator of that motion. Islands and efc_AR are not
// made. With the invdiscrete flag qacc is (next qvel − qvel) / timestep; it keeps its value. RK4 has no such
// form: its qacc is taken as it is.
void inverse(const Model& m, Data& d, const Hooks& hooks = {});
// The same, keeping what an earlier call computed up to `skip_stage`.
void inverse_skip(const Model& m, Data& d, mjtStage skip_stage, bool skip_sensor, const Hooks& hooks = {});

// The stages.
void inv_position(const Model& m, Data& d, const Hooks& hooks = {});
void inv_velocity(const Model& m, Data& d, const Hooks& hooks = {});
// in: d.qacc, rows    out: d.efc_force d.efc_state d.qfrc_constraint
void inv_constraint(const Model& m, Data& d, const Hooks& hooks = {});

// Runs inverse dynamics after forward dynamics; forces are kept, efc_state is not.
//   out: d.solver_fwdinv, norms of the difference in constraint and in applied forces
void compare_fwd_inv(const Model& m, Data& d, const Hooks& hooks = {});

}  // namespace corten
