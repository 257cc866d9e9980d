// What a Python Model or Data object holds, and the parts of the module.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::python {

struct ModelHandle {
  std::shared_ptr<Model> object;
  std::vector<std::string> warnings{};  // of the load that made it
  Model& operator*() const { return *object; }
};

struct DataHandle {
  std::shared_ptr<Data> object;
  std::shared_ptr<Model> model;  // the one it was made for
  Data& operator*() const { return *object; }
};

// What the oracle calls a fatal error: a misuse of a function. Python sees mujoco.FatalError.
struct FatalError : std::runtime_error {
  using std::runtime_error::runtime_error;
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
void bind_renderer(nanobind::module_& m);            // pictures
void bind_live(nanobind::module_& m);                // the page in the browser, recordings

}  // namespace corten::python
