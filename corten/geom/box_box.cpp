// Box against box: the separating axis decides between contacts of a face and contacts of two edges.
#include "corten/geom/box_box.h"

#include <cmath>

#include "corten/geom/primitive_pairs.h"

namespace corten {
namespace {

constexpr Real kEdgePreference = 1 - 1e-12;  // an edge pair must beat the faces by this factor
constexpr Real kCleanRatio = 1.01;

// Tests the faces of both boxes; false when one of them separates.
bool test_faces(const BoxPair& p, BoxAxis& best, Real& penetration) {
  const Vec3<Real>&s = p.a.size, &S = p.b.size;
  const Mat3<Real>& r = p.rot_abs;
  const auto keep = [&](Real overlap, BoxAxis::Kind kind, int axis, const Vec3<Real>& other) {
    if (overlap >= penetration) return;
    penetration = overlap;
    best.kind = kind;
    best.face = other[axis] < 0 ? axis + 3 : axis;
  };
  for (int i = 0; i < 3; ++i) {
    const Real overlap_a = -std::abs(p.b_in_a[i]) + s[i] + (r(i, 0) * S[0] + r(i, 1) * S[1] + r(i, 2) * S[2]);
    const Real overlap_b = -std::abs(p.a_in_b[i]) + S[i] + (r(0, i) * s[0] + r(1, i) * s[1] + r(2, i) * s[2]);
    if (overlap_a < -p.margin || overlap_b < -p.margin) return false;
    keep(overlap_a, BoxAxis::Kind::face_a, i, p.b_in_a);
    keep(overlap_b, BoxAxis::Kind::face_b, i, p.a_in_b);
  }
  return true;
}

BoxAxis edge_axis(const BoxPair& p, int i, int j, const Vec3<Real>& normal, bool negative) {
  BoxAxis axis{BoxAxis::Kind::edges, 0, i, j, normal, negative, 0, 0};
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
struct EdgeNormal {
  int u, v;
  Real nu, nv;
  Real length;  // before scaling

  EdgeNormal(const Mat3<Real>& rot, int i, int j) : u((i + 1) % 3), v((i + 2) % 3) {
    const Real a = -rot(v, j), b = rot(u, j);
    length = std::sqrt(a * a + b * b);
    const Real inverse = 1 / length;
    nu = a * inverse;
    nv = b * inverse;
  }
  Vec3<Real> vector() const {
    Vec3<Real> n{};
    n[u] = nu;
    n[v] = nv;
    return n;
  }
};

Real edge_overlap(const BoxPair& p, int i, int j, const EdgeNormal& n, Real offset) {
  const int k1 = j == 0 ? 1 : 0, k2 = j == 2 ? 1 : 2;  // ascending
  const Real reach_a = p.a.size[n.u] * std::abs(n.nu) + p.a.size[n.v] * std::abs(n.nv);
  const Real reach =
      reach_a + p.b.size[k1] * p.rot_abs(i, k2) / n.length + p.b.size[k2] * p.rot_abs(i, k1) / n.length;
  return reach - std::abs(offset);
}

// Tests the nine cross products of edges; false when one of them separates.
bool test_edges(const BoxPair& p, BoxAxis& best, Real& penetration) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const EdgeNormal n(p.rot, i, j);
      if (n.length < kMinVal<Real>) continue;
      const Real offset = p.b_in_a[n.u] * n.nu + p.b_in_a[n.v] * n.nv;
      const Real overlap = edge_overlap(p, i, j, n, offset);
      if (overlap < -p.margin) return false;
      if (overlap < penetration * kEdgePreference) {
        penetration = overlap;
        best = edge_axis(p, i, j, n.vector(), offset < 0);
      }
    }
  }
  return true;
}

BoxPair relative_pose(const Shape& a, const Shape& b, Real margin) {
  BoxPair p{a, b, {}, {}, {}, {}, margin};
  p.rot = transpose(a.mat) * b.mat;
  for (int i = 0; i < 9; ++i) p.rot_abs[i] = std::abs(p.rot[i]);
  p.b_in_a = transpose_mul(a.mat, b.pos - a.pos);
  p.a_in_b = transpose_mul(b.mat, a.pos - b.pos);
  return p;
}

enum class Place { inside, border, outside };

Place place_in_box(const Vec3<Real>& point_w, const Shape& box, Real margin) {
  const Vec3<Real> point = transpose_mul(box.mat, point_w - box.pos);
  bool inside = true;
  for (int k = 0; k < 3; ++k) {
    const Real size = box.size[k] + margin;
    if (std::abs(point[k]) > size * kCleanRatio) return Place::outside;
    if (std::abs(point[k]) >= size / kCleanRatio) inside = false;
  }
  return inside ? Place::inside : Place::border;
}

bool misplaced(const BoxPair& p, const Vec3<Real>& point) {
  const Place in_a = place_in_box(point, p.a, p.margin), in_b = place_in_box(point, p.b, p.margin);
  return (in_a == Place::outside && in_b != Place::inside) ||
         (in_b == Place::outside && in_a != Place::inside);
}

}  // namespace

BoxAxis least_overlap(const BoxPair& p) {
  const Vec3<Real>&s = p.a.size, &S = p.b.size;
  Real penetration = p.margin;
  for (int i = 0; i < 3; ++i) penetration += 3 * (s[i] + S[i]);
  BoxAxis best;
  if (!test_faces(p, best, penetration) || !test_edges(p, best, penetration)) return {};
  return best;
}

Vec3<Real> to_face(int face, const Vec3<Real>& v) {
  switch (face) {
    case 0:
      return {-v[2], v[1], v[0]};
    case 1:
      return {v[0], -v[2], v[1]};
    case 2:
      return v;
    case 3:
      return {v[2], v[1], -v[0]};
    case 4:
      return {v[0], v[2], -v[1]};
    default:
      return {-v[0], v[1], -v[2]};
  }
}

Mat3<Real> face_axes(int face, const Mat3<Real>& box_mat) {
  Mat3<Real> axes;
  for (int row = 0; row < 3; ++row) {
    const Vec3<Real> mapped = to_face(face, box_mat.row(row));
    for (int col = 0; col < 3; ++col) axes(row, col) = mapped[col];
  }
  return axes;
}

void clean_box_contacts(const BoxPair& p, int first, ContactPoints& out) {
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

void box_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const BoxPair pair = relative_pose(a, b, margin);
  const BoxAxis axis = least_overlap(pair);
  const int first = out.count;
  if (axis.kind == BoxAxis::Kind::separated) return;
  if (axis.kind == BoxAxis::Kind::edges) {
    box_edge_contacts(pair, axis, out);
  } else {
    box_face_contacts(pair, axis, out);
  }
  clean_box_contacts(pair, first, out);
}

}  // namespace corten
