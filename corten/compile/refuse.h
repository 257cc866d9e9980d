// Diagnostics about an element of the specification, with its place.
#pragma once

#include "corten/spec/node.h"

namespace corten {

// <joint name="elbow">
inline std::string element_text(const char* tag, const spec::Node& node) {
  const std::string named = node.name.empty() ? "" : " name=\"" + node.name + "\"";
  return std::string("<") + tag + named + ">" + (node.info.empty() ? "" : " (" + node.info + ")");
}

inline void refuse(Diagnostics& diagnostics, const char* tag, const spec::Node& node, std::string message,
                   std::string hint = {}) {
  diagnostics.error(node.place, element_text(tag, node), std::move(message), std::move(hint));
}

inline std::string quoted(const std::string& name) { return "'" + name + "'"; }

}  // namespace corten
