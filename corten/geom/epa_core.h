// EPA: depth and direction of penetration, by growing a polytope inside the difference of two overlapping
// shapes.
#pragma once

#include <algorithm>

#include "corten/geom/gjk_core.h"
#include "corten/geom/polytope_core.h"
#include "corten/math/mat3.h"

namespace corten {

struct EpaResult {
  enum class Status { bad_start, broken, found };  // no polytope around the origin; polytope broke down
  Status status = Status::bad_start;
  Real dist = 0;  // minus the depth
  Vec3<Real> x1{};
  Vec3<Real> x2{};
};

namespace core {

inline constexpr Real kTiny = 1e-15;
inline constexpr Real kOnFace = 1e-30;  // squared distance of a face that contains the origin
inline constexpr Real kCos120 = -0.5;
inline constexpr Real kSin120 = 0.86602540378;  // MuJoCo's eleven digits

CORTEN_HD inline bool strictly_same_side(const Vec3<Real>& p0, const Vec3<Real>& p1, const Vec3<Real>& p2,
                                         const Vec3<Real>& p3) {
  const Vec3<Real> n = cross(p1 - p0, p2 - p0);
  const Real apex = dot(n, p3 - p0), origin = -dot(n, p0);
  return (apex > 0 && origin > 0) || (apex < 0 && origin < 0);
}

CORTEN_HD inline bool inside_triangle(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c,
                                      const Vec3<Real>& p) {
  const TriangleAreas areas = triangle_areas(p, a, b, c);
  const Vec3<Real> l{areas.part[0] / areas.total, areas.part[1] / areas.total, areas.part[2] / areas.total};
  if (l[0] < 0 || l[1] < 0 || l[2] < 0) return false;
  const Vec3<Real> gap = a * l[0] + b * l[1] + c * l[2] - p;
  return std::abs(gap[0]) < kTiny && std::abs(gap[1]) < kTiny && std::abs(gap[2]) < kTiny;
}

CORTEN_HD inline Real triple(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c) {
  return dot(a, cross(b, c));
}

CORTEN_HD inline Mat3<Real> third_of_turn(const Vec3<Real>& axis) {
  const Real length = norm(axis);
  const Vec3<Real> u{axis[0] / length, axis[1] / length, axis[2] / length};
  constexpr Real c = kCos120, s = kSin120, t = 1 - kCos120;
  return {c + u[0] * u[0] * t,        u[0] * u[1] * t - u[2] * s, u[0] * u[2] * t + u[1] * s,
          u[1] * u[0] * t + u[2] * s, c + u[1] * u[1] * t,        u[1] * u[2] * t - u[0] * s,
          u[2] * u[0] * t - u[1] * s, u[2] * u[1] * t + u[0] * s, c + u[2] * u[2] * t};
}

CORTEN_HD inline Vec3<Real> least_axis(const Vec3<Real>& d) {
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(d[i]) < std::abs(d[k])) k = i;
  Vec3<Real> axis{};
  axis[k] = 1;
  return axis;
}

class Epa {
 public:
  CORTEN_HD Epa(ConvexSide& a, ConvexSide& b, Real tolerance, int max_iterations,
                const PolytopeMemory& memory)
      : a_(a),
        b_(b),
        polyhedral_(a.polyhedral() && b.polyhedral()),
        tolerance_(polyhedral_ ? kTiny : tolerance),
        max_iterations_(max_iterations),
        polytope_(memory) {}

  CORTEN_HD EpaResult run(const GjkResult& start, DifferenceVertex (&corners)[3]) {
    EpaResult result;
    if (!begin(start)) return result;
    const int face = expand();
    if (face >= 0) {
      set_witnesses(polytope_.face(face), result);
      for (int k = 0; k < 3; ++k) corners[k] = polytope_.vertex(polytope_.face(face).vertex[k]);
    } else {
      result.status = EpaResult::Status::broken;
    }
    return result;
  }

 private:
  CORTEN_HD const Vec3<Real>& w(int i) const { return polytope_.vertex(i).w; }

