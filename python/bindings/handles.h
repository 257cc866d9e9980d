// What a Python Model or Data object holds, and the parts of the module.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "corten/base/budget.h"
#include "corten/model/data.h"
#include "corten/model/model.h"
#include "python/bindings/edit_watch.h"

namespace corten::python {

struct ModelHandle {
  std::shared_ptr<Model> object;
  std::vector<std::string> warnings{};  // of the load that made it
  std::shared_ptr<EditWatch> watch = std::make_shared<EditWatch>();
  Model& operator*() const { return *object; }
};

struct DataHandle {
  std::shared_ptr<Data> object;
  std::shared_ptr<Model> model;                         // the one it was made for
  std::shared_ptr<std::atomic<std::thread::id>> user =  // thread that computes with it now
      std::make_shared<std::atomic<std::thread::id>>();
  Data& operator*() const { return *object; }
};

// What the oracle calls a fatal error: a misuse of a function. Python sees mujoco.FatalError.
struct FatalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Refuses a model whose integers were edited so that they contradict each other; with CORTENFORGE_CHECK=1 in
// the environment every array is looked at, edited or not.
void require_sound(const ModelHandle& model);
// The same, and a Data that was made for a model of other sizes.
void require_match(const ModelHandle& model, const DataHandle& data);

// What loading may use, in all of the module.
Limits& load_limits();

// Claims a Data for the calling thread while it lives; another thread that wants it meanwhile is refused.
class InUse {
 public:
  explicit InUse(const DataHandle& data) : user_(data.user) {
    std::thread::id nobody;
    const std::thread::id own = std::this_thread::get_id();
    claimed_ = user_->compare_exchange_strong(nobody, own);
    if (!claimed_ && nobody != own)  // a callback may come back to the Data of its call
      throw FatalError("another thread is computing with this MjData: give each thread its own");
  }
  ~InUse() {
    if (claimed_) user_->store({});
  }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  std::shared_ptr<std::atomic<std::thread::id>> user_;
  bool claimed_ = false;
};

// Ends long work when the user wants to stop it: asked often, it looks for signals every now and then.
class Interruption {
 public:
  // With the lock released. True from the first signal whose handler raised; only the thread that made the
  // object looks, the others are told.
  bool pending();
  void raise() const;  // with the lock held: the exception of the handler, if there was one

 private:
  std::thread::id thread_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
  std::atomic<bool> raised_ = false;
  std::exception_ptr problem_;
};

void bind_layouts(nanobind::module_& m);             // plain structs and enumerations, described for Python
void bind_model(nanobind::module_& m);               // Model
void bind_data(nanobind::module_& m);                // Data
void bind_load(nanobind::module_& m);                // models from text
void bind_warnings(nanobind::module_& m);            // texts of warnings and who gets them
void bind_state(nanobind::module_& m);               // names, state vectors
void bind_engine(nanobind::module_& m);              // stages of the engine
void bind_dynamics(nanobind::module_& m);            // Jacobians, inertia, motion
void bind_rays(nanobind::module_& m);                // rays and distances
void bind_edits(nanobind::module_& m);               // contacts, histories, masses set by hand
void bind_finite_differences(nanobind::module_& m);  // derivatives and length ranges
void bind_mathematics(nanobind::module_& m);         // mju_ functions of fixed size
void bind_matrices(nanobind::module_& m);            // factors, packed forms, printing
void bind_numbers(nanobind::module_& m);             // single numbers, lists, words
void bind_linear_algebra(nanobind::module_& m);      // mju_ functions of any size
void bind_batch(nanobind::module_& m);               // rollouts over threads
void bind_worlds(nanobind::module_& m);              // worlds that step together
void bind_simulations(nanobind::module_& m);         // simulations of a batch
void bind_renderer(nanobind::module_& m);            // pictures
void bind_live(nanobind::module_& m);                // the page in the browser, recordings

}  // namespace corten::python
