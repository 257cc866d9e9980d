// Capsule against capsule, for any scalar: nearest points of two segments, two of them when the segments are
// parallel.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/geom/round_contact.h"
#include "corten/math/scalar.h"

namespace corten::core {

// Squared distance of the points pos1 + t1 A and pos2 + t2 B is minimal where
//   aa t1 + ab t2 = u,  ab t1 + bb t2 = v
template <class T>
struct SegmentPair {
  T aa, ab, bb, u, v, det;

  CORTEN_HD T t1_at(T t2) const { return (u - ab * t2) / aa; }
  CORTEN_HD T t2_at(T t1) const { return (v - ab * t1) / bb; }
};

template <class T>
struct Parameters {
  T t1, t2;
};

template <class T>
CORTEN_HD Parameters<T> nearest(const SegmentPair<T>& s) {
  T t1 = (s.bb * s.u - s.ab * s.v) / s.det;
  T t2 = (s.aa * s.v - s.ab * s.u) / s.det;
  if (t1 > 1) {
    t1 = 1;
    t2 = s.t2_at(1);
  } else if (t1 < -1) {
    t1 = -1;
    t2 = s.t2_at(-1);
  }
  if (t2 > 1) {
    t2 = 1;
    t1 = clip(s.t1_at(1), T(-1), T(1));
  } else if (t2 < -1) {
    t2 = -1;
    t1 = clip(s.t1_at(-1), T(-1), T(1));
  }
  return {t1, t2};
}

template <class T, class Out>
CORTEN_HD void capsule_capsule(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Vec3<T> axis_a = z_axis(a), axis_b = z_axis(b);
  const Vec3<T> segment_a = axis_a * a.size[1], segment_b = axis_b * b.size[1];
  const Vec3<T> offset = a.pos - b.pos;
  SegmentPair<T> s{};
  s.aa = dot(segment_a, segment_a);
  s.ab = -dot(segment_a, segment_b);
  s.bb = dot(segment_b, segment_b);
  s.u = -dot(segment_a, offset);
  s.v = dot(segment_b, offset);
  s.det = s.aa * s.bb - s.ab * s.ab;

  const auto test = [&](T t1, T t2) {
    ball_ball({a.pos + segment_a * t1, a.size[0]}, axis_a, {b.pos + segment_b * t2, b.size[0]}, axis_b,
              margin, out);
  };
  if (std::abs(s.det) >= kMinVal<T>) {
    const Parameters<T> t = nearest(s);
    return test(t.t1, t.t2);
  }
  // parallel: the ends of each segment against the other, until two contacts are found
  const int enough = out.count + 2;
  test(1, clip(s.t2_at(1), T(-1), T(1)));
  test(-1, clip(s.t2_at(-1), T(-1), T(1)));
  if (out.count >= enough) return;
  test(clip(s.t1_at(1), T(-1), T(1)), 1);
  if (out.count >= enough) return;
  test(clip(s.t1_at(-1), T(-1), T(1)), -1);
}

}  // namespace corten::core
