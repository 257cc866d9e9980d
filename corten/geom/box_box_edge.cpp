// Box against box, two edges are nearest: a patch of box b is projected along the common normal onto a face
// of box a, in the frame of that face.
#include <cmath>
#include <initializer_list>

#include "corten/geom/box_box.h"

namespace corten {
namespace {

using Corners = Vec3<Real>[4];

class EdgeContacts {
 public:
  EdgeContacts(const BoxPair& pair, const BoxAxis& axis, ContactPoints& out)
      : p_(pair), axis_(axis), out_(out) {
    choose_face();
    normal_ = to_face(face_, axis.normal);
    if (std::abs(normal_[2]) < kMinVal<Real>) return;
    lift_ = 1 / normal_[2] * (axis.negative ? -1 : 1);
    build_patch();
    border_crossings();
    reference_corners();
    patch_corners();
  }

 private:
  // candidates for the two other axes, by the axis of the edge
  static constexpr int kOthers[3][2] = {{1, 2}, {0, 2}, {1, 0}};

  void choose_face() {
    int y1 = kOthers[axis_.edge_a][0], y2 = kOthers[axis_.edge_a][1];
    if (p_.rot_abs(y1, axis_.edge_b) < p_.rot_abs(y2, axis_.edge_b)) std::swap(y1, y2);
    face_ = axis_.bits_a & (1 << y2) ? y2 : y2 + 3;
    axes_ = face_axes(face_, p_.a.mat);
    half_ = to_face(face_, p_.a.size);
    for (Real& x : half_) x = std::abs(x);
  }

  void build_patch() {
    const int j = axis_.edge_b;
    int x1 = kOthers[j][0], x2 = kOthers[j][1];
    if (p_.rot_abs(axis_.edge_a, x1) < p_.rot_abs(axis_.edge_a, x2)) std::swap(x1, x2);
    Vec3<Real> center = to_face(face_, p_.b_in_a);
    center[2] -= half_[2];
    const auto arm = [&](int k, bool positive) {
      return to_face(face_, p_.rot.col(k)) * (positive ? p_.b.size[k] : -p_.b.size[k]);
    };
    const bool s1 = axis_.bits_b & (1 << x1), s2 = axis_.bits_b & (1 << x2);
    const Vec3<Real> base = center + arm(x1, s1) + arm(x2, s2);
    const Vec3<Real> opposite = center + arm(x1, !s1) + arm(x2, s2);
    patch_[0] = base + arm(j, true);
    patch_[1] = base + arm(j, false);
    patch_[2] = opposite + arm(j, true);
    patch_[3] = opposite + arm(j, false);
    for (int k = 0; k < 4; ++k) projected_[k] = patch_[k] - normal_ * (patch_[k][2] * (1 / normal_[2]));
  }

  void add(Real dist, const Vec3<Real>& point) {
    if (out_.full()) return;
    const Vec3<Real> lifted{point[0], point[1], point[2] + half_[2]};
    const Vec3<Real> normal_w = p_.a.mat * axis_.normal;
    out_.add(dist, axes_ * lifted + p_.a.pos, axis_.negative ? -normal_w : normal_w);
    ++found_;
  }

  // A border of the projected patch, with its twin on the patch itself.
  struct Border {
    Vec3<Real> start, direction;      // projected
    Vec3<Real> start_u, direction_u;  // on the patch
  };

