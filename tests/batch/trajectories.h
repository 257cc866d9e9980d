// A batch of trajectories of one model, rolled out together and compared with steps of one world at a time.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "corten/batch/rollout.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten {

struct Trajectories {
  const Model& m;
  int nbatch, nstep, nstate;
  std::vector<Real> initial, control, state;
  long long rows = 0;  // constraint rows of all steps, counted by expect_steps

  // noise: how far worlds begin from the reference, and how large controls are
  Trajectories(const Model& model_, int nbatch_, int nstep_, Real spread = 0.5)
      : m(model_), nbatch(nbatch_), nstep(nstep_), nstate(state_size(m, mjSTATE_FULLPHYSICS)) {
    std::mt19937 random(5);
    std::normal_distribution<Real> noise(0, spread);
    for (int b = 0; b < nbatch; ++b) {
      initial.push_back(0.1 * b);
      for (const Real q : m.qpos0) initial.push_back(q + noise(random));
      for (int v = 0; v < m.nv; ++v) initial.push_back(noise(random));
      for (int a = 0; a < m.na; ++a) initial.push_back(noise(random));
    }
    control.resize(static_cast<std::size_t>(nbatch * nstep * m.nu));
    for (Real& u : control) u = noise(random);
    state.assign(static_cast<std::size_t>(nbatch * nstep * nstate), -1);
  }

  void roll(int threads = 1) {
    Crew crew(threads);
    std::vector<Data> data(static_cast<std::size_t>(threads), make_data(m));
    std::vector<Data*> worlds;
    for (Data& d : data) worlds.push_back(&d);
    const Model* const models[] = {&m};
    rollout(crew, models, worlds, {nbatch, nstep, mjSTATE_CTRL, initial, {}, control, state, {}}, 4);
  }

  // Every state is that of steps of one world at a time, to the bit.
  void expect_steps() {
    std::vector<Real> expected(static_cast<std::size_t>(nstate));
    const Real* got = state.data();
    for (int b = 0; b < nbatch; ++b) {
      Data d = make_data(m);
      set_state(m, d, {initial.data() + b * nstate, expected.size()}, mjSTATE_FULLPHYSICS);
      for (int t = 0; t < nstep; ++t, got += nstate) {
        std::copy_n(control.data() + (b * nstep + t) * m.nu, m.nu, d.ctrl.begin());
        if (std::ranges::none_of(d.warning, [](const WarningStat& w) { return w.number > 0; })) step(m, d);
        rows += d.nefc;
        get_state(m, d, expected, mjSTATE_FULLPHYSICS);
        const auto differ = std::mismatch(expected.begin(), expected.end(), got);
        ASSERT_TRUE(differ.first == expected.end())
            << "world " << b << " step " << t << ", number " << differ.first - expected.begin() << ": "
            << *differ.second - *differ.first;
      }
    }
  }
};

}  // namespace corten
