// Pulling and turning a body by hand: a spring-damper between a point of it and where the hand is
// (mjv_applyPerturbForce).
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "viewer/scene_option.h"

namespace corten::viewer {

// Mass felt at a point of a body: the inverse of its mean mobility.
Real local_mass(const Model& m, const Data& d, int body, const Vec3<Real>& point);
// Writes xfrc_applied of the selected body; `mass` is local_mass at the moment the body was taken hold of.
void apply_perturb_force(const Model& m, Data& d, const Perturb& perturb, Real mass);
// Puts the selected body where it is pulled to, if it may jump: a mocap body, or a free one while paused.
void apply_perturb_pose(const Model& m, Data& d, const Perturb& perturb, const Vec3<Real>& target,
                        bool paused);

}  // namespace corten::viewer
