// Plugins known to the interpreter: the builtin ones, those of libraries it loaded, and Python classes.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "corten/model/plugin.h"

namespace corten::python {

// A new table whenever a plugin is added: models keep the one they were compiled with.
std::shared_ptr<const PluginTable> module_plugins();

// While one of these lives, plugins written in Python are made for this model. Elsewhere, as in compilation,
// they are only announced.
class PluginMaking {
 public:
  explicit PluginMaking(nanobind::handle model);
  ~PluginMaking();
  PluginMaking(const PluginMaking&) = delete;
  PluginMaking& operator=(const PluginMaking&) = delete;

 private:
  nanobind::handle before_;
};

// The name of a plugin of the model that is written in Python; empty if there is none.
std::string python_plugin_of(const Model& m);

void bind_plugins(nanobind::module_& m);

}  // namespace corten::python
