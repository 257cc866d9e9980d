// Lengths, velocities and Jacobians of tendons, a lane to each.
#pragma once

#include "corten/smooth/wrap_core.h"
#include "cuda/jacobian.h"
#include "cuda/objects.h"

namespace corten::gpu {

// Along joints.
template <class C>
CORTEN_DEV typename C::Scalar fixed_tendon(const C& c, int tendon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  T length = 0;
  const int first = m.tendon_adr[tendon];
  CORTEN_ROLLED for (int path = first; path < first + m.tendon_num[tendon]; ++path) {
    const int jnt = m.wrap_objid[path];
    length += m.wrap_prm[path] * d.qpos[m.jnt_qposadr[jnt]];
    d.ten_J[tendon * c.np() + m.jnt_dofadr[jnt]] = m.wrap_prm[path];
  }
  return length;
}

// A point of a path and the body it is fixed to.
template <class T>
struct PathPoint {
  Vec3<T> pos;
  int body;
};

// A straight stretch of a path: its derivatives, scaled, go to the row; gives its length.
template <class C, class T>
CORTEN_DEV T add_stretch(const C& c, int tendon, const PathPoint<T>& a, const PathPoint<T>& b, T scale) {
  Vec3<T> direction = b.pos - a.pos;
  if (a.body == b.body) return norm(direction);
  const T length = normalize(direction);
  CORTEN_ROLLED for (int dof = 0; dof < c.model().nv; ++dof) {
    const bool first = moves(c, a.body, dof), second = moves(c, b.body, dof);
    if (!first && !second) continue;
    Vec3<T> column{};
    if (second) column += point_axis(c, dof, b.pos);
    if (first) column -= point_axis(c, dof, a.pos);
    c.world.ten_J[tendon * c.np() + dof] += dot(column, direction) * scale;
  }
  return length;
}

// Where a string meets and leaves a geom, in double precision; false when its way is free.
template <class C, class T>
CORTEN_COLD bool wrap_around(const C& c, int at, const Vec3<T>& from, const Vec3<T>& to, WrapArc& arc) {
  const auto& m = c.model();
  const auto wide = [](const Vec3<T>& v) { return Vec3<Real>{Real(v[0]), Real(v[1]), Real(v[2])}; };
  const int geom = m.wrap_objid[at], side = static_cast<int>(std::floor(m.wrap_prm[at] + T(0.5)));
  const auto frame = object_frame(c, mjOBJ_GEOM, geom);
  Mat3<Real> rot;
  for (int k = 0; k < 9; ++k) rot.e[k] = Real(frame.rot.e[k]);
  const WrapSurface surface{wide(frame.pos), rot, Real(m.geom_size[geom][0]),
                            m.wrap_type[at] == mjWRAP_CYLINDER};
  Vec3<Real> side_point{};
  if (side >= 0) side_point = wide(c.world.site_xpos[side]);
  return wrap_string(surface, wide(from), wide(to), side >= 0 ? &side_point : nullptr, arc);
}

// From a site to the next, perhaps over a geom; gives the length.
template <class C>
CORTEN_DEV typename C::Scalar add_segment(const C& c, int tendon, int at, bool over_geom,
                                          typename C::Scalar divisor) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int site0 = m.wrap_objid[at], site1 = m.wrap_objid[at + (over_geom ? 2 : 1)];
  const PathPoint<T> p0{d.site_xpos[site0], m.site_bodyid[site0]},
      p1{d.site_xpos[site1], m.site_bodyid[site1]};
  WrapArc arc{};
  const T scale = 1 / divisor;
  if (!over_geom || !wrap_around(c, at + 1, p0.pos, p1.pos, arc))
    return add_stretch(c, tendon, p0, p1, scale) / divisor;
  const auto narrow = [](const Vec3<Real>& v) { return Vec3<T>{T(v[0]), T(v[1]), T(v[2])}; };
  const int body = m.geom_bodyid[m.wrap_objid[at + 1]];
  const PathPoint<T> w0{narrow(arc.start), body}, w1{narrow(arc.end), body};
  return (add_stretch(c, tendon, p0, w0, scale) + T(arc.length) + add_stretch(c, tendon, w1, p1, scale)) /
         divisor;
}

// Through sites, over geoms and pulleys.
template <class C>
CORTEN_DEV typename C::Scalar spatial_tendon(const C& c, int tendon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const int end = m.tendon_adr[tendon] + m.tendon_num[tendon];
  T divisor = 1, length = 0;
  CORTEN_ROLLED for (int at = m.tendon_adr[tendon]; at < end - 1;) {
    if (m.wrap_type[at] == mjWRAP_PULLEY) {
      divisor = m.wrap_prm[at++];
      continue;
    }
    const int next = m.wrap_type[at + 1];
    if (next == mjWRAP_PULLEY) {
      ++at;
      continue;
    }
    const bool over_geom = next == mjWRAP_SPHERE || next == mjWRAP_CYLINDER;
    length += add_segment(c, tendon, at, over_geom, divisor);
    at += over_geom ? 2 : 1;
  }
  return length;
}

// d²length/dt² of a tendon where the dofs do not accelerate, on its straight stretches between sites:
// Σ direction · (a₁ − a₀) + rate of the direction · (v₁ − v₀). Gravity, which cacc has, falls out.
template <class C>
CORTEN_DEV typename C::Scalar tendon_swing(const C& c, int tendon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int end = m.tendon_adr[tendon] + m.tendon_num[tendon];
  T divisor = 1, sum = 0;
  CORTEN_ROLLED for (int at = m.tendon_adr[tendon]; at < end - 1; ++at) {
    if (m.wrap_type[at] == mjWRAP_PULLEY) divisor = m.wrap_prm[at];
    if (m.wrap_type[at] != mjWRAP_SITE || m.wrap_type[at + 1] != mjWRAP_SITE) continue;
    const auto f0 = object_frame(c, mjOBJ_SITE, m.wrap_objid[at]),
               f1 = object_frame(c, mjOBJ_SITE, m.wrap_objid[at + 1]);
    if (f0.body == f1.body) continue;
    const auto moved = [&](const auto& f) {
      return motion_at(f, d.cvel[f.body], center_of(c, f.body), false).lin;
    };
    const auto swung = [&](const auto& f) {
      return acceleration_at(f, d.cvel[f.body], d.cacc[f.body], center_of(c, f.body), false).lin;
    };
    Vec3<T> direction = f1.pos - f0.pos;
    const T dist = normalize(direction);
    const Vec3<T> velocity = moved(f1) - moved(f0);
    T x = dot(direction, swung(f1) - swung(f0));
    if (dist > kMinVal<T>) x += dot(velocity, velocity - direction * dot(direction, velocity)) / dist;
    sum += x / divisor;
  }
  return sum;
}

template <class C>
CORTEN_DEV void tendons(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  if (!C::has(kTendons) || m.ntendon == 0) return;
  c.each(m.ntendon * c.np(), [&](int i) { d.ten_J[i] = T(0); });
  c.each(m.ntendon, [&](int tendon) {
    const bool fixed = m.wrap_type[m.tendon_adr[tendon]] == mjWRAP_JOINT;
    d.ten_length[tendon] = fixed ? fixed_tendon(c, tendon) : spatial_tendon(c, tendon);
    T velocity = 0;
    const T* row = &d.ten_J[tendon * c.np()];
    CORTEN_ROLLED for (int dof = 0; dof < m.nv; ++dof) velocity += row[dof] * d.qvel[dof];
    d.ten_velocity[tendon] = velocity;
  });
}

}  // namespace corten::gpu
