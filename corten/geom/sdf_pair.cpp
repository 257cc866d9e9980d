// Contacts of distance fields, by gradient descent on a function that is least where both shapes are deepest.
#include <algorithm>

#include "corten/geom/sdf.h"
#include "corten/math/frame.h"
#include "corten/math/pose.h"

namespace corten {
namespace {

constexpr Real kHuge = 1e10;

Real larger(Real a, Real b) { return a > b ? a : b; }
Real smaller(Real a, Real b) { return a < b ? a : b; }

// A rotation and a shift.
struct Placement {
  Mat3<Real> mat;
  Vec3<Real> pos;

  // of `from` as seen from `to`
  Placement(const Pose<Real>& from, const Pose<Real>& to) {
    const Pose<Real> relative = inverse(to) * from;
    mat = to_mat(relative.quat);
    pos = relative.pos;
  }
  Vec3<Real> operator*(const Vec3<Real>& x) const { return mat * x + pos; }
};

// Numbers in [0, 1) that fill it evenly: the digits of the index, mirrored at the point.
Real radical_inverse(int index, int base) {
  Real digit = Real(1) / base, sum = 0;
  for (; index > 0; index /= base) {
    sum += digit * (index % base);
    digit /= base;
  }
  return sum;
}

// Both fields at one point of the second shape's frame.
struct Sample {
  Vec3<Real> x, y;  // in the frames of the second and of the first shape
  Real a, b;        // distances of the second and of the first

  Real deeper() const { return larger(a, b); }                   // of the common part
  Real objective() const { return a + b + std::abs(deeper()); }  // what is minimised
};

class Descent {
 public:
  Descent(const Shape& first, const Shape& second, const Placement& second_in_first)
      : first_(first), second_(second), to_first_(second_in_first) {}

  Sample at(const Vec3<Real>& x) const {
    const Vec3<Real> y = to_first_ * x;
    return {x, y, field_distance(second_, x), field_distance(first_, y)};
  }

  Vec3<Real> objective_gradient(const Sample& s) const {
    const Vec3<Real> ga = gradient_a(s), gb = gradient_b(s);
    return ga + gb + (s.a > s.b ? ga : gb) * Real(s.deeper() > 0 ? 1 : -1);
  }
  Vec3<Real> common_gradient(const Sample& s) const { return s.a > s.b ? gradient_a(s) : gradient_b(s); }
  // towards the inside of the first shape, out of the second
  Vec3<Real> midsurface_direction(const Sample& s) const {
    return unit(unit(gradient_a(s)) - unit(gradient_b(s)));
  }

  // Steps against the gradient, each halved until it gains enough. The value where the descent ends.
  template <class Value, class Gradient>
  Real descend(Sample& s, int steps, Value value, Gradient gradient) const {
    Real reached = kHuge;
    for (int step = 0; step < steps; ++step) {
      const Vec3<Real> g = gradient(s);
      for (const Real component : g.e)
        if (!(std::abs(component) <= kHuge)) return kHuge;
      const Vec3<Real> from = s.x;
      const Real before = value(s);
      Real scale = 2, wanted = -Real(0.1) * scale * dot(g, g);
      do {
        scale *= Real(0.5);
        wanted *= Real(0.5);
        s = at(from + g * -scale);
        reached = value(s);
      } while (scale > 1e-4 && reached - before > wanted);
      if (before < reached) break;
    }
    return reached;
  }

 private:
  Vec3<Real> gradient_a(const Sample& s) const { return field_gradient(second_, s.x, s.a); }
  Vec3<Real> gradient_b(const Sample& s) const {
    return transpose_mul(to_first_.mat, field_gradient(first_, s.y, s.b));
  }

  const Shape& first_;
  const Shape& second_;
  const Placement& to_first_;
};

struct Box {
  Vec3<Real> low{kHuge, kHuge, kHuge}, high{-kHuge, -kHuge, -kHuge};

  void add(const Vec3<Real>& point) {
    for (int k = 0; k < 3; ++k) {
      low[k] = smaller(low[k], point[k]);
      high[k] = larger(high[k], point[k]);
    }
  }
};

Vec3<Real> corner(const Aabb<Real>& box, int i) {
  Vec3<Real> result;
  for (int k = 0; k < 3; ++k)
    result[k] = i >> k & 1 ? box.center[k] + box.half[k] : box.center[k] - box.half[k];
  return result;
}

// False when the boxes have nothing in common.
bool common_box(const Shape& first, const Shape& second, const Placement& second_in_first, Box& common) {
  Box box1, box2;
  for (int i = 0; i < 8; ++i) {
    box1.add(corner(*first.aabb, i));
    box2.add(second_in_first * corner(*second.aabb, i));
  }
  for (int k = 0; k < 3; ++k) {
    common.low[k] = larger(box1.low[k], box2.low[k]);
    common.high[k] = smaller(box1.high[k], box2.high[k]);
    if (common.high[k] < common.low[k]) return false;
  }
  return true;
}

Vec3<Real> starting_point(const Box& box, int i) {
  constexpr int kBases[3] = {2, 3, 5};
  Vec3<Real> point;
  for (int k = 0; k < 3; ++k)
    point[k] = box.low[k] + (box.high[k] - box.low[k]) * radical_inverse(i, kBases[k]);
  return point;
}

}  // namespace

void sdf_pair(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out) {
  const Pose<Real> pose1{a.pos, to_quat(a.mat)}, pose2{b.pos, to_quat(b.mat)};
  const Placement first_in_first(pose1, pose1), second_in_first(pose2, pose1), first_in_second(pose1, pose2);
  Box box;
  if (!common_box(a, b, second_in_first, box)) return;
  const Descent descent(a, b, second_in_first);
  Vec3<Real> found[kMaxConPair];  // in the frame of b
  for (int i = 0; i < query.sdf_initpoints && !out.full(); ++i) {
    Sample s = descent.at(first_in_second * (first_in_first * starting_point(box, i)));
    descent.descend(
        s, query.sdf_iterations, [](const Sample& p) { return p.objective(); },
        [&](const Sample& p) { return descent.objective_gradient(p); });
    const Real dist = descent.descend(
        s, 1, [](const Sample& p) { return p.deeper(); },
        [&](const Sample& p) { return descent.common_gradient(p); });
    const bool known = std::any_of(found, found + out.count, [&](const Vec3<Real>& other) {
      return distance(s.x, other) < kMinVal<Real>;
    });
    if (dist > 0 || known) continue;
    found[out.count] = s.x;
    const Mat3<Real> frame = make_frame(rotate(pose2.quat, descent.midsurface_direction(s) * Real(-1)));
    out.add(dist, rotate(pose2.quat, s.x) + b.pos + frame.row(0) * (-dist / 2), frame.row(0), frame.row(1));
  }
}

}  // namespace corten
