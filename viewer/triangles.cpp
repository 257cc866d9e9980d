// Rays against a surface of triangles (Möller and Trumbore's test at the leaves of the box tree).
#include "viewer/triangles.h"

namespace corten::viewer {
namespace {

// how far outside an edge still counts, so that no light shines through seams
constexpr float kSeam = 1e-5F;

}  // namespace

TriangleSurface::TriangleSurface(std::vector<TriangleCorners> faces) : faces_(std::move(faces)) {
  std::vector<Box> boxes(faces_.size());
  for (std::size_t i = 0; i < faces_.size(); ++i)
    for (const Vec3<float>& corner : faces_[i].vert) boxes[i].add(corner);
  tree_ = BoxTree(boxes);
  packed_.reserve(tree_.order().size());
  for (int i : tree_.order()) {
    const TriangleCorners& f = face(i);
    packed_.push_back({f.vert[0], f.vert[1] - f.vert[0], f.vert[2] - f.vert[0]});
  }
}

Vec3<float> TriangleSurface::flat_normal(int i) const {
  const TriangleCorners& f = face(i);
  return cross(f.vert[1] - f.vert[0], f.vert[2] - f.vert[0]);
}

TriangleHit TriangleSurface::nearest(const Vec3<float>& origin, const Vec3<float>& direction, float tmin,
                                     float tmax) const {
  TriangleHit best{tmax};
  tree_.walk(BoxRay(origin, direction), tmin, best.t, [&](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      const Packed& p = packed_[static_cast<std::size_t>(i)];
      const Vec3<float> side = cross(direction, p.edge2);
      const float det = dot(p.edge1, side);
      if (!(det > 0)) continue;  // seen from behind, or edge on
      const Vec3<float> from = origin - p.corner;
      const float u = dot(from, side);
      if (u < -kSeam * det || u > det * (1 + kSeam)) continue;
      const Vec3<float> turned = cross(from, p.edge1);
      const float v = dot(direction, turned);
      if (v < -kSeam * det || u + v > det * (1 + kSeam)) continue;
      const float t = dot(p.edge2, turned) / det;
      if (t >= tmin && t < best.t) best = {t, tree_.order()[static_cast<std::size_t>(i)], u / det, v / det};
    }
    return false;
  });
  return best;
}

bool TriangleSurface::occludes(const Vec3<float>& origin, const Vec3<float>& direction, float tmin,
                               float tmax) const {
  bool found = false;
  tree_.walk(BoxRay(origin, direction), tmin, tmax, [&](int first, int count) {
    for (int i = first; i < first + count && !found; ++i) {
      const Packed& p = packed_[static_cast<std::size_t>(i)];
      const Vec3<float> side = cross(direction, p.edge2);
      const float det = dot(p.edge1, side);
      if (det == 0) continue;
      const float inverse = 1 / det;
      const Vec3<float> from = origin - p.corner;
      const float u = dot(from, side) * inverse;
      if (!(u >= 0 && u <= 1)) continue;
      const Vec3<float> turned = cross(from, p.edge1);
      const float v = dot(direction, turned) * inverse;
      if (!(v >= 0 && u + v <= 1)) continue;
      const float t = dot(p.edge2, turned) * inverse;
      found = t >= tmin && t <= tmax;
    }
    return found;
  });
  return found;
}

}  // namespace corten::viewer
