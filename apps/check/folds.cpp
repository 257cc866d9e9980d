// Flexes that lie in themselves: without self-collision nothing keeps them from it.
#include <fmt/core.h>

#include <vector>

#include "apps/check/finding.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::app {
namespace {

// Elements that cut each other are at distance 0, twice the radius deep; those that only lie close are not.
constexpr Real kThrough = 1.8;  // radii

std::vector<int> flexes_without_feeling(const Model& m) {
  std::vector<int> found;
  for (int i = 0; i < m.nflex; ++i)
    if (m.flex_selfcollide[i] == mjFLEXSELF_NONE && !m.flex_rigid[i] && !m.flex_interp[i]) found.push_back(i);
  return found;
}

// A copy in which these flexes collide with themselves.
Model feeling(const Model& m, const std::vector<int>& flexes) {
  Model copy(m);
  for (const int flex : flexes) {
    copy.flex_selfcollide[flex] = mjFLEXSELF_AUTO;
    copy.flex_contype[flex] |= 1;
    copy.flex_conaffinity[flex] |= 1;
  }
  return copy;
}

int places_within(const Model& m, const Data& d, int flex) {
  int count = 0;
  for (const Contact& contact : d.contact)
    count +=
        contact.flex[0] == flex && contact.flex[1] == flex && contact.dist < -kThrough * m.flex_radius[flex];
  return count;
}

}  // namespace

void check_folds(const CheckedModel& m, double seconds, Findings& findings) {
  const std::vector<int> flexes = flexes_without_feeling(m);
  if (flexes.empty()) return;
  const Model touching = feeling(m, flexes);
  Data d = make_data(m), probe = make_data(touching);
  const auto look = [&](const std::string& state) {
    std::copy(d.qpos.begin(), d.qpos.end(), probe.qpos.begin());
    fwd_position(touching, probe);
    for (const int flex : flexes)
      if (const int count = places_within(m, probe, flex))
        findings.push_back({Level::kWarning,
                            "folded",
                            fmt::format("flex '{}'", shown_name(m, mjOBJ_FLEX, flex)),
                            fmt::format("goes through itself in {} places, and self-collision is off", count),
                            "take selfcollide=\"auto\" in its <contact>",
                            {state}});
  };
  look("qpos0");
  for (int key = 0; key < m.nkey; ++key) {
    reset_data_keyframe(m, d, key);
    look(fmt::format("keyframe '{}'", shown_name(m, mjOBJ_KEY, key)));
  }
  reset_data(m, d);
  while (d.time < seconds && d.warning[mjWARN_BADQACC].number == 0) step(m, d);
  look(fmt::format("{:.3g} s", seconds));
}

}  // namespace corten::app
