// Box against box, two edges are nearest: a patch of box b is projected along the common normal onto a face
// of box a, in the frame of that face.
#pragma once

#include <cmath>
#include <initializer_list>
#include <utility>

#include "corten/geom/box_box_scene.h"

namespace corten::core {

template <class T, class Out>
class EdgeContacts {
 public:
  CORTEN_HD EdgeContacts(const BoxPair<T>& pair, const BoxAxis<T>& axis, Out& out)
      : p_(pair), axis_(axis), out_(out) {
    choose_face();
    normal_ = to_face(face_, axis.normal);
    if (std::abs(normal_[2]) < kMinVal<T>) return;
    lift_ = 1 / normal_[2] * (axis.negative ? -1 : 1);
    build_patch();
    border_crossings();
    reference_corners();
    patch_corners();
  }

 private:
  // candidates for the two other axes, by the axis of the edge
  CORTEN_HD static int other_axis(int axis, int which) {
    const int first = axis == 0 ? 1 : axis == 1 ? 0 : 1, second = axis == 2 ? 0 : 2;
    return which ? second : first;
  }

  CORTEN_HD void choose_face() {
    int y1 = other_axis(axis_.edge_a, 0), y2 = other_axis(axis_.edge_a, 1);
    if (p_.rot_abs(y1, axis_.edge_b) < p_.rot_abs(y2, axis_.edge_b)) std::swap(y1, y2);
    face_ = axis_.bits_a & (1 << y2) ? y2 : y2 + 3;
    axes_ = face_axes(face_, p_.a.mat);
    half_ = to_face(face_, p_.a.size);
    for (T& x : half_) x = std::abs(x);
  }

  CORTEN_HD void build_patch() {
    const int j = axis_.edge_b;
    int x1 = other_axis(j, 0), x2 = other_axis(j, 1);
    if (p_.rot_abs(axis_.edge_a, x1) < p_.rot_abs(axis_.edge_a, x2)) std::swap(x1, x2);
    Vec3<T> center = to_face(face_, p_.b_in_a);
    center[2] -= half_[2];
    const auto arm = [&](int k, bool positive) {
      return to_face(face_, p_.rot.col(k)) * (positive ? p_.b.size[k] : -p_.b.size[k]);
    };
    const bool s1 = axis_.bits_b & (1 << x1), s2 = axis_.bits_b & (1 << x2);
    const Vec3<T> base = center + arm(x1, s1) + arm(x2, s2);
    const Vec3<T> opposite = center + arm(x1, !s1) + arm(x2, s2);
    patch_[0] = base + arm(j, true);
    patch_[1] = base + arm(j, false);
    patch_[2] = opposite + arm(j, true);
    patch_[3] = opposite + arm(j, false);
    for (int k = 0; k < 4; ++k) projected_[k] = patch_[k] - normal_ * (patch_[k][2] * (1 / normal_[2]));
  }

  CORTEN_HD void add(T dist, const Vec3<T>& point) {
    if (out_.full()) return;
    const Vec3<T> lifted{point[0], point[1], point[2] + half_[2]};
    const Vec3<T> normal_w = p_.a.mat * axis_.normal;
    out_.add(dist, axes_ * lifted + p_.a.pos, axis_.negative ? -normal_w : normal_w);
    ++found_;
  }

  // A border of the projected patch, with its twin on the patch itself.
  struct Border {
    Vec3<T> start, direction;      // projected
    Vec3<T> start_u, direction_u;  // on the patch
  };

