// Four worlds per instruction: steps of models whose motion is smooth dynamics alone, the worlds in the lanes
// of a Pack. The bits are those of sim/step.
#pragma once

#include <cstddef>

#include "corten/base/config.h"
#include "corten/base/kernels.h"
#include "corten/model/model.h"

namespace corten {

constexpr int kLanes = 4;

// Four trajectories, one per lane; a state is mjSTATE_FULLPHYSICS: time, qpos, qvel, act.
struct LaneTrajectories {
  int nstep = 0;
  const Real* initial[kLanes] = {};  // nstate
  const Real* control[kLanes] = {};  // nstep x nu; null for zeros
  Real* state[kLanes] = {};          // nstep x nstate; null when not wanted
};

// Whether nothing but smooth dynamics moves the model: no constraint or contact can arise; there are no
// flexes, plugins, delays, mocap bodies, media or adhesion, and tendons run along joints; Euler integration.
bool fits_lanes(const Model& m);

struct LaneKernels {
  // scratch of run_lanes, aligned as a Buffer is [bytes]
  std::size_t (*scratch)(const Model& m);
  // Steps until the end or before the first step that has a number gone bad in any lane, which is left to the
  // one who can warn about it. Gives the number of steps made and the states after them.
  int (*run)(const Model& m, const LaneTrajectories& t, std::byte* scratch, Real* const (&last)[kLanes]);
};

inline const LaneKernels& lane_kernels() { return kernels<LaneKernels>(); }

}  // namespace corten
