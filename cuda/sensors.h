// Sensors: those of position and velocity before the Jacobian is written over what they read; those of
// acceleration after the solver, for which poses and velocities are made once more in the memory that the
// Jacobian had.
#pragma once

#include "cuda/rays.h"
#include "cuda/solve.h"

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

// The first limit of a joint or tendon that acts, null when none does; how far it is beyond its margin.
template <class C>
CORTEN_DEV const RowSource<typename C::Scalar>* acting_limit(const C& c, bool of_tendon, int id,
                                                             typename C::Scalar& pos,
                                                             typename C::Scalar& margin) {
  const auto& t = c.tables();
  CORTEN_ROLLED for (int i = 0; i < t.nlimit; ++i) {
    const auto& s = t.limits[i];
    if (s.id != id || (s.kind == kRowTendon) != of_tendon) continue;
    pos = limit_distance(c, s, margin);
    if (pos < margin) return &s;
  }
  return nullptr;
}

// Position, velocity or force of such a limit. The force is that of its row at the acceleration found.
template <class C>
CORTEN_DEV typename C::Scalar read_limit(const C& c, int type, int id) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  T pos = 0, margin = 0;
  const RowSource<T>* s = acting_limit(c, type >= mjSENS_TENDONLIMITPOS, id, pos, margin);
  if (!s) return 0;
  if (type == mjSENS_JOINTLIMITPOS || type == mjSENS_TENDONLIMITPOS) return pos - margin;
  T velocity = 0, acceleration = 0;
  CORTEN_ROLLED for (int dof = 0; dof < c.model().nv; ++dof) {
    const T J = source_entry(c, *s, -s->side, dof);
    velocity += J * d.qvel[dof], acceleration += J * d.qacc[dof];
  }
  if (type == mjSENS_JOINTLIMITVEL || type == mjSENS_TENDONLIMITVEL) return velocity;
  const T z = impedance(s->soft.imp, pos - margin).d;
  const T R = std::max((1 - z) * s->soft.weight / z, T(kMinVal<T>));
  const T jar = acceleration + s->soft.B * velocity + s->soft.K * z * (pos - margin);
  return jar < 0 ? -jar / R : T(0);
}

template <class T>
CORTEN_DEV T turn_energy(T stiffness, const T* q, const T* q_rest) {
  const Vec3<T> turn = sub_quat(unit(load_quat(q)), load_quat(q_rest));
  return T(0.5) * stiffness * dot(turn, turn);
}

// Of heights and springs.
template <class C>
CORTEN_COLD typename C::Scalar potential_energy(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  T sum = 0;
  CORTEN_ROLLED for (int b = 1; b < m.nbody; ++b) sum -= m.body_mass[b] * dot(c.tables().gravity, d.xipos[b]);
  if (m.opt.disableflags & mjDSBL_SPRING) return sum;
  CORTEN_ROLLED for (int jnt = 0; jnt < m.njnt; ++jnt) {
    const T k = m.jnt_stiffness[jnt];
    if (k == 0) continue;
    const T *q = &d.qpos[m.jnt_qposadr[jnt]], *rest = &m.qpos_spring[m.jnt_qposadr[jnt]];
    const int type = m.jnt_type[jnt];
    if (type == mjJNT_FREE) {
      const Vec3<T> shift = load_vec3(q) - load_vec3(rest);
      sum += T(0.5) * k * dot(shift, shift) + turn_energy(k, q + 3, rest + 3);
    } else if (type == mjJNT_BALL) {
      sum += turn_energy(k, q, rest);
    } else {
      sum += T(0.5) * k * (*q - *rest) * (*q - *rest);
    }
  }
  CORTEN_ROLLED for (int i = 0; i < m.ntendon; ++i) {
    const T x = deadband_displacement(d.ten_length[i], m.tendon_lengthspring[i]);
    sum += T(0.5) * m.tendon_stiffness[i] * x * x;
  }
  return sum;
}

// ½ qvelᵀ M qvel
template <class C>
CORTEN_DEV typename C::Scalar kinetic_energy(const C& c) {
  typename C::Scalar sum = 0;
  CORTEN_ROLLED for (int dof = 0; dof < c.model().nv; ++dof) sum +=
      c.world.qvel[dof] * inertia_times(c, dof, c.world.qvel.data());
  return sum / 2;
}

