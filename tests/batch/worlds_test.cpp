// Worlds that step together.
#include "corten/batch/worlds.h"

#include <gtest/gtest.h>

#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/smooth/rne.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

constexpr const char* kBall = R"(<mujoco><worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 .12"><freejoint/><geom size=".1"/>
      <body pos=".1 0 0"><joint name="arm" axis="0 1 0"/><geom type="capsule" size=".02 .1"/></body></body></worldbody>
  <actuator><motor joint="arm"/></actuator></mujoco>)";

Model ball() { return oracle::to_model(oracle::load_string(kBall).get()); }

TEST(Worlds, MoveAsDataOfTheirOwn) {  // judge: step
  const Model m = ball();
  Worlds worlds(m, 4, 2);
  const std::span<Real> rows = worlds.watch({{"qpos"}, {"cfrc_ext", 6, 12}});
  const std::size_t width = rows.size() / 4;
  std::vector<Data> data(4, make_data(m));
  for (int round = 0; round < 10; ++round) {
    const Real control[] = {0.0, 0.1, -0.2, 0.3};
    worlds.step(control, 5);
    for (std::size_t w = 0; w < 4; ++w) {
      Data& d = data[w];
      d.ctrl[0] = control[w];
      for (int i = 0; i < 5; ++i) step(m, d);
      rne_post_constraint(m, d);
      const std::span<const Real> row = rows.subspan(w * width, width);
      EXPECT_TRUE(std::equal(d.qpos.begin(), d.qpos.end(), row.begin()));
      EXPECT_EQ(row[static_cast<std::size_t>(m.nq) + 5], d.cfrc_ext[1].force[2]);
    }
  }
}

TEST(Worlds, ThatAreNotActiveStay) {  // judge: definition
  const Model m = ball();
  Worlds worlds(m, 2, 1);
  const std::span<Real> time = worlds.watch({{"time"}});
  const Real control[] = {0, 0};
  const bool active[] = {false, true};
  worlds.step(control, 3, active);
  EXPECT_EQ(time[0], 0);
  EXPECT_DOUBLE_EQ(time[1], 0.006);
}

TEST(Worlds, StartAgainWhereTheyAreTold) {  // judge: definition
  const Model m = ball();
  Worlds worlds(m, 3, 2);
  const std::span<Real> height = worlds.watch({{"qpos", 2, 3}});
  const std::span<Real> clipped = worlds.watch({{"qvel", 0, 1, -1, 1}});
  std::vector<Real> control(3), qpos(m.qpos0.begin(), m.qpos0.end()), qvel(static_cast<std::size_t>(m.nv), 2);
  worlds.step(control, 10);
  qpos[2] = 4;
  const int chosen[] = {1};
  worlds.reset(chosen, qpos, qvel);
  EXPECT_EQ(height[1], 4);
  EXPECT_EQ(clipped[1], 1);
  EXPECT_LT(height[0], 0.2);
  worlds.step(control, 1);
  EXPECT_NEAR(height[1], 4 + 2 * m.opt.timestep, 1e-4);
}

TEST(Worlds, RefuseToWatchWhatIsNotThere) {  // judge: definition
  const Model m = ball();
  Worlds worlds(m, 1, 1);
  EXPECT_THROW(worlds.watch({{"nothing"}}), std::invalid_argument);
  EXPECT_THROW(worlds.watch({{"eq_active"}}), std::invalid_argument);  // not reals
  EXPECT_THROW(worlds.watch({{"qpos", 0, 99}}), std::invalid_argument);
}

TEST(StepAll, StepsEveryDataForAnyNumberOfThreads) {  // judge: step
  const Model m = ball();
  for (const int threads : {1, 2, 3}) {
    std::vector<Data> data(7, make_data(m));
    std::vector<Data*> worlds;
    for (Data& d : data) {
      d.ctrl[0] = 0.01 * static_cast<Real>(worlds.size());
      worlds.push_back(&d);
    }
    Crew crew(threads);
    step_all(crew, m, worlds, 20);
    for (std::size_t w = 0; w < data.size(); ++w) {
      Data d = make_data(m);
      d.ctrl[0] = 0.01 * static_cast<Real>(w);
      for (int i = 0; i < 20; ++i) step(m, d);
      EXPECT_TRUE(std::equal(d.qpos.begin(), d.qpos.end(), data[w].qpos.begin()));
    }
  }
}

}  // namespace
}  // namespace corten
