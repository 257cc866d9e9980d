// Flexes in motion: every stage beside the oracle, with our own compiled model.
#include <gtest/gtest.h>

#include <cmath>

#include "corten/load.h"
#include "corten/sim/inverse.h"
#include "tests/support/contacts.h"
#include "tests/support/flex_scenes.h"
#include "tests/support/random_state.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

using oracle::flexcomp_scene;

// Fields that hold the oracle's bits.
constexpr const char* kExact[] = {"flexvert_xpos",   "flexelem_aabb", "flexedge_length", "flexedge_J",
                                  "flexvert_length", "flexvert_J",    "bvh_aabb_dyn",    "flexedge_velocity",
                                  "qfrc_spring",     "qfrc_damper",   "qfrc_passive"};

oracle::Twin own_twin(const std::string& xml) {
  oracle::Twin t(xml);
  t.m = load_text(xml).value();
  t.d = make_data(t.m);
  return t;
}

TEST(Flex, SmoothQuantitiesAreTheOraclesBitForBit) {  // judge: oracle
  for (const oracle::FlexScene& scene : oracle::flex_scenes()) {
    oracle::Twin t = own_twin(scene.xml);
    for (unsigned seed = 0; seed < 3; ++seed) {
      oracle::randomize(t.om.get(), t.od.get(), seed, 0.02);
      t.forward();
      for (const char* field : kExact)
        EXPECT_EQ(t.error(field), 0) << scene.name << ' ' << field << " seed " << seed;
    }
  }
}

TEST(Flex, ContactsAreTheOraclesBitForBitAndInItsOrder) {  // judge: oracle
  int contacts = 0;
  for (const oracle::FlexScene& scene : oracle::flex_scenes()) {
    oracle::Twin t = own_twin(scene.xml);
    for (unsigned seed = 0; seed < 4; ++seed) {
      for (const int midphase : {0, int{mjDSBL_MIDPHASE}}) {
        t.om->opt.disableflags = midphase;
        t.take_options();
        oracle::randomize(t.om.get(), t.od.get(), seed, 0.02 * seed);
        t.forward();
        EXPECT_EQ(oracle::contact_error(t.od.get(), t.d), 0) << scene.name << " seed " << seed;
        contacts += t.od->ncon;
      }
    }
  }
  EXPECT_GT(contacts, 1000);
}

TEST(Flex, ConstraintForcesAreTheOraclesBitForBit) {  // judge: oracle
  for (const oracle::FlexScene& scene : oracle::flex_scenes()) {
    oracle::Twin t = own_twin(scene.xml);
    oracle::randomize(t.om.get(), t.od.get(), 1, 0.01);
    t.forward();
    EXPECT_EQ(t.od->nefc, t.d.nefc) << scene.name;
    for (const char* field : {"efc_J", "efc_aref", "qacc"})
      EXPECT_EQ(t.error(field), 0) << scene.name << ' ' << field;
  }
}

TEST(Flex, StepsOfEveryIntegratorAreTheOraclesBitForBit) {  // judge: oracle
  for (const oracle::FlexScene& scene : oracle::flex_scenes())
    for (const int integrator : {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST}) {
      oracle::Twin t = own_twin(scene.xml);
      t.om->opt.integrator = integrator;
      t.take_options();
      for (int i = 0; i < 20; ++i) {
        mj_step(t.om.get(), t.od.get());
        step(t.m, t.d);
      }
      EXPECT_EQ(t.error("qpos"), 0) << scene.name << " integrator " << integrator;
    }
}

TEST(Flex, InverseDynamicsFindsTheForcesOfForward) {  // judge: mathematics: the two are inverse to each other
  oracle::Twin t = own_twin(oracle::flex_scenes()[1].xml);
  oracle::randomize(t.om.get(), t.od.get(), 2, 0.01);
  t.take_state();
  forward(t.m, t.d);
  inverse(t.m, t.d);
  for (int i = 0; i < t.m.nv; ++i) {
    const int body = t.m.dof_bodyid[i];
    if (t.m.jnt_type[t.m.dof_jntid[i]] != mjJNT_SLIDE) continue;
    const Real push = t.d.xfrc_applied[body].force[i - t.m.body_dofadr[body]];
    EXPECT_NEAR(t.d.qfrc_inverse[i], t.d.qfrc_applied[i] + push, 1e-6);
  }
}

TEST(Flex, ABoxFallsAsleepBesideAFlexThatNeverDoes) {  // judge: oracle
  oracle::Twin t = own_twin(
      R"(<mujoco><option timestep=".002"><flag sleep="enable"/></option><worldbody><geom type="plane" size="2 2 1"/>
    <flexcomp name="f" dim="3" dof="trilinear" count="4 4 4" spacing=".1 .1 .1" pos="0 0 .16" mass="2"><contact selfcollide="none"/>
    <elasticity young="1e3" poisson=".25" damping=".05"/></flexcomp>
    <body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>)");
  for (int i = 0; i < 800; ++i) {
    mj_step(t.om.get(), t.od.get());
    step(t.m, t.d);
  }
  EXPECT_EQ(t.error("qpos"), 0);
  EXPECT_EQ(t.od->ntree_awake, 8);
  EXPECT_EQ(t.d.ntree_awake, 8);
}

TEST(Flex, ATrilinearBoxFallsAsInTheNativeBuild) {  // judge: hand value, from the native build (T19)
  const std::string xml =
      R"(<mujoco><option integrator="implicitfast" timestep=".002"/><worldbody><geom type="plane" size="2 2 1"/>
    <flexcomp name="f" dim="3" dof="trilinear" count="3 3 3" spacing=".1 .1 .1" pos="0 0 .106" mass="8"><contact selfcollide="none"/>
    <elasticity young="1000" poisson=".25" damping=".02"/></flexcomp></worldbody></mujoco>)";
  const Model m = load_text(xml).value();
  Data d = make_data(m);
  for (int i = 0; i < 50; ++i) step(m, d);
  forward(m, d);
  EXPECT_EQ(d.ncon, 9);
  EXPECT_NEAR(d.flexvert_xpos[0][2], 0.004697463355696, 1e-9);
  EXPECT_NEAR(d.flexvert_xpos[26][2], 0.158663107770682, 1e-9);
}

TEST(Flex, EnergyCountsTheEdgesOfLines) {  // judge: hand value, from the native build (T6)
  const std::string xml =
      R"(<mujoco><option><flag contact="disable" gravity="disable" energy="enable"/></option><worldbody>
    <flexcomp name="f" type="circle" dim="1" count="5 1 1" spacing=".1 .1 .1"><edge stiffness="50" damping=".5"/></flexcomp></worldbody></mujoco>)";
  const Model m = load_text(xml).value();
  Data d = make_data(m);
  d.qpos[0] = 0.02;
  d.qvel[1] = 1;
  forward(m, d);
  EXPECT_NEAR(d.energy[0], 0.011272360465623, 1e-14);
  EXPECT_NEAR(d.energy[1], 0.125, 1e-14);
}

}  // namespace
}  // namespace corten
