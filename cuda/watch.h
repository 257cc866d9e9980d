// Fields of a world that someone watches, written at the end of a call from what the last step was made of.
#pragma once

#include "cuda/contact_sensor.h"

namespace corten::gpu {

template <class C>
CORTEN_DEV void write_watched(const C& c, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const auto put = [&](Watched which, int items, int width, auto write) {
    T* rows = c.args.state.watched[which];
    if (!rows) return;
    rows += static_cast<std::size_t>(c.number) * static_cast<std::size_t>(items) *
            static_cast<std::size_t>(width);
    c.each_unsynced(items, [&](int i) { write(i, rows + i * width); });
  };
  const auto copy = [&](Watched which, int count, const T* from) {
    put(which, count, 1, [&](int i, T* out) { *out = from[i]; });
  };
  const auto frames = [&](Watched pos, Watched mat, int type, int count) {
    put(pos, count, 3, [&](int i, T* out) { put_vector(object_frame(c, type, i).pos, out); });
    put(mat, count, 9, [&](int i, T* out) {
      const auto f = object_frame(c, type, i);
      for (int k = 0; k < 9; ++k) out[k] = f.rot.e[k];
    });
  };
  frames(kWatch_xpos, kWatch_xmat, mjOBJ_XBODY, m.nbody),
      frames(kWatch_xipos, kWatch_ximat, mjOBJ_BODY, m.nbody);
  frames(kWatch_geom_xpos, kWatch_geom_xmat, mjOBJ_GEOM, m.ngeom);
  frames(kWatch_site_xpos, kWatch_site_xmat, mjOBJ_SITE, m.nsite);
  copy(kWatch_xquat, 4 * m.nbody, d.xquat[0].e);
  copy(kWatch_cinert, 10 * m.nbody, &d.cinert[0].i[0]);
  copy(kWatch_cvel, 6 * m.nbody, &d.cvel[0].ang[0]);
  copy(kWatch_cacc, 6 * m.nbody, &d.cacc[0].ang[0]);
  put(kWatch_cfrc_ext, m.nbody, 6, [&](int body, T* out) {
    const Force<T> push = body ? external_push(c, body, ncon) : Force<T>{};
    put_vector(push.torque, out), put_vector(push.force, out + 3);
  });
  put(kWatch_subtree_com, m.nbody, 3, [&](int body, T* out) {
    put_vector(m.body_subtreemass[body] < kMinVal<T>
                   ? d.xipos[body]
                   : subtree_mean(c, body, [&](int b) { return d.xipos[b]; }),
               out);
  });
  put(kWatch_qfrc_actuator, m.nv, 1,
      [&](int dof, T* out) { *out = actuator_push(c, dof, compensation_of(c, dof)); });
  copy(kWatch_qfrc_constraint, m.nv, d.qfrc_constraint.data());
  copy(kWatch_actuator_length, m.nu, d.actuator_length.data());
  copy(kWatch_actuator_velocity, m.nu, d.actuator_velocity.data());
  copy(kWatch_actuator_force, m.nu, d.actuator_force.data());
  copy(kWatch_ten_length, m.ntendon, d.ten_length.data());
  copy(kWatch_ten_velocity, m.ntendon, d.ten_velocity.data());
  c.sync();
}

// What is read of a pass: its sensors, and what is watched.
struct Readings {
  bool sensors = false, watched = false;
};

// Sensors of acceleration, then what is watched, in a function of its own, which takes registers from no
// other stage.
template <class C>
CORTEN_COLD void late_readings_of(const StepArgs<typename C::Scalar>& args, unsigned char* memory,
                                  double* mail, int number, int ncon, Readings wanted) {
  const C c = C::again(args, memory, mail, number);
  if (c.tables().sense_motion || wanted.watched) moved_bodies(c, ncon);
  if (wanted.sensors) read_sensors(c, c.tables().late_sensors, c.tables().nlate, ncon);
  if (wanted.watched) write_watched(c, ncon);
}
template <class C>
CORTEN_DEV void late_readings(const C& c, int ncon, Readings wanted) {
  if constexpr (C::has(kSensors)) {
    wanted.sensors &= c.tables().nlate > 0, wanted.watched &= c.args.watches;
    if (wanted.sensors || wanted.watched)
      late_readings_of<C>(c.args, c.memory, c.team.mail(), c.number, ncon, wanted);
  }
}

}  // namespace corten::gpu
