// Many worlds on one model that step together, for learning loops: each world is a row of state, each worker
// has one Data that the worlds pass through, and chosen numbers of every world are left in matrices.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "corten/batch/crew.h"
#include "corten/batch/observer.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Forces of plugins that somebody computes for all worlds at once, before every step. While a world steps,
// its rows are the host of its plugins (PluginMemory::host), which take them where the engine asks for
// forces.
struct PluginForces {
  std::span<const Real> actuator;  // nu numbers per world
  std::span<const Real> passive;   // nplugin x nv numbers per world
};

class Worlds {
 public:
  // All worlds in the initial state of the model, which must outlive them. Throws std::invalid_argument when
  // the model asks for what is not supported. threads: 0 takes one per processor.
  Worlds(const Model& m, int nworld, int threads = 0);
  Worlds(const Worlds&) = delete;
  Worlds& operator=(const Worlds&) = delete;

  int size() const { return nworld_; }
  int threads() const { return crew_.size(); }

  // A matrix with one row per world, renewed for every world that steps or starts again. It never
  // moves. Throws std::invalid_argument as Observer does.
  std::span<Real> watch(std::vector<ObservedPart> parts);

  // The rows of state (mjSTATE_INTEGRATION), which may be changed between calls.
  std::span<Real> states() { return states_; }
  int state_size() const { return nstate_; }

  // Every world, or every one that `active` marks, takes its row of controls (nworld x nu) and makes nstep
  // steps. Watched body forces, accelerations and subtree velocities are computed after the last.
  void step(std::span<const Real> control, int nstep, std::span<const bool> active = {},
            const PluginForces& forces = {});
  // The chosen worlds start again at qpos and qvel, one row for each chosen world; then forward.
  void reset(std::span<const int> worlds, std::span<const Real> qpos, std::span<const Real> qvel);

 private:
  struct Watch {
    Observer observer;
    std::vector<std::vector<std::span<const Real>>> places;  // per worker
    std::vector<Real> rows;
  };

  Data& enter(int world, int worker);
  void leave(int world, int worker);
  std::span<Real> state(int world);

  const Model& m_;
  int nworld_;
  int nstate_;
  Crew crew_;
  std::vector<Data> data_;  // per worker
  std::vector<Real> states_;
  std::vector<std::unique_ptr<Watch>> watches_;
  bool needs_rne_post_constraint_ = false;
  bool needs_subtree_vel_ = false;
};

// Steps every Data nstep times, over the crew.
void step_all(Crew& crew, const Model& m, std::span<Data* const> worlds, int nstep);

}  // namespace corten
