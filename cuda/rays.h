// Rays into the scene, in double precision: range finders of sites, a lane to each, and of cameras, a lane to
// each pixel.
#pragma once

#include "corten/geom/ray_hfield_core.h"
#include "corten/geom/ray_mesh_core.h"
#include "corten/model/sensor_kinds.h"
#include "cuda/convex.h"
#include "cuda/objects.h"

namespace corten::gpu {

struct SeenPoint {
  Real dist = -1;
  Vec3<Real> normal{};
};

// Where a ray meets a geom.
template <class C>
CORTEN_COLD RayHit ray_geom(const C& c, int geom, const Ray& ray) {
  const auto& m = c.model();
  const auto& d = c.world;
  const int type = m.geom_type[geom], data = m.geom_dataid[geom];
  const Vec3<Real> pos = in_double(d.geom_xpos[geom]), size = in_double(m.geom_size[geom]);
  const Mat3<Real> mat = in_double(d.geom_xmat[geom]);
  Shape shape{ShapeType(type), pos, mat, size, 0, nullptr, nullptr};
  if (type == mjGEOM_MESH) {
    shape.mesh = &c.tables().meshes[data];
    return core::ray_mesh(shape, ray);
  }
  if (type == mjGEOM_HFIELD) {
    shape.hfield = &c.tables().hfields[data];
    return core::ray_hfield(shape, ray);
  }
  return core::ray_primitive(shape, ray);
}

// The nearest visible geom but those of one body. by_bodies: bodies are asked first by their sphere, which
// MuJoCo does not turn with them: some hits of cameras are lost as there.
template <class C>
CORTEN_DEV SeenPoint look(const C& c, const Ray& ray, int bodyexclude, bool by_bodies) {
  const auto& m = c.model();
  const auto& t = c.tables();
  SeenPoint best;
  CORTEN_ROLLED for (int body = 0; body < m.nbody; ++body) {
    const int first = m.body_geomadr[body], count = m.body_geomnum[body];
    if (body == bodyexclude || count == 0) continue;
    const RayBounds& bounds = t.ray_bounds[body];
    if (by_bodies && bounds.square >= 0 &&
        !core::ray_meets_sphere(in_double(c.world.xipos[body]) + bounds.center, bounds.square, ray))
      continue;
    CORTEN_ROLLED for (int geom = first; geom < first + count; ++geom) {
      if (!t.geom_seen[geom]) continue;
      const RayHit hit = ray_geom(c, geom, ray);
      if (hit.hit() && (best.dist < 0 || hit.x < best.dist)) best = {hit.x, hit.normal};
    }
  }
  return best;
}

// What the sensor asks for of a ray, in the order of mjtRayDataField; gives the numbers written.
template <class T>
CORTEN_DEV int put_ray(int mask, const Ray& ray, const SeenPoint& seen, Real depth, T* out) {
  const bool hit = seen.dist >= 0;
  const Vec3<Real> none{}, point = hit ? ray.at(seen.dist) : none, dir = hit ? ray.direction : none;
  int n = 0;
  const auto put = [&](int field, const Real* x) {
    if (mask >> field & 1)
      for (int k = 0; k < (field == mjRAYDATA_DIST || field == mjRAYDATA_DEPTH ? 1 : 3); ++k)
        out[n++] = T(x[k]);
  };
  put(mjRAYDATA_DIST, &seen.dist), put(mjRAYDATA_DIR, dir.data()), put(mjRAYDATA_ORIGIN, ray.origin.data());
  put(mjRAYDATA_POINT, point.data()), put(mjRAYDATA_NORMAL, seen.normal.data()), put(mjRAYDATA_DEPTH, &depth);
  return n;
}

// A ray of a range finder: of its site, or through the centre of a pixel of its camera.
template <class C>
CORTEN_DEV void find_range(const C& c, int s, int pixel, typename C::Scalar* out) {
  const auto& m = c.model();
  const int id = m.sensor_objid[s], mask = m.sensor_intprm[s][0];
  if (m.sensor_objtype[s] == mjOBJ_SITE) {
    const Ray ray{in_double(c.world.site_xpos[id]), in_double(c.world.site_xmat[id].col(2))};
    const SeenPoint seen = look(c, ray, m.site_bodyid[id], false);
    put_ray(mask, ray, seen, seen.dist, out);
    return;
  }
  const auto& cam = c.tables().cameras[id];
  const auto frame = object_frame(c, mjOBJ_CAMERA, id);
  const Vec3<Real> pos = in_double(frame.pos);
  const Mat3<Real> mat = in_double(frame.rot);
  const Real x = pixel % cam.width + 0.5 - cam.cx, y = pixel / cam.width + 0.5 - cam.cy;
  Ray ray{pos, -mat.col(2)};
  if (cam.orthographic)
    ray.origin += mat * Vec3<Real>{x / (cam.width / 2.0) * cam.half, -y / (cam.height / 2.0) * cam.half, 0};
  else
    ray.direction = unit(mat * Vec3<Real>{x / cam.fx, -y / cam.fy, -1});
  const SeenPoint seen = look(c, ray, cam.body, !cam.orthographic);
  const Real depth = seen.dist < 0 ? Real(-1) : -dot(mat.col(2), ray.at(seen.dist) - pos);
  int width = 0;  // numbers of a ray
  for (int k = 0; k < mjNRAYDATA; ++k)
    if (mask >> k & 1) width += k == mjRAYDATA_DIST || k == mjRAYDATA_DEPTH ? 1 : 3;
  put_ray(mask, ray, seen, depth, out + pixel * width);
}

// Rays of all range finders; geoms take the place of what the forces were made of.
template <class C>
CORTEN_DEV void find_ranges(const C& c) {
  const auto& m = c.model();
  const auto& t = c.tables();
  place_geoms(c);
  auto* row =
      c.args.state.sensordata + static_cast<std::size_t>(c.number) * static_cast<std::size_t>(m.nsensordata);
  c.each(t.nray, [&](int i) {
    const RaySource ray = t.rays[i];
    find_range(c, ray.sensor, ray.pixel, row + m.sensor_adr[ray.sensor]);
  });
}

}  // namespace corten::gpu
