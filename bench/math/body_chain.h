// Forward kinematics of a chain of hinges, reduced to its arithmetic: the work that lanes must speed up.
#pragma once

#include "corten/math/pose.h"

namespace corten::bench {

inline constexpr int kBodies = 32;

// One world per lane of T.
template <class T>
struct BodyChain {
  Pose<T> offset[kBodies];  // in the parent
  Quat<T> turn[kBodies];    // of the joint
  Pose<T> pose[kBodies];    // in the world
  Mat3<T> xmat[kBodies];
};

template <class T>
void place_bodies(BodyChain<T>& chain) {
  Pose<T> parent;
  for (int b = 0; b < kBodies; ++b) {
    const Pose<T>& offset = chain.offset[b];
    parent = {parent * offset.pos, unit(parent.quat * offset.quat * chain.turn[b])};
    chain.pose[b] = parent;
    chain.xmat[b] = to_mat(parent.quat);
  }
}

// Any chain will do, as long as no quaternion is trivial.
template <class T>
void fill(BodyChain<T>& chain) {
  for (int b = 0; b < kBodies; ++b) {
    chain.offset[b] = {{T(0.1), T(0.2), T(0.3)},
                       axis_angle_quat(Vec3<T>{T(0.6), T(0), T(0.8)}, T(0.1 * b + 0.3))};
    chain.turn[b] = axis_angle_quat(Vec3<T>{T(0), T(0), T(1)}, T(0.05 * b + 0.2));
  }
}

}  // namespace corten::bench
