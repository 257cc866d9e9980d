// Sleep beside the oracle: who sleeps and wakes when, and every number meanwhile.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "corten/load.h"
#include "corten/sim/inverse.h"
#include "corten/sim/set_const.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

// With CG the solver sums in the oracle's order: states stay equal bit for bit, so every step can be
// compared.
std::string world(const std::string& option, const std::string& bodies, const std::string& rest = "") {
  return "<mujoco><option timestep='.004' sleep_tolerance='5e-3' solver='CG' " + option +
         "><flag sleep='enable' energy='enable'/></option><worldbody><geom type='plane' size='5 5 1'/>" +
         bodies + "</worldbody>" + rest + "</mujoco>";
}

std::string box(const char* pos, const char* attributes = "") {
  return std::string("<body pos='") + pos + "' " + attributes +
         "><freejoint/><geom type='box' size='.1 .08 .06'/></body>";
}

const char* const kFields[] = {"qpos",
                               "qvel",
                               "act",
                               "qacc_warmstart",
                               "qacc",
                               "act_dot",
                               "sensordata",
                               "xpos",
                               "xquat",
                               "xmat",
                               "xipos",
                               "ximat",
                               "xanchor",
                               "xaxis",
                               "geom_xpos",
                               "geom_xmat",
                               "site_xpos",
                               "site_xmat",
                               "cam_xpos",
                               "cam_xmat",
                               "light_xpos",
                               "light_xdir",
                               "subtree_com",
                               "cdof",
                               "cinert",
                               "ten_length",
                               "ten_velocity",
                               "actuator_length",
                               "crb",
                               "qM",
                               "M",
                               "qLD",
                               "qLDiagInv",
                               "actuator_velocity",
                               "cvel",
                               "cdof_dot",
                               "qfrc_bias",
                               "qfrc_spring",
                               "qfrc_damper",
                               "qfrc_gravcomp",
                               "qfrc_fluid",
                               "qfrc_passive",
                               "subtree_linvel",
                               "subtree_angmom",
                               "qH",
                               "qHDiagInv",
                               "qDeriv",
                               "actuator_force",
                               "qfrc_actuator",
                               "qfrc_smooth",
                               "qacc_smooth",
                               "qfrc_constraint",
                               "qfrc_inverse",
                               "cacc",
                               "cfrc_int",
                               "cfrc_ext"};

void expect_same_lists(const oracle::Twin& t) {
  EXPECT_EQ(t.d.ntree_awake, t.od->ntree_awake);
  EXPECT_EQ(t.d.nbody_awake, t.od->nbody_awake);
  EXPECT_EQ(t.d.nparent_awake, t.od->nparent_awake);
  EXPECT_EQ(t.d.nv_awake, t.od->nv_awake);
  for (int i = 0; i < t.m.ntree; ++i) EXPECT_EQ(t.d.tree_asleep[i], t.od->tree_asleep[i]) << "tree " << i;
  for (int i = 0; i < t.m.nbody; ++i) EXPECT_EQ(t.d.body_awake[i], t.od->body_awake[i]) << "body " << i;
  for (int i = 0; i < t.d.nbody_awake; ++i) EXPECT_EQ(t.d.body_awake_ind[i], t.od->body_awake_ind[i]);
  for (int i = 0; i < t.d.nparent_awake; ++i) EXPECT_EQ(t.d.parent_awake_ind[i], t.od->parent_awake_ind[i]);
  for (int i = 0; i < t.d.nv_awake; ++i) EXPECT_EQ(t.d.dof_awake_ind[i], t.od->dof_awake_ind[i]);
}

void expect_same(const oracle::Twin& t, double tolerance, int step) {
  SCOPED_TRACE("step " + std::to_string(step));
  expect_same_lists(t);
  EXPECT_EQ(t.d.ncon, t.od->ncon);
  EXPECT_EQ(t.d.nefc, t.od->nefc);
  EXPECT_EQ(t.d.nisland, t.od->nisland);
  for (const char* field : kFields) EXPECT_LE(t.error(field), tolerance) << field;
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(t.d.energy[i], t.od->energy[i], 1e-9);
}

