// Constraints of every kind under options at their extremes, step by step beside the oracle.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/twin.h"

namespace corten {
namespace {

// every kind of equality, limit, friction and contact; odd solref and solimp
constexpr char kMechanism[] = R"(<mujoco>
  <default><geom solref="-1000 -50" solimp=".1 .99 .01 .9 3"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" margin=".02" solref="0.005 2"/>
    <site name="world" pos=".1 .2 .3"/>
    <body name="mocap" mocap="true" pos=".4 0 .5"/>
    <body name="base" pos="0 0 .15" gravcomp=".5"><freejoint/>
      <geom name="box" type="box" size=".1 .12 .08" condim="6" friction=".5 .1 .05"/><site name="s0" pos=".1 0 0"/>
      <body name="arm" pos=".25 0 0">
        <joint name="ball" type="ball" range="0 .1" margin=".05" solimplimit=".9 .1 .05 .5 6"/>
        <geom name="rod" type="capsule" size=".05 .08" condim="4" friction="1e-5 0 0"/><site name="s1" pos="0 .1 0"/>
        <body name="tip" pos=".2 0 0">
          <joint name="hinge" axis="0 1 0" range="-.01 .01" margin="1" frictionloss="1e4" solreflimit="0 -5"/>
          <geom name="ball" size=".06" condim="1"/><site name="s2"/></body></body></body>
    <body name="cart" pos="0 .4 .12">
      <joint name="slide" type="slide" axis="1 0 0" range="-.05 .05" frictionloss=".1" solimpfriction=".5 .5 0 .3 2"/>
      <joint name="turn" axis="0 0 1" damping=".1"/>
      <geom name="can" type="cylinder" size=".1 .1" condim="3" friction="1e-3 1e-4 1e-5"/><site name="s3" pos="0 0 .1"/></body>
    <body name="held" pos=".4 .1 .5"><freejoint/><geom size=".05"/></body>
  </worldbody>
  <contact><pair geom1="rod" geom2="floor" condim="6" friction=".5 2 .1 .01 .02" solreffriction="-100 -5"/></contact>
  <tendon>
    <fixed name="fixed" limited="true" range="-.01 0" margin=".05" frictionloss="5">
      <joint joint="slide" coef="1"/><joint joint="hinge" coef="-.5"/></fixed>
    <spatial name="rope" limited="true" range="0 .2"><site site="s1"/><site site="world"/></spatial>
  </tendon>
  <equality>
    <connect body1="base" body2="cart" anchor="0 .2 0" solref=".02 0"/>
    <connect site1="s3" site2="world" solimp="0 0 0 0 1"/>
    <weld body1="mocap" body2="held" torquescale=".01"/>
    <weld site1="s2" site2="s3" torquescale="10" solref="1 .1"/>
    <joint joint1="slide" joint2="turn" polycoef=".1 0 .5 0 .3"/>
    <joint joint1="hinge" polycoef=".05 1 0 0 0"/>
    <tendon tendon1="fixed" tendon2="rope" polycoef="0 2 0 .1 0"/>
  </equality>
</mujoco>)";

using Change = std::pair<std::string, std::function<void(mjOption&)>>;

std::vector<Change> extremes() {
  return {{"default", [](mjOption&) {}},
          {"no iterations", [](mjOption& o) { o.iterations = 0; }},
          {"one iteration", [](mjOption& o) { o.iterations = 1; }},
          {"no tolerance", [](mjOption& o) { o.tolerance = 0; }},
          {"no line search", [](mjOption& o) { o.ls_iterations = 0; }},
          {"one evaluation", [](mjOption& o) { o.ls_iterations = 1; }},
          {"stiff friction", [](mjOption& o) { o.impratio = 1e4; }},
          {"soft friction", [](mjOption& o) { o.impratio = 1e-3; }},
          {"noslip", [](mjOption& o) { o.noslip_iterations = 3; }},
          {"tiny step", [](mjOption& o) { o.timestep = 1e-5; }},
          {"large step", [](mjOption& o) { o.timestep = 0.02; }},
          {"override", [](mjOption& o) { o.enableflags |= mjENBL_OVERRIDE, o.o_margin = 0.02; }}};
}

std::vector<Change> switched_off() {
  std::vector<Change> changes;
  for (int bit :
       {mjDSBL_CONSTRAINT, mjDSBL_EQUALITY, mjDSBL_FRICTIONLOSS, mjDSBL_LIMIT, mjDSBL_CONTACT, mjDSBL_GRAVITY,
        mjDSBL_WARMSTART, mjDSBL_FILTERPARENT, mjDSBL_REFSAFE, mjDSBL_EULERDAMP, mjDSBL_ISLAND})
    changes.push_back({"disable " + std::to_string(bit), [bit](mjOption& o) { o.disableflags |= bit; }});
  return changes;
}

// from the oracle's state at every step, so that nothing adds up
void expect_same_steps(oracle::Twin& t, const std::string& what) {
  for (int k = 0; k < 12; ++k) {
    t.take_state();
    mj_step(t.om.get(), t.od.get());
    step(t.m, t.d);
    ASSERT_EQ(t.d.nefc, t.od->nefc) << what;
    for (const char* field : {"efc_type", "efc_id", "efc_pos", "efc_KBIP", "efc_D", "efc_aref"}) {
      if (t.od->nefc > 0) {
        ASSERT_LE(t.error(field), 1e-10) << field << ' ' << what;
      }
    }
    for (const char* field : {"qacc", "qfrc_constraint", "qvel", "qpos"})
      ASSERT_LE(t.error(field), t.om->opt.solver == mjSOL_NEWTON ? 1e-8 : 1e-6)
          << field << ' ' << what << " step " << k;
  }
}

void expect_same(const std::vector<Change>& changes) {
  for (const auto& [name, change] : changes)
    for (int solver : {mjSOL_PGS, mjSOL_CG, mjSOL_NEWTON})
      for (int cone : {mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC})
        for (int jacobian : {mjJAC_DENSE, mjJAC_SPARSE}) {
          auto om = oracle::load_string(kMechanism);
          ASSERT_TRUE(om);
          om->opt.solver = solver, om->opt.cone = cone, om->opt.jacobian = jacobian;
          change(om->opt);
          oracle::Twin t(std::move(om));
          expect_same_steps(
              t, name + " " + std::to_string(solver) + std::to_string(cone) + std::to_string(jacobian));
        }
}

TEST(ExtremeOptions, StepsEqualTheOracles) { expect_same(extremes()); }    // judge: oracle
TEST(DisableFlags, StepsEqualTheOracles) { expect_same(switched_off()); }  // judge: oracle

}  // namespace
}  // namespace corten
