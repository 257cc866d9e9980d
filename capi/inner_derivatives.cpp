// Derivatives by velocity, and the stiffness of interpolated flexes, as MuJoCo's library exports them for its
// own tests.
#include <vector>

#include "capi/call.h"
#include "capi/numbers.h"
#include "corten/sim/flex_implicit.h"
#include "corten/sim/forward.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/derivative.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/passive.h"

namespace corten::capi {

// ---- derivatives by velocity, in d->qDeriv ----
CORTEN_API void mjd_smooth_vel(const mjModel* m, mjData* d, int flg_bias) {
  engine("mjd_smooth_vel", m, d,
         [=](M model, D data, H) { smooth_velocity_derivative(model, data, flg_bias != 0); });
}
CORTEN_API void mjd_actuator_vel(const mjModel* m, mjData* d) {
  engine("mjd_actuator_vel", m, d, [](M model, D data, H) { add_actuator_derivative(model, data); });
}
CORTEN_API void mjd_passive_vel(const mjModel* m, mjData* d) {
  engine("mjd_passive_vel", m, d, [](M model, D data, H) {
    add_fluid_derivative(model, data, false);
    add_passive_derivative(model, data);
  });
}
CORTEN_API void mjd_rne_vel_dense(const mjModel* m, mjData* d) {
  engine("mjd_rne_vel_dense", m, d, [](M model, D data, H) { subtract_bias_derivative(model, data); });
}

namespace {

// Adds differences of a force of velocity, one velocity at a time, where qDeriv has entries.
template <class Force>
void add_differences(M m, D d, Real eps, H hooks, Force&& force) {
  const std::size_t nv = count(m.nv);
  std::vector<Real> before(nv), after(nv);
  const auto evaluate = [&](std::vector<Real>& out) {
    fwd_velocity(m, d, hooks);
    fwd_actuation(m, d, hooks);
    for (int i = 0; i < m.nv; ++i) out[count(i)] = force(i);
  };
  evaluate(before);
  for (int j = 0; j < m.nv; ++j) {
    const Real kept = d.qvel[j];
    d.qvel[j] = kept + eps;
    evaluate(after);
    d.qvel[j] = kept;
    for (int i = 0; i < m.nv; ++i)
      for (int k = m.D_rowadr[i]; k < m.D_rowadr[i] + m.D_rownnz[i]; ++k)
        if (m.D_colind[k] == j) d.qDeriv[k] += (after[count(i)] - before[count(i)]) / eps;
  }
  evaluate(before);
}

}  // namespace

CORTEN_API void mjd_smooth_velFD(const mjModel* m, mjData* d, Real eps) {
  engine("mjd_smooth_velFD", m, d, [=](M model, D data, H hooks) {
    std::fill(data.qDeriv.begin(), data.qDeriv.end(), 0.0);
    add_differences(model, data, eps, hooks,
                    [&](int i) { return data.qfrc_passive[i] - data.qfrc_bias[i] + data.qfrc_actuator[i]; });
  });
}
CORTEN_API void mjd_passive_velFD(const mjModel* m, mjData* d, Real eps) {
  engine("mjd_passive_velFD", m, d, [=](M model, D data, H hooks) {
    add_differences(model, data, eps, hooks, [&](int i) { return data.qfrc_passive[i]; });
  });
}

// ---- interpolated flexes: K is their stiffness, D = damping K ----
namespace {

// h² K + h D on some dofs, dense
std::vector<Real> node_stiffness(M m, D d, std::span<const int> dofs, Real h) {
  std::vector<Real> matrix(dofs.size() * dofs.size(), 0);
  add_flex_stiffness(m, d, dofs, h, matrix);
  return matrix;
}

void require_interpolated(M m, int flex) {
  require_id(flex, m.nflex, "flex");
  if (!m.flex_interp[flex]) throw Problem("flex " + std::to_string(flex) + " has no nodes");
}

}  // namespace

CORTEN_API void mjd_flexInterp_addH(const mjModel* m, mjData* d, Real* H_flex, const int* dof_indices,
                                    int ndof, Real h) {
  engine("mjd_flexInterp_addH", m, d, [=](M model, D data, H) {
    const std::span<const int> dofs = row(dof_indices, ndof);
    for (const int dof : dofs) require_id(dof, model.nv, "dof");
    const std::vector<Real> matrix = node_stiffness(model, data, dofs, h);
    for (std::size_t i = 0; i < matrix.size(); ++i) given(H_flex, "H")[i] += matrix[i];
  });
}
CORTEN_API void mjd_flexInterp_mulKD(const mjModel* m, mjData* d, Real* res, const Real* vec, Real h) {
  engine("mjd_flexInterp_mulKD", m, d, [=](M model, D data, H) {
    std::vector<int> dofs(count(model.nv));
    for (int i = 0; i < model.nv; ++i) dofs[count(i)] = i;
    const std::vector<Real> matrix = node_stiffness(model, data, dofs, h);
    for (std::size_t i = 0; i < dofs.size(); ++i)
      for (std::size_t j = 0; j < dofs.size(); ++j)
        given(res, "res")[i] -= matrix[i * dofs.size() + j] * given(vec, "vec")[j];
  });
}

// Nodes turned back with the flex, their velocities likewise, and the turn.
CORTEN_API void mj_flexInterpState(const mjModel* m, mjData* d, int f, Real* xpos, Real* vel, Real* quat) {
  engine("mj_flexInterpState", m, d, [=](M model, D data, H) {
    require_interpolated(model, f);
    const FlexNodes nodes = turned_back_nodes(model, data, f);
    const Quat<Real> back = conjugate(nodes.turn);
    for (int i = 0; i < nodes.count; ++i) {
      put(given(xpos, "xpos") + 3 * i, nodes.at[i]);
      if (vel) put(vel + 3 * i, rotate(back, flex_node_velocity(model, data, f, i)));
    }
    put(given(quat, "quat"), back);
  });
}

}  // namespace corten::capi
