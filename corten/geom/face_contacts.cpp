// Several contacts between two polyhedra: the touching faces (or an edge on a face) are clipped against each
// other.
#include <algorithm>
#include <cassert>
#include <optional>

#include "corten/geom/clip_polygon.h"
#include "corten/geom/convex_pair.h"
#include "corten/geom/hull_features.h"

namespace corten {
namespace {

constexpr Real kAligned = 0.99999872;           // cosine of 1.6e-3 rad
constexpr Real kPerpendicular = 0.00159999931;  // sine of it
constexpr int kMaxContacts = 4;
constexpr Real kEqual = 1e-15;

bool equal(const Vec3<Real>& p, const Vec3<Real>& q) {
  return std::abs(p[0] - q[0]) < kEqual && std::abs(p[1] - q[1]) < kEqual && std::abs(p[2] - q[2]) < kEqual;
}

struct FacePair {
  int a;
  int b;
};

std::optional<FacePair> opposing_faces(const FaceList& a, const FaceList& b) {
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; j < b.count; ++j)
      if (dot(a.normal[i], b.normal[j]) < -kAligned) return FacePair{i, j};
  return std::nullopt;
}

struct FaceEdge {
  int face;
  int edge;
};

std::optional<FaceEdge> edge_in_face(const FaceList& faces, const EdgeList& edges) {
  for (int i = 0; i < faces.count; ++i)
    for (int j = 0; j < edges.count; ++j)
      if (std::abs(dot(unit(edges.end[j] - edges.start), faces.normal[i])) < kPerpendicular)
        return FaceEdge{i, j};
  return std::nullopt;
}

// Twice-computed points are one contact; more than four are reduced to the largest quadrilateral unless all
// are wanted.
void keep_points(Polygon& points, bool all) {
  if (!all && points.count > kMaxContacts) {
    points = largest_quadrilateral(points);
    return;
  }
  int kept = 0;
  for (int i = 0; i < points.count; ++i) {
    const Vec3<Real>& p = points.vertex[i];
    if (std::none_of(points.vertex, points.vertex + kept, [&](const Vec3<Real>& q) { return equal(p, q); }))
      points.vertex[kept++] = p;
  }
  points.count = kept;
}

// points lie on the second shape; the first is `shift` away
bool add_contacts(Polygon& points, const Vec3<Real>& shift, Real dist, bool all, ContactPoints& out) {
  if (points.count == 0) return false;
  keep_points(points, all);
  for (int i = 0; i < points.count && !out.full(); ++i) {
    const Vec3<Real>& x2 = points.vertex[i];
    const Vec3<Real> x1 = x2 - shift;
    out.add(dist, (x1 + x2) * Real(0.5), unit(x1 - x2));
  }
  return true;
}

Polygon edge_polygon(const EdgeList& edges, int edge) {
  Polygon p;
  p.count = 2;
  p.vertex[0] = edges.start;
  p.vertex[1] = edges.end[edge];
  return p;
}

}  // namespace

bool face_contacts(const Shape& a, const Shape& b, const ConvexAnswer& answer, Real dist, ContactPoints& out,
                   bool all) {
  const Vec3<Real> out_a = answer.x1 - answer.x2, out_b = answer.x2 - answer.x1;
  const Real depth = norm(out_b);
  const DifferenceVertex* f = answer.face;
  const Feature fa = feature_of(f[0].index_a, f[1].index_a, f[2].index_a);
  const Feature fb = feature_of(f[0].index_b, f[1].index_b, f[2].index_b);
  FaceList faces_a = faces_at(a, fa, out_a), faces_b = faces_at(b, fb, out_b);

  if (const auto pair = opposing_faces(faces_a, faces_b)) {
    Polygon points =
        clip(outline(b, faces_b.id[pair->b]), outline(a, faces_a.id[pair->a]), faces_a.normal[pair->a]);
    return add_contacts(points, faces_b.normal[pair->b] * depth, dist, all, out);
  }
  if (fa.dim < 3 && fa.dim <= fb.dim) {
    const EdgeList edges = edges_at(a, fa);
    const auto found = edge_in_face(faces_b, edges);
    if (!found) return false;
    const Vec3<Real>& n = faces_b.normal[found->face];
    Polygon points = clip(edge_polygon(edges, found->edge), outline(b, faces_b.id[found->face]), n);
    return add_contacts(points, n * depth, dist, all, out);
  }
  if (fb.dim < 3) {
    const EdgeList edges = edges_at(b, fb);
    const auto found = edge_in_face(faces_a, edges);
    if (!found) return false;
    const Vec3<Real>& n = faces_a.normal[found->face];
    Polygon points = clip(edge_polygon(edges, found->edge), outline(a, faces_a.id[found->face]), n);
    return add_contacts(points, n * -depth, dist, all, out);
  }
  return false;
}

}  // namespace corten
