// What the configuration determines, common to forward and inverse dynamics.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"
#include "corten/model/timed.h"

namespace corten {

// What wakes sleeping trees: their users alone, or also what touches and holds them.
enum class Waking { kByUser, kByTouch };

// What of it is geometry alone: poses, centres of mass, cameras and lights, tendons.
//   in: d.qpos d.mocap_pos d.mocap_quat
void fwd_kinematics(const Model& m, Data& d);

// Poses, inertia and its factor, contacts, constraint rows, transmissions.
// `laps` was looked at last when this begins.
//   in: d.qpos d.mocap_pos d.mocap_quat d.eq_active
void configuration_stages(const Model& m, Data& d, const Hooks& hooks, Waking waking, Laps& laps);

}  // namespace corten
