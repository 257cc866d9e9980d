#include "corten/smooth/fluid.h"

#include "corten/model/awake.h"
#include "corten/smooth/fluid_core.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/object_motion.h"

namespace corten {
namespace {

Medium<Real> medium_of(const Model& m) { return {m.opt.density, m.opt.viscosity}; }

void apply_local(const Model& m, Data& d, const Force<Real>& local, const Mat3<Real>& rot,
                 const Vec3<Real>& pos, int body) {
  apply_ft(m, d, rot * local.force, rot * local.torque, pos, body, d.qfrc_fluid.span());
}

void box_force(const Model& m, Data& d, int body) {
  const Vec3<Real> box = equivalent_box(m.body_inertia[body], m.body_mass[body]);
  const Force<Real> f = box_fluid_force(box, velocity_in_medium(m, d, mjOBJ_BODY, body), medium_of(m));
  apply_local(m, d, f, d.ximat[body], d.xipos[body], body);
}

void ellipsoid_forces(const Model& m, Data& d, int body) {
  const int first = m.body_geomadr[body];
  for (int geom = first; geom < first + m.body_geomnum[body]; ++geom) {
    if (m.geom_fluid[geom][0] == 0) continue;
    const Vec3<Real> semiaxes = fluid_semiaxes(m.geom_type[geom], m.geom_size[geom]);
    const Motion<Real> v = velocity_in_medium(m, d, mjOBJ_GEOM, geom);
    const Force<Real> f =
        ellipsoid_fluid_force(semiaxes, fluid_coefficients(m.geom_fluid[geom]), v, medium_of(m));
    apply_local(m, d, f, d.geom_xmat[geom], d.geom_xpos[geom], body);
  }
}

}  // namespace

bool uses_ellipsoid_fluid(const Model& m, int body) {
  const int first = m.body_geomadr[body];
  for (int geom = first; geom < first + m.body_geomnum[body]; ++geom)
    if (m.geom_fluid[geom][0] > 0) return true;
  return false;
}

Motion<Real> velocity_in_medium(const Model& m, const Data& d, mjtObj type, int id) {
  Motion<Real> v = object_velocity(m, d, type, id, true);
  v.lin -= transpose_mul(object_frame(m, d, type, id).rot, m.opt.wind);
  return v;
}

void fluid_forces(const Model& m, Data& d) {
  const auto force = [&](int body) {
    if (m.body_mass[body] < kMinVal<Real>) return;
    if (uses_ellipsoid_fluid(m, body)) {
      ellipsoid_forces(m, d, body);
    } else {
      box_force(m, d, body);
    }
  };
  for_awake_bodies(m, d, force);
}

}  // namespace corten
