// Open-loop rollouts.
#include "corten/batch/rollout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

// Falls on the floor and is driven: contacts, limits, activation.
constexpr const char* kHopper = R"(<mujoco><option timestep="0.005"/>
  <worldbody><geom type="plane" size="5 5 1"/>
    <body name="target" mocap="true" pos="1 2 3"/>
    <body pos="0 0 .4"><freejoint/><geom type="capsule" size=".1" fromto="-.2 0 0 .2 0 0"/>
      <body pos=".2 0 0"><joint name="hip" axis="0 1 0" range="-60 60" limited="true" damping=".1"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .2 0 -.3"/></body></body></worldbody>
  <actuator><position joint="hip" kp="5"/><general joint="hip" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><jointpos joint="hip"/><framepos objtype="xbody" objname="target"/></sensor></mujoco>)";

struct Batch {
  Model m;
  int nbatch, nstep, nstate;
  std::vector<Real> initial, control, state, sensordata;

  Batch(const char* xml, int nbatch_, int nstep_)
      : m(oracle::to_model(oracle::load_string(xml).get())), nbatch(nbatch_), nstep(nstep_) {
    nstate = state_size(m, mjSTATE_FULLPHYSICS);
    const auto rows = static_cast<std::size_t>(nbatch) * static_cast<std::size_t>(nstep);
    std::mt19937 random(1);
    std::normal_distribution<Real> noise(0, 0.3);
    for (int b = 0; b < nbatch; ++b) {
      Data d = make_data(m);
      for (Real& v : d.qvel) v = noise(random);
      std::vector<Real> row(static_cast<std::size_t>(nstate));
      get_state(m, d, row, mjSTATE_FULLPHYSICS);
      initial.insert(initial.end(), row.begin(), row.end());
    }
    control.resize(rows * static_cast<std::size_t>(m.nu));
    for (Real& c : control) c = noise(random);
    state.assign(rows * static_cast<std::size_t>(nstate), -1);
    sensordata.assign(rows * static_cast<std::size_t>(m.nsensordata), -1);
  }

  RolloutArrays arrays() { return {nbatch, nstep, mjSTATE_CTRL, initial, {}, control, state, sensordata}; }

  void run(int threads, int chunk = 1) {
    Crew crew(threads);
    std::vector<Data> data(static_cast<std::size_t>(threads), make_data(m));
    run(crew, data, arrays(), chunk);
  }
  void run(Crew& crew, std::vector<Data>& data, const RolloutArrays& a, int chunk = 1) {
    std::vector<Data*> worlds;
    for (Data& d : data) worlds.push_back(&d);
    const Model* const models[] = {&m};
    rollout(crew, models, worlds, a, chunk);
  }
};

TEST(Rollout, IsTheSameAsSteppingEachTrajectory) {  // judge: step
  Batch b(kHopper, 5, 60);
  b.run(2);
  const Real* state = b.state.data();
  const Real* control = b.control.data();
  std::vector<Real> expected(static_cast<std::size_t>(b.nstate));
  for (int r = 0; r < b.nbatch; ++r) {
    Data d = make_data(b.m);
    set_state(b.m, d, {b.initial.data() + r * b.nstate, expected.size()}, mjSTATE_FULLPHYSICS);
    for (int t = 0; t < b.nstep; ++t, state += b.nstate, control += b.m.nu) {
      std::copy_n(control, b.m.nu, d.ctrl.begin());
      step(b.m, d);
      get_state(b.m, d, expected, mjSTATE_FULLPHYSICS);
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), state)) << r << " " << t;
    }
  }
}

TEST(Rollout, HasTheSameBitsForAnyNumberOfThreadsAndChunk) {  // judge: one thread
  Batch one(kHopper, 23, 40);
  one.run(1, 23);
  for (const int threads : {2, 3})
    for (const int chunk : {1, 4}) {
      Batch many(kHopper, 23, 40);
      many.run(threads, chunk);
      EXPECT_EQ(many.state, one.state) << threads << " " << chunk;
      EXPECT_EQ(many.sensordata, one.sensordata) << threads << " " << chunk;
    }
}

TEST(Rollout, RepeatsTheOutputOfTheStepThatWarns) {  // judge: hand value
  Batch b(kHopper, 2, 6);
  b.control[2 * static_cast<std::size_t>(b.m.nu)] = std::numeric_limits<Real>::quiet_NaN();
  b.run(1);
  const auto time = [&](int r, int t) { return b.state[static_cast<std::size_t>((r * 6 + t) * b.nstate)]; };
  EXPECT_DOUBLE_EQ(time(0, 2), 0.015);
  for (int t = 3; t < 6; ++t) EXPECT_EQ(time(0, t), time(0, 2));
  EXPECT_DOUBLE_EQ(time(1, 5), 0.03);  // the next trajectory begins without warnings
}

TEST(Rollout, SetsUnnamedInputsToTheirDefaults) {  // judge: oracle
  Batch b(kHopper, 1, 1);
  Crew crew(1);
  std::vector<Data> data(1, make_data(b.m));
  Data& d = data[0];
  d.mocap_pos[0] = {9, 9, 9};
  d.qfrc_applied[0] = 3;
  d.ctrl[0] = 5;
  RolloutArrays a = b.arrays();
  a.control = {};
  b.run(crew, data, a);
  EXPECT_EQ(d.mocap_pos[0][0], 1);
  EXPECT_EQ(d.qfrc_applied[0], 0);
  EXPECT_EQ(d.ctrl[0], 5);  // named by the specification, and no control given
  a.control_spec = mjSTATE_QFRC_APPLIED;
  b.run(crew, data, a);
  EXPECT_EQ(d.ctrl[0], 0);
}

TEST(Rollout, StartsTheSolverFromGivenAccelerations) {  // judge: step
  Batch b(kHopper, 1, 1);
  std::vector<Real> warm(static_cast<std::size_t>(b.m.nv), 1.5);
  RolloutArrays a = b.arrays();
  a.initial_warmstart = warm;
  a.nstep = 0;
  Crew crew(1);
  std::vector<Data> data(1, make_data(b.m));
  b.run(crew, data, a);
  EXPECT_EQ(data[0].qacc_warmstart[0], 1.5);
  a.initial_warmstart = {};
  b.run(crew, data, a);
  EXPECT_EQ(data[0].qacc_warmstart[0], 0);
}

TEST(Rollout, TakesOneModelPerTrajectory) {  // judge: one model at a time
  Batch heavy(kHopper, 2, 20), both(kHopper, 2, 20), light(kHopper, 2, 20);
  heavy.m.opt.gravity = {0, 0, -20};
  heavy.run(1);
  light.run(1);
  const Model* const models[] = {&light.m, &heavy.m};
  Crew crew(2);
  std::vector<Data> data(2, make_data(light.m));
  Data* const worlds[] = {&data[0], &data[1]};
  rollout(crew, models, worlds, both.arrays(), 1);
  const auto half = static_cast<std::ptrdiff_t>(both.state.size() / 2);
  EXPECT_TRUE(std::equal(both.state.begin(), both.state.begin() + half, light.state.begin()));
  EXPECT_TRUE(std::equal(both.state.begin() + half, both.state.end(), heavy.state.begin() + half));
}

}  // namespace
}  // namespace corten
