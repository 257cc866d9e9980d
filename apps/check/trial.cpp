// A short simulation from every starting state: the proof of what the other checks suspect.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "apps/check/finding.h"
#include "corten/model/warning.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::app {
namespace {

constexpr int kMostSteps = 5000;
constexpr Real kEnergyGrowth = 0.1;  // of the largest kinetic energy

// which part of the model entry `index` of qpos or of the dofs belongs to
std::string joint_of(const CheckedModel& m, int warning, int index) {
  for (int jnt = 0; jnt < m.njnt; ++jnt) {
    const int first = warning == mjWARN_BADQPOS ? m.jnt_qposadr[jnt] : m.jnt_dofadr[jnt];
    const int next = jnt + 1 == m.njnt           ? m.nq + m.nv
                     : warning == mjWARN_BADQPOS ? m.jnt_qposadr[jnt + 1]
                                                 : m.jnt_dofadr[jnt + 1];
    if (index >= first && index < next)
      return fmt::format("joint '{}' of body '{}'", shown_name(m, mjOBJ_JOINT, jnt),
                         shown_name(m, mjOBJ_BODY, m.jnt_bodyid[jnt]));
  }
  return fmt::format("entry {}", index);
}

bool about_state(int warning) {
  return warning == mjWARN_BADQPOS || warning == mjWARN_BADQVEL || warning == mjWARN_BADQACC;
}

// True when there is something to report: bad numbers make what follows meaningless.
bool report_warnings(const CheckedModel& m, const Data& d, const std::string& state, Findings& findings) {
  bool bad = false;
  for (int i = 0; i < mjNWARNING; ++i) {
    const WarningStat& w = d.warning[static_cast<std::size_t>(i)];
    if (w.number == 0) continue;
    bad = bad || about_state(i);
    findings.push_back(
        {about_state(i) ? Level::kError : Level::kWarning,
         "trial",
         about_state(i) ? joint_of(m, i, w.lastinfo) : "",
         fmt::format("{} within {:.3g} s", warning_text(i), d.time),
         about_state(i) ? "the simulation blows up; the other findings say why" : "raise <size memory=…>",
         {state}});
  }
  return bad;
}

struct Energy {
  Real first = 0;
  Real most = 0;
  Real most_kinetic = 0;
};

void report_energy(const CheckedModel& m, const Energy& e, const std::string& state, Findings& findings) {
  const Real growth = e.most - e.first;
  const Real scale = e.most_kinetic;
  if (growth < 1e-6 || growth < kEnergyGrowth * scale) return;
  // servos, equalities and penetrations may put energy in; without them nothing may
  const bool closed = m.nu == 0 && m.neq == 0;
  findings.push_back({closed ? Level::kWarning : Level::kNote,
                      "energy",
                      "",
                      fmt::format("mechanical energy grows by {:.3g} J without controls", growth),
                      closed ? "a smaller time step, or integrator implicitfast"
                             : "actuators or equalities may put it in, or the time step is too long",
                      {state}});
}

bool bad_numbers(const Data& d) {
  return d.warning[mjWARN_BADQPOS].number || d.warning[mjWARN_BADQVEL].number ||
         d.warning[mjWARN_BADQACC].number;
}

void try_state(const CheckedModel& m, Data& d, int steps, const std::string& state, Findings& findings) {
  Energy energy;
  for (int i = 0; i < steps && !bad_numbers(d); ++i) {
    step(m, d);
    const Real total = d.energy[0] + d.energy[1];
    if (i == 0) energy = {total, total, d.energy[1]};
    energy.most = std::max(energy.most, total);
    energy.most_kinetic = std::max(energy.most_kinetic, d.energy[1]);
  }
  const bool bad = report_warnings(m, d, state, findings);
  if (!bad && std::all_of(d.ctrl.begin(), d.ctrl.end(), [](Real u) { return u == 0; }))
    report_energy(m, energy, state, findings);
}

}  // namespace

void check_trial(const CheckedModel& m, double seconds, Findings& findings) {
  const int steps = std::min(kMostSteps, static_cast<int>(seconds / m.opt.timestep));
  CheckedModel watched = m;
  watched.opt.enableflags |= mjENBL_ENERGY;
  watched.opt.disableflags |= mjDSBL_AUTORESET;  // a reset would hide where it went wrong
  Data d = make_data(watched);
  try_state(watched, d, steps, "qpos0", findings);
  for (int key = 0; key < m.nkey; ++key) {
    reset_data_keyframe(watched, d, key);
    try_state(watched, d, steps, fmt::format("keyframe '{}'", shown_name(m, mjOBJ_KEY, key)), findings);
  }
}

}  // namespace corten::app
