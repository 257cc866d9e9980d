// A Spec to MJCF text. Numbers are written so that they read back bit for bit, or with some digits; frames,
// classes and orientations are kept as they are, everything that the reader expands (include, replicate,
// attach, …) stays expanded.
#pragma once

#include <string>

#include "corten/spec/spec.h"

namespace corten::mjcf {

std::string to_xml(const Spec& spec, int digits = 0);

}  // namespace corten::mjcf
