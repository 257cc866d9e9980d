#include "corten/collide/ray_flex.h"

#include <algorithm>

#include "corten/geom/ray_triangle.h"
#include "corten/math/quat.h"

namespace corten {
namespace {

class FlexRay {
 public:
  FlexRay(const Model& m, const Data& d, int flex, const Ray& ray)
      : m_(m), flex_(flex), dim_(m.flex_dim[flex]), radius_(m.flex_radius[flex]), ray_(ray) {
    x_ = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  }

  FlexHit run(const FlexParts& parts) {
    if (misses_box()) return {};
    const bool faces = dim_ > 1 && (parts.faces || parts.skin);
    if (parts.edges || (dim_ > 1 && parts.skin)) {
      meet_edges();
    } else if (parts.vertices) {
      meet_vertices();
    }
    if (faces) meet_faces(parts);
    return best_;
  }

 private:
  bool misses_box() const {
    Vec3<Real> low = x_[0], high = x_[0];
    for (int v = 1; v < m_.flex_vertnum[flex_]; ++v)
      for (int k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], x_[v][k]);
        high[k] = std::max(high[k], x_[v][k]);
      }
    const Vec3<Real> center = (low + high) * Real(0.5);
    Vec3<Real> half = (high - low) * Real(0.5);
    for (Real& h : half) h += radius_;
    const Mat3<Real> axes = Mat3<Real>::identity();
    return !ray_primitive({ShapeType::box, center, axes, half, 0, nullptr, nullptr}, ray_).hit();
  }

  // earlier candidates win ties
  bool better(const RayHit& hit) const { return hit.x >= 0 && (best_.hit.x < 0 || hit.x < best_.hit.x); }

  void meet_edges() {
    for (int e = 0; e < m_.flex_edgenum[flex_]; ++e) {
      const Vec<int, 2>& ends = m_.flex_edge[m_.flex_edgeadr[flex_] + e];
      const Vec3<Real>&a = x_[ends[0]], &b = x_[ends[1]];
      const Vec3<Real> along = b - a, center = (a + b) * Real(0.5), size{radius_, Real(0.5) * norm(along), 0};
      const Mat3<Real> mat = to_mat(quat_z_to_vec(along));
      const RayHit hit = ray_primitive({ShapeType::capsule, center, mat, size, 0, nullptr, nullptr}, ray_);
      if (!better(hit)) continue;
      const Vec3<Real> at = ray_.at(hit.x);
      best_ = {hit, distance(a, at) < distance(b, at) ? ends[0] : ends[1]};
    }
  }

  void meet_vertices() {
    const Mat3<Real> axes = Mat3<Real>::identity();
    const Vec3<Real> size{radius_, 0, 0};
    for (int v = 0; v < m_.flex_vertnum[flex_]; ++v) {
      const RayHit hit = ray_primitive({ShapeType::sphere, x_[v], axes, size, 0, nullptr, nullptr}, ray_);
      if (better(hit)) best_ = {hit, v};
    }
  }

  void meet_faces(const FlexParts& parts) {
    static constexpr int kFace[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    const TriangleRay ray(ray_);
    const int* corners = m_.flex_elem.data() + m_.flex_elemdataadr[flex_];
    for (int e = 0; e < m_.flex_elemnum[flex_]; ++e, corners += dim_ + 1) {
      const int layer = m_.flex_elemlayer[m_.flex_elemadr[flex_] + e];
      if (dim_ == 3 && !((parts.skin && layer == 0) || (parts.faces && layer == parts.layer))) continue;
      for (int f = 0; f < (dim_ == 3 ? 4 : 1); ++f)
        meet_face(ray, {corners[kFace[f][0]], corners[kFace[f][1]], corners[kFace[f][2]]});
    }
  }

  void meet_face(const TriangleRay& ray, const Vec<int, 3>& v) {
    Vec3<Real> normal{};
    RayHit hit;
    hit.x = ray_triangle(ray, x_[v[0]], x_[v[1]], x_[v[2]], normal);
    if (!better(hit)) return;
    hit.normal = unit(normal);
    const Vec3<Real> at = ray_.at(hit.x);
    int nearest = v[0];
    for (const int other : {v[1], v[2]})
      if (distance(x_[other], at) < distance(x_[nearest], at)) nearest = other;
    best_ = {hit, nearest};
  }

  const Model& m_;
  int flex_, dim_;
  Real radius_;
  const Ray& ray_;
  const Vec3<Real>* x_;
  FlexHit best_;
};

}  // namespace

FlexHit ray_flex(const Model& m, const Data& d, int flex, const FlexParts& parts, const Ray& ray) {
  return FlexRay(m, d, flex, ray).run(parts);
}

}  // namespace corten
