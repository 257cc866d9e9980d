// Open-loop rollouts: many trajectories from given initial states under given controls (mujoco.rollout).
#pragma once

#include <functional>
#include <span>

#include "corten/batch/crew.h"
#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// The arrays of a batch, row-major; optional ones may be empty. A state is mjSTATE_FULLPHYSICS.
struct RolloutArrays {
  int nbatch = 0;
  int nstep = 0;
  int control_spec = mjSTATE_CTRL;          // what a row of control holds
  std::span<const Real> initial_state;      // nbatch x nstate
  std::span<const Real> initial_warmstart;  // nbatch x nv, optional; zeros without
  std::span<const Real> control;            // nbatch x nstep x ncontrol, optional
  std::span<Real> state;                    // nbatch x nstep x nstate, optional
  std::span<Real> sensordata;               // nbatch x nstep x nsensordata, optional
  std::function<bool()> interrupted{};      // asked often, from every thread: true ends all trajectories
};

// Trajectory r is made by models[r], or by the only model. There is one Data per worker of the crew, made for
// a model of the same sizes; what it held is lost but for userdata, and for the inputs named by control_spec
// when there is no control. Inputs that control_spec does not name have their default of models[r]. A
// trajectory ends after the first step that warns: its last outputs are repeated. `hooks`: none, or one per
// worker.
void rollout(Crew& crew, std::span<const Model* const> models, std::span<Data* const> data,
             const RolloutArrays& arrays, int chunk, std::span<const Hooks> hooks = {});

// Chunks small enough to keep all threads at work until the end, large enough to be cheap.
int default_chunk(int nbatch, int threads);

}  // namespace corten
