// Instruments mounted on a site: inertial unit, force and torque cell, magnetometer, touch.
#include "corten/sense/lazy.h"
#include "corten/sense/sensor_functions.h"
#include "corten/sense/site_volume.h"
#include "corten/smooth/com.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/object_motion.h"

namespace corten::sense {
namespace {

// Wrench that the parent exerts on the site's body and everything beyond, at the site.
Force<Real> transmitted(const Model& m, Data& d, int site) {
  fresh_rne_post(m, d);
  const int body = m.site_bodyid[site];
  Force<Real> f = d.cfrc_int[body];
  f.torque -= cross(d.site_xpos[site] - reference_point(m, d, body), f.force);
  return f;
}

bool is_on(const Model& m, int geom, int body) { return geom >= 0 && m.geom_bodyid[geom] == body; }

// Normal force of a contact if it presses on a geom of the site's body within the site's volume, else 0. What
// presses may be a flex.
Real touch_force(const Model& m, const Data& d, int site, int i) {
  const Contact& c = d.contact[i];
  if (c.efc_address < 0) return 0;
  const int body = m.site_bodyid[site];
  const bool second = is_on(m, c.geom[1], body);
  if (!second && !is_on(m, c.geom[0], body)) return 0;
  const Real force = contact_force(m, d, i).force[0];
  if (force <= 0) return 0;
  const Vec3<Real> normal = c.frame.row(0);
  return ray_meets_site(m, d, site, c.pos, second ? -normal : normal) ? force : 0;
}

void accelerometer(const Model& m, Data& d, int s, Real* out) {
  fresh_rne_post(m, d);
  put(object_acceleration(m, d, mjOBJ_SITE, m.sensor_objid[s], true).lin, out);
}
void velocimeter(const Model& m, Data& d, int s, Real* out) {
  put(object_velocity(m, d, mjOBJ_SITE, m.sensor_objid[s], true).lin, out);
}
void gyro(const Model& m, Data& d, int s, Real* out) {
  put(object_velocity(m, d, mjOBJ_SITE, m.sensor_objid[s], true).ang, out);
}
void site_force(const Model& m, Data& d, int s, Real* out) {
  const int site = m.sensor_objid[s];
  put(transpose_mul(d.site_xmat[site], transmitted(m, d, site).force), out);
}
void site_torque(const Model& m, Data& d, int s, Real* out) {
  const int site = m.sensor_objid[s];
  put(transpose_mul(d.site_xmat[site], transmitted(m, d, site).torque), out);
}
void magnetometer(const Model& m, Data& d, int s, Real* out) {
  put(transpose_mul(d.site_xmat[m.sensor_objid[s]], m.opt.magnetic), out);
}
void touch(const Model& m, Data& d, int s, Real* out) {
  *out = 0;
  for (int i = 0; i < d.ncon; ++i) *out += touch_force(m, d, m.sensor_objid[s], i);
}

constexpr SensorMeasure kMeasures[] = {{mjSENS_TOUCH, touch},
                                       {mjSENS_ACCELEROMETER, accelerometer},
                                       {mjSENS_VELOCIMETER, velocimeter},
                                       {mjSENS_GYRO, gyro},
                                       {mjSENS_FORCE, site_force},
                                       {mjSENS_TORQUE, site_torque},
                                       {mjSENS_MAGNETOMETER, magnetometer}};

}  // namespace

std::span<const SensorMeasure> site_instruments() { return kMeasures; }

}  // namespace corten::sense
