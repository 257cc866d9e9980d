// Contacts of distance fields, by gradient descent on a function that is least where both shapes are deepest.
#include <algorithm>

#include "corten/geom/sdf.h"
#include "corten/geom/sdf_kernels.h"
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

  Real deeper() const { return larger(a, b); }  // of the common part
};

// what is minimised, of the distances of both
Real overlap_objective(Real a, Real b) { return a + b + std::abs(larger(a, b)); }

class Descent {
 public:
  Descent(const Shape& first, const Shape& second, const Placement& second_in_first)
      : first_(first),
        second_(second),
        to_first_(second_in_first),
        by_eight_(has_field_of_eight(first) && has_field_of_eight(second)) {}

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
      const Real before = value(s.a, s.b);
      reached = by_eight_ ? search(TrialsByEight(*this, s.x, g), g, before, value, s)
                          : search(TrialsOneByOne(*this, s.x, g), g, before, value, s);
      if (before < reached) break;
    }
    return reached;
  }

 private:
  // Points from − scale g, with the distances there.
  class TrialsOneByOne {
   public:
    TrialsOneByOne(const Descent& fields, const Vec3<Real>& from, const Vec3<Real>& g)
        : fields_(fields), from_(from), g_(g) {}
    void next(Real scale) { s_ = fields_.at(from_ + g_ * -scale); }
    Real a() const { return s_.a; }
    Real b() const { return s_.b; }
    Sample sample() const { return s_; }

   private:
    const Descent& fields_;
    const Vec3<Real> from_, g_;
    Sample s_;
  };

  // The same where both fields are taken at eight points at once: most searches need more than eight, and
  // what was not needed cost next to nothing. Scales are halved from trial to trial.
  class TrialsByEight {
   public:
    TrialsByEight(const Descent& fields, const Vec3<Real>& from, const Vec3<Real>& g)
        : fields_(fields), from_(from), g_(g) {}
    void next(Real scale) {
      if (++i_ < 8) return;
      i_ = 0;
      const Placement& to_first = fields_.to_first_;
      sdf_kernels().trials(from_, g_, scale, to_first.mat, to_first.pos, x_, y_);
      field_distances(fields_.second_, x_, a_);
      field_distances(fields_.first_, y_, b_);
    }
    Real a() const { return a_[i_]; }
    Real b() const { return b_[i_]; }
    Sample sample() const {
      return {{x_[0][i_], x_[1][i_], x_[2][i_]}, {y_[0][i_], y_[1][i_], y_[2][i_]}, a_[i_], b_[i_]};
    }

   private:
    const Descent& fields_;
    const Vec3<Real>&from_, &g_;
    int i_ = 7;
    alignas(64) EightPoints x_, y_;
    alignas(64) Eight a_, b_;
  };

  // The first of the steps 1, 1/2, … that gains a tenth of what the slope promises, or the shortest.
  template <class Trials, class Value>
  static Real search(Trials trials, const Vec3<Real>& g, Real before, Value value, Sample& s) {
    Real scale = 2, wanted = -Real(0.1) * scale * dot(g, g), reached;
    do {
      scale *= Real(0.5);
      wanted *= Real(0.5);
      trials.next(scale);
      reached = value(trials.a(), trials.b());
    } while (scale > 1e-4 && reached - before > wanted);
    s = trials.sample();
    return reached;
  }

  Vec3<Real> gradient_a(const Sample& s) const { return field_gradient(second_, s.x, s.a); }
  Vec3<Real> gradient_b(const Sample& s) const {
    return transpose_mul(to_first_.mat, field_gradient(first_, s.y, s.b));
  }

  const Shape& first_;
  const Shape& second_;
  const Placement& to_first_;
  const bool by_eight_;
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
    descent.descend(s, query.sdf_iterations, overlap_objective,
                    [&](const Sample& p) { return descent.objective_gradient(p); });
    const Real dist =
        descent.descend(s, 1, larger, [&](const Sample& p) { return descent.common_gradient(p); });
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
