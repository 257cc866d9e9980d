// Box against box, a face of one is the reference: the nearest face or edge of the other is clipped to it.
#include <cmath>
#include <initializer_list>

#include "corten/geom/box_box.h"

namespace corten {
namespace {

// Reference face and the near part of the other box, in the frame of the face: the rectangle |x| ≤ half_x,
// |y| ≤ half_y at z = 0, outward normal +z.
struct FaceScene {
  Vec3<Real> half;     // mapped sizes of the reference box
  Vec3<Real> corner;   // lowest corner of the other box
  Vec3<Real> edge[2];  // its edges that are not steep, from the lowest corner
  int num_edges = 0;
};

FaceScene face_scene(int face, const Vec3<Real>& size, const Vec3<Real>& center, const Mat3<Real>& axes,
                     const Vec3<Real>& other_size) {
  FaceScene s;
  s.half = to_face(face, size);
  for (Real& x : s.half) x = std::abs(x);
  s.corner = to_face(face, center);
  s.corner[2] -= s.half[2];
  for (int i = 0; i < 3; ++i) {
    const Vec3<Real> axis = to_face(face, axes.col(i));
    s.corner += axis * (axis[2] < 0 ? other_size[i] : -other_size[i]);
    if (std::abs(axis[2]) < Real(0.5) && s.num_edges < 2)
      s.edge[s.num_edges++] = axis * (axis[2] < 0 ? -2 * other_size[i] : 2 * other_size[i]);
  }
  return s;
}

// Points of the other box that may touch the face, in MuJoCo's order.
class FaceCandidates {
 public:
  FaceCandidates(const FaceScene& scene, Real margin) : s_(scene), margin_(margin) {
    crossings();
    reference_corners();
    patch_corners();
  }
  int count() const { return count_; }
  const Vec3<Real>& operator[](int i) const { return point_[i]; }

 private:
  void add(const Vec3<Real>& point) {
    if (point[2] <= margin_ && count_ < kMaxConPair) point_[count_++] = point;
  }

  // where an edge of the other box crosses the border of the rectangle
  void crossings_of(const Vec3<Real>& start, const Vec3<Real>& direction) {
    for (int k = 0; k < 2; ++k) {
      if (std::abs(direction[k]) <= kMinVal<Real>) continue;
      const Real inverse = 1 / direction[k];
      for (const Real border : {-s_.half[k], s_.half[k]}) {
        const Real t = (border - start[k]) * inverse;
        if (t < 0 || t > 1) continue;
        const Vec3<Real> point = start + direction * t;
        if (std::abs(point[1 - k]) <= s_.half[1 - k]) add(point);
      }
    }
  }
  void crossings() {
    const Vec3<Real>&q = s_.corner, &u = s_.edge[0], &w = s_.edge[1];
    if (s_.num_edges > 0) crossings_of(q, u);
    if (s_.num_edges < 2) return;
    crossings_of(q, w);
    crossings_of(q + u, w);
    crossings_of(q + w, u);
  }

  // corners of the rectangle under the patch of the other box
  void reference_corners() {
    if (s_.num_edges < 2) return;
    const Vec3<Real>&q = s_.corner, &u = s_.edge[0], &w = s_.edge[1];
    const Real inverse = 1 / (u[0] * w[1] - w[0] * u[1]);
    for (int i = 0; i < 4; ++i) {
      const Real corner_x = i & 2 ? s_.half[0] : -s_.half[0];
      const Real corner_y = i & 1 ? s_.half[1] : -s_.half[1];
      const Real x = corner_x - q[0], y = corner_y - q[1];
      const Real alpha = (x * w[1] - y * w[0]) * inverse;
      const Real beta = (y * u[0] - x * u[1]) * inverse;
      if (alpha > 0 && alpha < 1 && beta > 0 && beta < 1)
        add({corner_x, corner_y, q[2] + alpha * u[2] + beta * w[2]});
    }
  }

  void add_inside(const Vec3<Real>& point) {
    if (std::abs(point[0]) < s_.half[0] && std::abs(point[1]) < s_.half[1]) add(point);
  }
  void patch_corners() {
    const Vec3<Real>& q = s_.corner;
    add(q);
    if (s_.num_edges > 0) add_inside(q + s_.edge[0]);
    if (s_.num_edges < 2) return;
    add_inside(q + s_.edge[1]);
    add_inside(q + s_.edge[0] + s_.edge[1]);
  }

  const FaceScene& s_;
  Real margin_;
  int count_ = 0;
  Vec3<Real> point_[kMaxConPair];
};

}  // namespace

void box_face_contacts(const BoxPair& p, const BoxAxis& axis, ContactPoints& out) {
  const bool on_a = axis.kind == BoxAxis::Kind::face_a;
  const Shape& reference = on_a ? p.a : p.b;
  const FaceScene scene = on_a ? face_scene(axis.face, p.a.size, p.b_in_a, p.rot, p.b.size)
                               : face_scene(axis.face, p.b.size, p.a_in_b, transpose(p.rot), p.a.size);
  const Mat3<Real> axes = face_axes(axis.face, reference.mat);
  const Vec3<Real> outward = axes.col(2);
  const Vec3<Real> normal = on_a ? outward : -outward;

  const FaceCandidates candidates(scene, p.margin);
  for (int i = 0; i < candidates.count(); ++i) {
    const Vec3<Real>& point = candidates[i];
    const Vec3<Real> middle{point[0], point[1], scene.half[2] + point[2] * Real(0.5)};
    out.add(point[2], axes * middle + reference.pos, normal);
  }
}

}  // namespace corten
