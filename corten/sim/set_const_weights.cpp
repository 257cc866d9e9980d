// Inverse weights: how much each dof, body and tendon accelerates under a unit force at qpos0.
#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/sim/set_const_parts.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

// jᵀ M⁻¹ j; `work` has the size of j
Real inverse_weight(const Model& m, const Data& d, std::span<const Real> j, std::span<Real> work) {
  std::copy(j.begin(), j.end(), work.begin());
  solve_m(m, d, work);
  return dot(j.data(), work.data(), m.nv);
}

void share_mean(Real* w, int count) {
  Real sum = 0;
  for (int k = 0; k < count; ++k) sum += w[k];
  std::fill_n(w, count, sum / count);
}

// mean over the directions of a ball or free joint, so that the weight does not depend on the frame
void average_joint(Model& m, int jnt) {
  Real* w = m.dof_invweight0.data() + m.jnt_dofadr[jnt];
  if (m.jnt_type[jnt] == mjJNT_BALL) share_mean(w, 3);
  if (m.jnt_type[jnt] == mjJNT_FREE) {
    share_mean(w, 3);
    share_mean(w + 3, 3);
  }
}

Real inverse_mass(const Model& m, int body) { return 1 / std::max(kMinVal<Real>, m.body_mass[body]); }

void set_dof_weights(Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto unit = frame.zeros<Real>(m.nv), work = frame.alloc<Real>(m.nv);
  for (int dof = 0; dof < m.nv; ++dof) {
    const int body = m.dof_bodyid[dof];
    if (m.body_simple[body] == 2) {
      m.dof_invweight0[dof] = inverse_mass(m, body);
      continue;
    }
    unit[dof] = 1;
    m.dof_invweight0[dof] = inverse_weight(m, d, unit, work);
    unit[dof] = 0;
  }
  for (int jnt = 0; jnt < m.njnt; ++jnt)
    if (m.body_simple[m.jnt_bodyid[jnt]] != 2) average_joint(m, jnt);
}

// A body that cannot translate takes its weight from rotation, and the other way round.
void borrow_missing(Vec<Real, 2>& w) {
  if (w[0] < kMinVal<Real> && w[1] > kMinVal<Real>) {
    w[0] = w[1];
  } else if (w[1] < kMinVal<Real> && w[0] > kMinVal<Real>) {
    w[1] = w[0];
  }
}

Vec<Real, 2> body_weight(const Model& m, Data& d, int body) {
  Arena::Frame frame(d.arena);
  const auto jacp = frame.alloc<Real>(3 * m.nv), jacr = frame.alloc<Real>(3 * m.nv);
  const auto work = frame.alloc<Real>(m.nv);
  jac_body_com(m, d, jacp, jacr, body);
  const std::size_t nv = static_cast<std::size_t>(m.nv);
  const auto mean = [&](std::span<const Real> jac) {
    Real sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += inverse_weight(m, d, jac.subspan(k * nv, nv), work);
    return sum / 3;
  };
  Vec<Real, 2> w{mean(jacp), mean(jacr)};
  borrow_missing(w);
  return w;
}

std::string set_body_weights(Model& m, Data& d) {
  for (int body = 0; body < m.nbody; ++body) {
    if (m.body_weldid[body] == 0) {
      m.body_invweight0[body] = {};
    } else if (m.body_simple[body] == 2) {
      if (m.body_mass[body] == 0) return "body " + std::to_string(body) + " moves but has no mass";
      m.body_invweight0[body] = {inverse_mass(m, body), 0};
    } else {
      m.body_invweight0[body] = body_weight(m, d, body);
    }
  }
  return {};
}

void set_tendon_weights(Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto row = frame.alloc<Real>(m.nv), work = frame.alloc<Real>(m.nv);
  for (int i = 0; i < m.ntendon; ++i) {
    std::fill(row.begin(), row.end(), Real(0));
    for_tendon_entries(m, d, i, is_sparse(m), [&](int dof, Real j) { row[dof] = j; });
    m.tendon_invweight0[i] = inverse_weight(m, d, row, work);
  }
}

// Acceleration that a unit force of the actuator makes.
void set_actuator_acc0(Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto acc = frame.alloc<Real>(m.nv);
  for (int i = 0; i < m.nu; ++i) {
    std::fill(acc.begin(), acc.end(), Real(0));
    const int adr = d.moment_rowadr[i];
    for (int k = adr; k < adr + d.moment_rownnz[i]; ++k) acc[d.moment_colind[k]] = d.actuator_moment[k];
    solve_m(m, d, acc);
    m.actuator_acc0[i] = std::sqrt(dot(acc.data(), acc.data(), m.nv));
  }
}

}  // namespace

std::string set_inverse_weights(Model& m, Data& d) {
  set_dof_weights(m, d);
  const std::string error = set_body_weights(m, d);
  if (!error.empty()) return error;
  set_tendon_weights(m, d);
  set_actuator_acc0(m, d);
  return {};
}

void set_actuator_damping(Model& m, const Data& d) {
  for (int i = 0; i < m.nu; ++i) {
    const Real kp = m.actuator_gainprm[i][0];
    Real& damping = m.actuator_biasprm[i][2];
    if (kp != -m.actuator_biasprm[i][1] || damping <= 0) continue;
    // inertia seen through the transmission, as a sum over dofs
    Real mass = 0;
    const int adr = d.moment_rowadr[i];
    for (int k = adr; k < adr + d.moment_rownnz[i]; ++k) {
      const Real square = d.actuator_moment[k] * d.actuator_moment[k];
      if (square > kMinVal<Real>) mass += m.dof_M0[d.moment_colind[k]] / square;
    }
    damping = -2 * damping * std::sqrt(kp * mass);
  }
}

}  // namespace corten