  // the vertex of the difference farthest in a direction, at the place of the next vertex of the polytope
  CORTEN_HD const DifferenceVertex& find_vertex(const Vec3<Real>& direction, Real length) {
    Vec3<Real> u{1, 0, 0};
    if (length > kTiny) u = {direction[0] / length, direction[1] / length, direction[2] / length};
    DifferenceVertex& v = polytope_.next_vertex();
    difference_support(a_, b_, u, v);
    return v;
  }
  CORTEN_HD void add_vertex_along(const Vec3<Real>& direction, Real length) {
    find_vertex(direction, length);
    polytope_.add_vertex();
  }
  CORTEN_HD void add_vertex(const DifferenceVertex& v) {
    polytope_.next_vertex() = v;
    polytope_.add_vertex();
  }

  CORTEN_HD bool begin(const GjkResult& start) {
    for (int i = 0; i < start.count; ++i) add_vertex(start.simplex[i]);
    if (start.count == 4) return begin_from_tetrahedron();
    if (start.count == 3) return begin_from_triangle();
    return begin_from_segment();
  }

  // Adds the faces of a table in order; returns the first that contains the origin, or −1.
  template <int N>
  CORTEN_HD int add_faces(const int (&table)[N][6]) {
    for (int i = 0; i < N; ++i) {
      const int* f = table[i];
      if (polytope_.add_face(f[0], f[1], f[2], f[3], f[4], f[5]) < kOnFace) return i;
      polytope_.list(i);
    }
    return -1;
  }

  CORTEN_HD bool restart_from_face(int face) {
    const PolytopeFace f = polytope_.face(face);
    const DifferenceVertex corners[3] = {polytope_.vertex(f.vertex[0]), polytope_.vertex(f.vertex[1]),
                                         polytope_.vertex(f.vertex[2])};
    polytope_.clear();
    for (const DifferenceVertex& corner : corners) add_vertex(corner);
    return begin_from_triangle();
  }

  CORTEN_HD bool begin_from_tetrahedron() {
    static constexpr int kFaces[4][6] = {
        {0, 1, 2, 1, 3, 2}, {0, 3, 1, 2, 3, 0}, {0, 2, 3, 0, 3, 1}, {3, 2, 1, 2, 0, 1}};
    const int bad = add_faces(kFaces);
    if (bad >= 0) return restart_from_face(bad);
    return strictly_same_side(w(0), w(1), w(2), w(3)) && strictly_same_side(w(1), w(2), w(3), w(0)) &&
           strictly_same_side(w(2), w(3), w(0), w(1)) && strictly_same_side(w(3), w(0), w(1), w(2));
  }

  CORTEN_HD bool begin_from_triangle() {
    static constexpr int kFaces[6][6] = {{4, 0, 1, 1, 3, 2}, {4, 2, 0, 2, 4, 0}, {4, 1, 2, 0, 5, 1},
                                         {3, 1, 0, 5, 0, 4}, {3, 0, 2, 3, 1, 5}, {3, 2, 1, 4, 2, 3}};
    const Vec3<Real> n = cross(w(1) - w(0), w(2) - w(0));
    const Real length = norm(n);
    if (length < kTiny) return false;
    add_vertex_along(-n, length);
    add_vertex_along(n, length);
    if (inside_triangle(w(0), w(1), w(2), w(4)) || inside_triangle(w(0), w(1), w(2), w(3))) return false;
    return add_faces(kFaces) < 0;
  }

  CORTEN_HD bool begin_from_segment() {
    static constexpr int kFaces[6][6] = {{0, 2, 3, 1, 3, 2}, {0, 4, 2, 2, 4, 0}, {0, 3, 4, 0, 5, 1},
                                         {1, 3, 2, 5, 0, 4}, {1, 2, 4, 3, 1, 5}, {1, 4, 3, 4, 2, 3}};
    const Vec3<Real> d = w(1) - w(0);
    const Mat3<Real> turn = third_of_turn(d);
    Vec3<Real> around = cross(least_axis(d), d);
    for (int i = 0; i < 3; ++i) {
      add_vertex_along(around, norm(around));
      around = turn * around;
    }
    const int bad = add_faces(kFaces);
    if (bad >= 0) return restart_from_face(bad);
    const Vec3<Real> p2 = w(2) - w(0), p3 = w(3) - w(0), p4 = w(4) - w(0);
    const Real s0 = triple(p2, p3, d), s1 = triple(p3, p4, d), s2 = triple(p4, p2, d);
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
  }

