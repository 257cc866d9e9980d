// Data.timer: which stages are counted and how they nest.
#include <gtest/gtest.h>

#include "corten/sim/integrators.h"
#include "corten/sim/inverse.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

constexpr const char* kBoxOnPlane = R"(<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1" mass="1"/>
    <body><joint name="j"/><geom type="box" size=".1 .02 .02" pos=".1 0 0"/></body></body></worldbody>
  <actuator><motor joint="j"/></actuator></mujoco>)";

// every look at these clocks is one second later than the one before
double our_ticks = 0, oracle_ticks = 0;
double our_clock(void*) { return our_ticks++; }
double oracle_clock() { return oracle_ticks++; }

using Ours = void (*)(const Model&, Data&, const Hooks&);
using Oracles = void (*)(const mjModel*, mjData*);

struct Call {
  const char* name;
  Ours ours;
  Oracles oracles;
};
constexpr Call kCalls[] = {{"step", step, mj_step},
                           {"forward", forward, mj_forward},
                           {"inverse", inverse, mj_inverse},
                           {"step1", step1, mj_step1},
                           {"step2", step2, mj_step2},
                           {"fwd_position", fwd_position, mj_fwdPosition},
                           {"fwd_constraint", fwd_constraint, mj_fwdConstraint},
                           {"inv_constraint", inv_constraint, mj_invConstraint},
                           {"euler", euler, mj_Euler}};

void expect_same_counts(oracle::Twin& twin, const Call& call, const std::string& when) {
  twin.forward();
  twin.d.timer = {};
  for (mjTimerStat& t : twin.od->timer) t = {};
  call.ours(twin.m, twin.d, {});
  call.oracles(twin.om.get(), twin.od.get());
  for (int i = 0; i < corten::mjNTIMER; ++i) {
    EXPECT_EQ(twin.d.timer[static_cast<std::size_t>(i)].number, twin.od->timer[i].number)
        << call.name << " timer " << i << when;
    EXPECT_EQ(twin.d.timer[static_cast<std::size_t>(i)].duration, 0) << call.name;
  }
}

TEST(Timer, CountsTheStagesTheOracleCounts) {  // judge: oracle
  for (const int integrator : {corten::mjINT_EULER, corten::mjINT_RK4, corten::mjINT_IMPLICIT})
    for (const int disable : {0, static_cast<int>(corten::mjDSBL_CONTACT)}) {
      oracle::Twin twin(kBoxOnPlane);
      twin.om->opt.integrator = integrator;
      twin.om->opt.disableflags |= disable;
      twin.take_options();
      for (const Call& call : kCalls)
        expect_same_counts(twin, call, " with integrator " + std::to_string(integrator));
    }
}

TEST(Timer, DurationsNestAsTheOracles) {  // judge: oracle, both with a clock that ticks at every look
  oracle::Twin twin(kBoxOnPlane);
  twin.forward();
  twin.d.timer = {};
  for (mjTimerStat& t : twin.od->timer) t = {};
  Hooks hooks;
  hooks.time = our_clock;
  step(twin.m, twin.d, hooks);
  mjcb_time = oracle_clock;
  mj_step(twin.om.get(), twin.od.get());
  mjcb_time = nullptr;
  // the oracle looks at the clock twice more inside, between its two parts of the inertia stage
  constexpr int kOuter[] = {corten::mjTIMER_STEP, corten::mjTIMER_FORWARD, corten::mjTIMER_POSITION};
  for (int i = 0; i < corten::mjNTIMER; ++i) {
    const bool outer = std::find(std::begin(kOuter), std::end(kOuter), i) != std::end(kOuter);
    const double extra = outer ? 2 : i == corten::mjTIMER_POS_INERTIA ? 1 : 0;
    EXPECT_EQ(twin.d.timer[static_cast<std::size_t>(i)].duration + extra, twin.od->timer[i].duration) << i;
  }
}

}  // namespace
}  // namespace corten
