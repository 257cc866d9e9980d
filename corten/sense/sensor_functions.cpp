#include "corten/sense/sensor_functions.h"

namespace corten::sense {

SensorFunction sensor_function(int type) {
  static constexpr SensorFunction kFunctions[] = {touch,
                                                  accelerometer,
                                                  velocimeter,
                                                  gyro,
                                                  site_force,
                                                  site_torque,
                                                  magnetometer,
                                                  rangefinder,
                                                  camprojection,
                                                  joint_pos,
                                                  joint_vel,
                                                  tendon_pos,
                                                  tendon_vel,
                                                  actuator_pos,
                                                  actuator_vel,
                                                  actuator_frc,
                                                  joint_actuator_frc,
                                                  tendon_actuator_frc,
                                                  ball_quat,
                                                  ball_angvel,
                                                  limit_pos,
                                                  limit_vel,
                                                  limit_frc,
                                                  limit_pos,
                                                  limit_vel,
                                                  limit_frc,
                                                  frame_pos,
                                                  frame_quat,
                                                  frame_axis,
                                                  frame_axis,
                                                  frame_axis,
                                                  frame_linvel,
                                                  frame_angvel,
                                                  frame_linacc,
                                                  frame_angacc,
                                                  subtree_com,
                                                  subtree_linvel,
                                                  subtree_angmom,
                                                  inside_site,
                                                  geom_dist,
                                                  geom_normal,
                                                  geom_fromto,
                                                  contact,
                                                  potential_energy,
                                                  kinetic_energy,
                                                  clock,
                                                  tactile,
                                                  nullptr,
                                                  nullptr};
  static_assert(sizeof kFunctions / sizeof *kFunctions == mjSENS_USER + 1);
  return kFunctions[type];
}

}  // namespace corten::sense
