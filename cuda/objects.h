// Frames and motions of bodies, geoms and sites, and what a medium does to them.
#pragma once

#include "corten/smooth/fluid_core.h"
#include "corten/smooth/object_motion_core.h"
#include "cuda/position.h"

namespace corten::gpu {

template <class C>
CORTEN_DEV ObjectFrameOf<typename C::Scalar> object_frame(const C& c, int type, int id) {
  const auto& m = c.model();
  const auto& d = c.world;
  ObjectFrameOf<typename C::Scalar> f;
  switch (type) {
    case mjOBJ_BODY:
      return {id, d.xipos[id], d.ximat[id]};
    case mjOBJ_XBODY:
      return {id, d.xpos[id], d.xmat[id]};
    case mjOBJ_SITE:
      return {m.site_bodyid[id], d.site_xpos[id], d.site_xmat[id]};
    case mjOBJ_CAMERA: {
      const auto& cam = c.tables().cameras[id];
      f.body = cam.body;
      place_frame(d, f.body, cam.pos, cam.quat, mjSAMEFRAME_NONE, f.pos, f.rot);
      return f;
    }
    default:  // geoms have their places only while contacts are found
      f.body = m.geom_bodyid[id];
      place_frame(d, f.body, m.geom_pos[id], m.geom_quat[id], m.geom_sameframe[id], f.pos, f.rot);
      return f;
  }
}

template <class C>
CORTEN_DEV Quat<typename C::Scalar> object_quat(const C& c, int type, int id) {
  const auto& m = c.model();
  const auto& d = c.world;
  switch (type) {
    case mjOBJ_BODY:
      return d.xquat[id] * m.body_iquat[id];
    case mjOBJ_XBODY:
      return d.xquat[id];
    case mjOBJ_SITE:
      return d.xquat[m.site_bodyid[id]] * m.site_quat[id];
    case mjOBJ_CAMERA:
      return d.xquat[c.tables().cameras[id].body] * c.tables().cameras[id].quat;
    default:
      return d.xquat[m.geom_bodyid[id]] * m.geom_quat[id];
  }
}

// Over what the forces were made of.
template <class C>
CORTEN_DEV void place_geoms(const C& c) {
  const auto& m = c.model();
  auto& d = c.world;
  c.each(m.ngeom, [&](int g) {
    place_frame(d, m.geom_bodyid[g], m.geom_pos[g], m.geom_quat[g], m.geom_sameframe[g], d.geom_xpos[g],
                d.geom_xmat[g]);
  });
}

template <class C>
CORTEN_DEV const Vec3<typename C::Scalar>& center_of(const C& c, int body) {
  return c.world.subtree_com[c.model().body_rootid[body]];
}

template <class C>
CORTEN_DEV Motion<typename C::Scalar> object_velocity(const C& c, int type, int id, bool local) {
  const auto f = object_frame(c, type, id);
  return motion_at(f, c.world.cvel[f.body], center_of(c, f.body), local);
}

// What is fixed to the world does not feel gravity.
template <class C>
CORTEN_DEV Motion<typename C::Scalar> object_acceleration(const C& c, int type, int id, bool local) {
  const auto f = object_frame(c, type, id);
  if (c.model().body_weldid[f.body] == 0) return {};
  return acceleration_at(f, c.world.cvel[f.body], c.world.cacc[f.body], center_of(c, f.body), local);
}

// Velocity against the wind, in the object's axes.
template <class C>
CORTEN_DEV Motion<typename C::Scalar> velocity_in_medium(const C& c, int type, int id) {
  auto v = object_velocity(c, type, id, true);
  v.lin -= transpose_mul(object_frame(c, type, id).rot, c.model().opt.wind);
  return v;
}

// Force of the medium on a body, about its reference point: on its ellipsoids, or on the box of its inertia.
template <class C>
CORTEN_DEV Force<typename C::Scalar> medium_push(const C& c, int body) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const Medium<T> medium{m.opt.density, m.opt.viscosity};
  Force<T> sum{};
  if (m.body_mass[body] < kMinVal<T>) return sum;
  bool ellipsoids = false;
  const auto add = [&](int type, int id, const Force<T>& local) {
    const auto f = object_frame(c, type, id);
    sum += transport(Force<T>{f.rot * local.torque, f.rot * local.force}, center_of(c, body), f.pos);
  };
  const int first = m.body_geomadr[body];
  CORTEN_ROLLED for (int geom = first; geom < first + m.body_geomnum[body]; ++geom) {
    if (!(m.geom_fluid[geom][0] > 0)) continue;
    ellipsoids = true;
    add(mjOBJ_GEOM, geom,
        ellipsoid_fluid_force(fluid_semiaxes(m.geom_type[geom], m.geom_size[geom]),
                              fluid_coefficients(m.geom_fluid[geom]), velocity_in_medium(c, mjOBJ_GEOM, geom),
                              medium));
  }
  if (!ellipsoids)
    add(mjOBJ_BODY, body,
        box_fluid_force(equivalent_box(m.body_inertia[body], m.body_mass[body]),
                        velocity_in_medium(c, mjOBJ_BODY, body), medium));
  return sum;
}

}  // namespace corten::gpu
