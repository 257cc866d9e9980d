// Sensors that read one number or vector of Data: joints, tendons, actuators, limits, subtrees, energy.
#include "corten/sense/lazy.h"
#include "corten/sense/sensor_functions.h"

namespace corten::sense {
namespace {

// First row of the limit of this sensor's joint or tendon, −1 if it is not active.
int limit_row(const Model& m, const Data& d, int sensor) {
  const int type = m.sensor_objtype[sensor] == mjOBJ_JOINT ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON;
  for (int row = d.ne + d.nf; row < d.nefc; ++row)
    if (d.efc_type[row] == type && d.efc_id[row] == m.sensor_objid[sensor]) return row;
  return -1;
}

void joint_pos(const Model& m, Data& d, int s, Real* out) { *out = d.qpos[m.jnt_qposadr[m.sensor_objid[s]]]; }
void joint_vel(const Model& m, Data& d, int s, Real* out) { *out = d.qvel[m.jnt_dofadr[m.sensor_objid[s]]]; }
void tendon_pos(const Model& m, Data& d, int s, Real* out) { *out = d.ten_length[m.sensor_objid[s]]; }
void tendon_vel(const Model& m, Data& d, int s, Real* out) { *out = d.ten_velocity[m.sensor_objid[s]]; }
void actuator_pos(const Model& m, Data& d, int s, Real* out) { *out = d.actuator_length[m.sensor_objid[s]]; }
void actuator_vel(const Model& m, Data& d, int s, Real* out) {
  *out = d.actuator_velocity[m.sensor_objid[s]];
}
void actuator_frc(const Model& m, Data& d, int s, Real* out) { *out = d.actuator_force[m.sensor_objid[s]]; }

void joint_actuator_frc(const Model& m, Data& d, int s, Real* out) {
  *out = d.qfrc_actuator[m.jnt_dofadr[m.sensor_objid[s]]];
}

// gear is not applied: MuJoCo's reading
void tendon_actuator_frc(const Model& m, Data& d, int s, Real* out) {
  *out = 0;
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_trntype[i] == mjTRN_TENDON && m.actuator_trnid[i][0] == m.sensor_objid[s])
      *out += d.actuator_force[i];
}

void ball_quat(const Model& m, Data& d, int s, Real* out) {
  const Real* q = d.qpos.data() + m.jnt_qposadr[m.sensor_objid[s]];
  const Quat<Real> unit_q = unit(Quat<Real>{q[0], q[1], q[2], q[3]});
  for (int k = 0; k < 4; ++k) out[k] = unit_q[k];
}

void ball_angvel(const Model& m, Data& d, int s, Real* out) {
  for (int k = 0; k < 3; ++k) out[k] = d.qvel[m.jnt_dofadr[m.sensor_objid[s]] + k];
}

void limit_pos(const Model& m, Data& d, int s, Real* out) {
  const int row = limit_row(m, d, s);
  *out = row < 0 ? 0 : d.efc_pos[row] - d.efc_margin[row];
}
void limit_vel(const Model& m, Data& d, int s, Real* out) {
  const int row = limit_row(m, d, s);
  *out = row < 0 ? 0 : d.efc_vel[row];
}
void limit_frc(const Model& m, Data& d, int s, Real* out) {
  const int row = limit_row(m, d, s);
  *out = row < 0 ? 0 : d.efc_force[row];
}

void subtree_com(const Model& m, Data& d, int s, Real* out) { put(d.subtree_com[m.sensor_objid[s]], out); }
void subtree_linvel(const Model& m, Data& d, int s, Real* out) {
  fresh_subtree_vel(m, d);
  put(d.subtree_linvel[m.sensor_objid[s]], out);
}
void subtree_angmom(const Model& m, Data& d, int s, Real* out) {
  fresh_subtree_vel(m, d);
  put(d.subtree_angmom[m.sensor_objid[s]], out);
}

void potential_energy(const Model& m, Data& d, int, Real* out) {
  fresh_energy_pos(m, d);
  *out = d.energy[0];
}
// a position-stage sensor: with energy enabled it still sees the flag of the pass before, and so its value
void kinetic_energy(const Model& m, Data& d, int, Real* out) {
  fresh_energy_vel(m, d);
  *out = d.energy[1];
}
void clock(const Model&, Data& d, int, Real* out) { *out = d.time; }

constexpr SensorMeasure kMeasures[] = {{mjSENS_JOINTPOS, joint_pos},
                                       {mjSENS_JOINTVEL, joint_vel},
                                       {mjSENS_TENDONPOS, tendon_pos},
                                       {mjSENS_TENDONVEL, tendon_vel},
                                       {mjSENS_ACTUATORPOS, actuator_pos},
                                       {mjSENS_ACTUATORVEL, actuator_vel},
                                       {mjSENS_ACTUATORFRC, actuator_frc},
                                       {mjSENS_JOINTACTFRC, joint_actuator_frc},
                                       {mjSENS_TENDONACTFRC, tendon_actuator_frc},
                                       {mjSENS_BALLQUAT, ball_quat},
                                       {mjSENS_BALLANGVEL, ball_angvel},
                                       {mjSENS_JOINTLIMITPOS, limit_pos},
                                       {mjSENS_JOINTLIMITVEL, limit_vel},
                                       {mjSENS_JOINTLIMITFRC, limit_frc},
                                       {mjSENS_TENDONLIMITPOS, limit_pos},
                                       {mjSENS_TENDONLIMITVEL, limit_vel},
                                       {mjSENS_TENDONLIMITFRC, limit_frc},
                                       {mjSENS_SUBTREECOM, subtree_com},
                                       {mjSENS_SUBTREELINVEL, subtree_linvel},
                                       {mjSENS_SUBTREEANGMOM, subtree_angmom},
                                       {mjSENS_E_POTENTIAL, potential_energy},
                                       {mjSENS_E_KINETIC, kinetic_energy},
                                       {mjSENS_CLOCK, clock}};

}  // namespace

std::span<const SensorMeasure> scalar_sensors() { return kMeasures; }

}  // namespace corten::sense
