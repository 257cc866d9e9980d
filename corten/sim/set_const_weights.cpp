// Inverse weights: how much each dof, body and tendon accelerates under a unit force at qpos0.
#include <algorithm>
#include <cmath>

#include "corten/linalg/tree_ldl.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/sim/set_const_parts.h"
#include "corten/smooth/com.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

// Dofs [first, last) of one tree or several. Forces on them accelerate no other tree, and what lies below
// them does not enter their weights: solves and sums over them alone give the bits of those over all dofs, in
// time that does not grow with the rest of the model.
struct Dofs {
  int first = 0, last = 0;
};

// Whether a number of the factor is undefined: zero times that spoils every tree, as in the oracle, and sums
// go over all dofs.
bool spoils_all(const Data& d) {
  return !std::all_of(d.qLDiagInv.begin(), d.qLDiagInv.end(), [](Real x) { return std::isfinite(x); });
}

Dofs up_to(const Model& m, int dof, bool all) {
  return all ? Dofs{0, m.nv} : Dofs{m.tree_dofadr[m.dof_treeid[dof]], dof + 1};
}

Dofs none(const Model& m, bool all) { return all ? Dofs{0, m.nv} : Dofs{m.nv, 0}; }

// With the whole tree of one more dof, and all between.
Dofs touching(const Model& m, const Dofs& dofs, int dof) {
  const int tree = m.dof_treeid[dof], adr = m.tree_dofadr[tree];
  return {std::min(dofs.first, adr), std::max(dofs.last, adr + m.tree_dofnum[tree])};
}

std::span<Real> among(const Dofs& dofs, std::span<Real> x) {
  return x.subspan(static_cast<std::size_t>(dofs.first), static_cast<std::size_t>(dofs.last - dofs.first));
}

void solve_among(const Model& m, const Data& d, const Dofs& dofs, std::span<Real> x) {
  CsrPattern rows = inertia_pattern(m);
  rows.rownnz = rows.rownnz.first(static_cast<std::size_t>(dofs.last));
  rows.rowadr = rows.rowadr.first(static_cast<std::size_t>(dofs.last));
  rows.first = dofs.first;
  solve_tree_ldl(rows, d.qLD.span(), d.qLDiagInv.span(), 1, x);
}

// x · y of vectors that are zero outside the dofs, in the order of a sum over all: the same four partial
// sums.
Real dot_among(const Model& m, const Dofs& dofs, std::span<const Real> x, std::span<const Real> y) {
  constexpr int kSums = 4;
  const int whole = m.nv - m.nv % kSums, first = dofs.first - dofs.first % kSums;
  const int last = dofs.last > whole ? m.nv : std::min(whole, dofs.last + kSums - 1);
  return dot(x.data() + first, y.data() + first,
             dofs.last > whole ? last - first : (last - first) / kSums * kSums);
}

// jᵀ M⁻¹ j of a force on some dofs; `work` is zero before and after
Real inverse_weight(const Model& m, const Data& d, const Dofs& dofs, std::span<Real> j,
                    std::span<Real> work) {
  const auto part = among(dofs, work);
  std::copy_n(among(dofs, j).begin(), part.size(), part.begin());
  solve_among(m, d, dofs, work);
  const Real weight = dot_among(m, dofs, j, work);
  std::fill(part.begin(), part.end(), Real(0));
  return weight;
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
  const auto unit = frame.zeros<Real>(m.nv), work = frame.zeros<Real>(m.nv);
  const bool all = spoils_all(d);
  for (int dof = 0; dof < m.nv; ++dof) {
    const int body = m.dof_bodyid[dof];
    if (m.body_simple[body] == 2) {
      m.dof_invweight0[dof] = inverse_mass(m, body);
      continue;
    }
    unit[dof] = 1;
    m.dof_invweight0[dof] = inverse_weight(m, d, up_to(m, dof, all), unit, work);
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

// `row` and `work` are zero before and after.
Vec<Real, 2> body_weight(const Model& m, const Data& d, int body, bool all, std::span<Real> row,
                         std::span<Real> work) {
  const Vec3<Real> offset = d.xipos[body] - reference_point(m, d, body);
  const int last = last_dof(m, body);
  const Dofs dofs = up_to(m, last, all);
  const auto mean = [&](auto&& column) {  // over the rows of the Jacobian with these columns
    Real sum = 0;
    for (int k = 0; k < 3; ++k) {
      for (int dof = last; dof >= 0; dof = m.dof_parentid[dof]) row[dof] = column(dof)[k];
      sum += inverse_weight(m, d, dofs, row, work);
    }
    return sum / 3;
  };
  Vec<Real, 2> w{mean([&](int dof) { return point_column(d.cdof[dof], offset); }),
                 mean([&](int dof) { return d.cdof[dof].ang; })};
  for (int dof = last; dof >= 0; dof = m.dof_parentid[dof]) row[dof] = 0;
  borrow_missing(w);
  return w;
}

std::string set_body_weights(Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const bool all = spoils_all(d);
  const auto row = frame.zeros<Real>(m.nv), work = frame.zeros<Real>(m.nv);
  for (int body = 0; body < m.nbody; ++body) {
    if (m.body_weldid[body] == 0) {
      m.body_invweight0[body] = {};
    } else if (m.body_simple[body] == 2) {
      if (m.body_mass[body] == 0) return "body " + std::to_string(body) + " moves but has no mass";
      m.body_invweight0[body] = {inverse_mass(m, body), 0};
    } else {
      m.body_invweight0[body] = body_weight(m, d, body, all, row, work);
    }
  }
  return {};
}

void set_tendon_weights(Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto row = frame.zeros<Real>(m.nv), work = frame.zeros<Real>(m.nv);
  const bool all = spoils_all(d);
  for (int i = 0; i < m.ntendon; ++i) {
    Dofs dofs = none(m, all);
    const auto set = [&](int dof, Real j) {
      row[dof] = j;
      if (j != 0) dofs = touching(m, dofs, dof);
    };
    for_tendon_entries(m, d, i, is_sparse(m), set);
    m.tendon_invweight0[i] = dofs.last > 0 ? inverse_weight(m, d, dofs, row, work) : 0;
    for_tendon_entries(m, d, i, is_sparse(m), [&](int dof, Real) { row[dof] = 0; });
  }
}

// Acceleration that a unit force of the actuator makes.
void set_actuator_acc0(Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto acc = frame.zeros<Real>(m.nv);
  const bool all = spoils_all(d);
  for (int i = 0; i < m.nu; ++i) {
    const int adr = d.moment_rowadr[i];
    Dofs dofs = none(m, all);
    for (int k = adr; k < adr + d.moment_rownnz[i]; ++k) {
      const int dof = d.moment_colind[k];
      acc[dof] = d.actuator_moment[k];
      if (d.actuator_moment[k] != 0) dofs = touching(m, dofs, dof);
    }
    m.actuator_acc0[i] = 0;
    if (dofs.last == 0) continue;
    solve_among(m, d, dofs, acc);
    m.actuator_acc0[i] = std::sqrt(dot_among(m, dofs, acc, acc));
    const auto part = among(dofs, acc);
    std::fill(part.begin(), part.end(), Real(0));
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
