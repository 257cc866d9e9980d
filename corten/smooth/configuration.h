// Arithmetic on generalised positions: quaternions are not subtracted or added component by component.
#pragma once

#include <span>

#include "corten/model/model.h"
#include "corten/model/runs.h"

namespace corten {

// qvel that leads from qpos1 to qpos2 in time dt
void differentiate_pos(const Model& m, std::span<Real> qvel, Real dt, std::span<const Real> qpos1,
                       std::span<const Real> qpos2);
// qpos moved along qvel for time dt; of all joints or a run of them
void integrate_pos(const Model& m, std::span<Real> qpos, std::span<const Real> qvel, Real dt);
void integrate_pos(const Model& m, std::span<Real> qpos, std::span<const Real> qvel, Real dt, Run joints);
// unit length for all quaternions in qpos
void normalize_quat(const Model& m, std::span<Real> qpos);

}  // namespace corten
