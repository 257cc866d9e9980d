// What physics conserves, the engine conserves.
#include <cmath>

#include "corten/smooth/com.h"
#include "corten/smooth/rne.h"
#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

TEST(Conservation,
     EnergyOfADoublePendulumUnderRungeKutta) {  // judge: physics; RK4 at 1 ms drifts far below 1e-8
  Twin t(
      R"(<mujoco><option timestep=".001" integrator="RK4"><flag energy="enable" contact="disable"/></option><worldbody>
    <body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03" mass="1"/>
    <body pos=".5 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass=".6"/></body></body>
    </worldbody></mujoco>)");
  t.qpos({.4, .3});
  forward(t.m, t.d);
  const Real start = t.d.energy[0] + t.d.energy[1];
  for (int i = 0; i < 10000; ++i) step(t.m, t.d);
  forward(t.m, t.d);
  EXPECT_NEAR(t.d.energy[0] + t.d.energy[1], start, 1e-8);
}

PreparedTwin free_tree() {
  Twin t(
      R"(<mujoco><option timestep=".0005" gravity="0 0 0" integrator="RK4"><flag contact="disable"/></option><worldbody>
    <body><freejoint/><geom type="box" size=".1 .2 .3" mass="2"/>
    <body pos=".3 0 0"><joint axis="0 1 1"/><geom size=".1" pos=".2 0 0" mass=".5"/>
    <body pos=".3 0 0"><joint type="ball"/><geom size=".1" pos="0 .2 0" mass=".4"/></body></body></body></worldbody></mujoco>)");
  t.qvel({.1, .2, -.3, .5, -.4, .3, .7, .2, -.6, .4});
  forward(t.m, t.d);
  return t;
}

TEST(Conservation, NothingPushesAFreeTree) {  // judge: physics; rates of momentum vanish to rounding
  Twin t = free_tree();
  rne_post_constraint(t.m, t.d);
  EXPECT_LE(norm(t.d.cfrc_int[1].force), 1e-14);
  EXPECT_LE(norm(t.d.cfrc_int[1].torque), 1e-14);
}

TEST(Conservation, MomentumOfAFreeTree) {  // judge: physics
  Twin t = free_tree();
  const auto momentum = [&t] {
    forward(t.m, t.d);
    subtree_vel(t.m, t.d);
    return std::pair(t.d.subtree_linvel[1], t.d.subtree_angmom[1]);
  };
  const auto [linear, angular] = momentum();
  for (int i = 0; i < 2000; ++i) step(t.m, t.d);
  const auto [linear_after, angular_after] = momentum();
  // what integration of rotations leaves over 1 s at 0.5 ms; it falls with the square of the timestep
  EXPECT_LE(distance(linear, linear_after), 5e-9);
  EXPECT_LE(distance(angular, angular_after), 5e-9);
}

}  // namespace
}  // namespace corten
