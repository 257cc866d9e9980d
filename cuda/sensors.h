// Sensors: those of position and velocity before the Jacobian is written over what they read; those of
// acceleration after the solver, for which poses and velocities are made once more in the memory that the
// Jacobian had.
#pragma once

#include "corten/geom/ray_primitive_core.h"
#include "cuda/convex.h"
#include "cuda/rows.h"

namespace corten::gpu {

// Σ mass · value(body) / mass over a subtree, whose bodies are consecutive
template <class C, class Value>
CORTEN_DEV Vec3<typename C::Scalar> subtree_mean(const C& c, int root, Value value) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  Vec3<T> sum{};
  CORTEN_ROLLED for (int b = root; b < root + c.tables().body_subtree[root]; ++b) sum +=
      value(b) * m.body_mass[b];
  return sum * (1 / std::max(T(kMinVal<T>), m.body_subtreemass[root]));
}

template <class T>
CORTEN_DEV void put_vector(const Vec3<T>& v, T* out) {
  for (int k = 0; k < 3; ++k) out[k] = v[k];
}

// Wrench that the parent exerts on the site's body and everything beyond, at the site and in its axes.
template <class C>
CORTEN_DEV Force<typename C::Scalar> transmitted(const C& c, int site) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  const int body = c.model().site_bodyid[site];
  const Force<T> total = reinterpret_cast<const Force<T>*>(d.crb.data())[body];
  return to_local(transport(total, d.site_xpos[site], center_of(c, body)), d.site_xmat[site]);
}

template <class C>
CORTEN_DEV typename C::Scalar tendon_push(const C& c, int tendon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  T force = 0;
  CORTEN_ROLLED for (int i = 0; i < m.nu;
                     ++i) if (m.actuator_trntype[i] == mjTRN_TENDON && m.actuator_trnid[i][0] == tendon)
      force += c.world.actuator_force[i];
  return force;
}

// The reading of a frame, in the world or in a reference.
template <class C>
CORTEN_DEV void read_frame(const C& c, int s, typename C::Scalar* out) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const int type = m.sensor_type[s], obj = m.sensor_objtype[s], id = m.sensor_objid[s];
  const int ref_type = m.sensor_reftype[s], ref_id = m.sensor_refid[s];
  const bool relative = ref_id >= 0;
  if (type == mjSENS_FRAMEQUAT) {
    Quat<T> q = object_quat(c, obj, id);
    if (relative) q = conjugate(object_quat(c, ref_type, ref_id)) * q;
    for (int k = 0; k < 4; ++k) out[k] = q[k];
    return;
  }
  const ObjectFrameOf<T> f = object_frame(c, obj, id);
  ObjectFrameOf<T> ref;
  if (relative) ref = object_frame(c, ref_type, ref_id);
  if (type == mjSENS_FRAMEPOS) return put_vector(relative ? position_in(ref, f.pos) : f.pos, out);
  if (type <= mjSENS_FRAMEZAXIS) {
    const Vec3<T> axis = f.rot.col(type - mjSENS_FRAMEXAXIS);
    return put_vector(relative ? transpose_mul(ref.rot, axis) : axis, out);
  }
  const Motion<T> v = object_velocity(c, obj, id, false);
  Motion<T> ref_vel{};
  if (relative) ref_vel = object_velocity(c, ref_type, ref_id, false);
  if (type == mjSENS_FRAMEANGVEL)
    put_vector(relative ? turning_in(ref, ref_vel, v.ang) : v.ang, out);
  else
    put_vector(relative ? velocity_in(ref, ref_vel, f.pos, v.lin) : v.lin, out);
}

// Force and torque of a contact on its second body, in its own axes.
template <class C>
CORTEN_DEV Force<typename C::Scalar> local_contact_push(const C& c, int i) {
  using T = typename C::Scalar;
  const auto& con = c.world.contact[i];
  const PairParams<T>& p = c.tables().pairs[con.pair];
  const T* rows = &c.world.efc_force[con.row];
  T f[6] = {};
  CORTEN_ROLLED for (int k = 0; k < p.dim; ++k) {
    if (p.dim == 1 || c.cones()) {
      f[k] = rows[k];
    } else if (k > 0) {
      f[0] += rows[2 * k - 2] + rows[2 * k - 1];
      f[k] = (rows[2 * k - 2] - rows[2 * k - 1]) * p.friction[k - 1];
    }
  }
  return {{f[3], f[4], f[5]}, {f[0], f[1], f[2]}};
}