// fn(qpos, qvel, xfrc_applied, step) on both sides before every step; gives the largest number that slept.
using Touch = std::function<void(Real* qpos, Real* qvel, Real* xfrc, int step)>;
int run_beside(oracle::Twin& t, int steps, double tolerance = 0, const Touch& touch = {}) {
  int most = 0;
  for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) {
    if (touch) {
      touch(t.od->qpos, t.od->qvel, t.od->xfrc_applied, i);
      touch(t.d.qpos.data(), t.d.qvel.data(), reinterpret_cast<Real*>(t.d.xfrc_applied.data()), i);
    }
    mj_step(t.om.get(), t.od.get());
    step(t.m, t.d);
    expect_same(t, tolerance, i);
    most = std::max(most, t.m.ntree - t.d.ntree_awake);
  }
  return most;
}

std::string heap(const std::string& option) {
  return world(option, box("0 0 .1", "euler='20 30 0'") + box(".05 .1 .35", "euler='70 10 40'") +
                           box("-.1 0 .6", "euler='5 80 0'") + box("1 0 .06") + box("1 .02 .18") +
                           "<body pos='2 0 .3' euler='0 15 0'><geom type='box' size='.5 .5 .05'/></body>" +
                           box("2 0 .42", "euler='0 15 0'") +
                           "<body pos='1 0 4'><freejoint/><geom size='.1' density='3000'/></body>");
}

TEST(Sleep, AHeapSleepsOneByOneAndWakesWhenABallFallsOnIt) {  // judge: oracle, to the bit
  for (const char* option : {"", "cone='elliptic'", "jacobian='sparse'", "integrator='implicitfast'"}) {
    oracle::Twin t(heap(option));
    EXPECT_GE(run_beside(t, 500), 5) << option;
  }
}

TEST(Sleep, OtherSolversAndRungeKuttaSleepToo) {  // judge: oracle, to the bit
  const auto slept = [](const char* option, int solver) {
    oracle::Twin t(heap(option));
    t.om->opt.solver = solver;
    t.take_options();
    return run_beside(t, 300);
  };
  EXPECT_GE(slept("", mjSOL_PGS), 3);
  EXPECT_GE(slept("", mjSOL_NEWTON), 3);
  EXPECT_GE(slept("integrator='RK4'", mjSOL_CG), 1);
}

TEST(Sleep, TheImplicitIntegratorSleepsToo) {  // judge: oracle, to the rounding of its factors
  oracle::Twin t(
      world("integrator='implicit'",
            box("0 0 .06") + box("0 0 .18") +
                "<body pos='1 0 1'><joint axis='0 1 0' damping='.3'/><geom size='.1' pos='.1 0 -.3'/>"
                "<body pos='0 0 -.3'><joint axis='1 0 0' damping='.1'/><geom size='.1' pos='0 .1 -.3'/>"
                "</body></body>"));
  t.om->opt.solver = mjSOL_NEWTON;
  t.take_options();
  const Touch push = [](Real*, Real* qvel, Real*, int step) {
    if (step == 100) qvel[12] = 1;
  };
  EXPECT_GE(run_beside(t, 400, 1e-9, push), 2);
}

TEST(Sleep, DominosFallAndSleep) {  // judge: oracle, to the bit
  std::string dominos;
  for (int i = 0; i < 8; ++i)
    dominos += "<body pos='" + std::to_string(0.12 * i) +
               " 0 .1'><freejoint/><geom type='box' size='.015 .05 .1'/></body>";
  oracle::Twin t(world("", dominos));
  const Touch push = [](Real*, Real* qvel, Real*, int step) {
    if (step == 60) qvel[0] = 0.8;
  };
  EXPECT_EQ(run_beside(t, 700, 0, push), 8);
}

TEST(Sleep, AChangedPoseOrForceWakesATreeAndThoseAsleepWithIt) {  // judge: oracle, to the bit
  oracle::Twin t(world("", box("0 0 .06") + box("0 0 .18") + box("1 0 .06")));
  const Touch touch = [](Real* qpos, Real* qvel, Real* xfrc, int step) {
    if (step == 150) qpos[0] += 1e-9;
    if (step == 250) xfrc[6 * 3] = 1;
    if (step == 260) xfrc[6 * 3] = 0;
    if (step == 350) qvel[14] = 2;
    if (step == 450) xfrc[6] = -0.0;  // counts as a force
  };
  EXPECT_EQ(run_beside(t, 500, 0, touch), 3);
}

