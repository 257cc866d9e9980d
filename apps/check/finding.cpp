#include "apps/check/finding.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/object_names.h"

namespace corten::app {
namespace {

constexpr std::size_t kStatesShown = 3;

bool same_matter(const Finding& a, const Finding& b) {
  return a.rule == b.rule && a.where == b.where && !a.states.empty() && !b.states.empty();
}

}  // namespace

std::string shown_name(const CheckedModel& m, mjtObj type, int id) {
  const std::vector<Place>& places = m.places[static_cast<std::size_t>(type)];
  if (id2name(m, type, id) || static_cast<std::size_t>(id) >= places.size())
    return shown_name(static_cast<const Model&>(m), type, id);
  const Place& place = places[static_cast<std::size_t>(id)];
  if (place.line == 0) return shown_name(static_cast<const Model&>(m), type, id);
  return place.file.empty() ? fmt::format("line {}", place.line)
                            : fmt::format("{}:{}", place.file, place.line);
}

void merge_states(Findings& findings) {
  Findings merged;
  for (Finding& finding : findings) {
    const auto known = std::find_if(merged.begin(), merged.end(),
                                    [&](const Finding& other) { return same_matter(other, finding); });
    if (known == merged.end()) {
      merged.push_back(std::move(finding));
      continue;
    }
    known->states.insert(known->states.end(), finding.states.begin(), finding.states.end());
    if (finding.level <= known->level) continue;
    known->level = finding.level;  // the worst of all states speaks
    known->message = std::move(finding.message);
    known->hint = std::move(finding.hint);
  }
  findings = std::move(merged);
}

std::string states_text(const Finding& finding) {
  const std::vector<std::string>& states = finding.states;
  if (states.empty()) return {};
  std::string text = " (at " + states[0];
  for (std::size_t i = 1; i < std::min(states.size(), kStatesShown); ++i) text += ", " + states[i];
  if (states.size() > kStatesShown) text += fmt::format(" and {} more", states.size() - kStatesShown);
  return text + ")";
}

}  // namespace corten::app
