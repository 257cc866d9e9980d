// Worlds of the emulator beside the CPU engine.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "cuda/worlds.h"

namespace corten::gpu {

inline constexpr WorldsOptions kDouble{Precision::float64, 0, true}, kSingle{Precision::float32, 0, true};

inline std::string joined(const std::string& options, const std::string& bodies,
                          const std::string& rest = "") {
  return "<mujoco><option timestep='.003' " + options + "/><worldbody>" + bodies + "</worldbody>" + rest +
         "</mujoco>";
}

inline double error(std::span<const Real> theirs, const std::vector<Real>& ours) {
  double worst = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const double e = std::abs(ours[i] - theirs[i]) / std::max(1.0, std::abs(theirs[i]));
    worst = std::max(worst, e == e ? e : 1e9);
  }
  return worst;
}

inline void set_state(const Data& d, Worlds& worlds) {
  worlds.set("qpos", d.qpos.span());
  worlds.set("qvel", d.qvel.span());
  worlds.set("act", d.act.span());
  worlds.set("ctrl", d.ctrl.span());
  worlds.set("qacc_warmstart", d.qacc_warmstart.span());
}

// Every step from the CPU's state: contacts and rows are as many, accelerations and the next state the same.
// Returns the steps that found no room in shared memory.
inline int expect_equal(const std::string& xml, int steps = 4, double bar = 1e-8,
                        const WorldsOptions& options = kDouble) {
  const Model m = load_text(xml).value();
  Worlds worlds(m, 1, options);
  Data d = make_data(m);
  std::mt19937 random(3);
  std::normal_distribution<Real> noise(0, 0.3);
  for (Real& v : d.qvel) v = noise(random);
  for (Real& a : d.act) a = std::abs(noise(random));
  for (int k = 0; k < steps; ++k) {
    for (Real& u : d.ctrl) u = noise(random);
    set_state(d, worlds);
    worlds.step();
    step(m, d);
    EXPECT_EQ(worlds.get("ncon")[0], d.ncon);
    EXPECT_EQ(worlds.get("nefc")[0], d.nefc);
    EXPECT_LT(error(d.qacc.span(), worlds.get("qacc")), bar);
    EXPECT_LT(error(d.qvel.span(), worlds.get("qvel")), bar * 0.1);
    EXPECT_LT(error(d.qpos.span(), worlds.get("qpos")), bar * 0.01);
    EXPECT_LT(error(d.act.span(), worlds.get("act")), bar * 0.01);
  }
  return static_cast<int>(worlds.get("spilled")[0]);
}

inline const std::string kFloor = "<geom type='plane' size='5 5 1'/>";

}  // namespace corten::gpu
