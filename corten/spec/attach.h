// Attaching one model to another.
#pragma once

#include "corten/spec/spec.h"

namespace corten::spec {

// Copies body `body_name` of `child` (empty: the contents of its world) to `parent`, in frame `frame` of it,
// with all assets and every element that refers only to what is copied, names prefixed. `existing` are the
// trees already read. Empty, or what is wrong.
[[nodiscard]] std::string attach(Spec& target, Body& parent, int frame, const Spec& child,
                                 const std::string& body_name, const std::string& prefix,
                                 const std::vector<const Body*>& existing);

}  // namespace corten::spec
