// Four worlds per instruction: steps of worlds that share the lanes of a Pack. Smooth dynamics and Newton run
// in lanes; contacts and constraint rows are made world by world. The bits are those of sim/step.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "corten/base/config.h"
#include "corten/base/kernels.h"
#include "corten/collide/candidates.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

constexpr int kLanes = 4;

// What follows from the model for all steps.
struct LanePlan {
  bool fits = false;              // whether lanes can step it at all
  bool rows = false;              // constraints may arise
  bool newton = false;            // which lanes can solve; else each world by itself
  bool site_frames = false;       // somebody asks where sites are
  bool body_frames = false;       // and constraints where bodies are
  bool tendon_rows = false;       // constraints ask for tendons
  bool implicit_damping = false;  // of Euler's method
  bool listed = false;            // every pair of geoms that may touch is a candidate
  std::vector<Candidate> candidates;
};

// Lanes are for Euler's method, Runge-Kutta and, where gains do not depend on velocity, implicitfast; without
// flexes, plugins, delays, media, adhesion or sleep, with tendons along joints.
LanePlan lane_plan(const Model& m);

// A trajectory that is made step by step; a state is mjSTATE_FULLPHYSICS: time, qpos, qvel, act.
struct LaneTrajectory {
  std::size_t index = 0;          // the caller's number for it
  const Real* control = nullptr;  // nstep × nu; null for zeros
  Real* output = nullptr;         // nstep × nstate; null when not wanted
  Real* state = nullptr;          // of now
  Real* warmstart = nullptr;      // nv
  int made = 0;                   // steps
  int rows = 0;                   // of the last step
};

struct LaneKernels {
  // scratch of `run`, aligned as a Buffer is [bytes]
  std::size_t (*scratch)(const Model& m, const LanePlan& plan);
  // Steps trajectories, a multiple of four and up to kTogether that have made equally many steps, until they
  // have made `last`. Four that would warn, in any lane, stop before that step: it is left to the one who
  // can. `d` is where rows are made; its inputs are those of all worlds.
  void (*run)(const Model& m, const LanePlan& plan, std::span<LaneTrajectory> worlds, int last, Data& d,
              std::byte* scratch);

  static constexpr int kTogether = 32;
};

inline const LaneKernels& lane_kernels() { return kernels<LaneKernels>(); }

}  // namespace corten
