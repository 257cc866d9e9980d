// Trees that do not sleep although the model asks for sleep, and why.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "apps/check/finding.h"
#include "corten/model/awake.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/sim/sleep_ties.h"

namespace corten::app {
namespace {

std::string tree_name(const CheckedModel& m, int tree) {
  return fmt::format("tree of body '{}'", shown_name(m, mjOBJ_BODY, m.tree_bodyadr[tree]));
}

// the first that keeps it awake
std::optional<SleepTie> tie_of(const Model& m, int tree) {
  std::optional<SleepTie> found;
  for_each_tie(m, [&](const SleepTie& tie, int held) {
    if (held == tree && !found) found = tie;
  });
  return found;
}

std::string tie_text(const CheckedModel& m, const SleepTie& tie) {
  const std::string name = shown_name(m, tie.type, tie.id);
  switch (tie.type) {
    case mjOBJ_ACTUATOR:
      return fmt::format("actuator '{}' moves it", name);
    case mjOBJ_TENDON:
      return fmt::format("tendon '{}' pulls it and another tree", name);
    default:
      return fmt::format("it carries flex '{}'", name);
  }
}

// The dof that moves fastest, as sleeping measures it.
struct Fastest {
  int dof = -1;
  Real speed = -1;
};

Fastest fastest_dof(const Model& m, const Data& d, int tree) {
  Fastest fastest;
  const int first = m.tree_dofadr[tree];
  for (int dof = first; dof < first + m.tree_dofnum[tree]; ++dof)
    if (const Real speed = m.dof_length[dof] * std::abs(d.qvel[dof]); speed > fastest.speed)
      fastest = {dof, speed};
  return fastest;
}

void check_policy(const CheckedModel& m, int tree, Findings& findings) {
  if (m.tree_sleep_policy[tree] == mjSLEEP_NEVER) {
    findings.push_back({Level::kNote, "sleep", tree_name(m, tree), "never sleeps: sleep=\"never\"", ""});
  } else if (const auto tie = tie_of(m, tree)) {
    findings.push_back({Level::kNote, "sleep", tree_name(m, tree),
                        fmt::format("never sleeps: {}", tie_text(m, *tie)),
                        tie->type == mjOBJ_TENDON ? "" : "sleep=\"allowed\" on its first body lets it"});
  }
}

void check_speed(const CheckedModel& m, const Data& d, int tree, double seconds, Findings& findings) {
  const Fastest fastest = fastest_dof(m, d, tree);
  const Real tolerance = m.opt.sleep_tolerance;
  const std::string when = fmt::format("is awake after {:.3g} s: ", seconds);
  if (d.nefc > 0 && d.nisland == 0) {
    findings.push_back({Level::kNote, "sleep", tree_name(m, tree),
                        when + "nobody sleeps while islands are disabled", "remove island=\"disable\""});
  } else if (fastest.speed >= tolerance) {
    const std::string joint = shown_name(m, mjOBJ_JOINT, m.dof_jntid[fastest.dof]);
    findings.push_back(
        {Level::kNote, "sleep", tree_name(m, tree),
         fmt::format("{}dof {} of joint '{}' moves at {:.3g}, not below sleep_tolerance = {:.3g}", when,
                     fastest.dof - m.jnt_dofadr[m.dof_jntid[fastest.dof]], joint, fastest.speed, tolerance),
         ""});
  } else {
    findings.push_back({Level::kNote, "sleep", tree_name(m, tree),
                        when + "it rests, but not long enough, or it touches or is tied to one that moves",
                        ""});
  }
}

}  // namespace

void check_sleep(const CheckedModel& m, double seconds, Findings& findings) {
  if (!sleep_enabled(m)) return;
  Data d = Data::zeros(m);  // who is to start asleep and cannot is told elsewhere
  start_plugins(m, d);
  reset_data(m, d);
  while (d.time < seconds && d.warning[mjWARN_BADQACC].number == 0) step(m, d);
  for (int tree = 0; tree < m.ntree; ++tree) {
    if (!d.tree_awake[tree]) continue;
    const int policy = m.tree_sleep_policy[tree];
    if (policy == mjSLEEP_NEVER || policy == mjSLEEP_AUTO_NEVER) {
      check_policy(m, tree, findings);
    } else {
      check_speed(m, d, tree, seconds, findings);
    }
  }
}

}  // namespace corten::app