  // where a border of the projected patch crosses a border of the face
  CORTEN_HD void crossings_of(const Border& b) {
    for (int k = 0; k < 2; ++k) {
      if (std::abs(b.direction[k]) <= kMinVal<T>) continue;
      const T inverse = 1 / b.direction[k];
      for (const T limit : {-half_[k], half_[k]}) {
        const T t = (limit - b.start[k]) * inverse;
        if (t < 0 || t > 1) continue;
        Vec3<T> clipped = b.start + b.direction * t;
        if (std::abs(clipped[1 - k]) > half_[1 - k]) continue;
        const Vec3<T> point = b.start_u + b.direction_u * t;
        if (point[2] * lift_ > p_.margin) continue;
        clipped[k] = limit;
        clipped[2] = 0;
        add(point[2] * lift_, (point + clipped) * T(0.5));
      }
    }
  }
  CORTEN_HD void border_crossings() {
    const Vec3<T> u = projected_[1] - projected_[0], v = projected_[2] - projected_[0];
    const Vec3<T> u_u = patch_[1] - patch_[0], v_u = patch_[2] - patch_[0];
    crossings_of({projected_[0], u, patch_[0], u_u});
    crossings_of({projected_[0], v, patch_[0], v_u});
    crossings_of({projected_[0] + u, v, patch_[0] + u_u, v_u});
    crossings_of({projected_[0] + v, u, patch_[0] + v_u, u_u});
    crossed_ = found_;
  }

  CORTEN_HD static T clamp01(T x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

  // distance of two points as a contact, unless they are separated by more than the margin
  CORTEN_HD void add_pair(const Vec3<T>& on_face, const Vec3<T>& on_patch, T distance_squared) {
    if (on_patch[2] > 0 && distance_squared > p_.margin * p_.margin) return;
    const T length = std::sqrt(distance_squared);
    add(on_patch[2] < 0 ? -length : length, (on_face + on_patch) * T(0.5));
  }

  // corners of the face under the patch
  CORTEN_HD void reference_corners() {
    const Vec3<T> u = projected_[1] - projected_[0], v = projected_[2] - projected_[0];
    T det = u[0] * v[1] - v[0] * u[1];
    for (int i = 0; i < 4; ++i) {
      const Vec3<T> corner{i & 2 ? half_[0] : -half_[0], i & 1 ? half_[1] : -half_[1], 0};
      const T x = corner[0] - projected_[0][0], y = corner[1] - projected_[0][1];
      T alpha = (x * v[1] - y * v[0]) * (1 / det);
      T beta = (y * u[0] - x * u[1]) * (1 / det);
      const bool alpha_out = alpha < 0 || alpha > 1, beta_out = beta < 0 || beta > 1;
      if (crossed_ == 0 ? alpha_out && beta_out : alpha_out || beta_out) continue;
      alpha = clamp01(alpha);
      beta = clamp01(beta);
      const Vec3<T> point = patch_[0] * (1 - alpha - beta) + patch_[1] * alpha + patch_[2] * beta;
      const Vec3<T> gap = corner - point;
      det = dot(gap, gap);  // MuJoCo reuses the variable: the next corner divides by this
      add_pair(corner, point, det);
    }
  }

  // corners of the patch over the face
  CORTEN_HD void patch_corners() {
    const int found_before = found_;
    for (int k = 0; k < 4; ++k) {
      const T x = projected_[k][0], y = projected_[k][1];
      const bool x_out = x < -half_[0] || x > half_[0], y_out = y < -half_[1] || y > half_[1];
      if (crossed_ == 0 ? found_before > 0 && x_out && y_out : x_out || y_out) continue;
      const Vec3<T> on_face{clamp(x, half_[0]), clamp(y, half_[1]), 0};
      const T dx = x - on_face[0], dy = y - on_face[1], z = patch_[k][2];
      add_pair(on_face, patch_[k], dx * dx + dy * dy + z * lift_ * z * lift_);
    }
  }
  CORTEN_HD static T clamp(T x, T half) { return x < -half ? -half : x > half ? half : x; }

  const BoxPair<T>& p_;
  const BoxAxis<T>& axis_;
  Out& out_;
  int face_ = 0;
  Mat3<T> axes_{};
  Vec3<T> half_{};        // mapped sizes of box a
  Vec3<T> normal_{};      // in face coordinates
  T lift_ = 0;            // height over the face → distance along the normal
  Vec3<T> patch_[4];      // corners of the patch of box b
  Vec3<T> projected_[4];  // the same moved along the normal into the face
  int found_ = 0;         // contacts so far
  int crossed_ = 0;       // contacts from border crossings
};

template <class T, class Out>
CORTEN_HD void box_edge_contacts(const BoxPair<T>& pair, const BoxAxis<T>& axis, Out& out) {
  CORTEN_HD EdgeContacts(pair, axis, out);
}

}  // namespace corten::core
