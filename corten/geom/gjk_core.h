// GJK: distance between two convex shapes, or a simplex around the origin of their difference when they
// overlap.
#pragma once

#include <utility>

#include "corten/geom/simplex_core.h"
#include "corten/geom/support_core.h"

namespace corten {

struct GjkResult {
  Real dist = 0;  // kHuge: farther apart than the cutoff, without witnesses
  Vec3<Real> x1{};
  Vec3<Real> x2{};     // nearest points
  Vec3<Real> apart{};  // unit direction from a that shows them farther apart than the cutoff, else zero
  DifferenceVertex simplex[4];
  int count = 0;  // vertices of the simplex
};

// Vertex of the difference farthest in the unit direction u; side a is evaluated first. Written in place: a
// copy of numbers just stored waits for them.
CORTEN_HD inline void difference_support(ConvexSide& a, ConvexSide& b, const Vec3<Real>& u,
                                         DifferenceVertex& v) {
  support(a, u, v.a);
  support(b, -u, v.b);
  for (int k = 0; k < 3; ++k) v.w[k] = v.a[k] - v.b[k];
  v.index_a = a.index;
  v.index_b = b.index;
}

namespace core {

inline constexpr Real kEqual = 1e-15;        // points closer than this in every component are one
inline constexpr Real kZeroSquared = 1e-30;  // squared length taken as zero
inline constexpr Real kMaxSquared = 1e20;    // larger squared normals are not normalised

enum class Verdict { overlap, separated, open };

// Turns a tetrahedron around until it holds the origin or a plane separates it (contact queries only).
class TetrahedronTest {
 public:
  CORTEN_HD TetrahedronTest(ConvexSide& a, ConvexSide& b, const DifferenceVertex* simplex)
      : a_(a), b_(b), t_{&simplex[0], &simplex[1], &simplex[2], &simplex[3]} {}

  CORTEN_HD void copy_to(DifferenceVertex* simplex) const {
    const DifferenceVertex v0 = *t_[0], v1 = *t_[1], v2 = *t_[2], v3 = *t_[3];
    simplex[0] = v0;
    simplex[1] = v1;
    simplex[2] = v2;
    simplex[3] = v3;
  }

  CORTEN_HD const Vec3<Real>& separating() const { return normal_[separating_]; }

  CORTEN_HD Verdict run(int& iteration, int max_iterations) {
    for (;;) {
      measure_faces();
      for (Real d : dist_)
        if (d == 0) return Verdict::open;
      const int face = nearest_face();
      if (dist_[face] > 0) return Verdict::overlap;
      replace(face);
      if (dot(normal_[face], t_[face]->w) < 0) return separating_ = face, Verdict::separated;
      exchange((face + 1) & 3, (face + 2) & 3);
      if (++iteration == max_iterations) return Verdict::open;
    }
  }

 private:
  CORTEN_HD void replace(int i) {
    const int slot = slot_[i] < 0 ? count_++ : slot_[i];
    DifferenceVertex& v = added_[slot];
    difference_support(a_, b_, normal_[i], v);
    t_[i] = &v;
    slot_[i] = slot;
  }
  CORTEN_HD void exchange(int i, int j) {
    std::swap(t_[i], t_[j]);
    std::swap(slot_[i], slot_[j]);
  }

  // face i is opposite vertex i
  CORTEN_HD void measure_faces() {
    measure(0, 2, 3, 1);
    measure(1, 0, 3, 2);
    measure(2, 1, 3, 0);
    measure(3, 0, 2, 1);
  }
  CORTEN_HD void measure(int face, int origin, int first, int second) {
    const Vec3<Real>& o = t_[origin]->w;
    Vec3<Real> n = cross(t_[first]->w - o, t_[second]->w - o);
    const Real squared = dot(n, n);
    dist_[face] = kHuge;
    if (squared > kZeroSquared && squared < kMaxSquared) {
      n *= 1 / std::sqrt(squared);
      dist_[face] = dot(n, o);
    }
    normal_[face] = n;
  }
  CORTEN_HD int nearest_face() const {
    const int i = dist_[0] < dist_[1] ? 0 : 1, j = dist_[2] < dist_[3] ? 2 : 3;
    return dist_[i] < dist_[j] ? i : j;
  }

  ConvexSide& a_;
  ConvexSide& b_;
  const DifferenceVertex* t_[4];  // of the simplex at first, then those of added_ that replaced them
  DifferenceVertex added_[4];
  int slot_[4] = {-1, -1, -1, -1};  // in added_
  int count_ = 0;
  int separating_ = 0;  // the face whose plane has the shapes on its two sides
  Vec3<Real> normal_[4];
  Real dist_[4];
};

class Gjk {
 public:
  CORTEN_HD Gjk(ConvexSide& a, ConvexSide& b, Real cutoff, Real tolerance, int max_iterations,
                GjkResult& result)
      : a_(a),
        b_(b),
        cutoff_(cutoff),
        gap_(a.polyhedral() && b.polyhedral() ? 0 : Real(0.5) * tolerance * tolerance),
        max_iterations_(max_iterations),
        try_tetrahedron_(cutoff <= 0),
        r_(result) {}

