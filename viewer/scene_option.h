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

// In the order and with the types that Python declares too (MjvOption); the defaults are MuJoCo's.
struct SceneOption {
  using Groups = std::array<byte, kNGroup>;
  static constexpr Groups kFirstThree{1, 1, 1, 0, 0, 0};

  int label = mjLABEL_NONE;  // mjtLabel
  int frame = mjFRAME_NONE;  // mjtFrame
  Groups actuatorgroup = kFirstThree, flexgroup = kFirstThree, geomgroup = kFirstThree,
         jointgroup = kFirstThree, sitegroup = kFirstThree, skingroup = kFirstThree,
         tendongroup = kFirstThree;
  VisFlags flags = default_vis_flags();  // by mjtVisFlag
  int bvh_depth = 1;
  int flex_layer = 0;       // of a solid whose faces are drawn; 0: outside
  int catmask = mjCAT_ALL;  // mjtCatBit; an argument of its own in MuJoCo

  bool shows(mjtVisFlag flag) const { return flags[flag] != 0; }
};

// A body that is selected, and pulled or turned; in the order and with the types of MjvPerturb.
struct Perturb {
  int select = 0;  // body, 0 for none
  int flexselect = -1, skinselect = -1;
  int active = 0;                               // mjtPertBit
  int active2 = 0;                              // of the user's second hand
  Vec3<Real> refpos{};                          // where the centre of mass should be
  Quat<Real> refquat = Quat<Real>::identity();  // and how its inertial frame should stand
  Vec3<Real> refselpos{};                       // where the selected point is pulled to
  Vec3<Real> localpos{};                        // selected point, in the body
  Real localmass = 0;                           // felt there
  Real scale = 1;                               // metres a drag over the whole picture moves
};
static_assert(sizeof(Perturb) == 144);

}  // namespace corten::viewer
