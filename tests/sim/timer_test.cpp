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

// every look at this clock is one second later than the one before
double our_ticks = 0;
double our_clock(void*) { return our_ticks++; }

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

TEST(Timer, DurationsOfPartsAddUpToTheWhole) {  // judge: mathematics, with a clock that ticks at every look
  oracle::Twin twin(kBoxOnPlane);
  twin.forward();
  twin.d.timer = {};
  Hooks hooks;
  hooks.time = our_clock;
  step(twin.m, twin.d, hooks);
  const auto duration = [&](int i) { return twin.d.timer[static_cast<std::size_t>(i)].duration; };
  const auto sum = [&](std::initializer_list<int> parts) {
    double total = 0;
    for (const int part : parts) {
      EXPECT_GT(duration(part), 0) << part;
      total += duration(part);
    }
    return total;
  };
  // a boundary between two parts is looked at once, so nothing lies between them
  const double position =
      sum({corten::mjTIMER_POS_KINEMATICS, corten::mjTIMER_POS_INERTIA, corten::mjTIMER_POS_COLLISION,
           corten::mjTIMER_POS_MAKE, corten::mjTIMER_POS_PROJECT});
  EXPECT_LE(position, duration(corten::mjTIMER_POSITION));
  const double forward = sum({corten::mjTIMER_POSITION, corten::mjTIMER_VELOCITY, corten::mjTIMER_ACTUATION,
                              corten::mjTIMER_CONSTRAINT});
  EXPECT_LE(forward, duration(corten::mjTIMER_FORWARD));
  EXPECT_LE(duration(corten::mjTIMER_FORWARD) + duration(corten::mjTIMER_ADVANCE),
            duration(corten::mjTIMER_STEP));
}

}  // namespace
}  // namespace corten
