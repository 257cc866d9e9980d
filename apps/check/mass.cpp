// Masses and inertias that are possible but hardly meant.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "apps/check/finding.h"

namespace corten::app {
namespace {

constexpr Real kTinyMass = 1e-6;       // [kg]
constexpr Real kHugeMass = 1e6;        // [kg]
constexpr Real kMassRatio = 1e4;       // of what hangs on a body to the body itself
constexpr Real kInertiaRatio = 1e4;    // largest to smallest principal moment
constexpr Real kGyrationRatio = 10.0;  // radius of gyration to the extent of the geoms

std::string body_name(const CheckedModel& m, int body) {
  return fmt::format("body '{}'", shown_name(m, mjOBJ_BODY, body));
}

void check_mass(const CheckedModel& m, int body, Findings& findings) {
  const Real mass = m.body_mass[body];
  if (mass > kHugeMass)
    findings.push_back({Level::kWarning, "mass", body_name(m, body), fmt::format("weighs {:.3g} kg", mass),
                        "density is in kg/m³ and sizes are in metres"});
  if (m.body_dofnum[body] == 0) return;
  if (m.body_subtreemass[body] < kTinyMass)
    findings.push_back(
        {Level::kWarning, "mass", body_name(m, body),
         fmt::format("moves with only {:.3g} kg, everything on it included", m.body_subtreemass[body]),
         "give it mass, or its joints armature"});
  else if (mass > 0 && m.body_subtreemass[body] > kMassRatio * mass)
    findings.push_back(
        {Level::kWarning, "mass", body_name(m, body),
         fmt::format("weighs {:.3g} kg and carries {:.3g} kg", mass, m.body_subtreemass[body] - mass),
         "solvers converge slowly at such ratios"});
}

// farthest reach of the geoms from the centre of mass
Real extent(const CheckedModel& m, int body) {
  Real reach = 0;
  for (int i = 0; i < m.body_geomnum[body]; ++i) {
    const int geom = m.body_geomadr[body] + i;
    reach = std::max(reach, norm(m.geom_pos[geom] - m.body_ipos[body]) + m.geom_rbound[geom]);
  }
  return reach;
}

void check_inertia(const CheckedModel& m, int body, Findings& findings) {
  const Vec3<Real>& inertia = m.body_inertia[body];
  const Real largest = std::max({inertia[0], inertia[1], inertia[2]});
  const Real smallest = std::min({inertia[0], inertia[1], inertia[2]});
  if (m.body_mass[body] <= 0 || largest <= 0) return;
  if (smallest * kInertiaRatio < largest)
    findings.push_back(
        {Level::kNote, "inertia", body_name(m, body),
         fmt::format("principal moments {:.3g} {:.3g} {:.3g} differ by a factor of {:.1g}", inertia[0],
                     inertia[1], inertia[2], smallest > 0 ? largest / smallest : INFINITY),
         "a needle; rotation about its axis is hard to integrate"});
  const Real gyration = std::sqrt(largest / m.body_mass[body]);
  const Real reach = extent(m, body);
  if (reach > 0 && gyration > kGyrationRatio * reach)
    findings.push_back(
        {Level::kWarning, "inertia", body_name(m, body),
         fmt::format("inertia of a body of {:.3g} m, but its geoms reach {:.3g} m", gyration, reach),
         "check the units of <inertial>"});
}

}  // namespace

void check_masses(const CheckedModel& m, Findings& findings) {
  for (int body = 1; body < m.nbody; ++body) {
    check_mass(m, body, findings);
    check_inertia(m, body, findings);
  }
}

}  // namespace corten::app
