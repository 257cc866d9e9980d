
#include "corten/model/awake.h"
#include "corten/smooth/kinematics.h"

namespace corten {
namespace {

bool targets_body(int mode) { return mode == mjCAMLIGHT_TARGETBODY || mode == mjCAMLIGHT_TARGETBODYCOM; }

const Vec3<Real>& target_point(const Data& d, int mode, int target) {
  return mode == mjCAMLIGHT_TARGETBODY ? d.xpos[target] : d.subtree_com[target];
}

// Camera axes that look along −z at the target, x horizontal.
Mat3<Real> look_at(const Vec3<Real>& eye, const Vec3<Real>& target) {
  const Vec3<Real> z = unit(eye - target);
  const Vec3<Real> x = unit(cross(Vec3<Real>{0, 0, 1}, z));
  const Vec3<Real> y = unit(cross(z, x));
  return Mat3<Real>::from_cols(x, y, z);
}

void place_camera(const Model& m, Data& d, int cam) {
  const int body = m.cam_bodyid[cam], mode = m.cam_mode[cam], target = m.cam_targetbodyid[cam];
  place_local_frame(d, body, m.cam_pos[cam], m.cam_quat[cam], mjSAMEFRAME_NONE, d.cam_xpos[cam],
                    d.cam_xmat[cam]);
  if (mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM) {
    d.cam_xmat[cam] = m.cam_mat0[cam];
    d.cam_xpos[cam] =
        mode == mjCAMLIGHT_TRACK ? d.xpos[body] + m.cam_pos0[cam] : d.subtree_com[body] + m.cam_poscom0[cam];
  } else if (targets_body(mode) && target >= 0) {
    d.cam_xmat[cam] = look_at(d.cam_xpos[cam], target_point(d, mode, target));
  }
}

void place_light(const Model& m, Data& d, int light) {
  const int body = m.light_bodyid[light], mode = m.light_mode[light], target = m.light_targetbodyid[light];
  d.light_xpos[light] = d.xmat[body] * m.light_pos[light] + d.xpos[body];
  Vec3<Real> dir = rotate(d.xquat[body], m.light_dir[light]);
  if (mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM) {
    dir = m.light_dir0[light];
    d.light_xpos[light] = mode == mjCAMLIGHT_TRACK ? d.xpos[body] + m.light_pos0[light]
                                                   : d.subtree_com[body] + m.light_poscom0[light];
  } else if (targets_body(mode) && target >= 0) {
    dir = target_point(d, mode, target) - d.light_xpos[light];
  }
  d.light_xdir[light] = unit(dir);
}

}  // namespace

void camlight(const Model& m, Data& d) {
  const bool sleepers = some_asleep(m, d);
  const auto moves = [&](int body) { return body >= 0 && d.body_awake[body] == mjS_AWAKE; };
  const auto stays = [&](int body, int target) { return sleepers && !moves(body) && !moves(target); };
  for (int cam = 0; cam < m.ncam; ++cam)
    if (!stays(m.cam_bodyid[cam], m.cam_targetbodyid[cam])) place_camera(m, d, cam);
  for (int light = 0; light < m.nlight; ++light)
    if (!stays(m.light_bodyid[light], m.light_targetbodyid[light])) place_light(m, d, light);
}

}  // namespace corten
