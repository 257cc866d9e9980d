// Pinhole intrinsics of a camera in pixels.
#pragma once

#include "corten/model/model.h"

namespace corten::sense {

struct Lens {
  Real fx, fy;  // focal lengths
  Real cx, cy;  // principal point, from the image corner
};

// With a sensor size the arithmetic is in single precision, as the camera's fields are.
Lens camera_lens(const Model& m, int cam);

}  // namespace corten::sense
