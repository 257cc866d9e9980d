// Strings around a circle at the origin of a plane.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/math/scalar.h"
#include "corten/math/vec3.h"

namespace corten {

struct CircleArc {
  Real length;            // along the circle
  Vec2<Real> start, end;  // tangent points
};

namespace core {

using Vec2d = Vec2<Real>;

CORTEN_HD inline Real cross2(const Vec2d& a, const Vec2d& b) { return a[0] * b[1] - a[1] * b[0]; }

// closed segments [p1, p2] and [p3, p4] have a common point; parallel ones never do
CORTEN_HD inline bool segments_meet(const Vec2d& p1, const Vec2d& p2, const Vec2d& p3, const Vec2d& p4) {
  const Vec2d u = p2 - p1, v = p4 - p3, w = p1 - p3;
  const Real det = v[1] * u[0] - v[0] * u[1];
  if (std::abs(det) < kMinVal<Real>) return false;
  const Real a = (v[0] * w[1] - v[1] * w[0]) / det;
  const Real b = (u[0] * w[1] - u[1] * w[0]) / det;
  return a >= 0 && a <= 1 && b >= 0 && b <= 1;
}

// point of the segment nearest to the origin
CORTEN_HD inline Vec2d nearest_to_origin(const Vec2d& from, const Vec2d& to) {
  const Vec2d u = to - from;
  const Real t = -dot(u, from) / std::max(Real(kMinVal<Real>), dot(u, u));
  return from + u * std::clamp(t, Real(0), Real(1));
}

// tangent point of the circle seen from p; `turn` = ±1 chooses which of the two
CORTEN_HD inline Vec2d tangent(const Vec2d& p, Real radius, Real turn) {
  const Real rr = radius * radius, square = dot(p, p), root = std::sqrt(square - rr);
  return {(p[0] * rr + turn * radius * p[1] * root) / square,
          (p[1] * rr - turn * radius * p[0] * root) / square};
}

struct TangentPair {
  Vec2d start, end;
  bool crossed;
  Real score;
};

CORTEN_HD inline TangentPair tangent_pair(const Vec2d& from, const Vec2d& to, Real radius, const Vec2d* side,
                                          Real turn) {
  TangentPair c{tangent(from, radius, turn), tangent(to, radius, -turn), false, 0};
  if (side) {
    c.score = dot(unit(c.start + c.end), *side);
  } else {
    const Vec2d gap = c.start - c.end;
    c.score = -dot(gap, gap);
  }
  c.crossed = segments_meet(from, c.start, to, c.end);
  if (c.crossed) c.score = -10000;
  return c;
}

// angle from start to end in the sense of the string
CORTEN_HD inline Real arc_angle(const Vec2d& start, const Vec2d& end, bool first) {
  const Real angle = std::acos(dot(unit(start), unit(end)));
  const Real sense = start[1] * end[0] - start[0] * end[1];
  const bool long_way = (sense > 0 && !first) || (sense < 0 && first);
  return long_way ? 2 * kPi - angle : angle;
}

// Largest root below 1 of asin(Az) + asin(Bz) − 2 asin(z) + G = 0; false when Newton does not get there.
CORTEN_HD inline bool solve_inside_angle(Real A, Real B, Real G, Real& z) {
  constexpr Real kTolerance = 1e-6;
  constexpr int kMaxIterations = 20;
  const auto value = [&](Real x) { return std::asin(A * x) + std::asin(B * x) - 2 * std::asin(x) + G; };
  const auto root = [](Real x) {
    return std::max(Real(kMinVal<Real>), std::sqrt(std::max(Real(0), 1 - x * x)));
  };
  z = 1 - 1e-7;
  Real f = value(z);
  if (f > 0) return false;
  int iteration = 0;
  for (; iteration < kMaxIterations && std::abs(f) > kTolerance; ++iteration) {
    const Real slope = A / root(A * z) + B / root(B * z) - 2 / root(z);
    if (slope > -kMinVal<Real>) return false;
    const Real next = z - f / slope;
    if (next > z) return false;
    z = next;
    f = value(z);
    if (f > kTolerance) return false;
  }
  return iteration < kMaxIterations;
}

CORTEN_HD inline Vec2d rotated(const Vec2d& v, Real angle) {
  const Real c = std::cos(angle), s = std::sin(angle);
  return {c * v[0] - s * v[1], s * v[0] + c * v[1]};
}

// the straight line already passes through the disc
CORTEN_HD inline bool line_enters(const Vec2d& from, const Vec2d& to, Real radius) {
  const Vec2d u = to - from;
  const Real square = dot(u, u);
  if (square <= kMinVal<Real>) return false;
  const Real t = -dot(u, from) / square;
  return t > 0 && t < 1 && norm(from + u * t) <= radius;
}

}  // namespace core

// Around the outside of the circle; `side`, if given, is a point of the circle on the side the string takes.
CORTEN_HD inline bool wrap_outside(const Vec2<Real>& from, const Vec2<Real>& to, Real radius,
                                   const Vec2<Real>* side, CircleArc& arc) {
  const Real square = radius * radius;
  const Vec2<Real> u = to - from;
  if (dot(from, from) < square || dot(to, to) < square || radius < kMinVal<Real> || dot(u, u) < kMinVal<Real>)
    return false;
  const Vec2<Real> near = core::nearest_to_origin(from, to);
  if (dot(near, near) > square && (!side || dot(*side, near) >= 0)) return false;
  const core::TangentPair a = core::tangent_pair(from, to, radius, side, 1),
                          b = core::tangent_pair(from, to, radius, side, -1);
  const bool first = a.score > b.score;
  const core::TangentPair& best = first ? a : b;
  if (best.crossed) return false;
  arc = {radius * core::arc_angle(best.start, best.end, first), best.start, best.end};
  return true;
}

// Through one point of the circle, from within: the string is pushed outwards by a ring.
CORTEN_HD inline bool wrap_inside(const Vec2<Real>& from, const Vec2<Real>& to, Real radius, CircleArc& arc) {
  const Real l0 = norm(from), l1 = norm(to);
  if (l0 <= radius || l1 <= radius || radius < kMinVal<Real> || l0 < kMinVal<Real> || l1 < kMinVal<Real>)
    return false;
  if (core::line_enters(from, to, radius)) return false;
  const Vec2<Real> fallback = unit((from + to) * Real(0.5)) * radius;
  arc = {0, fallback, fallback};
  const Vec2<Real> u = to - from;
  const Real A = radius / l0, B = radius / l1;
  const Real cos_g = (l0 * l0 + l1 * l1 - dot(u, u)) / (2 * l0 * l1);
  if (cos_g < -1 + kMinVal<Real>) return false;
  if (cos_g > 1 - kMinVal<Real>) return true;
  Real z = 0;
  if (!core::solve_inside_angle(A, B, std::acos(cos_g), z)) return true;
  const bool ccw = core::cross2(from, to) > 0;
  const Vec2<Real> point = ccw ? core::rotated(unit(from), std::asin(z) - std::asin(A * z))
                               : core::rotated(unit(to), std::asin(z) - std::asin(B * z));
  arc.start = arc.end = point * radius;
  return true;
}

}  // namespace corten
