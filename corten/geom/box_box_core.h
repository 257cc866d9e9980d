// Box against box, for any scalar: the separating axis decides between contacts of a face and contacts of two
// edges.
#pragma once

#include <cmath>
#include <initializer_list>
#include <utility>

#include "corten/geom/box_box_edge_core.h"
#include "corten/geom/box_box_face_core.h"

namespace corten::core {

template <class T>
inline constexpr T kEdgePreference = T(1 - 1e-12);  // an edge pair must beat the faces by this factor
template <class T>
inline constexpr T kCleanRatio = T(1.01);

// Tests the faces of both boxes; false when one of them separates.
template <class T>
CORTEN_HD bool test_faces(const BoxPair<T>& p, BoxAxis<T>& best, T& penetration) {
  const Vec3<T>&s = p.a.size, &S = p.b.size;
  const Mat3<T>& r = p.rot_abs;
  const auto keep = [&](T overlap, BoxAxisKind kind, int axis, const Vec3<T>& other) {
    if (overlap >= penetration) return;
    penetration = overlap;
    best.kind = kind;
    best.face = other[axis] < 0 ? axis + 3 : axis;
  };
  for (int i = 0; i < 3; ++i) {
    const T overlap_a = -std::abs(p.b_in_a[i]) + s[i] + (r(i, 0) * S[0] + r(i, 1) * S[1] + r(i, 2) * S[2]);
    const T overlap_b = -std::abs(p.a_in_b[i]) + S[i] + (r(0, i) * s[0] + r(1, i) * s[1] + r(2, i) * s[2]);
    if (overlap_a < -p.margin || overlap_b < -p.margin) return false;
    keep(overlap_a, BoxAxisKind::face_a, i, p.b_in_a);
    keep(overlap_b, BoxAxisKind::face_b, i, p.a_in_b);
  }
  return true;
}

template <class T>
CORTEN_HD BoxAxis<T> edge_axis(const BoxPair<T>& p, int i, int j, const Vec3<T>& normal, bool negative) {
  BoxAxis<T> axis{BoxAxisKind::edges, 0, i, j, normal, negative, 0, 0};
  for (int k = 0; k < 3; ++k)
    if (k != i && (normal[k] > 0) != negative) axis.bits_a |= 1 << k;
  for (int k = 0; k < 3; ++k) {
    if (k == j) continue;
    const bool turned = (k - j + 3) % 3 == 1;
    const bool positive = (p.rot(i, 3 - j - k) > 0) != turned;
    if (positive != negative) axis.bits_b |= 1 << k;
  }
  return axis;
}

// e_i × R e_j, unit, in the frame of a: only the components u, v other than i are not zero.
template <class T>
struct EdgeNormal {
  int u, v;
  T nu, nv;
  T length;  // before scaling

  CORTEN_HD EdgeNormal(const Mat3<T>& rot, int i, int j) : u((i + 1) % 3), v((i + 2) % 3) {
    const T a = -rot(v, j), b = rot(u, j);
    length = std::sqrt(a * a + b * b);
    const T inverse = 1 / length;
    nu = a * inverse;
    nv = b * inverse;
  }
  CORTEN_HD Vec3<T> vector() const {
    Vec3<T> n{};
    n[u] = nu;
    n[v] = nv;
    return n;
  }
};

template <class T>
CORTEN_HD T edge_overlap(const BoxPair<T>& p, int i, int j, const EdgeNormal<T>& n, T offset) {
  const int k1 = j == 0 ? 1 : 0, k2 = j == 2 ? 1 : 2;  // ascending
  const T reach_a = p.a.size[n.u] * std::abs(n.nu) + p.a.size[n.v] * std::abs(n.nv);
  const T reach =
      reach_a + p.b.size[k1] * p.rot_abs(i, k2) / n.length + p.b.size[k2] * p.rot_abs(i, k1) / n.length;
  return reach - std::abs(offset);
}

// Tests the nine cross products of edges; false when one of them separates.
template <class T>
CORTEN_HD bool test_edges(const BoxPair<T>& p, BoxAxis<T>& best, T& penetration) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const EdgeNormal<T> n(p.rot, i, j);
      if (n.length < kMinVal<T>) continue;
      const T offset = p.b_in_a[n.u] * n.nu + p.b_in_a[n.v] * n.nv;
      const T overlap = edge_overlap(p, i, j, n, offset);
      if (overlap < -p.margin) return false;
      if (overlap < penetration * kEdgePreference<T>) {
        penetration = overlap;
        best = edge_axis(p, i, j, n.vector(), offset < 0);
      }
    }
  }
  return true;
}

