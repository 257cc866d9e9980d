// Transmissions for any scalar: length of an actuator and the row of its moments. M is Model, D is Data, or
// they have their fields. Contacts, which adhesion needs, are not here.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/load.h"
#include "corten/model/structure.h"
#include "corten/smooth/jacobian_core.h"
#include "corten/smooth/slider_crank_core.h"

namespace corten {

// The row of actuator_moment being written.
template <class T>
struct MomentRow {
  int* colind;
  T* value;
  int nnz = 0;

  void add(int dof, const T& x) {
    colind[nnz] = dof;
    value[nnz++] = x;
  }
  // keeps what is not exactly zero, as the oracle does; lanes what is not zero in one of them
  void compress(const T* dense, int nv) {
    for (int dof = 0; dof < nv; ++dof)
      if (any(dense[dof] != T(0))) add(dof, dense[dof]);
  }
};

// Whether the row of an actuator leaves zeros out.
template <class M>
static inline bool compresses_moments(const M& m, int i) {
  const int type = m.actuator_trntype[i];
  return type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT && !(type == mjTRN_TENDON && is_sparse(m));
}

template <class T, class M>
static Vec3<T> gear_part(const M& m, int i, int first) {
  return spread<T>(load_vec3(m.actuator_gear[i].data() + first));
}

// gear of a rotation, given in the parent frame, seen from the child frame
template <class T>
static Vec3<T> child_gear(const Quat<T>& quat, const Vec3<T>& gear) {
  return rotate(conjugate(quat), gear);
}

template <class M, class D, class T = ScalarOf<D>>
static T joint_moments(const M& m, const D& d, int i, MomentRow<T>& row) {
  const int jnt = m.actuator_trnid[i][0], dof = m.jnt_dofadr[jnt];
  const T* q = d.qpos.data() + m.jnt_qposadr[jnt];
  const bool in_parent = m.actuator_trntype[i] == mjTRN_JOINTINPARENT;
  const int type = m.jnt_type[jnt];
  if (type == mjJNT_SLIDE || type == mjJNT_HINGE) {
    const T gear(m.actuator_gear[i][0]);
    row.add(dof, gear);
    return *q * gear;
  }
  const bool free = type == mjJNT_FREE;
  const Quat<T> quat = unit(load_quat(q + (free ? 3 : 0)));
  Vec3<T> gear = gear_part<T>(m, i, free ? 3 : 0);
  if (in_parent) gear = child_gear(quat, gear);
  if (free)
    for (int k = 0; k < 3; ++k) row.add(dof + k, T(m.actuator_gear[i][k]));
  for (int k = 0; k < 3; ++k) row.add(dof + k + (free ? 3 : 0), gear[k]);
  return free ? T(0) : dot(quat_to_vel(quat, T(1)), gear);
}

template <class M, class D, class T = ScalarOf<D>>
static T tendon_moments(const M& m, const D& d, int i, MomentRow<T>& row) {
  const int tendon = m.actuator_trnid[i][0];
  const T gear(m.actuator_gear[i][0]);
  if (is_sparse(m)) {
    const int adr = d.ten_J_rowadr[tendon], nnz = d.ten_J_rownnz[tendon];
    const T* J = d.ten_J.data() + adr;
    T* value = row.value;
    for (int k = 0; k < nnz; ++k) value[k] = J[k] * gear;
    std::copy_n(d.ten_J_colind.data() + adr, nnz, row.colind);
    row.nnz = nnz;
  } else {
    const T* J = d.ten_J[tendon].data();
    for (int dof = 0; dof < m.nv; ++dof)
      if (const T x = J[dof] * gear; any(x != T(0))) row.add(dof, x);
  }
  return d.ten_length[tendon] * gear;
}

template <class M, class D, class T = ScalarOf<D>>
static T slidercrank_moments(const M& m, const D& d, int i, T* dense) {
  const int crank = m.actuator_trnid[i][0], slider = m.actuator_trnid[i][1];
  const int crank_body = m.site_bodyid[crank], slider_body = m.site_bodyid[slider];
  const Vec3<T> axis = d.site_xmat[slider].col(2);
  const SliderCrank<T> s =
      slider_crank(axis, d.site_xpos[crank] - d.site_xpos[slider], T(m.actuator_cranklength[i]));
  const Vec3<T> crank_offset = d.site_xpos[crank] - reference_point(m, d, crank_body);
  const Vec3<T> slider_offset = d.site_xpos[slider] - reference_point(m, d, slider_body);
  const T gear(m.actuator_gear[i][0]);
  for_either_chain(m, crank_body, slider_body, [&](int dof, bool moves_crank, bool moves_slider) {
    const Motion<T>& cdof = d.cdof[dof];
    const Vec3<T> by_crank = moves_crank ? point_column(cdof, crank_offset) : Vec3<T>{};
    const Vec3<T> by_slider = moves_slider ? point_column(cdof, slider_offset) : Vec3<T>{};
    const Vec3<T> turn = moves_slider ? cross(cdof.ang, axis) : Vec3<T>{};
    T sum(0);
    for (int k = 0; k < 3; ++k) sum += s.by_axis[k] * turn[k] + s.by_vec[k] * (by_crank[k] - by_slider[k]);
    dense[dof] = sum * gear;
  });
  return s.length * gear;
}

// dense[dof] = Jpᵀ push + Jrᵀ turn along the chain of the site's body
template <class M, class D, class T = ScalarOf<D>>
static T site_moments(const M& m, const D& d, int i, T* dense) {
  const int site = m.actuator_trnid[i][0], body = m.site_bodyid[site];
  const Mat3<T>& rot = d.site_xmat[site];
  const Vec3<T> push = rot * gear_part<T>(m, i, 0), turn = rot * gear_part<T>(m, i, 3);
  const Vec3<T> offset = d.site_xpos[site] - reference_point(m, d, body);
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof])
    dense[dof] = dot(point_column(d.cdof[dof], offset), push) + dot(d.cdof[dof].ang, turn);
  return T(0);
}

