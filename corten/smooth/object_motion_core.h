// Motion of objects with a frame for any scalar: a body's spatial motion at the object's origin.
#pragma once

#include "corten/math/spatial.h"

namespace corten {

// Where an object is and what it is fixed to. body < 0: the type has no frame.
template <class T>
struct ObjectFrameOf {
  int body = -1;
  Vec3<T> pos{};
  Mat3<T> rot{};
};

// a spatial motion of the body about its reference point, at the object's origin, in world axes or the
// object's
template <class T>
CORTEN_HD Motion<T> motion_at(const ObjectFrameOf<T>& f, const Motion<T>& motion, const Vec3<T>& reference,
                              bool local) {
  const Motion<T> moved = transport(motion, f.pos, reference);
  return local ? to_local(moved, f.rot) : moved;
}

// the acceleration of the object's origin itself: the spatial one and ω × v
template <class T>
CORTEN_HD Motion<T> acceleration_at(const ObjectFrameOf<T>& f, const Motion<T>& vel, const Motion<T>& acc,
                                    const Vec3<T>& reference, bool local) {
  const Motion<T> velocity = motion_at(f, vel, reference, local);
  Motion<T> out = motion_at(f, acc, reference, local);
  out.lin += cross(velocity.ang, velocity.lin);
  return out;
}

// Readings in a reference frame.
template <class T>
CORTEN_HD Vec3<T> position_in(const ObjectFrameOf<T>& ref, const Vec3<T>& pos) {
  return transpose_mul(ref.rot, pos - ref.pos);
}
template <class T>
CORTEN_HD Vec3<T> turning_in(const ObjectFrameOf<T>& ref, const Motion<T>& ref_vel, const Vec3<T>& ang) {
  return transpose_mul(ref.rot, ang - ref_vel.ang);
}
template <class T>
CORTEN_HD Vec3<T> velocity_in(const ObjectFrameOf<T>& ref, const Motion<T>& ref_vel, const Vec3<T>& pos,
                              const Vec3<T>& lin) {
  const Vec3<T> carried = cross(ref_vel.ang, pos - ref.pos);
  return transpose_mul(ref.rot, lin - ref_vel.lin - carried);
}

}  // namespace corten
