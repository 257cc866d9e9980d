// Poses, centres of mass, motion axes, inertia matrix: what depends on the configuration alone.
#pragma once

#include "corten/smooth/com_core.h"
#include "corten/smooth/inertia_core.h"
#include "corten/smooth/kinematics_core.h"
#include "cuda/context.h"

namespace corten::gpu {

// item(LevelBody) for the bodies of every depth in turn
template <class C, class Item>
CORTEN_DEV void by_level(const C& c, Item item) {
  const auto& t = c.tables();
  CORTEN_ROLLED for (int level = 1; level <= t.nlevel; ++level) {
    const int first = t.level_adr[level], n = t.level_adr[level + 1] - first;
    c.each(n, [&](int i) { item(t.level_bodies[first + i]); });
  }
}

// Turn of every joint, all sines at once; a free joint's is the orientation of its body.
template <class C>
CORTEN_DEV void joint_turns(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  c.each(m.njnt, [&](int jnt) {
    const int type = m.jnt_type[jnt], adr = m.jnt_qposadr[jnt];
    if (type == mjJNT_SLIDE) return;
    Quat<T> turn;
    if (type == mjJNT_HINGE) {
      const Vec3<T>& axis = m.jnt_axis[jnt];
      T s, cosine;
      sine_cosine((d.qpos[adr] - m.qpos0[adr]) * T(0.5), s, cosine);
      turn = {cosine, axis[0] * s, axis[1] * s, axis[2] * s};
    } else {
      turn = quick_unit(load_quat(&d.qpos[adr + (type == mjJNT_FREE ? 3 : 0)]));
    }
    quick_store(turn, d.jnt_turn[jnt]);
  });
}

// Pose of a body in its parent with all its joints; their axes and anchors there, too.
template <class C>
CORTEN_DEV void place_in_parent(const C& c, int body) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  const int first = m.body_jntadr[body], count = m.body_jntnum[body], mocap = m.body_mocapid[body];
  Placement<T> frame{m.body_pos[body], m.body_quat[body]};
  if (mocap >= 0) frame = {d.mocap_pos[mocap], quick_unit(d.mocap_quat[mocap])};
  CORTEN_ROLLED for (int jnt = first; jnt < first + count; ++jnt) {
    if (m.jnt_type[jnt] == mjJNT_FREE) {
      frame = {load_vec3(&d.qpos[m.jnt_qposadr[jnt]]), quick_load(d.jnt_turn[jnt])};
      d.xanchor[jnt] = frame.pos;
    } else {
      frame = move_joint(m, d, jnt, frame, [&] { return quick_load(d.jnt_turn[jnt]); });
    }
  }
  d.xpos[body] = frame.pos;
  quick_store(frame.quat, d.xquat[body]);
}

// From level to level only a product and a sum.
template <class C>
CORTEN_DEV void place_in_world(const C& c, const LevelBody& b) {
  using T = typename C::Scalar;
  auto& d = c.world;
  const int body = b.body, parent = b.parent;
  const Quat<T> quat = quick_load(d.xquat[parent]);
  d.xpos[body] = quick_rotate(quat, d.xpos[body]) + d.xpos[parent];
  quick_store(quick_unit(quat * quick_load(d.xquat[body])), d.xquat[body]);
}

template <class C>
CORTEN_DEV void poses(const C& c) {
  const auto& m = c.model();
  auto& d = c.world;
  if (c.lane() == 0) place_world(d);
  joint_turns(c);
  c.each(m.nbody - 1, [&](int i) { place_in_parent(c, i + 1); });
  by_level(c, [&](const LevelBody& b) { place_in_world(c, b); });
  c.each(m.nbody - 1, [&](int i) {
    const int body = i + 1;
    d.xmat[body] = to_mat(d.xquat[body]);
    place_frame(d, body, m.body_ipos[body], m.body_iquat[body], m.body_sameframe[body], d.xipos[body],
                d.ximat[body]);
  });
  c.each_unsynced(m.nsite, [&](int s) {
    place_frame(d, m.site_bodyid[s], m.site_pos[s], m.site_quat[s], m.site_sameframe[s], d.site_xpos[s],
                d.site_xmat[s]);
  });
}