// the oracle's order of factors, which is not the geometric one
template <class M, class D, class T = ScalarOf<D>>
static Quat<T> refsite_quat(const M& m, const D& d, int site) {
  return spread<T>(m.site_quat[site]) * d.xquat[m.site_bodyid[site]];
}

// dense[dof] += (J(site) − J(ref))ᵀ direction, for the dofs that move one of them alone
template <class M, class Column, class T>
static void add_difference(const M& m, int body, int ref_body, Column column, const Vec3<T>& direction,
                           T* dense) {
  for_either_chain(m, body, ref_body, [&](int dof, bool moves_site, bool moves_ref) {
    if (moves_site && moves_ref) return;
    const Vec3<T> c = column(dof, moves_site);
    dense[dof] += dot(moves_site ? c : c * T(-1), direction);
  });
}

template <class M, class D, class T = ScalarOf<D>>
static T refsite_moments(const M& m, const D& d, int i, T* dense) {
  const int site = m.actuator_trnid[i][0], ref = m.actuator_trnid[i][1];
  const int body = m.site_bodyid[site], ref_body = m.site_bodyid[ref];
  const Mat3<T>& rot = d.site_xmat[ref];
  const auto* gear = m.actuator_gear[i].data();
  const auto given = [](const auto* g) { return g[0] != 0 || g[1] != 0 || g[2] != 0; };
  T length(0);
  if (given(gear)) {
    const Vec3<T> push = gear_part<T>(m, i, 0);
    length += dot(transpose_mul(rot, d.site_xpos[site] - d.site_xpos[ref]), push);
    const Vec3<T> offset = d.site_xpos[site] - reference_point(m, d, body);
    const Vec3<T> ref_offset = d.site_xpos[ref] - reference_point(m, d, ref_body);
    const auto column = [&](int dof, bool of_site) {
      return point_column(d.cdof[dof], of_site ? offset : ref_offset);
    };
    add_difference(m, body, ref_body, column, rot * push, dense);
  }
  if (given(gear + 3)) {
    const Vec3<T> turn = gear_part<T>(m, i, 3);
    length += dot(sub_quat(refsite_quat(m, d, site), refsite_quat(m, d, ref)), turn);
    const auto column = [&](int dof, bool) { return d.cdof[dof].ang; };
    add_difference(m, body, ref_body, column, rot * turn, dense);
  }
  return length;
}

