// Twins whose state is set on our side: short setters, then both engines run from it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <span>

#include "tests/support/twin.h"

namespace corten {

class PreparedTwin : public oracle::Twin {
 public:
  using oracle::Twin::Twin;

  // writes leading entries of our state
  PreparedTwin& qpos(std::initializer_list<Real> v) { return set(d.qpos, v); }
  PreparedTwin& qvel(std::initializer_list<Real> v) { return set(d.qvel, v); }
  PreparedTwin& act(std::initializer_list<Real> v) { return set(d.act, v); }
  PreparedTwin& ctrl(std::initializer_list<Real> v) { return set(d.ctrl, v); }

  // brings the oracle into our state
  void share() {
    od->time = d.time;
    std::copy(d.qpos.begin(), d.qpos.end(), od->qpos);
    std::copy(d.qvel.begin(), d.qvel.end(), od->qvel);
    std::copy(d.act.begin(), d.act.end(), od->act);
    std::copy(d.ctrl.begin(), d.ctrl.end(), od->ctrl);
    std::copy(d.qfrc_applied.begin(), d.qfrc_applied.end(), od->qfrc_applied);
    std::copy(d.history.begin(), d.history.end(), od->history);
  }
  void both_forward() {
    share();
    mj_forward(om.get(), od.get());
    corten::forward(m, d);
  }
  void both_step(int count = 1) {
    share();
    for (int i = 0; i < count; ++i) {
      mj_step(om.get(), od.get());
      step(m, d);
    }
  }

 private:
  PreparedTwin& set(Array<Real>& field, std::initializer_list<Real> v) {
    std::copy(v.begin(), v.end(), field.begin());
    return *this;
  }
};

inline void expect_values(std::span<const Real> ours, std::initializer_list<Real> expected, double tolerance,
                          const char* what = "") {
  ASSERT_GE(ours.size(), expected.size()) << what;
  std::size_t i = 0;
  for (const Real x : expected) {
    EXPECT_NEAR(ours[i], x, tolerance) << what << " entry " << i;
    ++i;
  }
}

// numbers of a vector-like value, e.g. a Vec3 or a Motion
template <class T>
std::span<const Real> reals(const T& value) {
  return {reinterpret_cast<const Real*>(&value), sizeof(T) / sizeof(Real)};
}

}  // namespace corten