// Centres of mass of the trees: the points that spatial vectors refer to.
template <class C>
CORTEN_DEV void centers(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  if (c.lane() == 0) d.subtree_com[0] = Vec3<T>{};
  CORTEN_ROLLED for (int k = 0; k < t.nroot; ++k) {
    const int root = t.roots[k];
    Vec3<T> sum{};
    CORTEN_ROLLED for (int i = c.lane(); i < t.body_subtree[root]; i += c.width()) sum +=
        d.xipos[root + i] * m.body_mass[root + i];
    const T mass = m.body_subtreemass[root];
    c.team.sum(sum[0], sum[1], sum[2]);
    if (c.lane() == 0) d.subtree_com[root] = mass < kMinVal<T> ? d.xipos[root] : sum * (T(1) / mass);
  }
  c.sync();
}

// How a dof moves its body; its joint's axis and anchor are known in the parent.
template <class C>
CORTEN_DEV Motion<typename C::Scalar> dof_axis(const C& c, int dof) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int jnt = m.dof_jntid[dof], body = m.dof_bodyid[dof], parent = m.body_parentid[body];
  const int type = m.jnt_type[jnt], k = dof - m.jnt_dofadr[jnt];
  if (type == mjJNT_FREE && k < 3) return slide_motion(Vec3<T>{T(k == 0), T(k == 1), T(k == 2)});
  const Quat<T> quat = quick_load(d.xquat[parent]);
  if (type == mjJNT_SLIDE) return slide_motion(quick_rotate(quat, d.xaxis[jnt]));
  const Vec3<T> axis = type == mjJNT_HINGE ? quick_rotate(quat, d.xaxis[jnt]) : d.xmat[body].col(k % 3);
  const Vec3<T> anchor = quick_rotate(quat, d.xanchor[jnt]) + d.xpos[parent];
  return hinge_motion(axis, d.subtree_com[m.body_rootid[body]] - anchor);
}

template <class C>
CORTEN_DEV void axes_and_inertias(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  if (c.lane() == 0) d.cinert[0] = Inertia<T>{};
  c.each_unsynced(m.nbody - 1, [&](int i) { place_inertia(m, d, i + 1); });
  c.each(m.nv, [&](int dof) { d.cdof[dof] = dof_axis(c, dof); });
}

// to[b] = Σ from over the subtree of b, number by number: bodies of a subtree are consecutive, no level waits
template <int N, class C, class T>
CORTEN_DEV void subtree_sums(const C& c, const T* from, T* to) {
  const auto& t = c.tables();
  c.each(N * (c.model().nbody - 1), [&](int i) {
    const int body = t.body_by_size[i / N], k = i % N;
    const T* x = from + body * N + k;
    T sum = x[0];
    for (int n = 1; n < t.body_subtree[body]; ++n) sum += x[n * N];
    to[body * N + k] = sum;
  });
}

// to[b] = to[parent] + Σ motions[k] · rates[k] over the dofs of b, from level to level; eight lanes to a body
template <class C, class T>
CORTEN_DEV void pass_down(const C& c, const T* motions, const T* rates, T* to) {
  const auto& t = c.tables();
  CORTEN_ROLLED for (int level = 1; level <= t.nlevel; ++level) {
    const int first = t.level_adr[level], n = t.level_adr[level + 1] - first;
    c.each(8 * n, [&](int i) {
      const LevelBody b = t.level_bodies[first + (i >> 3)];
      const int k = i & 7;
      if (k >= 6) return;
      T x = to[b.parent * 6 + k];
      for (int e = b.dof; e < b.end; ++e) x += motions[e * 6 + k] * rates[e];
      to[b.body * 6 + k] = x;
    });
  }
}

template <class C>
CORTEN_DEV void inertia_matrix(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  subtree_sums<10>(c, &d.cinert[0].i[0], &d.crb[0].i[0]);
  Force<T>* momentum = reinterpret_cast<Force<T>*>(d.cdof_dot.data());  // free until velocities are passed
  c.each(m.nv, [&](int dof) { momentum[dof] = d.crb[m.dof_bodyid[dof]] * d.cdof[dof]; });
  c.each(m.nC, [&](int e) {
    const MatrixPlace at = t.M_places[e];
    const int i = at.row, j = at.column;
    T x = dot(d.cdof[j], momentum[i]) + (i == j ? m.dof_armature[i] : T(0));
    if (C::has(kTendons) && t.tendon_armature)
      CORTEN_ROLLED for (int k = 0; k < m.ntendon; ++k) x +=
          m.tendon_armature[k] * d.ten_J[k * c.np() + i] * d.ten_J[k * c.np() + j];
    c.set_inertia(i, j, x);
  });
}

}  // namespace corten::gpu