const char* const kTied = R"(<body name="a" pos="0 0 .06"><freejoint/><geom type="box" size=".1 .08 .06"/>
    <site name="a"/></body><body name="b" pos="1 0 .06"><freejoint/><geom type="box" size=".1 .08 .06"/>
    <site name="b"/></body><body name="c" pos="2 0 .06"><joint name="x" type="slide" axis="1 0 0"/>
    <joint name="z" type="slide" axis="0 0 1"/><geom type="box" size=".1 .08 .06"/></body>)";

TEST(Sleep, AnEqualityThatIsSwitchedOnWakesWhatItHolds) {  // judge: oracle, to the bit
  for (const char* equality : {"<connect body1='a' body2='b' anchor='0 0 0' active='false'/>",
                               "<weld site1='a' site2='b' active='false'/>",
                               "<joint joint1='x' active='false'/><connect body1='a' anchor='0 0 0'/>"}) {
    oracle::Twin t(world("", kTied, std::string("<equality>") + equality + "</equality>"));
    run_beside(t, 150);
    ASSERT_GT(t.m.ntree, t.d.ntree_awake) << equality;
    t.od->eq_active[0] = t.d.eq_active[0] = 1;
    run_beside(t, 150);
  }
}

TEST(Sleep, ATautTendonWakesItsOtherEnd) {  // judge: oracle, to the bit
  for (const char* option : {"", "jacobian='sparse'"}) {
    oracle::Twin t(world(option, kTied, R"(<tendon>
        <spatial name="t" limited="true" range="0 1.2"><site site="a"/><site site="b"/></spatial>
        <spatial frictionloss=".1"><site site="a"/><site site="b"/></spatial>
        <fixed frictionloss=".2"><joint joint="x" coef="1"/></fixed></tendon>
        <sensor><tendonpos tendon="t"/><tendonvel tendon="t"/></sensor>)"));
    const Touch pull = [](Real*, Real* qvel, Real*, int step) {
      if (step == 150) qvel[6] = 3;
    };
    EXPECT_EQ(run_beside(t, 300, 0, pull), 3) << option;
  }
}

const char* const kInstrumented = R"(<body name="box" pos="0 0 .06"><freejoint/><geom name="box" type="box"
    size=".1 .08 .06"/><site name="s" size=".2"/><camera name="own"/><light name="own"/></body>
    <body name="ball" pos="1 0 .3"><freejoint/><geom name="ball" size=".1"/><site name="ball"/></body>
    <camera name="to_box" mode="targetbody" target="box" pos="0 -1 1"/>
    <camera name="to_ball" mode="targetbody" target="ball" pos="0 -1 1"/>)";
const char* const kInstruments = R"(<sensor><framepos objtype="body" objname="box"/><touch site="s"/>
    <accelerometer site="s"/><gyro site="s"/><framepos objtype="body" objname="box" reftype="body" refname="ball"/>
    <framepos objtype="camera" objname="to_box" reftype="body" refname="box"/><clock/><contact geom1="box"/>
    <contact/><contact site="s"/><rangefinder site="ball"/><subtreecom body="world"/><subtreelinvel body="world"/>
    <subtreeangmom body="world"/><e_potential/><e_kinetic/><distance geom1="box" geom2="ball" cutoff="2"/>
    <force site="s"/><insidesite site="s" objtype="body" objname="ball"/></sensor>)";

TEST(Sleep, SensorsOfSleepersKeepTheirReading) {  // judge: oracle, to the bit
  oracle::Twin t(world("", kInstrumented, kInstruments));
  run_beside(t, 100);
  ASSERT_FALSE(t.d.tree_awake[0]);
  for (int i = 0; i < t.m.nsensordata; ++i) t.od->sensordata[i] = t.d.sensordata[i] = 777;
  run_beside(t, 200);
}

TEST(Sleep, TreesStartAsleepAsTheModelSays) {  // judge: oracle, to the bit
  oracle::Twin t(world("", box("0 0 .06", "sleep='init'") + box("0 0 .18", "sleep='init'") +
                               "<body pos='0 0 1'><freejoint/><geom size='.05'/></body>"
                               "<body mocap='true' pos='1 1 1'><geom size='.1'/></body>"));
  expect_same_lists(t);
  EXPECT_EQ(t.d.ntree_awake, 1);
  EXPECT_GE(run_beside(t, 300), 2);
  mj_resetData(t.om.get(), t.od.get());
  reset_data(t.m, t.d);
  expect_same_lists(t);
  run_beside(t, 20);
}