// Normal forces of the contacts that press on the site's body within the site's volume.
template <class C>
CORTEN_COLD typename C::Scalar touch(const C& c, int site, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int body = m.site_bodyid[site];
  const Vec3<Real> pos = in_double(d.site_xpos[site]), size = in_double(m.site_size[site]);
  const Mat3<Real> mat = in_double(d.site_xmat[site]);
  const Shape shape{ShapeType(m.site_type[site]), pos, mat, size, 0, nullptr, nullptr};
  T sum = 0;
  CORTEN_ROLLED for (int i = 0; i < ncon; ++i) {
    const auto& con = d.contact[i];
    const PairParams<T>& p = c.tables().pairs[con.pair];
    const bool second = p.body2 == body;
    if (con.row < 0 || (!second && p.body1 != body)) continue;
    const T force = local_contact_push(c, i).force[0];
    const Vec3<Real> normal = in_double(con.normal);
    if (force > 0 && core::ray_primitive(shape, {in_double(con.pos), second ? -normal : normal}).hit())
      sum += force;
  }
  return sum;
}

template <class C>
CORTEN_DEV void read_sensor(const C& c, int s, int ncon, typename C::Scalar* out) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int type = m.sensor_type[s], obj = m.sensor_objtype[s], id = m.sensor_objid[s];
  switch (type) {
    case mjSENS_TOUCH:
      *out = touch(c, id, ncon);
      return;
    case mjSENS_ACCELEROMETER:
      return put_vector(object_acceleration(c, mjOBJ_SITE, id, true).lin, out);
    case mjSENS_VELOCIMETER:
      return put_vector(object_velocity(c, mjOBJ_SITE, id, true).lin, out);
    case mjSENS_GYRO:
      return put_vector(object_velocity(c, mjOBJ_SITE, id, true).ang, out);
    case mjSENS_FORCE:
      return put_vector(transmitted(c, id).force, out);
    case mjSENS_TORQUE:
      return put_vector(transmitted(c, id).torque, out);
    case mjSENS_MAGNETOMETER:
      return put_vector(transpose_mul(d.site_xmat[id], m.opt.magnetic), out);
    case mjSENS_JOINTPOS:
      *out = d.qpos[m.jnt_qposadr[id]];
      return;
    case mjSENS_JOINTVEL:
      *out = d.qvel[m.jnt_dofadr[id]];
      return;
    case mjSENS_TENDONPOS:
      *out = d.ten_length[id];
      return;
    case mjSENS_TENDONVEL:
      *out = d.ten_velocity[id];
      return;
    case mjSENS_ACTUATORPOS:
      *out = d.actuator_length[id];
      return;
    case mjSENS_ACTUATORVEL:
      *out = d.actuator_velocity[id];
      return;
    case mjSENS_ACTUATORFRC:
      *out = d.actuator_force[id];
      return;
    case mjSENS_JOINTACTFRC:
      *out = actuator_push(c, m.jnt_dofadr[id], compensation_of(c, m.jnt_dofadr[id]));
      return;
    case mjSENS_TENDONACTFRC:
      *out = tendon_push(c, id);
      return;
    case mjSENS_BALLQUAT: {
      const Quat<T> q = unit(load_quat(&d.qpos[m.jnt_qposadr[id]]));
      for (int k = 0; k < 4; ++k) out[k] = q[k];
      return;
    }
    case mjSENS_BALLANGVEL:
      return put_vector(load_vec3(&d.qvel[m.jnt_dofadr[id]]), out);
    case mjSENS_FRAMELINACC:
      return put_vector(object_acceleration(c, obj, id, false).lin, out);
    case mjSENS_FRAMEANGACC:
      return put_vector(object_acceleration(c, obj, id, false).ang, out);
    case mjSENS_SUBTREECOM:
      return put_vector(subtree_mean(c, id, [&](int b) { return d.xipos[b]; }), out);
    case mjSENS_SUBTREELINVEL:
      return put_vector(
          subtree_mean(c, id, [&](int b) { return object_velocity(c, mjOBJ_BODY, b, false).lin; }), out);
    case mjSENS_CLOCK:
      *out = d.time[0];
      return;
    default:
      return read_frame(c, s, out);
  }
}

template <class C>
CORTEN_DEV void read_sensors(const C& c, View<const int> list, int count, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  T* row =
      c.args.state.sensordata + static_cast<std::size_t>(c.number) * static_cast<std::size_t>(m.nsensordata);
  c.each(count, [&](int k) {
    const int s = list[k];
    const T cutoff = m.sensor_cutoff[s];
    T* out = row + m.sensor_adr[s];
    read_sensor(c, s, ncon, out);
    CORTEN_ROLLED for (int i = 0; i < m.sensor_dim[s] && cutoff > 0; ++i) {
      if (m.sensor_datatype[s] == mjDATATYPE_REAL) out[i] = clip(out[i], -cutoff, cutoff);
      if (m.sensor_datatype[s] == mjDATATYPE_POSITIVE) out[i] = std::min(cutoff, out[i]);
    }
  });
}

