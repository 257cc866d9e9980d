// The last passes: what follows from the filled Model, and the user's word about it.
#include <algorithm>
#include <cmath>

#include "corten/compile/passes.h"
#include "corten/model/structure.h"
#include "corten/model/total_mass.h"
#include "corten/model/warning.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/sim/set_const.h"

namespace corten {
namespace {

// Stiffness and damping of a joint from its time constant and damping ratio.
void apply_spring_damper(Model& m, int joint, Real timeconst, Real dampratio) {
  const int adr = m.jnt_dofadr[joint];
  const int num = dof_width(m.jnt_type[joint]);
  Real inverse = 0;
  for (int i = adr; i < adr + num; ++i) inverse += m.dof_invweight0[i];
  const Real inertia = num / std::max(kMinVal<Real>, inverse);
  m.jnt_stiffness[joint] = inertia / std::max(kMinVal<Real>, timeconst * timeconst * dampratio * dampratio);
  for (int i = adr; i < adr + num; ++i) m.dof_damping[i] = 2 * inertia / std::max(kMinVal<Real>, timeconst);
}

// Switches contacts and sleeping off and bounds the effort, of which a file may ask for years; returns the
// options as they were.
Option quiet(Model& m) {
  constexpr int kMostRounds = 1000;
  const Option option = m.opt;
  m.opt.disableflags |= mjDSBL_CONTACT;
  m.opt.enableflags &= ~mjENBL_SLEEP;
  for (int* rounds : {&m.opt.iterations, &m.opt.ls_iterations, &m.opt.noslip_iterations})
    *rounds = std::min(*rounds, kMostRounds);
  return option;
}

template <class T>
void override(const spec::Set<T>& given, T& value) {
  const auto first = [](const auto& v) {
    if constexpr (requires { v[0]; })
      return v[0];
    else
      return v;
  };
  if (!std::isnan(first(*given))) value = *given;
}

}  // namespace

void fill_settings(const Spec& spec, Draft& draft, Diagnostics&) {
  draft.model.opt = spec.option;
  draft.model.vis = spec.visual;
}

void set_total_mass(const Spec& spec, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  const Real wanted = *spec.compiler.settotalmass;
  if (!(wanted > 0)) return;
  scale_to_mass(m, wanted, 1);
}

void derive_constants(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  Model& m = draft.model;
  const Option option = quiet(m);
  Data d = Data::zeros(m);  // plugins have no part in it
  reset_data(m, d);
  const std::string wrong = set_const(m, d);
  m.opt = option;
  if (!wrong.empty()) diagnostics.error({}, "<mujoco>", wrong);
}

void apply_spring_dampers(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int joint = 0; joint < m.njnt; ++joint) {
    const Vec<Real, 2>& given = *draft.joints[joint].spec->springdamper;
    if (given[0] != 0 || given[1] != 0) apply_spring_damper(m, joint, given[0], given[1]);
  }
}

// One step on fresh data, as the oracle does before it hands out a model: what a user would meet at once is
// told now.
void try_step(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  Model& m = draft.model;
  if (m.nhistory > 0 && m.opt.timestep <= 0) {
    diagnostics.error({}, "<option>", "delays and sampled sensors need a positive timestep");
    return;
  }
  const bool asleep = std::any_of(m.tree_sleep_policy.begin(), m.tree_sleep_policy.end(),
                                  [](int policy) { return policy == mjSLEEP_INIT; });
  if (asleep && (spec.option.enableflags & mjENBL_SLEEP)) {
    Data d = Data::zeros(m);
    reset_data(m, d);
    if (const std::string wrong = failed_to_sleep(m, d); !wrong.empty())
      diagnostics.error({}, "<mujoco>", wrong);
    return;
  }
  const Option option = quiet(m);
  Data d;
  try {
    d = make_data(m);
    step(m, d);
  } catch (const PluginError& error) {
    diagnostics.error({}, "<mujoco>", error.what());
  }
  m.opt = option;
  for (int kind = 0; kind < mjNWARNING; ++kind)
    if (d.warning[kind].number > 0)
      diagnostics.warning({}, "<mujoco>", "after one step " + warning_text(kind, d.warning[kind].lastinfo));
}

void override_statistics(const Spec& spec, Draft& draft, Diagnostics&) {
  Statistic& stat = draft.model.stat;
  override(spec.statistic.meaninertia, stat.meaninertia);
  override(spec.statistic.meanmass, stat.meanmass);
  override(spec.statistic.meansize, stat.meansize);
  override(spec.statistic.extent, stat.extent);
  override(spec.statistic.center, stat.center);
}

}  // namespace corten
