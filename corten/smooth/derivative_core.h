// Derivative of actuator and damper forces by velocity for any scalar. M is Model, D is Data, or they have
// their fields; lanes share the patterns of rows.
#pragma once

#include "corten/math/select.h"
#include "corten/model/enums.h"
#include "corten/smooth/lane_scalar.h"
#include "corten/smooth/tendon_core.h"

namespace corten {

// qDeriv += scale JᵀJ; `dense` holds the row J, `dofs` its entries that are not zero.
template <class M, class D, class T = ScalarOf<D>>
static void add_outer_product_core(const M& m, D& d, const T* dense, const int* dofs, int count, T scale) {
  for (int i = 0; i < count; ++i) {
    const T factor = dense[dofs[i]] * scale;
    const int adr = m.D_rowadr[dofs[i]];
    for (int k = adr; k < adr + m.D_rownnz[dofs[i]]; ++k) d.qDeriv[k] += factor * dense[m.D_colind[k]];
  }
}

// ∂ bias / ∂ velocity of an actuator
template <class M>
static Real actuator_bias_slope(const M& m, int i) {
  return m.actuator_biastype[i] == mjBIAS_AFFINE ? m.actuator_biasprm[i][2] : 0;
}

// Whether no gain depends on velocity.
template <class M>
static bool constant_gains(const M& m) {
  for (int i = 0; i < m.nu; ++i) {
    const bool affine = m.actuator_gaintype[i] == mjGAIN_AFFINE;
    if ((affine && m.actuator_gainprm[i][2] != 0) || m.actuator_gaintype[i] == mjGAIN_MUSCLE) return false;
  }
  return true;
}

// a force at its limit does not change with velocity
template <class M, class D>
static auto actuator_saturated(const M& m, const D& d, int i) {
  using T = ScalarOf<D>;
  const T low(m.actuator_forcerange[i][0]), high(m.actuator_forcerange[i][1]);
  return d.actuator_force[i] <= low || d.actuator_force[i] >= high;
}

// slope(i): ∂ force / ∂ velocity of an actuator; `dense` is all zero before and after
template <class M, class D, class Slope, class T = ScalarOf<D>>
static void add_actuator_derivative_core(const M& m, D& d, T* dense, Slope&& slope) {
  for (int i = 0; i < m.nu; ++i) {
    const T s = slope(i);
    if (all(s == T(0))) continue;
    const int adr = d.moment_rowadr[i], count = d.moment_rownnz[i];
    const int* dofs = d.moment_colind.data() + adr;
    for (int k = 0; k < count; ++k) dense[dofs[k]] = d.actuator_moment[adr + k];
    add_outer_product_core(m, d, dense, dofs, count, s);
    for (int k = 0; k < count; ++k) dense[dofs[k]] = T(0);
  }
}

template <class M, class D>
static void damp_dof(const M& m, D& d, int dof) {
  d.qDeriv[m.D_rowadr[dof] + m.D_diag[dof]] -= ScalarOf<D>(m.dof_damping[dof]);
}

// `dense` as above, room for nv dofs
template <class M, class D, class T = ScalarOf<D>>
static void add_tendon_derivative(const M& m, D& d, int tendon, T* dense, int* dofs) {
  int count = 0;
  for_tendon_entries(m, d, tendon, is_sparse(m), [&](int dof, const T& j) {
    if (all(j == T(0))) return;
    dense[dof] = j;
    dofs[count++] = dof;
  });
  add_outer_product_core(m, d, dense, dofs, count, T(-m.tendon_damping[tendon]));
  for (int k = 0; k < count; ++k) dense[dofs[k]] = T(0);
}

// to = M − h qDeriv, on the pattern of M
template <class M, class D, class T = ScalarOf<D>>
static void damped_inertia(const M& m, const D& d, T* to) {
  for (int k = 0; k < m.nC; ++k) to[k] = d.M[k] - T(m.opt.timestep) * d.qDeriv[m.mapD2M[k]];
}

}  // namespace corten
