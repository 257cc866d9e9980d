// Both engines on one text: the same verdict, the same model, then the same bits step by step.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/compare_models.h"
#include "tests/support/oracle_reader.h"

namespace corten {

inline constexpr double kNewtonBar = 1e-8;  // docs/architecture.md

struct Both {
  oracle::ModelPtr om;
  oracle::DataPtr od;
  Model m;
  Data d;

  explicit Both(const std::string& xml, double tolerance = 0) {
    std::string error;
    Diagnostics diagnostics;
    auto theirs = oracle::load_string(xml, &error);
    take(std::move(theirs), load_text(xml, {}, diagnostics), error + diagnostics.text() + xml, tolerance);
  }

  static Both of_file(const std::string& path, double tolerance) {
    Both both;
    std::string error;
    Diagnostics diagnostics;
    auto theirs = oracle::load_file(path, &error);
    both.take(std::move(theirs), load(path, {}, diagnostics), error + diagnostics.text(), tolerance);
    return both;
  }

  bool loaded() const { return od != nullptr; }

  // a field of Data, to the bit unless told otherwise
  void expect_same(const char* field, double tolerance = 0) const {
    EXPECT_LE(oracle::field_error(om.get(), od.get(), d, m, field), tolerance)
        << field << " at time " << d.time;
  }

  // number, what touches, distance, position and frame
  void expect_same_contacts() const {
    ASSERT_EQ(d.ncon, od->ncon) << "at time " << d.time;
    for (int i = 0; i < d.ncon; ++i) {
      const Contact& ours = d.contact[i];
      const mjContact& theirs = od->contact[i];
      EXPECT_EQ(ours.geom1, theirs.geom1);
      EXPECT_EQ(ours.geom2, theirs.geom2);
      for (int side = 0; side < 2; ++side) {
        EXPECT_EQ(ours.flex[side], theirs.flex[side]);
        EXPECT_EQ(ours.elem[side], theirs.elem[side]);
        EXPECT_EQ(ours.vert[side], theirs.vert[side]);
      }
      EXPECT_EQ(ours.dist, theirs.dist) << i;
      EXPECT_EQ(std::memcmp(ours.pos.data(), theirs.pos, sizeof theirs.pos), 0) << i;
      EXPECT_EQ(std::memcmp(&ours.frame, theirs.frame, sizeof theirs.frame), 0) << i;
    }
  }

  // Steps of both engines with the same inputs, which `drive` writes. With constraints, whose forces agree to
  // the bar of the solver, every step starts from the oracle's state.
  void expect_same_steps(int count, const std::function<void(Real* ctrl, Real time)>& drive = nullptr,
                         double after_solver = 0) {
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
      if (drive) {
        drive(od->ctrl, od->time);
        drive(d.ctrl.data(), d.time);
      }
      if (after_solver > 0) oracle::copy_state(om.get(), od.get(), m, d);
      mj_step(om.get(), od.get());
      step(m, d);
      expect_same_contacts();
      for (const char* field : {"act", "actuator_force", "qfrc_passive"}) expect_same(field);
      for (const char* field : {"qpos", "qvel", "sensordata"}) expect_same(field, after_solver);
    }
  }

 private:
  Both() = default;
  void take(oracle::ModelPtr theirs, std::optional<Model> ours, const std::string& told, double tolerance) {
    EXPECT_TRUE(theirs && ours) << told;
    if (!theirs || !ours) return;
    om = std::move(theirs);
    m = std::move(*ours);
    EXPECT_EQ(to_text(oracle::model_differences(om.get(), m, tolerance)), "") << told;
    od = oracle::make_data(om.get());
    d = make_data(m);
  }
};

// judge: oracle; `text` occurs in what we say
inline void expect_both_refuse(const std::string& xml, const std::string& text) {
  EXPECT_FALSE(oracle::load_string(xml)) << "the oracle accepts\n" << xml;
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics)) << xml;
  EXPECT_NE(diagnostics.text().find(text), std::string::npos) << diagnostics.text();
}

inline std::string uses(const std::string& plugins) {
  std::string text = "<extension>";
  std::size_t first = 0;
  while (first < plugins.size()) {
    const std::size_t last = std::min(plugins.find(' ', first), plugins.size());
    text += "<plugin plugin='mujoco." + plugins.substr(first, last - first) + "'/>";
    first = last + 1;
  }
  return text + "</extension>";
}

}  // namespace corten
