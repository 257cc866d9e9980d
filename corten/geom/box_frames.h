// Many boxes of one frame against many of another, by the six face directions: what depends on the frames
// alone is made once.
#pragma once

#include "corten/geom/oriented_box.h"

namespace corten {

// The verdict of boxes_apart for boxes that are nodes of the trees of two bodies. Everything is told in the
// first frame: with R the rotation of the second in it, t its origin and d the offset of the centres,
//   apart along k of the first:  |d_k| > a_k + Σ_j |R_kj| b_j + margin,  of the second with Rᵀd and Rᵀ.
class BoxFrames {
 public:
  BoxFrames(const Vec3<Real>& pos_a, const Mat3<Real>& mat_a, const Vec3<Real>& pos_b,
            const Mat3<Real>& mat_b, Real margin)
      : pos_a_(pos_a), mat_a_(mat_a), pos_b_(pos_b), mat_b_(mat_b), margin_(margin) {}

  bool apart(const Aabb<Real>& a, const Aabb<Real>& b) {
    if (any_infinite(a.half) || any_infinite(b.half)) return apart_in_world(a, b);
    if (!related_) relate();
    const Three half_a = Three::load(a.half.data()), half_b = Three::load(b.half.data());
    const Real rounding =
        Real(1e-12) * (size_ + sum(size(a.center) + size(b.center) + abs(half_a) + abs(half_b)));
    const Three margin{Pack<Real, 2>(margin_), margin_};
    const Three d = combined(column_, b.center) + (offset_ - Three::load(a.center.data()));
    const Real widest_a = largest(abs(d) - (half_a + reach(column_, b.half) + margin));
    if (widest_a > rounding) return true;
    const Three along_b = combined(row_, {d.xy.lane(0), d.xy.lane(1), d.z});
    const Real widest_b = largest(abs(along_b) - (half_b + reach(row_, a.half) + margin));
    if (widest_b > rounding) return true;
    return std::max(widest_a, widest_b) < -rounding ? false : apart_in_world(a, b);
  }

 private:
  // not before two boxes with bounds ask for it: against a plane none do
  void relate() {
    for (int k = 0; k < 3; ++k) {
      row_[k] = along_columns(mat_b_, mat_a_.col(k));
      column_[k] = along_columns(mat_a_, mat_b_.col(k));
    }
    offset_ = along_columns(mat_a_, pos_b_ - pos_a_);
    size_ = sum(size(pos_a_) + size(pos_b_)) + std::abs(margin_);
    related_ = true;
  }
  static Three size(const Vec3<Real>& v) { return abs(Three::load(v.data())); }
  static Three combined(const Three (&axes)[3], const Vec3<Real>& by) {
    return axes[0] * by[0] + axes[1] * by[1] + axes[2] * by[2];
  }
  static Three reach(const Three (&axes)[3], const Vec3<Real>& half) {
    return abs(axes[0]) * half[0] + abs(axes[1]) * half[1] + abs(axes[2]) * half[2];
  }
  // where there are no bounds, or the gap is within rounding of zero
  [[gnu::noinline]] bool apart_in_world(const Aabb<Real>& a, const Aabb<Real>& b) const {
    return boxes_apart({a, pos_a_, mat_a_, true}, {b, pos_b_, mat_b_, true}, margin_);
  }

  const Vec3<Real>& pos_a_;
  const Mat3<Real>& mat_a_;
  const Vec3<Real>& pos_b_;
  const Mat3<Real>& mat_b_;
  Real margin_;
  bool related_ = false;
  Three row_[3];     // axes of a in the frame of b
  Three column_[3];  // axes of b in the frame of a
  Three offset_;     // from a to b in the frame of a
  Real size_;        // of the numbers that enter, for their rounding
};

}  // namespace corten
