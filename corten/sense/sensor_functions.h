// One function per kind of sensor: writes its sensor_dim numbers, before cutoff.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::sense {

using SensorFunction = void (*)(const Model& m, Data& d, int sensor, Real* out);

// null for types that others compute: plugins and users
SensorFunction sensor_function(int type);

// site and camera instruments
void touch(const Model& m, Data& d, int sensor, Real* out);
void accelerometer(const Model& m, Data& d, int sensor, Real* out);
void velocimeter(const Model& m, Data& d, int sensor, Real* out);
void gyro(const Model& m, Data& d, int sensor, Real* out);
void site_force(const Model& m, Data& d, int sensor, Real* out);
void site_torque(const Model& m, Data& d, int sensor, Real* out);
void magnetometer(const Model& m, Data& d, int sensor, Real* out);
void rangefinder(const Model& m, Data& d, int sensor, Real* out);
void camprojection(const Model& m, Data& d, int sensor, Real* out);
void tactile(const Model& m, Data& d, int sensor, Real* out);

// joints, tendons, actuators
void joint_pos(const Model& m, Data& d, int sensor, Real* out);
void joint_vel(const Model& m, Data& d, int sensor, Real* out);
void tendon_pos(const Model& m, Data& d, int sensor, Real* out);
void tendon_vel(const Model& m, Data& d, int sensor, Real* out);
void actuator_pos(const Model& m, Data& d, int sensor, Real* out);
void actuator_vel(const Model& m, Data& d, int sensor, Real* out);
void actuator_frc(const Model& m, Data& d, int sensor, Real* out);
void joint_actuator_frc(const Model& m, Data& d, int sensor, Real* out);
void tendon_actuator_frc(const Model& m, Data& d, int sensor, Real* out);
void ball_quat(const Model& m, Data& d, int sensor, Real* out);
void ball_angvel(const Model& m, Data& d, int sensor, Real* out);
void limit_pos(const Model& m, Data& d, int sensor, Real* out);
void limit_vel(const Model& m, Data& d, int sensor, Real* out);
void limit_frc(const Model& m, Data& d, int sensor, Real* out);

// frames of bodies, geoms, sites, cameras
void frame_pos(const Model& m, Data& d, int sensor, Real* out);
void frame_quat(const Model& m, Data& d, int sensor, Real* out);
void frame_axis(const Model& m, Data& d, int sensor, Real* out);
void frame_linvel(const Model& m, Data& d, int sensor, Real* out);
void frame_angvel(const Model& m, Data& d, int sensor, Real* out);
void frame_linacc(const Model& m, Data& d, int sensor, Real* out);
void frame_angacc(const Model& m, Data& d, int sensor, Real* out);
void inside_site(const Model& m, Data& d, int sensor, Real* out);

// subtrees and the whole
void subtree_com(const Model& m, Data& d, int sensor, Real* out);
void subtree_linvel(const Model& m, Data& d, int sensor, Real* out);
void subtree_angmom(const Model& m, Data& d, int sensor, Real* out);
void potential_energy(const Model& m, Data& d, int sensor, Real* out);
void kinetic_energy(const Model& m, Data& d, int sensor, Real* out);
void clock(const Model& m, Data& d, int sensor, Real* out);

// pairs
void geom_dist(const Model& m, Data& d, int sensor, Real* out);
void geom_normal(const Model& m, Data& d, int sensor, Real* out);
void geom_fromto(const Model& m, Data& d, int sensor, Real* out);
void contact(const Model& m, Data& d, int sensor, Real* out);

inline void put(const Vec3<Real>& v, Real* out) {
  for (int k = 0; k < 3; ++k) out[k] = v[k];
}

}  // namespace corten::sense