  // The face that gives the depth, or −1 when the polytope breaks down.
  CORTEN_HD int expand() {
    Real upper = kHuge;
    int previous = -1;
    for (int round = 0; round < max_iterations_; ++round) {
      const int nearest = polytope_.nearest_listed();
      if (nearest < 0) return previous;
      const Real squared = polytope_.face(nearest).squared;
      if (squared > upper * upper) return previous;
      previous = nearest;
      if (squared <= 0) return nearest;
      const Real lower = std::sqrt(squared);
      const Vec3<Real> foot = polytope_.face(nearest).foot;
      const DifferenceVertex& v = find_vertex(foot, lower);
      upper = std::min(upper, dot(foot, v.w) / lower);
      if (upper - lower < tolerance_) return nearest;
      if (polyhedral_ && seen(v)) return nearest;
      switch (grow(nearest, squared, upper * upper)) {
        case Growth::failed:
          return -1;
        case Growth::full:
          return nearest;
        case Growth::grown:
          break;
      }
      if (polytope_.list_count() == 0) return nearest;
    }
    return previous;
  }

  CORTEN_HD bool seen(const DifferenceVertex& v) const {
    for (int i = 0; i < polytope_.vertex_count(); ++i)
      if (polytope_.vertex(i).index_a == v.index_a && polytope_.vertex(i).index_b == v.index_b) return true;
    return false;
  }

  enum class Growth { grown, full, failed };

  // Adds the vertex found last and replaces all faces that see it by a fan around it.
  CORTEN_HD Growth grow(int nearest, Real lower2, Real upper2) {
    const int apex = polytope_.add_vertex();
    const auto horizon = polytope_.open_horizon(nearest, w(apex));
    const int n = static_cast<int>(horizon.size());
    if (n < 3) return Growth::failed;
    if (!polytope_.has_room(n)) return Growth::full;
    const int first = polytope_.face_count();
    for (int i = 0; i < n; ++i) {
      const int outside = horizon[static_cast<std::size_t>(i)].face();
      const int edge = horizon[static_cast<std::size_t>(i)].edge();
      const PolytopeFace& o = polytope_.face(outside);
      const int added = first + i, last = first + n - 1;
      const int before = i == 0 ? last : added - 1, after = added == last ? first : added + 1;
      const Real squared = polytope_.add_face(apex, o.vertex[edge == 2 ? 0 : edge + 1], o.vertex[edge],
                                              before, outside, after);
      polytope_.face(outside).neighbour[edge] = added;
      if (squared == 0) return Growth::failed;
      polytope_.list_if(squared >= lower2 && squared <= upper2, added);
    }
    return Growth::grown;
  }

  CORTEN_HD void set_witnesses(const PolytopeFace& f, EpaResult& result) const {
    const auto v = [&](int k) -> const DifferenceVertex& { return polytope_.vertex(f.vertex[k]); };
    const TriangleAreas areas = triangle_areas(f.foot, v(0).w, v(1).w, v(2).w);
    const Vec3<Real> l{areas.part[0] / areas.total, areas.part[1] / areas.total, areas.part[2] / areas.total};
    result.x1 = v(0).a * l[0] + v(1).a * l[1] + v(2).a * l[2];
    result.x2 = v(0).b * l[0] + v(1).b * l[1] + v(2).b * l[2];
    result.dist = -std::sqrt(f.squared);
    result.status = EpaResult::Status::found;
  }

  ConvexSide& a_;
  ConvexSide& b_;
  bool polyhedral_;
  Real tolerance_;
  int max_iterations_;
  Polytope polytope_;
};

}  // namespace core

// Starts from the simplex of GJK (2 to 4 vertices).
// out: the face of the polytope nearest to the origin, when found
CORTEN_HD inline EpaResult epa(ConvexSide& a, ConvexSide& b, const GjkResult& start, Real tolerance,
                               int max_iterations, const PolytopeMemory& memory,
                               DifferenceVertex (&face)[3]) {
  return core::Epa(a, b, tolerance, max_iterations, memory).run(start, face);
}

}  // namespace corten
