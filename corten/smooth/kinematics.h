// Forward kinematics: where every body, joint, geom, site, camera and light is.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Bodies and joints, then inertial frames, geoms and sites.
//   in:  d.qpos d.mocap_pos d.mocap_quat
//   out: d.xpos d.xquat d.xmat d.xipos d.ximat d.xanchor d.xaxis d.geom_x* d.site_x*
void kinematics(const Model& m, Data& d);

// World pose of a frame fixed in a body. `sameframe` tells which frame of the body it coincides with.
void place_local_frame(const Data& d, int body, const Vec3<Real>& pos_b, const Quat<Real>& quat_b,
                       int sameframe, Vec3<Real>& xpos, Mat3<Real>& xmat);

// Poses of cameras and lights, fixed or tracking.
//   in:  d.xpos d.xquat d.xmat d.subtree_com
//   out: d.cam_xpos d.cam_xmat d.light_xpos d.light_xdir
void camlight(const Model& m, Data& d);

}  // namespace corten
