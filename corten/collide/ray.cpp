#include "corten/collide/ray.h"

#include <algorithm>
#include <cmath>

#include "corten/collide/geom_shape.h"

namespace corten {

bool is_transparent(const Model& m, int geom) {
  const int material = m.geom_matid[geom];
  return material < 0 ? m.geom_rgba[geom][3] == 0 : m.mat_rgba[material][3] == 0;
}

bool ray_sees(const Model& m, int geom, const RayFilter& filter) {
  const int body = m.geom_bodyid[geom];
  if (body == filter.bodyexclude || is_transparent(m, geom)) return false;
  if (!filter.flg_static && m.body_weldid[body] == 0) return false;
  return !filter.geomgroup || filter.geomgroup[std::clamp(m.geom_group[geom], 0, kNGroup - 1)];
}

bool beyond_cutoff(const Model& m, const Data& d, int geom, const Vec3<Real>& pnt, Real cutoff) {
  return m.body_bvhnum[m.geom_bodyid[geom]] > 0 &&
         distance(d.geom_xpos[geom], pnt) > cutoff + m.geom_rbound[geom];
}

namespace {

void offer(const Model& m, const Data& d, int geom, const Ray& ray, Data* marks, SceneHit& best) {
  AssetViews views;
  Shape shape = geom_shape(m, d, geom, views);
  if (shape.type == ShapeType::sdf) attach_field(m, d, geom, views, shape);
  if (marks && shape.mesh) mark_nodes(m, geom, *marks, views);
  const RayHit hit = ray_shape(shape, ray);
  if (hit.hit() && (best.dist < 0 || hit.x < best.dist)) best = {hit.x, geom, hit.normal};
}

}  // namespace

SceneHit ray(const Model& m, const Data& d, const Ray& ray, const RayFilter& filter) {
  SceneHit best;
  for (int geom = 0; geom < m.ngeom; ++geom)
    if (ray_sees(m, geom, filter)) offer(m, d, geom, ray, filter.marks, best);
  return best;
}

namespace {

// Sphere about the root box of the body's tree. MuJoCo adds the centre without turning it.
bool misses_body(const Model& m, const Data& d, int body, const Ray& ray) {
  if (m.body_bvhnum[body] == 0) return false;
  const Aabb<Real>& root = m.bvh_aabb[m.body_bvhadr[body]];
  return !ray_meets_sphere(d.xipos[body] + root.center, dot(root.half, root.half), ray);
}

SceneHit nearest_of(const Model& m, const Data& d, const Ray& ray, std::span<const byte> seen, Data* marks) {
  SceneHit best;
  for (int body = 0; body < m.nbody; ++body) {
    const int first = m.body_geomadr[body], count = m.body_geomnum[body];
    if (count == 0 || misses_body(m, d, body, ray)) continue;
    for (int geom = first; geom < first + count; ++geom)
      if (seen[static_cast<std::size_t>(geom)]) offer(m, d, geom, ray, marks, best);
  }
  return best;
}

}  // namespace

void multi_ray(const Model& m, Data& d, const MultiRay& rays, const RayFilter& filter, Real cutoff) {
  Arena::Frame frame(d.arena);
  const std::span<byte> seen = frame.alloc<byte>(m.ngeom);
  for (int geom = 0; geom < m.ngeom; ++geom)
    seen[static_cast<std::size_t>(geom)] =
        ray_sees(m, geom, filter) && !beyond_cutoff(m, d, geom, rays.pnt, cutoff);

  for (std::size_t i = 0; i < rays.vec.size(); ++i) {
    const Vec3<Real>& direction = rays.vec[i];
    rays.dist[i] = -1;
    if (dot(direction, direction) < kMinVal<Real>) continue;
    const SceneHit hit = nearest_of(m, d, {rays.pnt, direction}, seen, filter.marks);
    rays.dist[i] = hit.dist;
    if (!rays.geomid.empty()) rays.geomid[i] = hit.geomid;
    if (!rays.normal.empty()) rays.normal[i] = hit.normal;
  }
}

}  // namespace corten
