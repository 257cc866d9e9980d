#include "corten/batch/lane_step.h"

#include <algorithm>
#include <utility>

#include "corten/sim/advance_core.h"
#include "corten/smooth/derivative_core.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

constexpr int kMostDofs = 40;  // the factors of four worlds stay in the caches of a core

template <class Array>
bool all_zero(const Array& values) {
  return std::ranges::all_of(values, [](auto x) { return x == 0; });
}

// contacts: some may arise
bool has_rows(const Model& m, bool contacts) {
  if (m.opt.disableflags & mjDSBL_CONSTRAINT) return false;
  return m.neq || !all_zero(m.dof_frictionloss) || !all_zero(m.jnt_limited) || !all_zero(m.tendon_limited) ||
         !all_zero(m.tendon_frictionloss) || contacts;
}

// Tendons along joints, whose rows are the same in every lane.
bool simple_tendons(const Model& m) {
  for (int i = 0; i < m.ntendon; ++i)
    if (m.wrap_type[m.tendon_adr[i]] != mjWRAP_JOINT || m.tendon_armature[i] != 0) return false;
  return true;
}

// Contacts hold what adheres.
bool has_adhesion(const Model& m) {
  return std::ranges::any_of(m.actuator_trntype, [](int type) { return type == mjTRN_BODY; });
}

// Pairs that the model lists may be of bodies that never move, whose rows belong to no tree.
bool pairs_move(const Model& m) {
  const auto moves = [&](int geom) { return m.body_weldid[m.geom_bodyid[geom]] != 0; };
  for (int pair = 0; pair < m.npair; ++pair)
    if (!moves(m.pair_geom1[pair]) && !moves(m.pair_geom2[pair])) return false;
  return true;
}

// Newton on dense rows of one tree, which is one island whenever there is a row; mocap bodies have none.
bool lanes_solve(const Model& m) {
  return m.opt.solver == mjSOL_NEWTON && m.opt.cone == mjCONE_PYRAMIDAL && m.opt.noslip_iterations == 0 &&
         m.ntree == 1 && m.nv <= kMostDofs && !is_sparse(m) && m.nmocap == 0 && pairs_move(m);
}

// Of actuators whose gain depends on velocity, the implicit methods take the control before it is limited.
bool lanes_integrate(const Model& m) {
  return m.opt.integrator == mjINT_EULER || m.opt.integrator == mjINT_RK4 ||
         (m.opt.integrator == mjINT_IMPLICITFAST && constant_gains(m));
}

bool has_medium(const Model& m) { return m.opt.density != 0 || m.opt.viscosity != 0; }

}  // namespace

LanePlan lane_plan(const Model& m) {
  LanePlan plan;
  const bool other_parts = m.nflex || m.nhistory || m.nplugin || has_medium(m) || has_adhesion(m);
  const bool other_modes = !lanes_integrate(m) || m.opt.enableflags & mjENBL_SLEEP;
  plan.fits = m.nv > 0 && !other_modes && !other_parts && simple_tendons(m);
  auto candidates = collision_candidates(m);
  plan.listed = candidates.has_value();
  plan.rows = has_rows(m, !plan.listed || !candidates->empty());
  plan.newton = plan.rows && lanes_solve(m);
  plan.body_frames = plan.rows && m.neq > 0;
  plan.tendon_rows = plan.rows && m.ntendon > 0;
  plan.site_frames = plan.body_frames || std::ranges::any_of(m.actuator_trntype, [](int t) {
                       return t == mjTRN_SITE || t == mjTRN_SLIDERCRANK;
                     });
  plan.implicit_damping = damps_implicitly(m, Everybody{m});
  if (plan.listed) plan.candidates = std::move(*candidates);
  return plan;
}

}  // namespace corten