// The same in the world.
template <class C>
CORTEN_DEV Force<typename C::Scalar> contact_push(const C& c, int i) {
  const auto& con = c.world.contact[i];
  const auto f = local_contact_push(c, i);
  const auto third = cross(con.normal, con.tangent);
  return {con.normal * f.torque[0] + con.tangent * f.torque[1] + third * f.torque[2],
          con.normal * f.force[0] + con.tangent * f.force[1] + third * f.force[2]};
}

// What pushes a body from outside its tree of joints, about its reference point: applied forces, contacts,
// connects and welds.
template <class C>
CORTEN_DEV Force<typename C::Scalar> external_push(const C& c, int body, int ncon) {
  using T = typename C::Scalar;
  const auto& t = c.tables();
  const auto& d = c.world;
  const Vec3<T> center = center_of(c, body);
  Force<T> sum = applied_push(c, body);
  CORTEN_ROLLED for (int i = 0; i < ncon; ++i) {
    const auto& con = d.contact[i];
    const PairParams<T>& p = t.pairs[con.pair];
    if (con.row < 0 || (p.body1 != body && p.body2 != body)) continue;
    const Force<T> push = transport(contact_push(c, i), center, con.pos);
    if (p.body2 == body)
      sum += push;
    else
      sum -= push;
  }
  if constexpr (C::has(kEqualities)) CORTEN_ROLLED for (int k = 0; k < t.nequality; ++k) {
      const int kind = t.equalities[k].kind;
      if (kind != kRowConnect && kind != kRowWeld) continue;
      const Anchors<T> a = anchors(c, t.equalities[k].id);
      const T* rows = &d.efc_force[t.equality_row[k]];
      const Force<T> push{kind == kRowWeld ? load_vec3(rows + 3) : Vec3<T>{}, load_vec3(rows)};
      if (a.body[0] == body) sum += transport(push, center, a.point[0]);
      if (a.body[1] == body) sum -= transport(push, center, a.point[1]);
    }
  return sum;
}

// Accelerations of the bodies with qacc, and what each transmits (in the place of crb).
template <class C>
CORTEN_DEV void moved_bodies(const C& c, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  poses(c);
  centers(c);
  axes_and_inertias(c);
  motions(c);
  Motion<T>* along = reinterpret_cast<Motion<T>*>(d.cfrc.data());  // of the dofs' accelerations alone
  if (c.lane() == 0) along[0] = Motion<T>{};
  c.sync();
  pass_down(c, &d.cdof[0].ang[0], d.qacc.data(), &along[0].ang[0]);
  c.each(m.nbody - 1, [&](int i) {
    const int body = i + 1;
    d.cacc[body] += along[body];
    d.cfrc[body] = body_force(d.cinert[body], d.cvel[body], d.cacc[body]) - external_push(c, body, ncon);
  });
  subtree_sums<6>(c, &d.cfrc[0].torque[0], reinterpret_cast<T*>(d.crb.data()));
}

// In functions of their own, which take registers from no other stage.
template <class C>
CORTEN_COLD void early_sensors_of(const StepArgs<typename C::Scalar>& args, unsigned char* memory,
                                  double* mail, int number) {
  const C c = C::again(args, memory, mail, number);
  read_sensors(c, c.tables().early_sensors, c.tables().nearly, 0);
}
template <class C>
CORTEN_COLD void late_sensors_of(const StepArgs<typename C::Scalar>& args, unsigned char* memory,
                                 double* mail, int number, int ncon) {
  const C c = C::again(args, memory, mail, number);
  if (c.tables().sense_motion) moved_bodies(c, ncon);
  read_sensors(c, c.tables().late_sensors, c.tables().nlate, ncon);
}
template <class C>
CORTEN_DEV void early_sensors(const C& c) {
  if constexpr (C::has(kSensors))
    if (c.tables().nearly > 0) early_sensors_of<C>(c.args, c.memory, c.team.mail(), c.number);
}
template <class C>
CORTEN_DEV void late_sensors(const C& c, int ncon) {
  if constexpr (C::has(kSensors))
    if (c.tables().nlate > 0) late_sensors_of<C>(c.args, c.memory, c.team.mail(), c.number, ncon);
}

}  // namespace corten::gpu
