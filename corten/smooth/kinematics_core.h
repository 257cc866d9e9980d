// Arithmetic of forward kinematics on values: one joint, one attached frame.
#pragma once

#include "corten/math/load.h"
#include "corten/math/mat3.h"
#include "corten/model/enums.h"

namespace corten {

// Position and orientation of a frame in the world.
template <class T>
struct Placement {
  Vec3<T> pos;
  Quat<T> quat;
};

// The frame after a slide joint has moved along its world axis.
template <class T>
CORTEN_HD Placement<T> slide_by(const Placement<T>& frame, const Vec3<T>& axis_w, T displacement) {
  return {frame.pos + axis_w * displacement, frame.quat};
}

// The frame after rotating by `local` about an anchor that is at `anchor_b` in the body.
template <class T>
CORTEN_HD Placement<T> rotate_about(const Placement<T>& frame, const Quat<T>& local, const Vec3<T>& anchor_w,
                                    const Vec3<T>& anchor_b) {
  const Quat<T> turned = frame.quat * local;
  return {anchor_w - rotate(turned, anchor_b), turned};
}

}  // namespace corten
