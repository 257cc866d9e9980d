// Names of model objects as commands show them.
#pragma once

#include <string>

#include "corten/model/names.h"

namespace corten::app {

// The name, or #id for objects without one.
inline std::string shown_name(const Model& m, mjtObj type, int id) {
  const char* name = id2name(m, type, id);
  return name ? std::string(name) : "#" + std::to_string(id);
}

}  // namespace corten::app
