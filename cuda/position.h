// Poses, centres of mass, motion axes, inertia matrix: what depends on the configuration alone.
#pragma once

#include "corten/smooth/com_core.h"
#include "corten/smooth/inertia_core.h"
#include "corten/smooth/kinematics_core.h"
#include "cuda/context.h"

namespace corten::gpu {

// item(body) for the bodies of every depth in turn
template <class C, class Item>
CORTEN_DEV void by_level(const C& c, Item item) {
  const auto& t = c.tables();
  CORTEN_ROLLED for (int level = 1; level <= t.nlevel; ++level) {
    const int first = t.level_adr[level], n = t.level_adr[level + 1] - first;
    c.each(n, [&](int i) { item(t.level_body[first + i]); });
  }
}

// Pose of a body in its parent with all its joints; their axes and anchors there, too.
template <class C>
CORTEN_DEV void place_in_parent(const C& c, int body) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  const int first = m.body_jntadr[body], count = m.body_jntnum[body];
  Placement<T> frame{};
  if (count == 1 && m.jnt_type[first] == mjJNT_FREE) {
    frame = free_placement(m, d, first);
  } else {
    frame = local_placement(m, d, body);
    CORTEN_ROLLED for (int jnt = first; jnt < first + count; ++jnt) frame = move_joint(m, d, jnt, frame);
  }
  d.xpos[body] = frame.pos;
  d.xquat[body] = usual_unit(frame.quat);
}

// From level to level only a product and a sum.
template <class C>
CORTEN_DEV void place_in_world(const C& c, int body) {
  auto& d = c.world;
  const int parent = c.model().body_parentid[body];
  if (parent == 0) return;
  d.xpos[body] = rotate(d.xquat[parent], d.xpos[body]) + d.xpos[parent];
  d.xquat[body] = unit(d.xquat[parent] * d.xquat[body]);
}

template <class C>
CORTEN_DEV void poses(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  if (c.lane() == 0) place_world(d);
  c.each(m.nbody - 1, [&](int i) { place_in_parent(c, i + 1); });
  by_level(c, [&](int body) { place_in_world(c, body); });
  c.each_unsynced(m.njnt, [&](int jnt) {
    const int parent = m.body_parentid[m.jnt_bodyid[jnt]];
    if (parent == 0 || m.jnt_type[jnt] == mjJNT_FREE) return;
    const Quat<T> quat = d.xquat[parent];
    d.xaxis[jnt] = rotate(quat, d.xaxis[jnt]);
    d.xanchor[jnt] = rotate(quat, d.xanchor[jnt]) + d.xpos[parent];
  });
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
    CORTEN_ROLLED for (int i = c.lane(); i < t.body_subtree[root]; i += C::kWidth) sum +=
        d.xipos[root + i] * m.body_mass[root + i];
    const T mass = m.body_subtreemass[root];
    c.team.sum(sum[0], sum[1], sum[2]);
    if (c.lane() == 0) d.subtree_com[root] = mass < kMinVal<T> ? d.xipos[root] : sum * (T(1) / mass);
  }
  c.sync();
}

template <class C>
CORTEN_DEV void axes_and_inertias(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  if (c.lane() == 0) d.cinert[0] = Inertia<T>{};
  c.each_unsynced(m.nbody - 1, [&](int i) { place_inertia(m, d, i + 1); });
  c.each(m.njnt, [&](int jnt) { joint_dofs(m, d, jnt); });
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

// to[b] = to[parent] + Σ motions[k] · qvel[k] over the dofs of b, from level to level; eight lanes to a body
template <class C, class T>
CORTEN_DEV void pass_down(const C& c, const T* motions, T* to) {
  const auto& m = c.model();
  const auto& t = c.tables();
  CORTEN_ROLLED for (int level = 1; level <= t.nlevel; ++level) {
    const int first = t.level_adr[level], n = t.level_adr[level + 1] - first;
    c.each(8 * n, [&](int i) {
      const int body = t.level_body[first + (i >> 3)], k = i & 7;
      if (k >= 6) return;
      T x = to[m.body_parentid[body] * 6 + k];
      const int dof = m.body_dofadr[body], end = dof + m.body_dofnum[body];
      for (int e = dof; e < end; ++e) x += motions[e * 6 + k] * c.world.qvel[e];
      to[body * 6 + k] = x;
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
    const int i = t.M_row[e], j = m.M_colind[e];
    const T x = dot(d.cdof[j], momentum[i]) + (i == j ? m.dof_armature[i] : T(0));
    c.set_inertia(i, j, x);
  });
}

}  // namespace corten::gpu