  // where a border of the projected patch crosses a border of the face
  void crossings_of(const Border& b) {
    for (int k = 0; k < 2; ++k) {
      if (std::abs(b.direction[k]) <= kMinVal<Real>) continue;
      const Real inverse = 1 / b.direction[k];
      for (const Real limit : {-half_[k], half_[k]}) {
        const Real t = (limit - b.start[k]) * inverse;
        if (t < 0 || t > 1) continue;
        Vec3<Real> clipped = b.start + b.direction * t;
        if (std::abs(clipped[1 - k]) > half_[1 - k]) continue;
        const Vec3<Real> point = b.start_u + b.direction_u * t;
        if (point[2] * lift_ > p_.margin) continue;
        clipped[k] = limit;
        clipped[2] = 0;
        add(point[2] * lift_, (point + clipped) * Real(0.5));
      }
    }
  }
  void border_crossings() {
    const Vec3<Real> u = projected_[1] - projected_[0], v = projected_[2] - projected_[0];
    const Vec3<Real> u_u = patch_[1] - patch_[0], v_u = patch_[2] - patch_[0];
    crossings_of({projected_[0], u, patch_[0], u_u});
    crossings_of({projected_[0], v, patch_[0], v_u});
    crossings_of({projected_[0] + u, v, patch_[0] + u_u, v_u});
    crossings_of({projected_[0] + v, u, patch_[0] + v_u, u_u});
    crossed_ = found_;
  }

  static Real clamp01(Real x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

  // distance of two points as a contact, unless they are separated by more than the margin
  void add_pair(const Vec3<Real>& on_face, const Vec3<Real>& on_patch, Real distance_squared) {
    if (on_patch[2] > 0 && distance_squared > p_.margin * p_.margin) return;
    const Real length = std::sqrt(distance_squared);
    add(on_patch[2] < 0 ? -length : length, (on_face + on_patch) * Real(0.5));
  }

  // corners of the face under the patch
  void reference_corners() {
    const Vec3<Real> u = projected_[1] - projected_[0], v = projected_[2] - projected_[0];
    Real det = u[0] * v[1] - v[0] * u[1];
    for (int i = 0; i < 4; ++i) {
      const Vec3<Real> corner{i & 2 ? half_[0] : -half_[0], i & 1 ? half_[1] : -half_[1], 0};
      const Real x = corner[0] - projected_[0][0], y = corner[1] - projected_[0][1];
      Real alpha = (x * v[1] - y * v[0]) * (1 / det);
      Real beta = (y * u[0] - x * u[1]) * (1 / det);
      const bool alpha_out = alpha < 0 || alpha > 1, beta_out = beta < 0 || beta > 1;
      if (crossed_ == 0 ? alpha_out && beta_out : alpha_out || beta_out) continue;
      alpha = clamp01(alpha);
      beta = clamp01(beta);
      const Vec3<Real> point = patch_[0] * (1 - alpha - beta) + patch_[1] * alpha + patch_[2] * beta;
      const Vec3<Real> gap = corner - point;
      det = dot(gap, gap);  // MuJoCo reuses the variable: the next corner divides by this
      add_pair(corner, point, det);
    }
  }

  // corners of the patch over the face
  void patch_corners() {
    const int found_before = found_;
    for (int k = 0; k < 4; ++k) {
      const Real x = projected_[k][0], y = projected_[k][1];
      const bool x_out = x < -half_[0] || x > half_[0], y_out = y < -half_[1] || y > half_[1];
      if (crossed_ == 0 ? found_before > 0 && x_out && y_out : x_out || y_out) continue;
      const Vec3<Real> on_face{clamp(x, half_[0]), clamp(y, half_[1]), 0};
      const Real dx = x - on_face[0], dy = y - on_face[1], z = patch_[k][2];
      add_pair(on_face, patch_[k], dx * dx + dy * dy + z * lift_ * z * lift_);
    }
  }
  static Real clamp(Real x, Real half) { return x < -half ? -half : x > half ? half : x; }

  const BoxPair& p_;
  const BoxAxis& axis_;
  ContactPoints& out_;
  int face_ = 0;
  Mat3<Real> axes_{};
  Vec3<Real> half_{};    // mapped sizes of box a
  Vec3<Real> normal_{};  // in face coordinates
  Real lift_ = 0;        // height over the face → distance along the normal
  Corners patch_;        // corners of the patch of box b
  Corners projected_;    // the same moved along the normal into the face
  int found_ = 0;        // contacts so far
  int crossed_ = 0;      // contacts from border crossings
};

}  // namespace

void box_edge_contacts(const BoxPair& pair, const BoxAxis& axis, ContactPoints& out) {
  EdgeContacts(pair, axis, out);
}

}  // namespace corten