// Of a subtree about its centre of mass: Σ I ω + m r × v
template <class C>
CORTEN_COLD Vec3<typename C::Scalar> angular_momentum(const C& c, int root) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const Vec3<T> center = subtree_mean(c, root, [&](int b) { return d.xipos[b]; });
  const Vec3<T> drift =
      subtree_mean(c, root, [&](int b) { return object_velocity(c, mjOBJ_BODY, b, false).lin; });
  Vec3<T> sum{};
  CORTEN_ROLLED for (int b = root; b < root + c.tables().body_subtree[root]; ++b) {
    const Motion<T> v = object_velocity(c, mjOBJ_BODY, b, false);
    Vec3<T> spin = transpose_mul(d.ximat[b], v.ang);
    for (int k = 0; k < 3; ++k) spin[k] *= m.body_inertia[b][k];
    sum += d.ximat[b] * spin + cross(d.xipos[b] - center, (v.lin - drift) * m.body_mass[b]);
  }
  return sum;
}

// Whether a point is within the volume of a site.
template <class C>
CORTEN_DEV bool inside_site(const C& c, int site, const Vec3<typename C::Scalar>& point) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  const Vec3<T> p = transpose_mul(d.site_xmat[site], point - d.site_xpos[site]);
  const Vec3<T>& size = c.model().site_size[site];
  const T round = p[0] * p[0] + p[1] * p[1];
  switch (c.model().site_type[site]) {
    case mjGEOM_SPHERE:
      return dot(p, p) < size[0] * size[0];
    case mjGEOM_CAPSULE: {
      const T beyond = p[2] - clip(p[2], -size[1], size[1]);
      return round + beyond * beyond < size[0] * size[0];
    }
    case mjGEOM_ELLIPSOID: {
      const Vec3<T> scaled{p[0] / size[0], p[1] / size[1], p[2] / size[2]};
      return dot(scaled, scaled) < 1;
    }
    case mjGEOM_CYLINDER:
      return std::abs(p[2]) < size[1] && round < size[0] * size[0];
    default:
      return std::abs(p[0]) < size[0] && std::abs(p[1]) < size[1] && std::abs(p[2]) < size[2];
  }
}

// Where a camera sees a site, in pixels; the principal point plays no role, nor does the projection.
template <class C>
CORTEN_DEV void project(const C& c, int site, int cam, typename C::Scalar* out) {
  using T = typename C::Scalar;
  const auto& lens = c.tables().cameras[cam];
  const auto frame = object_frame(c, mjOBJ_CAMERA, cam);
  const Vec3<T> p = transpose_mul(frame.rot, c.world.site_xpos[site] - frame.pos);
  T z = p[2];
  if (std::abs(z) < kMinVal<T>) z = z < 0 ? -kMinVal<T> : kMinVal<T>;
  out[0] = T(lens.width) / 2 - T(lens.fx) * p[0] / z;
  out[1] = T(lens.height) / 2 + T(lens.fy) * p[1] / z;
}

// contact_sensor.h
template <class C>
CORTEN_COLD void read_contacts(const C& c, int s, int ncon, typename C::Scalar* out);

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
    case mjSENS_CONTACT:
      return read_contacts(c, s, ncon, out);
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
    case mjSENS_SUBTREEANGMOM:
      return put_vector(angular_momentum(c, id), out);
    case mjSENS_INSIDESITE:
      *out = T(inside_site(c, m.sensor_refid[s], object_frame(c, obj, id).pos));
      return;
    case mjSENS_CAMPROJECTION:
      return project(c, id, m.sensor_refid[s], out);
    case mjSENS_E_POTENTIAL:
      *out = potential_energy(c);
      return;
    case mjSENS_E_KINETIC:
      *out = kinetic_energy(c);
      return;
    case mjSENS_JOINTLIMITPOS:
    case mjSENS_JOINTLIMITVEL:
    case mjSENS_JOINTLIMITFRC:
    case mjSENS_TENDONLIMITPOS:
    case mjSENS_TENDONLIMITVEL:
    case mjSENS_TENDONLIMITFRC:
      *out = read_limit(c, type, id);
      return;
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
    const int type = m.sensor_type[s];
    if (type != mjSENS_RANGEFINDER) read_sensor(c, s, ncon, out);
    if (type == mjSENS_CONTACT) return;  // has no cutoff
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

// In a function of its own, which takes registers from no other stage. Rays first: cutoffs are applied to
// what they wrote.
template <class C>
CORTEN_COLD void early_sensors_of(const StepArgs<typename C::Scalar>& args, unsigned char* memory,
                                  double* mail, int number) {
  const C c = C::again(args, memory, mail, number);
  if (c.tables().nray > 0) find_ranges(c);
  read_sensors(c, c.tables().early_sensors, c.tables().nearly, 0);
}
template <class C>
CORTEN_DEV void early_sensors(const C& c) {
  if constexpr (C::has(kSensors))
    if (c.tables().nearly > 0) early_sensors_of<C>(c.args, c.memory, c.team.mail(), c.number);
}

}  // namespace corten::gpu
