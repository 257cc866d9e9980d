// What a user wants to see: MuJoCo's mjvOption and mjvPerturb.
#pragma once

#include <array>

#include "corten/math/quat.h"
#include "corten/model/constants.h"
#include "corten/model/enums.h"

namespace corten::viewer {

using VisFlags = std::array<byte, mjNVISFLAG>;

constexpr VisFlags default_vis_flags() {
  VisFlags flags{};
  for (const mjtVisFlag flag : {mjVIS_TEXTURE, mjVIS_TENDON, mjVIS_RANGEFINDER, mjVIS_PERTOBJ, mjVIS_STATIC,
                                mjVIS_SKIN, mjVIS_FLEXEDGE, mjVIS_FLEXSKIN})
    flags[flag] = 1;
  return flags;
}

// The defaults are MuJoCo's.
struct SceneOption {
  using Groups = std::array<byte, kNGroup>;
  static constexpr Groups kFirstThree{1, 1, 1, 0, 0, 0};
  int label = mjLABEL_NONE;
  int frame = mjFRAME_NONE;  // bodies, geoms, sites or contacts whose axes are drawn
  Groups geomgroup = kFirstThree, sitegroup = kFirstThree, jointgroup = kFirstThree,
         tendongroup = kFirstThree, actuatorgroup = kFirstThree, flexgroup = kFirstThree,
         skingroup = kFirstThree;
  VisFlags flags = default_vis_flags();  // by mjtVisFlag
  int bvh_depth = 1;
  int catmask = mjCAT_ALL;  // mjtCatBit

  bool shows(mjtVisFlag flag) const { return flags[flag] != 0; }
};

// A body that is selected, and pulled or turned.
struct Perturb {
  int select = 0;          // body, 0 for none
  int active = 0;          // mjtPertBit
  int active2 = 0;         // of the user's second hand
  Vec3<Real> refselpos{};  // where the selected point is pulled to
  Quat<Real> refquat = Quat<Real>::identity();
  Vec3<Real> localpos{};  // selected point, in the body
};

}  // namespace corten::viewer
