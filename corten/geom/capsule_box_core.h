// Capsule against box, for any scalar: the feature of the box nearest to the capsule's segment gives one
// sphere-box contact, the way the segment runs past that feature a second one.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "corten/geom/round_contact.h"

namespace corten::core {

// Segment of the capsule in the box frame: points center + t half, t in [−1, 1].
template <class T>
struct Segment {
  Vec3<T> center;
  Vec3<T> axis;  // unit
  Vec3<T> half;  // axis times half length
  T half_length;
  int direction;  // bit k set when half[k] > 0

  CORTEN_HD Vec3<T> at(T t) const { return center + half * t; }
};

template <class T>
CORTEN_HD Segment<T> segment_in_box(const ShapeOf<T>& capsule, const ShapeOf<T>& box) {
  Segment<T> s{};
  s.center = transpose_mul(box.mat, capsule.pos - box.pos);
  s.axis = transpose_mul(box.mat, z_axis(capsule));
  s.half_length = capsule.size[1];
  s.half = s.axis * s.half_length;
  for (int k = 0; k < 3; ++k) s.direction |= s.half[k] > 0 ? 1 << k : 0;
  return s;
}

enum class FeatureKind { none, end, edge, edge_end };

// The feature of the box nearest to the segment.
template <class T>
struct Feature {
  FeatureKind kind = FeatureKind::none;
  T distance_squared = 0;
  T t = 0;         // on the segment
  int face = -1;   // end: axis of the face it looks at, −1 when inside
  int edge = 0;    // edge: its axis
  T on_edge = 0;   // edge: position in [−1, 1]
  int corner = 0;  // edge: bit k set when coordinate k is positive
};

// an end of the segment that looks at a face or is inside
template <class T>
CORTEN_HD void try_end(const Segment<T>& s, const Vec3<T>& size, int t, Feature<T>& best) {
  const Vec3<T> end = s.at(t);
  Vec3<T> clamped = end;
  int outside = 0, face = -1;
  for (int k = 0; k < 3; ++k) {
    if (std::abs(end[k]) <= size[k]) continue;
    clamped[k] = end[k] < 0 ? -size[k] : size[k];
    ++outside;
    face = k;
  }
  if (outside > 1) return;
  const Vec3<T> gap = clamped - end;
  const T distance_squared = dot(gap, gap);
  if (distance_squared < best.distance_squared)
    best = Feature<T>{FeatureKind::end, distance_squared, T(t), face, 0, 0, 0};
}

// Nearest points of an edge (position tau) and the segment (position t). The status of tau is −1 or +1 once
// a clamp has moved it to that end, even if it is interior again later.
template <class T>
struct EdgeSolution {
  T tau, t;
  int status = 0;
};

// quotients as products with the inverse, where MuJoCo has them
template <class T>
CORTEN_HD EdgeSolution<T> solve_edge(T aa, T ab, T bb, T u, T v, T det) {
  const T inverse = 1 / det;
  EdgeSolution<T> e{(bb * u - ab * v) * inverse, (aa * v - ab * u) * inverse};
  const auto clamp_tau = [&] {
    if (!(std::abs(e.tau) > 1)) return false;
    e.status = e.tau > 1 ? 1 : -1;
    e.tau = e.status;
    return true;
  };
  if (clamp_tau()) e.t = e.status > 0 ? (v - ab) * (1 / bb) : (v + ab) * (1 / bb);
  if (e.t > 1) {
    e.t = 1;
    e.tau = (u - ab) * (1 / aa);
    clamp_tau();
  } else if (e.t < -1) {
    e.t = -1;
    e.tau = (u + ab) * (1 / aa);
    clamp_tau();
  }
  return e;
}

template <class T>
CORTEN_HD void try_edge(const Segment<T>& s, const Vec3<T>& size, int axis, int corner, Feature<T>& best) {
  Vec3<T> middle;
  for (int k = 0; k < 3; ++k) middle[k] = corner & (1 << k) ? size[k] : -size[k];
  middle[axis] = 0;
  const Vec3<T> offset = middle - s.center;
  const T aa = size[axis] * size[axis];
  const T ab = -size[axis] * s.half[axis];
  const T bb = s.half_length * s.half_length;
  const T det = aa * bb - ab * ab;
  if (std::abs(det) < kMinVal<T>) return;
  const EdgeSolution<T> e = solve_edge(aa, ab, bb, -size[axis] * offset[axis], dot(s.half, offset), det);
  Vec3<T> gap = offset - s.half * e.t;
  gap[axis] += size[axis] * e.tau;
  const T distance_squared = dot(gap, gap);
  if (distance_squared >= best.distance_squared - kMinVal<T>) return;
  best =
      Feature<T>{e.status ? FeatureKind::edge_end : FeatureKind::edge, distance_squared, e.t, -1, axis, e.tau,
                 e.status > 0 ? corner | (1 << axis) : corner};
}

template <class T>
CORTEN_HD Feature<T> nearest_feature(const Segment<T>& s, T radius, const Vec3<T>& size, T margin) {
  Feature<T> best;
  // MuJoCo compares this length with squared distances
  best.distance_squared = margin + 2 * (radius + s.half_length + size[0] + size[1] + size[2]);
  try_end(s, size, -1, best);
  try_end(s, size, 1, best);
  for (int axis = 0; axis < 3; ++axis)
    for (int corner = 0; corner < 8; ++corner)
      if (!(corner & (1 << axis))) try_edge(s, size, axis, corner, best);
  return best;
}

// smaller of the two; a NaN candidate is ignored
template <class T>
CORTEN_HD T nearer(T best, T candidate) {
  return candidate < best ? candidate : best;
}

CORTEN_HD inline int bit_count(int x) { return (x & 1) + (x >> 1 & 1) + (x >> 2 & 1); }
CORTEN_HD inline int bit_axis(int one_bit) { return one_bit >> 1; }  // 1, 2, 4 → 0, 1, 2

// Step along the segment to the second contact, if there is one; it may be zero.
template <class T>
using Step = std::optional<T>;

template <class T>
CORTEN_HD Step<T> second_step_at_corner(const Segment<T>& s, const Vec3<T>& size, const Feature<T>& f) {
  const int differs = s.direction ^ f.corner;
  if (differs == 0 || differs == 7) return std::nullopt;
  const bool one = bit_count(differs) == 1;
  const T sign = one ? 1 : -1;
  const int k = bit_axis(one ? differs : 7 ^ differs);
  const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  const auto crossing = [&](int i) { return 2 * size[i] / std::abs(s.half[i]); };
  if (s.axis[k] * s.axis[k] > T(0.5)) return sign * nearer(1 - sign * f.t, crossing(k));
  return -sign * nearer(nearer(1 + sign * f.t, crossing(k1)), crossing(k2));
}

template <class T>
CORTEN_HD Step<T> second_step_at_edge(const Segment<T>& s, const Vec3<T>& size, const Feature<T>& f) {
  const int j = f.edge;
  const int differs = (s.direction ^ f.corner) & ~(1 << j);
  if (bit_count(differs) != 1) return std::nullopt;
  const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  const int b = std::abs(s.axis[j1]) > std::abs(s.axis[j2]) ? j1 : j2;
  const bool in_differs = differs & (1 << b);
  const T sign = in_differs ? 1 : -1;
  const bool forward = ((s.direction >> j) & 1) == in_differs;
  T step = nearer(1 - sign * f.t, 2 * size[b] / std::abs(s.half[b]));
  step = nearer(step, size[j] * (forward ? 1 - f.on_edge : 1 + f.on_edge) / std::abs(s.half[j]));
  return sign * step;
}

template <class T>
CORTEN_HD Step<T> second_step_at_face(const Segment<T>& s, const Vec3<T>& size, const Feature<T>& f) {
  if (f.face < 0) return std::nullopt;
  const T sign = f.t < 0 ? 1 : -1;
  const Vec3<T> end = s.at(f.t);
  T step = 2;
  for (int i = 0; i < 3; ++i) {
    if (i == f.face) continue;
    for (const T side : {size[i], -size[i]}) {
      const T candidate = (side - end[i]) / s.half[i] * sign;
      if (candidate > 0) step = nearer(step, candidate);
    }
  }
  return sign * step;
}

template <class T>
CORTEN_HD Step<T> second_step(const Segment<T>& s, const Vec3<T>& size, const Feature<T>& f) {
  switch (f.kind) {
    case FeatureKind::end:
      return second_step_at_face(s, size, f);
    case FeatureKind::edge:
      return second_step_at_edge(s, size, f);
    case FeatureKind::edge_end:
      return second_step_at_corner(s, size, f);
    case FeatureKind::none:
      break;
  }
  return std::nullopt;
}

template <class T, class Out>
CORTEN_HD void capsule_box(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Segment<T> s = segment_in_box(a, b);
  const Feature<T> f = nearest_feature(s, a.size[0], b.size, margin);
  if (f.kind == FeatureKind::none) return;
  const auto test = [&](T t) { ball_box({b.mat * s.at(t) + b.pos, a.size[0]}, b, margin, out); };
  test(f.t);
  if (const Step<T> step = second_step(s, b.size, f)) test(f.t + *step);
}

}  // namespace corten::core
