// States a simulation starts from: nothing should penetrate, no limit be violated.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "apps/check/finding.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::app {
namespace {

constexpr Real kDeep = 0.05;            // penetration as part of the smaller geom
constexpr Real kShallow = 1e-5;         // [m], not worth a word
constexpr std::size_t kMostShown = 10;  // findings of one kind and state

std::string geom_name(const CheckedModel& m, int geom) {
  const std::string body = shown_name(m, mjOBJ_BODY, m.geom_bodyid[geom]);
  return fmt::format("geom '{}' of '{}'", shown_name(m, mjOBJ_GEOM, geom), body);
}

// planes have no size; of two sized geoms the smaller counts
Real smaller_size(const CheckedModel& m, const Contact& contact) {
  const Real a = m.geom_rbound[contact.geom[0]];
  const Real b = m.geom_rbound[contact.geom[1]];
  return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

// the deepest contact of every pair of geoms that penetrates, by pair
std::map<std::pair<int, int>, Contact> overlaps(const Data& d) {
  std::map<std::pair<int, int>, Contact> deepest;
  for (int i = 0; i < d.ncon; ++i) {
    const Contact& contact = d.contact[i];
    if (contact.geom[0] < 0 || contact.geom[1] < 0 || -contact.dist < kShallow) continue;
    const auto [known, added] = deepest.try_emplace({contact.geom[0], contact.geom[1]}, contact);
    if (contact.dist < known->second.dist) known->second = contact;
  }
  return deepest;
}

void check_overlaps(const CheckedModel& m, const Data& d, const std::string& state, Findings& findings) {
  std::size_t shown = 0;
  const auto found = overlaps(d);
  for (const auto& [geoms, contact] : found) {
    if (++shown > kMostShown) break;
    const bool deep = -contact.dist > kDeep * smaller_size(m, contact);
    findings.push_back({deep ? Level::kWarning : Level::kNote,
                        "overlap",
                        fmt::format("{} and {}", geom_name(m, geoms.first), geom_name(m, geoms.second)),
                        fmt::format("penetrate by {:.3g} m", -contact.dist),
                        deep ? "move them apart, or add <exclude> for the two bodies" : "",
                        {state}});
  }
  if (found.size() > kMostShown)
    findings.push_back({Level::kNote,
                        "overlap",
                        "",
                        fmt::format("{} more penetrations", found.size() - kMostShown),
                        "",
                        {state}});
}

void check_limits(const CheckedModel& m, const Data& d, const std::string& state, Findings& findings) {
  for (int jnt = 0; jnt < m.njnt; ++jnt) {
    if (!m.jnt_limited[jnt] || (m.jnt_type[jnt] != mjJNT_HINGE && m.jnt_type[jnt] != mjJNT_SLIDE)) continue;
    const Real q = d.qpos[m.jnt_qposadr[jnt]];
    const Vec2<Real>& range = m.jnt_range[jnt];
    const Real beyond = std::max(range[0] - q, q - range[1]);
    if (beyond > 1e-3 * std::max(1e-3, range[1] - range[0]))
      findings.push_back(
          {Level::kWarning,
           "limit",
           fmt::format("joint '{}'", shown_name(m, mjOBJ_JOINT, jnt)),
           fmt::format("is at {:.4g}, outside its range {:.4g} to {:.4g}", q, range[0], range[1]),
           "the limit will throw it back",
           {state}});
  }
}

// Tetrahedra are compiled with their faces outwards; one that was turned inside out pushes the wrong way.
void check_elements(const CheckedModel& m, const Data& d, const std::string& state, Findings& findings) {
  for (int i = 0; i < m.nflex; ++i) {
    if (m.flex_dim[i] != 3) continue;
    const Vec3<Real>* x = d.flexvert_xpos.data() + m.flex_vertadr[i];
    int inverted = 0;
    for (int e = 0; e < m.flex_elemnum[i]; ++e) {
      const int* v = m.flex_elem.data() + m.flex_elemdataadr[i] + 4 * e;
      inverted += dot(cross(x[v[1]] - x[v[0]], x[v[2]] - x[v[0]]), x[v[3]] - x[v[0]]) > 0;
    }
    if (inverted)
      findings.push_back({Level::kWarning,
                          "inverted",
                          fmt::format("flex '{}'", shown_name(m, mjOBJ_FLEX, i)),
                          fmt::format("has {} tetrahedra turned inside out", inverted),
                          "their elasticity pushes the wrong way",
                          {state}});
  }
}

void check_state(const CheckedModel& m, Data& d, const std::string& state, Findings& findings) {
  for (int i = 0; i < m.nq; ++i)
    if (!std::isfinite(d.qpos[i])) {
      findings.push_back(
          {Level::kError, "state", "", fmt::format("qpos[{}] is not a number", i), "", {state}});
      return;
    }
  fwd_position(m, d);
  check_overlaps(m, d, state, findings);
  check_elements(m, d, state, findings);
  check_limits(m, d, state, findings);
}

}  // namespace

void check_rest(const CheckedModel& m, Findings& findings) {
  Data d = make_data(m);
  check_state(m, d, "qpos0", findings);
  for (int key = 0; key < m.nkey; ++key) {
    reset_data_keyframe(m, d, key);
    check_state(m, d, fmt::format("keyframe '{}'", shown_name(m, mjOBJ_KEY, key)), findings);
  }
}

}  // namespace corten::app