  CORTEN_HD void run() {
    r_.x1 = center(a_);
    r_.x2 = center(b_);
    x_ = r_.x1 - r_.x2;
    for (int iteration = 0; iteration < max_iterations_; ++iteration)
      if (done(iteration)) break;
    if (r_.dist < kHuge) set_witnesses();
  }

 private:
  CORTEN_HD bool separated(const Vec3<Real>& direction = {}) {
    r_.dist = kHuge;
    r_.count = 0;
    r_.apart = direction;
    return true;
  }

  // one iteration; true when the answer stands
  CORTEN_HD bool done(int& iteration) {
    const Real squared = dot(x_, x_);
    if (squared < kZeroSquared) return r_.dist = squared, true;
    r_.dist = std::sqrt(squared);
    const Vec3<Real> u = x_ * (-1 / r_.dist);
    DifferenceVertex& s = r_.simplex[r_.count];
    difference_support(a_, b_, u, s);
    if (dot(x_, x_ - s.w) < gap_) {
      if (iteration == 0) r_.count = 1, weights_ = {1, 0, 0, 0};
      return true;
    }
    if (beyond_cutoff(dot(x_, s.w), squared)) return separated(u);
    ++r_.count;
    if (try_tetrahedron_ && r_.count == 4) {
      try_tetrahedron_ = false;
      const Verdict verdict = test_tetrahedron(iteration);
      if (verdict == Verdict::separated) return separated(r_.apart);
      if (verdict == Verdict::overlap) return true;
    }
    return reduce();
  }

  // x·s/|x| is a lower bound of the distance
  CORTEN_HD bool beyond_cutoff(Real bound, Real squared) const {
    if (bound <= 0 || cutoff_ >= kHuge) return false;
    return cutoff_ <= 0 || bound * bound / squared >= cutoff_ * cutoff_;
  }

  CORTEN_HD Verdict test_tetrahedron(int& iteration) {
    TetrahedronTest test(a_, b_, r_.simplex);
    const Verdict verdict = test.run(iteration, max_iterations_);
    if (verdict == Verdict::separated) r_.apart = test.separating();
    if (verdict == Verdict::overlap) {
      test.copy_to(r_.simplex);
      r_.dist = 0;
      weights_ = {};
    }
    return verdict;
  }

  // moves x to the closest point of the simplex and drops the vertices that do not carry it
  CORTEN_HD bool reduce() {
    const Vec<Real, 4> all = closest_weights(r_.simplex, r_.count);
    int kept = 0;
    for (int i = 0; i < r_.count; ++i) {
      if (all[i] == 0) continue;
      if (kept != i) r_.simplex[kept] = r_.simplex[i];
      weights_[kept++] = all[i];
    }
    r_.count = kept;
    if (kept == 0) return separated();
    const Vec3<Real> y = weighted([](const DifferenceVertex& v) { return v.w; });
    if (std::abs(y[0] - x_[0]) < kEqual && std::abs(y[1] - x_[1]) < kEqual && std::abs(y[2] - x_[2]) < kEqual)
      return true;
    x_ = y;
    if (kept < 4) return false;
    r_.dist = 0;
    return true;
  }

  template <class Point>
  CORTEN_HD Vec3<Real> weighted(Point&& point) const {
    Vec3<Real> sum = point(r_.simplex[0]) * weights_[0];
    for (int i = 1; i < r_.count; ++i) sum += point(r_.simplex[i]) * weights_[i];
    return sum;
  }

  CORTEN_HD void set_witnesses() {
    if (r_.count == 0) return;
    r_.x1 = weighted([](const DifferenceVertex& v) { return v.a; });
    r_.x2 = weighted([](const DifferenceVertex& v) { return v.b; });
  }

  ConvexSide& a_;
  ConvexSide& b_;
  Real cutoff_;
  Real gap_;  // duality gap at which x is the answer
  int max_iterations_;
  bool try_tetrahedron_;
  Vec3<Real> x_;  // closest point of the difference to the origin so far
  Vec<Real, 4> weights_{};
  GjkResult& r_;
};

}  // namespace core

// cutoff > 0: distances up to it; otherwise only whether the shapes overlap.
CORTEN_HD inline void gjk(ConvexSide& a, ConvexSide& b, Real cutoff, Real tolerance, int max_iterations,
                          GjkResult& result) {
  core::Gjk(a, b, cutoff, tolerance, max_iterations, result).run();
}

}  // namespace corten
