// Plugins known to the interpreter: the builtin ones, those of libraries it loaded, and Python classes.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "corten/model/plugin.h"

namespace corten::python {

// A new table whenever a plugin is added: models keep the one they were compiled with.
std::shared_ptr<const PluginTable> module_plugins();

// While one of these lives, plugins written in Python are made for this model; without a model for one of
// many worlds, where they take the forces that are computed for all at once (corten/batch/worlds.h).
// Elsewhere, as in compilation, they are only announced.
class PluginMaking {
 public:
  explicit PluginMaking(nanobind::handle model);
  static PluginMaking for_worlds() { return PluginMaking(nanobind::handle(), true); }
  ~PluginMaking();
  PluginMaking(const PluginMaking&) = delete;
  PluginMaking& operator=(const PluginMaking&) = delete;

 private:
  PluginMaking(nanobind::handle model, bool worlds);

  nanobind::handle before_;
  bool worlds_before_;
};

// The name of a plugin of the model that is written in Python; empty if there is none.
std::string python_plugin_of(const Model& m);

void bind_plugins(nanobind::module_& m);

}  // namespace corten::python
