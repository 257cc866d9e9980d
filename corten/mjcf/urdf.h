// URDF robots to a Spec.
#pragma once

#include "corten/mjcf/reader.h"

namespace corten::mjcf {

void read_urdf(const XmlElement& root, Context& context);

}  // namespace corten::mjcf
