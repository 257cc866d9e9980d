// Right-handed frames built from one axis, as for a contact normal.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

// Rows: the unit normal, a tangent, their cross product. `hint` steers the tangent; a hint shorter than ½ is
// replaced by the y axis, or the z axis when the normal is near y.
template <class T>
CORTEN_HD Mat3<T> make_frame(Vec3<T> normal, Vec3<T> hint = {}) {
  normalize(normal);
  const Vec3<T> y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};
  const auto across_y = normal[1] < T(0.5) && normal[1] > T(-0.5);
  Vec3<T> tangent = select(dot(hint, hint) < T(0.25), select(across_y, y, z), hint);
  tangent -= normal * dot(normal, tangent);
  normalize(tangent);
  const Vec3<T> third = cross(normal, tangent);
  return {normal[0], normal[1], normal[2], tangent[0], tangent[1], tangent[2], third[0], third[1], third[2]};
}

}  // namespace corten
