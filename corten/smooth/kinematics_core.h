// Forward kinematics for any scalar: one joint, one body, one attached frame. M is Model, D is Data, or they
// have their fields.
#pragma once

#include "corten/math/load.h"
#include "corten/math/mat3.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"
#include "corten/smooth/lane_scalar.h"

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
[[gnu::always_inline]] CORTEN_HD inline Placement<T> rotate_about(const Placement<T>& frame,
                                                                  const Quat<T>& local,
                                                                  const Vec3<T>& anchor_w,
                                                                  const Vec3<T>& anchor_b) {
  const Quat<T> turned = frame.quat * local;
  return {anchor_w - rotate(turned, anchor_b), turned};
}

// Away from unit length, which is rare: out of line and on numbers, so that the pose of a body stays in
// registers.
template <class T>
[[gnu::noinline, gnu::cold]] CORTEN_HD static Quat<T> rescaled(T w, T x, T y, T z) {
  return unit(Quat<T>{w, x, y, z});
}

// The same as unit(q). Unit to rounding is usual, and foreseen: the square root is not waited for.
template <class T>
[[gnu::always_inline]] CORTEN_HD static inline Quat<T> usual_unit(const Quat<T>& q) {
  using std::abs;
  if (all(abs(norm(q) - T(1)) <= kMinVal<T>)) [[likely]]
    return {q[0], q[1], q[2], q[3]};
  const Quat<T> r = rescaled(q[0], q[1], q[2], q[3]);
  return {r[0], r[1], r[2], r[3]};
}

// Pose of a body before its joints move it, in its parent and in the world: its offset, or its mocap pose.
template <class M, class D, class T = ScalarOf<D>>
CORTEN_HD static Placement<T> local_placement(const M& m, const D& d, int body) {
  const int mocap = m.body_mocapid[body];
  return mocap >= 0 ? Placement<T>{d.mocap_pos[mocap], usual_unit(d.mocap_quat[mocap])}
                    : Placement<T>{spread<T>(m.body_pos[body]), spread<T>(m.body_quat[body])};
}
template <class M, class D, class T = ScalarOf<D>>
CORTEN_HD static Placement<T> rest_placement(const M& m, const D& d, int body) {
  const int parent = m.body_parentid[body];
  const Placement<T> local = local_placement(m, d, body);
  if (parent == 0) return local;
  return {d.xmat[parent] * local.pos + d.xpos[parent], d.xquat[parent] * local.quat};
}

// Turn of a hinge or ball joint from the reference.
template <class M, class D, class T = ScalarOf<D>>
CORTEN_HD static Quat<T> joint_turn(const M& m, const D& d, int jnt) {
  const int adr = m.jnt_qposadr[jnt];
  if (m.jnt_type[jnt] == mjJNT_HINGE)
    return axis_angle_quat(spread<T>(m.jnt_axis[jnt]), d.qpos[adr] - spread<T>(m.qpos0[adr]));
  return usual_unit(load_quat(&d.qpos[adr]));
}

// Moves the running pose by one joint, whose turn `turn` gives; records where its axis and anchor were
// before.
template <class M, class D, class Turn, class T = ScalarOf<D>>
CORTEN_HD static Placement<T> move_joint(const M& m, D& d, int jnt, const Placement<T>& frame, Turn turn) {
  const Vec3<T>& anchor_b = spread<T>(m.jnt_pos[jnt]);
  const Vec3<T> axis_w = rotate(frame.quat, spread<T>(m.jnt_axis[jnt]));
  const Vec3<T> anchor_w = rotate(frame.quat, anchor_b) + frame.pos;
  // number by number: a copy in wider pieces would wait for the numbers to reach memory
  store(axis_w, d.xaxis[jnt].data());
  store(anchor_w, d.xanchor[jnt].data());
  if (m.jnt_type[jnt] == mjJNT_SLIDE) {
    const int adr = m.jnt_qposadr[jnt];
    return slide_by(frame, axis_w, d.qpos[adr] - spread<T>(m.qpos0[adr]));
  }
  return rotate_about(frame, turn(), anchor_w, anchor_b);
}
template <class M, class D, class T = ScalarOf<D>>
CORTEN_HD static Placement<T> move_joint(const M& m, D& d, int jnt, const Placement<T>& frame) {
  return move_joint(m, d, jnt, frame, [&] { return joint_turn(m, d, jnt); });
}