// Length and row of one actuator that pulls on anything but a body. `dense`: scratch, nv.
template <class M, class D, class T = ScalarOf<D>>
static T transmit(const M& m, const D& d, int i, T* dense, MomentRow<T>& row) {
  const int type = m.actuator_trntype[i];
  if (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) return joint_moments(m, d, i, row);
  if (type == mjTRN_TENDON) return tendon_moments(m, d, i, row);
  std::fill(dense, dense + m.nv, T(0));
  T length(0);
  if (type == mjTRN_SLIDERCRANK) length = slidercrank_moments(m, d, i, dense);
  if (type == mjTRN_SITE)
    length = m.actuator_trnid[i][1] < 0 ? site_moments(m, d, i, dense) : refsite_moments(m, d, i, dense);
  row.compress(dense, m.nv);
  return length;
}

// All actuators: length(i, row) writes the row of one and gives its length, unless it rests.
//   out: d.actuator_length d.actuator_moment d.moment_rownnz d.moment_rowadr d.moment_colind
template <class M, class D, class Rests, class Length, class T = ScalarOf<D>>
static void transmission_core(const M& m, D& d, Rests rests, Length length) {
  int adr = 0;
  for (int i = 0; i < m.nu; ++i) {
    MomentRow<T> row{d.moment_colind.data() + adr, d.actuator_moment.data() + adr};
    if (!rests(i)) d.actuator_length[i] = length(i, row);
    d.moment_rowadr[i] = adr;
    d.moment_rownnz[i] = row.nnz;
    adr += row.nnz;
  }
}

// Σ value · qvel of one lane over the entries that are not zero there, summed as dot_sparse sums
template <class T>
static auto dot_lane(const T* value, const int* colind, int nnz, const T* qvel, int lane) {
  using S = decltype(value->lane(0));
  S sums[4] = {}, waiting[4] = {};
  int n = 0;
  for (int k = 0; k < nnz; ++k) {
    const S x = value[k].lane(lane);
    if (x == 0) continue;
    waiting[n++] = x * qvel[colind[k]].lane(lane);
    if (n < 4) continue;
    for (int e = 0; e < 4; ++e) sums[e] += waiting[e];
    n = 0;
  }
  S sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  for (int e = 0; e < n; ++e) sum += waiting[e];
  return sum;
}

// The same for all lanes, each of which leaves out its own zeros.
template <class T>
static T dot_apart(const T* value, const int* colind, int nnz, const T* qvel) {
  T result;
  for (int lane = 0; lane < T::kLanes; ++lane)
    result.set_lane(lane, dot_lane(value, colind, nnz, qvel, lane));
  return result;
}

// moment · qvel. From four entries on the order of the sum follows those that are not zero: where rows leave
// zeros out and not all lanes have the same, each sums for itself.
template <class M, class D>
static void actuator_velocity_core(const M& m, D& d) {
  using T = ScalarOf<D>;
  for (int i = 0; i < m.nu; ++i) {
    const int adr = d.moment_rowadr[i], nnz = d.moment_rownnz[i];
    const T* value = d.actuator_moment.data() + adr;
    const int* colind = d.moment_colind.data() + adr;
    if constexpr (!std::is_arithmetic_v<T>)
      if (nnz >= 4 && compresses_moments(m, i) &&
          std::any_of(value, value + nnz, [](const T& x) { return any(x == T(0)); })) {
        d.actuator_velocity[i] = dot_apart(value, colind, nnz, d.qvel.data());
        continue;
      }
    d.actuator_velocity[i] = dot_sparse(value, colind, nnz, d.qvel.data());
  }
}

}  // namespace corten
