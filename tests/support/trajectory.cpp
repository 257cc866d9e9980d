#include "tests/support/trajectory.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace corten::oracle {
namespace {

// In the order in which a step computes them: the first that differs is near the cause.
const char* const kFields[] = {"xpos",
                               "xquat",
                               "geom_xpos",
                               "geom_xmat",
                               "ten_length",
                               "cdof",
                               "cinert",
                               "actuator_length",
                               "actuator_moment",
                               "crb",
                               "M",
                               "qLD",
                               "efc_J",
                               "efc_D",
                               "efc_pos",
                               "cvel",
                               "qfrc_passive",
                               "efc_aref",
                               "qfrc_bias",
                               "actuator_force",
                               "qfrc_actuator",
                               "qfrc_smooth",
                               "qacc_smooth",
                               "efc_force",
                               "qfrc_constraint",
                               "qacc",
                               "qDeriv",
                               "qLU",
                               "act",
                               "qvel",
                               "qpos"};

bool same_bits(const Real* a, const Real* b, int n) {
  return n == 0 || std::memcmp(a, b, sizeof(Real) * static_cast<std::size_t>(n)) == 0;
}

bool same_state(const Twin& t) {
  return same_bits(t.d.qpos.data(), t.od->qpos, t.m.nq) && same_bits(t.d.qvel.data(), t.od->qvel, t.m.nv) &&
         same_bits(t.d.act.data(), t.od->act, t.m.na);
}

bool finite(const Twin& t) {
  for (int i = 0; i < t.m.nv; ++i)
    if (!std::isfinite(t.od->qvel[i])) return false;
  return true;
}

std::string differing_field(const Twin& t) {
  for (const char* field : kFields)
    if (const double error = t.error(field); error != 0) {
      char text[80];
      std::snprintf(text, sizeof text, "%s %.1e", field, error);
      return text;
    }
  return "none seen";
}

}  // namespace

std::string first_difference(Twin& t, int steps, double seconds, int* made) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto start = now();
  mj_resetData(t.om.get(), t.od.get());
  if (t.m.nkey > 0) mj_resetDataKeyframe(t.om.get(), t.od.get(), 0);
  reset_data(t.m, t.d);
  for (int i = 0; i < t.m.nv; ++i) t.od->qvel[i] = 0.1 * std::sin(3 * i + 1);
  t.take_state();
  for (int step = 0; step < steps; ++step) {
    if (std::chrono::duration<double>(now() - start).count() > seconds) return {};
    if (made) *made = step + 1;
    for (int i = 0; i < t.m.nu; ++i) t.d.ctrl[i] = t.od->ctrl[i] = 0.3 * std::sin(0.05 * step + i);
    mj_step(t.om.get(), t.od.get());
    corten::step(t.m, t.d);
    if (!same_state(t)) return "step " + std::to_string(step) + ": " + differing_field(t);
    if (!finite(t)) return {};
  }
  return {};
}

}  // namespace corten::oracle
