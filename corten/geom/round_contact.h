// Contacts of a sphere with a plane, a sphere and a box: the parts most primitive pairs are made of. `Out`
// collects contacts as ContactPoints does.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/geom/shape.h"

namespace corten {

template <class T>
struct BallOf {
  Vec3<T> center;
  T radius;
};

template <class T>
CORTEN_HD Vec3<T> z_axis(const ShapeOf<T>& s) {
  return s.mat.col(2);
}

// the plane through point with unit normal
template <class T, class Out>
CORTEN_HD void plane_ball(const Vec3<T>& point, const Vec3<T>& normal, const BallOf<T>& ball, T margin,
                          Out& out, const Vec3<T>& tangent = {}) {
  const T height = dot(ball.center - point, normal);
  if (height > margin + ball.radius) return;
  const T dist = height - ball.radius;
  out.add(dist, ball.center + normal * (-dist / 2 - ball.radius), normal, tangent);
}

// axis_a, axis_b: axes of the two geoms, their cross product is the normal when the centres coincide
template <class T, class Out>
CORTEN_HD void ball_ball(const BallOf<T>& a, const Vec3<T>& axis_a, const BallOf<T>& b, const Vec3<T>& axis_b,
                         T margin, Out& out) {
  const Vec3<T> difference = a.center - b.center;
  const T distance_squared = dot(difference, difference);
  const T reach = margin + a.radius + b.radius;
  if (distance_squared > reach * reach) return;
  const T dist = std::sqrt(distance_squared) - a.radius - b.radius;
  Vec3<T> normal = b.center - a.center;
  if (normalize(normal) < kMinVal<T>) normal = unit(cross(axis_a, axis_b));
  out.add(dist, a.center + normal * (a.radius + dist / 2), normal);
}

// The face of the box nearest to a point inside: distance, and the direction from the face into the box.
template <class T>
struct NearestFace {
  T distance;
  Vec3<T> inward;
};

template <class T>
CORTEN_HD NearestFace<T> nearest_face(const Vec3<T>& point, const Vec3<T>& size) {
  NearestFace<T> best{2 * (size[0] + size[1] + size[2]), {}};
  int face = 0;
  for (int i = 0; i < 6; ++i) {
    const T distance = std::abs((i % 2 ? 1 : -1) * size[i / 2] - point[i / 2]);
    if (distance < best.distance) {
      best.distance = distance;
      face = i;
    }
  }
  best.inward[face / 2] = face % 2 ? -1 : 1;
  return best;
}

template <class T, class Out>
CORTEN_HD void ball_box(const BallOf<T>& ball, const ShapeOf<T>& box, T margin, Out& out) {
  const Vec3<T> center = transpose_mul(box.mat, ball.center - box.pos);
  Vec3<T> clamped;
  for (int i = 0; i < 3; ++i) clamped[i] = std::max(-box.size[i], std::min(box.size[i], center[i]));
  Vec3<T> direction = clamped - center;
  const T gap = normalize(direction);
  if (gap - ball.radius > margin) return;

  T dist;
  Vec3<T> pos;
  if (gap <= kMinVal<T>) {
    const NearestFace<T> face = nearest_face(center, box.size);
    direction = face.inward;
    dist = -face.distance - ball.radius;
    pos = center + direction * ((ball.radius - face.distance) / 2);
  } else {
    dist = gap - ball.radius;
    pos = (clamped + (center + direction * ball.radius)) * T(0.5);
  }
  out.add(dist, box.mat * pos + box.pos, box.mat * direction);
}

}  // namespace corten
