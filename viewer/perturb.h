// Pulling and turning a body by hand: a spring-damper between a point of it and where the hand is
// (mjv_initPerturb, mjv_applyPerturbForce, mjv_applyPerturbPose).
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "viewer/scene_option.h"

namespace corten::viewer {

// Takes hold of the selected body at its point: the hand is where that is now, the mass what is felt there
// (the inverse of its mean mobility).
void init_perturb(const Model& m, const Data& d, Perturb& perturb);
// Moves what the body is pulled to.
void shift_perturb(const Vec3<Real>& by, Perturb& perturb);
// Writes xfrc_applied of the selected body.
void apply_perturb_force(const Model& m, Data& d, const Perturb& perturb);
// Puts the selected body where it is pulled to, if it may jump: a mocap body, or a free one while paused.
void apply_perturb_pose(const Model& m, Data& d, const Perturb& perturb, bool paused);

}  // namespace corten::viewer
