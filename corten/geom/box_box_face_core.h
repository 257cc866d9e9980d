// Box against box, a face of one is the reference: the nearest face or edge of the other is clipped to it.
#pragma once

#include <cmath>
#include <initializer_list>
#include <utility>

#include "corten/geom/box_box_scene.h"

namespace corten::core {

// Reference face and the near part of the other box, in the frame of the face: the rectangle |x| ≤ half_x,
// |y| ≤ half_y at z = 0, outward normal +z.
template <class T>
struct FaceScene {
  Vec3<T> half;     // mapped sizes of the reference box
  Vec3<T> corner;   // lowest corner of the other box
  Vec3<T> edge[2];  // its edges that are not steep, from the lowest corner
  int num_edges = 0;
};

template <class T>
CORTEN_HD FaceScene<T> face_scene(int face, const Vec3<T>& size, const Vec3<T>& center, const Mat3<T>& axes,
                                  const Vec3<T>& other_size) {
  FaceScene<T> s;
  s.half = to_face(face, size);
  for (T& x : s.half) x = std::abs(x);
  s.corner = to_face(face, center);
  s.corner[2] -= s.half[2];
  for (int i = 0; i < 3; ++i) {
    const Vec3<T> axis = to_face(face, axes.col(i));
    s.corner += axis * (axis[2] < 0 ? other_size[i] : -other_size[i]);
    if (std::abs(axis[2]) < T(0.5) && s.num_edges < 2)
      s.edge[s.num_edges++] = axis * (axis[2] < 0 ? -2 * other_size[i] : 2 * other_size[i]);
  }
  return s;
}

// Points of the other box that may touch the face, in MuJoCo's order.
template <class T>
class FaceCandidates {
 public:
  CORTEN_HD FaceCandidates(const FaceScene<T>& scene, T margin) : s_(scene), margin_(margin) {
    crossings();
    reference_corners();
    patch_corners();
  }
  CORTEN_HD int count() const { return count_; }
  CORTEN_HD const Vec3<T>& operator[](int i) const { return point_[i]; }

 private:
  CORTEN_HD void add(const Vec3<T>& point) {
    if (point[2] <= margin_ && count_ < kMaxConPair) point_[count_++] = point;
  }

  // where an edge of the other box crosses the border of the rectangle
  CORTEN_HD void crossings_of(const Vec3<T>& start, const Vec3<T>& direction) {
    for (int k = 0; k < 2; ++k) {
      if (std::abs(direction[k]) <= kMinVal<T>) continue;
      const T inverse = 1 / direction[k];
      for (const T border : {-s_.half[k], s_.half[k]}) {
        const T t = (border - start[k]) * inverse;
        if (t < 0 || t > 1) continue;
        const Vec3<T> point = start + direction * t;
        if (std::abs(point[1 - k]) <= s_.half[1 - k]) add(point);
      }
    }
  }
  CORTEN_HD void crossings() {
    const Vec3<T>&q = s_.corner, &u = s_.edge[0], &w = s_.edge[1];
    if (s_.num_edges > 0) crossings_of(q, u);
    if (s_.num_edges < 2) return;
    crossings_of(q, w);
    crossings_of(q + u, w);
    crossings_of(q + w, u);
  }

  // corners of the rectangle under the patch of the other box
  CORTEN_HD void reference_corners() {
    if (s_.num_edges < 2) return;
    const Vec3<T>&q = s_.corner, &u = s_.edge[0], &w = s_.edge[1];
    const T inverse = 1 / (u[0] * w[1] - w[0] * u[1]);
    for (int i = 0; i < 4; ++i) {
      const T corner_x = i & 2 ? s_.half[0] : -s_.half[0];
      const T corner_y = i & 1 ? s_.half[1] : -s_.half[1];
      const T x = corner_x - q[0], y = corner_y - q[1];
      const T alpha = (x * w[1] - y * w[0]) * inverse;
      const T beta = (y * u[0] - x * u[1]) * inverse;
      if (alpha > 0 && alpha < 1 && beta > 0 && beta < 1)
        add({corner_x, corner_y, q[2] + alpha * u[2] + beta * w[2]});
    }
  }

  CORTEN_HD void add_inside(const Vec3<T>& point) {
    if (std::abs(point[0]) < s_.half[0] && std::abs(point[1]) < s_.half[1]) add(point);
  }
  CORTEN_HD void patch_corners() {
    const Vec3<T>& q = s_.corner;
    add(q);
    if (s_.num_edges > 0) add_inside(q + s_.edge[0]);
    if (s_.num_edges < 2) return;
    add_inside(q + s_.edge[1]);
    add_inside(q + s_.edge[0] + s_.edge[1]);
  }

  const FaceScene<T>& s_;
  T margin_;
  int count_ = 0;
  Vec3<T> point_[kMaxConPair];
};

template <class T, class Out>
CORTEN_HD void box_face_contacts(const BoxPair<T>& p, const BoxAxis<T>& axis, Out& out) {
  const bool on_a = axis.kind == BoxAxisKind::face_a;
  const ShapeOf<T>& reference = on_a ? p.a : p.b;
  const FaceScene<T> scene = on_a ? face_scene(axis.face, p.a.size, p.b_in_a, p.rot, p.b.size)
                                  : face_scene(axis.face, p.b.size, p.a_in_b, transpose(p.rot), p.a.size);
  const Mat3<T> axes = face_axes(axis.face, reference.mat);
  const Vec3<T> outward = axes.col(2);
  const Vec3<T> normal = on_a ? outward : -outward;

  const FaceCandidates<T> candidates(scene, p.margin);
  for (int i = 0; i < candidates.count(); ++i) {
    const Vec3<T>& point = candidates[i];
    const Vec3<T> middle{point[0], point[1], scene.half[2] + point[2] * T(0.5)};
    out.add(point[2], axes * middle + reference.pos, normal);
  }
}

}  // namespace corten::core
