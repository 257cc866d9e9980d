// Pose, velocity and acceleration of frames, in the world or relative to a reference frame.
#include "corten/sense/lazy.h"
#include "corten/sense/sensor_functions.h"
#include "corten/sense/site_volume.h"
#include "corten/smooth/object_motion.h"

namespace corten::sense {
namespace {

mjtObj object_type(const Model& m, int s) { return static_cast<mjtObj>(m.sensor_objtype[s]); }
mjtObj reference_type(const Model& m, int s) { return static_cast<mjtObj>(m.sensor_reftype[s]); }
bool has_reference(const Model& m, int s) { return m.sensor_refid[s] >= 0; }

ObjectFrame object(const Model& m, const Data& d, int s) {
  return object_frame(m, d, object_type(m, s), m.sensor_objid[s]);
}
ObjectFrame reference(const Model& m, const Data& d, int s) {
  return object_frame(m, d, reference_type(m, s), m.sensor_refid[s]);
}

// Fixed orientation on its body; a tracking camera's is the one it was given, not the one it has.
Quat<Real> object_quat(const Model& m, const Data& d, int type, int id) {
  switch (type) {
    case mjOBJ_XBODY:
      return d.xquat[id];
    case mjOBJ_BODY:
      return d.xquat[id] * m.body_iquat[id];
    case mjOBJ_GEOM:
      return d.xquat[m.geom_bodyid[id]] * m.geom_quat[id];
    case mjOBJ_SITE:
      return d.xquat[m.site_bodyid[id]] * m.site_quat[id];
    case mjOBJ_CAMERA:
      return d.xquat[m.cam_bodyid[id]] * m.cam_quat[id];
    default:
      return Quat<Real>::identity();
  }
}

Motion<Real> velocity(const Model& m, const Data& d, int s) {
  return object_velocity(m, d, object_type(m, s), m.sensor_objid[s], false);
}
Motion<Real> reference_velocity(const Model& m, const Data& d, int s) {
  return object_velocity(m, d, reference_type(m, s), m.sensor_refid[s], false);
}

void frame_pos(const Model& m, Data& d, int s, Real* out) {
  const Vec3<Real> pos = object(m, d, s).pos;
  if (!has_reference(m, s)) return put(pos, out);
  put(position_in(reference(m, d, s), pos), out);
}

void frame_quat(const Model& m, Data& d, int s, Real* out) {
  Quat<Real> q = object_quat(m, d, m.sensor_objtype[s], m.sensor_objid[s]);
  if (has_reference(m, s)) q = conjugate(object_quat(m, d, m.sensor_reftype[s], m.sensor_refid[s])) * q;
  for (int k = 0; k < 4; ++k) out[k] = q[k];
}

void frame_axis(const Model& m, Data& d, int s, Real* out) {
  const Vec3<Real> axis = object(m, d, s).rot.col(m.sensor_type[s] - mjSENS_FRAMEXAXIS);
  put(has_reference(m, s) ? transpose_mul(reference(m, d, s).rot, axis) : axis, out);
}

void frame_angvel(const Model& m, Data& d, int s, Real* out) {
  const Vec3<Real> ang = velocity(m, d, s).ang;
  if (!has_reference(m, s)) return put(ang, out);
  put(turning_in(reference(m, d, s), reference_velocity(m, d, s), ang), out);
}

void frame_linvel(const Model& m, Data& d, int s, Real* out) {
  const Vec3<Real> lin = velocity(m, d, s).lin;
  if (!has_reference(m, s)) return put(lin, out);
  put(velocity_in(reference(m, d, s), reference_velocity(m, d, s), object(m, d, s).pos, lin), out);
}

void frame_linacc(const Model& m, Data& d, int s, Real* out) {
  fresh_rne_post(m, d);
  put(object_acceleration(m, d, object_type(m, s), m.sensor_objid[s], false).lin, out);
}

void frame_angacc(const Model& m, Data& d, int s, Real* out) {
  fresh_rne_post(m, d);
  put(object_acceleration(m, d, object_type(m, s), m.sensor_objid[s], false).ang, out);
}

void inside_site(const Model& m, Data& d, int s, Real* out) {
  *out = inside_site_volume(m, d, m.sensor_refid[s], object(m, d, s).pos) ? 1 : 0;
}

constexpr SensorMeasure kMeasures[] = {{mjSENS_FRAMEPOS, frame_pos},       {mjSENS_FRAMEQUAT, frame_quat},
                                       {mjSENS_FRAMEXAXIS, frame_axis},    {mjSENS_FRAMEYAXIS, frame_axis},
                                       {mjSENS_FRAMEZAXIS, frame_axis},    {mjSENS_FRAMELINVEL, frame_linvel},
                                       {mjSENS_FRAMEANGVEL, frame_angvel}, {mjSENS_FRAMELINACC, frame_linacc},
                                       {mjSENS_FRAMEANGACC, frame_angacc}, {mjSENS_INSIDESITE, inside_site}};

}  // namespace

std::span<const SensorMeasure> frame_sensors() { return kMeasures; }

}  // namespace corten::sense