template <class M, class D, class T = ScalarOf<D>>
CORTEN_HD static Placement<T> free_placement(const M& m, D& d, int jnt) {
  const T* q = d.qpos.data() + m.jnt_qposadr[jnt];
  d.xanchor[jnt] = load_vec3(q);
  d.xaxis[jnt] = spread<T>(m.jnt_axis[jnt]);
  return {load_vec3(q), usual_unit(load_quat(q + 3))};
}

template <class M, class D, class T = ScalarOf<D>>
[[gnu::always_inline]] CORTEN_HD static inline void place_body(const M& m, D& d, int body) {
  const int first = m.body_jntadr[body], count = m.body_jntnum[body];
  Placement<T> frame{};
  if (count == 1 && m.jnt_type[first] == mjJNT_FREE) {
    frame = free_placement(m, d, first);
  } else {
    frame = rest_placement(m, d, body);
    CORTEN_ROLLED for (int jnt = first; jnt < first + count; ++jnt) frame = move_joint(m, d, jnt, frame);
  }
  const Quat<T> quat = usual_unit(frame.quat);
  store(frame.pos, d.xpos[body].data());
  store(quat, d.xquat[body].data());
  d.xmat[body] = to_mat(quat);
}

template <class D, class T = ScalarOf<D>>
CORTEN_HD static void place_world(D& d) {
  d.xpos[0] = d.xipos[0] = Vec3<T>{};
  d.xquat[0] = Quat<T>::identity();
  d.xmat[0] = d.ximat[0] = Mat3<T>::identity();
}

// World pose of a frame fixed in a body; `sameframe` says which frames of the body it shares.
template <class D, class S, class T = ScalarOf<D>>
CORTEN_HD static void place_frame(const D& d, int body, const Vec3<S>& pos_b, const Quat<S>& quat_b,
                                  int sameframe, Vec3<T>& xpos, Mat3<T>& xmat) {
  if (sameframe == mjSAMEFRAME_BODY) {
    xpos = d.xpos[body];
  } else if (sameframe == mjSAMEFRAME_INERTIA) {
    xpos = d.xipos[body];
  } else {
    xpos = d.xmat[body] * spread<T>(pos_b) + d.xpos[body];
  }
  if (sameframe == mjSAMEFRAME_NONE) {
    xmat = to_mat(d.xquat[body] * spread<T>(quat_b));
  } else {
    const bool inertial = sameframe == mjSAMEFRAME_INERTIA || sameframe == mjSAMEFRAME_INERTIAROT;
    xmat = inertial ? d.ximat[body] : d.xmat[body];
  }
}

template <class M, class D>
CORTEN_HD static void place_run(const M& m, D& d, Run bodies) {
  for (int body = bodies.first; body < bodies.last; ++body) place_body(m, d, body);
}

template <class M, class D>
CORTEN_HD static void place_inertial_frames(const M& m, D& d, Run bodies) {
  for (int body = bodies.first; body < bodies.last; ++body)
    place_frame(d, body, m.body_ipos[body], m.body_iquat[body], m.body_sameframe[body], d.xipos[body],
                d.ximat[body]);
}

template <class M, class D>
CORTEN_HD static void place_site_frames(const M& m, D& d, Run sites) {
  for (int site = sites.first; site < sites.last; ++site)
    place_frame(d, m.site_bodyid[site], m.site_pos[site], m.site_quat[site], m.site_sameframe[site],
                d.site_xpos[site], d.site_xmat[site]);
}

// Frames of all bodies and of their inertia.
template <class M, class D>
CORTEN_HD static void place_bodies(const M& m, D& d) {
  place_world(d);
  place_run(m, d, {1, m.nbody});
  place_inertial_frames(m, d, {1, m.nbody});
}

}  // namespace corten