TEST(Sleep, ATreeThatCannotStartAsleepIsNamed) {  // judge: house rule; the oracle refuses the model
  const std::string xml = world("",
                                "<body name='low' pos='0 0 .06' sleep='init'><freejoint/><geom type='box' "
                                "size='.1 .1 .06'/></body>" +
                                    box("0 0 .179"));
  EXPECT_FALSE(oracle::load_string(xml));
  try {
    load_text(xml).value();
    FAIL() << "was accepted";
  } catch (const std::exception& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("'low'"), std::string::npos) << refusal.what();
  }
  oracle::ModelPtr om = oracle::load_string(world("", box("0 0 .059", "sleep='init'")));
  Model m = oracle::to_model(om.get());
  m.opt.disableflags |= mjDSBL_ISLAND;
  EXPECT_THROW(make_data(m), std::invalid_argument);
}

TEST(Sleep, ForwardAndInverseLeaveSleepersAlone) {  // judge: oracle, to the bit
  oracle::Twin t(world("", kInstrumented, kInstruments));
  run_beside(t, 100);
  ASSERT_FALSE(t.d.tree_awake[0]);
  mj_forward(t.om.get(), t.od.get());
  forward(t.m, t.d);
  expect_same(t, 0, 0);
  mj_inverse(t.om.get(), t.od.get());
  inverse(t.m, t.d);
  expect_same(t, 0, 1);
  mj_setConst(t.om.get(), t.od.get());
  EXPECT_EQ(set_const(t.m, t.d), "");
  expect_same_lists(t);
}

TEST(Sleep, WithoutTheFlagEverybodyWakes) {  // judge: oracle, to the bit
  oracle::Twin t(world("", kInstrumented));
  run_beside(t, 100);
  t.om->opt.enableflags &= ~mjENBL_SLEEP;
  t.take_options();
  run_beside(t, 20);
  EXPECT_EQ(t.d.ntree_awake, t.m.ntree);
}

TEST(Sleep, CopiesSleepOn) {  // judge: itself
  oracle::Twin t(world("", kInstrumented));
  run_beside(t, 100);
  Data copy(t.d);
  step(t.m, copy);
  step(t.m, t.d);
  for (int i = 0; i < t.m.nq; ++i) EXPECT_EQ(copy.qpos[i], t.d.qpos[i]);
  EXPECT_EQ(copy.ntree_awake, t.d.ntree_awake);
}

TEST(Sleep, AMocapPairWakesWhereTheOracleGivesUp) {  // judge: physics: what is pushed moves
  const Model m =
      load_text(world("",
                      "<body mocap='true' pos='0 0 3'><geom name='hand' type='box' size='.1 .1 .1'/>"
                      "</body><body pos='0 0 .06'><freejoint/><geom name='box' type='box' "
                      "size='.1 .08 .06'/></body>",
                      "<contact><pair geom1='hand' geom2='box'/></contact>"))
          .value();
  Data d = make_data(m);
  for (int i = 0; i < 100; ++i) step(m, d);
  ASSERT_EQ(d.ntree_awake, 0);
  d.mocap_pos[0] = {0.15, 0, 0.1};
  for (int i = 0; i < 10; ++i) step(m, d);
  EXPECT_EQ(d.ntree_awake, 1);
  EXPECT_LT(d.qpos[0], -1e-3);
}

TEST(Sleep, ATendonEqualityHoldsTreesAwakeTogether) {  // judge: house rule; the oracle gives up
  const Model m =
      load_text(world("", kTied, R"(<tendon><spatial name="t"><site site="a"/><site site="b"/></spatial>
      </tendon><equality><tendon tendon1="t"/></equality>)"))
          .value();
  Data d = make_data(m);
  for (int i = 0; i < 200; ++i) step(m, d);
  ASSERT_EQ(d.ntree_awake, 0);
  EXPECT_EQ(d.tree_asleep[0], 1);  // they sleep together
  d.qvel[2] = 1;
  step(m, d);
  EXPECT_EQ(d.ntree_awake, 2);
}

}  // namespace
}  // namespace corten
