// Pinhole intrinsics of a camera.
#pragma once

#include <cmath>

#include "corten/math/scalar.h"
#include "corten/model/model.h"

namespace corten {

// In pixels.
struct CameraLens {
  Real fx, fy;  // focal lengths
  Real cx, cy;  // principal point, from the image corner
};

// With a sensor size the arithmetic is in single precision, as the camera's fields are.
inline CameraLens camera_lens(const Model& m, int cam) {
  const int width = m.cam_resolution[cam][0], height = m.cam_resolution[cam][1];
  const Vec2<float>& sensor = m.cam_sensorsize[cam];
  const Vec<float, 4>& in = m.cam_intrinsic[cam];
  if (sensor[0] > 0 && sensor[1] > 0) {
    const float w = static_cast<float>(width), h = static_cast<float>(height);
    return {in[0] / sensor[0] * w, in[1] / sensor[1] * h, in[2] / sensor[0] * w, in[3] / sensor[1] * h};
  }
  const Real focal = 0.5 / std::tan(m.cam_fovy[cam] * kPi / 360.0) * height;
  return {focal, focal, static_cast<Real>(width) / 2, static_cast<Real>(height) / 2};
}

}  // namespace corten
