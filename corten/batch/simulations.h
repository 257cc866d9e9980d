// Many simulations that differ in their state and, where asked for, in fields of their model (mujoco.batch of
// MuJoCo 3.17 and later). A simulation is a row of state; a call takes each through a Data and leaves its
// results in rows again.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "corten/batch/crew.h"
#include "corten/batch/field_bytes.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

class Simulations {
 public:
  // What a call does with a simulation, the place-th of the chosen. Gives what went wrong, or nothing.
  using Work = std::function<std::string(const Model&, Data&, int place)>;
  enum class Keep { kNothing, kResults };

  // All in the initial state of a copy of the model. `persistent`: each has a Data of its own, which only
  // models with sleeping need. threads: 0 takes one per processor. Throws std::invalid_argument when a tree
  // cannot start asleep as it should.
  Simulations(const Model& m, int nsim, int threads, bool persistent);
  Simulations(const Simulations&) = delete;
  Simulations& operator=(const Simulations&) = delete;

  int size() const { return nsim_; }
  int threads() const { return crew_.size(); }
  int state_size() const { return nstate_; }
  bool persistent() const { return persistent_; }
  const Model& model() const { return model_; }

  // Rows of state (mjSTATE_INTEGRATION) and of warnings (mjNWARNING); they may be changed between calls.
  std::span<Real> states() { return states_; }
  std::span<WarningStat> warnings() { return warnings_; }

  // One row of bytes per simulation, which never moves. vary(): values of a field of the model, the model's
  // at first; applied whenever the simulation runs. varied(): the same rows, if it does vary. show(): a field
  // of Data, written after every call that keeps results. Throw std::invalid_argument when there is no such
  // field.
  std::span<std::byte> vary(const std::string& field);
  std::optional<std::span<std::byte>> varied(const std::string& field);
  std::span<std::byte> show(const std::string& field);

  // Simulation i runs on models[i], or all on the only one; none: on the own model again. They must have the
  // layout of Data that this model has (has_layout), and outlive their use.
  void set_models(std::vector<std::shared_ptr<const Model>> models) { models_ = std::move(models); }
  bool has_models() const { return !models_.empty(); }
  bool has_layout(const Model& m) const;

  // Runs every chosen simulation, over all threads. One whose work goes wrong keeps its state. `stop` is
  // asked between simulations: true ends the call. Which thread runs which simulation does not show.
  void run(std::span<const int> chosen, Keep keep, const Work& work, const std::function<bool()>& stop);
  // Derived constants of every chosen simulation from its values; those become its own as well.
  void set_constants(std::span<const int> chosen, const std::function<bool()>& stop);

  // What went wrong in the last call of each simulation: 0 nothing; error() is the text.
  std::span<int> status() { return status_; }
  const std::string& error(int sim) const { return errors_[sim]; }

  // The model of one simulation into `to`, which must have the sizes of own_model(); its state, or with a
  // Data of its own all of that, into `to`.
  const Model& own_model(int sim) const;
  void get_model(int sim, Model& to) const;
  void get_data(int sim, Data& to) const;

 private:
  struct Rows {
    std::string name;
    FieldPlace place;
    std::size_t width = 0;
    std::vector<std::byte> bytes;
    std::vector<std::byte> accepted;  // integers that were found to be consistent
    std::span<std::byte> row(int sim) {
      return std::span(bytes).subspan(static_cast<std::size_t>(sim) * width, width);
    }
  };
  using List = std::vector<std::unique_ptr<Rows>>;

  Rows& add(List& list, const std::string& name, const FieldPlace& place, std::size_t width) const;
  std::size_t width_of(const std::string& field, std::span<const std::byte> bytes) const;
  std::string prepare(int sim, Model& m);
  std::string attempt(int sim, int worker, Keep keep, const Work& work, int place);
  void load(int sim, const Model& m, Data& d) const;
  void save(int sim, const Model& m, const Data& d);
  void note(int sim, std::string problem);

  Model model_;
  int nsim_;
  int nstate_;
  bool persistent_;
  Crew crew_;
  std::vector<Data> data_;       // one per simulation or worker
  std::vector<Data> workspace_;  // one per worker, for constants
  std::vector<Model> own_;       // one per worker, when fields vary
  std::vector<std::shared_ptr<const Model>> models_;
  std::vector<Real> states_;
  std::vector<WarningStat> warnings_;
  List varied_, shown_;
  std::vector<int> status_;
  std::vector<std::string> errors_;
  std::mutex one_call_at_a_time_;
};

}  // namespace corten
