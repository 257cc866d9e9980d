// What a Python Model or Data object holds, and the parts of the module.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::python {

struct ModelHandle {
  std::shared_ptr<Model> object;
  Model& operator*() const { return *object; }
};

struct DataHandle {
  std::shared_ptr<Data> object;
  std::shared_ptr<Model> model;  // the one it was made for
  Data& operator*() const { return *object; }
};

void bind_layouts(nanobind::module_& m);    // plain structs and enumerations, described for Python
void bind_model(nanobind::module_& m);      // Model
void bind_data(nanobind::module_& m);       // Data
void bind_functions(nanobind::module_& m);  // the engine

}  // namespace corten::python
