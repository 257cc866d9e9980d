// A slider-crank as a value, for any scalar and for devices.
#pragma once

#include <cmath>

#include "corten/math/vec3.h"

namespace corten {

// Rod of given length between a crank site and a slider that moves along its own z-axis.
template <class T>
struct SliderCrank {
  T length;
  Vec3<T> by_vec;   // derivative by the vector slider → crank
  Vec3<T> by_axis;  // derivative by the slider's axis
};

template <class T>
CORTEN_HD inline SliderCrank<T> slider_crank(const Vec3<T>& axis, const Vec3<T>& vec, T rod) {
  using std::sqrt;
  const T along = dot(vec, axis);
  const T det = along * along + rod * rod - dot(vec, vec);
  const auto torn = det <= T(0);  // the rod is too short
  const T root = sqrt(select(torn, T(1), det)), slope = T(1) - along / root;
  return {select(torn, along, along - root), select(torn, axis, axis * slope + vec * (T(1) / root)),
          select(torn, vec, vec * slope)};
}

}  // namespace corten