template <class T>
CORTEN_HD BoxPair<T> relative_pose(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin) {
  BoxPair<T> p{a, b, {}, {}, {}, {}, margin};
  p.rot = transpose(a.mat) * b.mat;
  for (int i = 0; i < 9; ++i) p.rot_abs[i] = std::abs(p.rot[i]);
  p.b_in_a = transpose_mul(a.mat, b.pos - a.pos);
  p.a_in_b = transpose_mul(b.mat, a.pos - b.pos);
  return p;
}

enum class Place { inside, border, outside };

template <class T>
CORTEN_HD Place place_in_box(const Vec3<T>& point_w, const ShapeOf<T>& box, T margin) {
  const Vec3<T> point = transpose_mul(box.mat, point_w - box.pos);
  bool inside = true;
  for (int k = 0; k < 3; ++k) {
    const T size = box.size[k] + margin;
    if (std::abs(point[k]) > size * kCleanRatio<T>) return Place::outside;
    if (std::abs(point[k]) >= size / kCleanRatio<T>) inside = false;
  }
  return inside ? Place::inside : Place::border;
}

template <class T>
CORTEN_HD bool misplaced(const BoxPair<T>& p, const Vec3<T>& point) {
  const Place in_a = place_in_box(point, p.a, p.margin), in_b = place_in_box(point, p.b, p.margin);
  return (in_a == Place::outside && in_b != Place::inside) ||
         (in_b == Place::outside && in_a != Place::inside);
}

template <class T>
CORTEN_HD BoxAxis<T> least_overlap(const BoxPair<T>& p) {
  const Vec3<T>&s = p.a.size, &S = p.b.size;
  T penetration = p.margin;
  for (int i = 0; i < 3; ++i) penetration += 3 * (s[i] + S[i]);
  BoxAxis<T> best;
  if (!test_faces(p, best, penetration) || !test_edges(p, best, penetration)) return {};
  return best;
}

template <class T, class Out>
CORTEN_HD void clean_box_contacts(const BoxPair<T>& p, int first, Out& out) {
  int kept = first;
  for (int i = first; i < out.count; ++i)
    if (!misplaced(p, out.point[i].pos)) out.point[kept++] = out.point[i];
  out.count = kept;

  const auto repeated_later = [&](int i) {
    for (int j = i + 1; j < out.count; ++j)
      if (out.point[i].pos == out.point[j].pos) return true;
    return false;
  };
  kept = first;
  for (int i = first; i < out.count; ++i)
    if (!repeated_later(i)) out.point[kept++] = out.point[i];
  out.count = kept;
}

// every point, also those that are misplaced or repeated
template <class T, class Out>
CORTEN_HD void raw_box_box(const BoxPair<T>& pair, Out& out) {
  const BoxAxis<T> axis = least_overlap(pair);
  if (axis.kind == BoxAxisKind::separated) return;
  if (axis.kind == BoxAxisKind::edges) {
    box_edge_contacts(pair, axis, out);
  } else {
    box_face_contacts(pair, axis, out);
  }
}

template <class T, class Out>
CORTEN_HD void box_box(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const BoxPair<T> pair = relative_pose(a, b, margin);
  const int first = out.count;
  raw_box_box(pair, out);
  clean_box_contacts(pair, first, out);
}

}  // namespace corten::core
