// Small systems with known rows and forces, run from state to acceleration by both engines.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "corten/smooth/contact_force.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

using oracle::Twin;

constexpr const char* kSphere = R"(<mujoco>OPTION<worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .0996"><freejoint/><geom type="sphere" size=".1" mass="2" GEOM/></body></worldbody></mujoco>)";

std::string replace(std::string text, const std::string& what, const std::string& with) {
  text.replace(text.find(what), what.size(), with);
  return text;
}

std::string sphere(const std::string& option, const std::string& geom = "") {
  return replace(replace(kSphere, "OPTION", option), "GEOM", geom);
}

Twin moving(const std::string& xml, const std::vector<Real>& qvel) {
  Twin t(xml);
  std::copy(qvel.begin(), qvel.end(), t.od->qvel);
  t.forward();
  return t;
}

void expect_rows_and_solution(const Twin& t, double bar) {
  ASSERT_EQ(t.d.nefc, t.od->nefc);
  for (const char* field : {"efc_pos", "efc_margin", "efc_KBIP", "efc_D", "efc_R", "efc_diagApprox",
                            "efc_vel", "efc_aref", "efc_b"})
    EXPECT_LE(t.error(field), 1e-10) << field;
  for (const char* field : {"efc_force", "qacc", "qfrc_constraint"}) EXPECT_LE(t.error(field), bar) << field;
  EXPECT_EQ(t.error("efc_state"), 0);
  EXPECT_EQ(t.d.solver_niter[0], t.od->solver_niter[0]);
}

TEST(ConstraintValues, SlidingSphereOnThePyramid) {  // judge: values of MuJoCo 3.5.0
  const Twin t = moving(sphere(""), {.3, 0, -.05, 0, 0, 0});
  expect_rows_and_solution(t, 1e-10);
  EXPECT_NEAR(t.d.efc_R[0], 0.18340611353712, 1e-14);
  const Wrench<Real> force = contact_force(t.m, t.d, 0);
  EXPECT_NEAR(force.force[0], 29.822031449002, 1e-10);
  EXPECT_NEAR(force.force[2], 16.986029460974, 1e-10);
  EXPECT_NEAR(t.d.qacc[4], 211.90071752565, 1e-9);
  EXPECT_NEAR(t.d.solver[0].improvement, 615.8880131463513, 1e-9);
}

TEST(ConstraintValues, SlidingSphereOnTheEllipticCone) {  // judge: values of MuJoCo 3.5.0
  const Twin t = moving(sphere(R"(<option cone="elliptic" impratio="5"/>)"), {.3, 0, -.05, 0, 0, 0});
  expect_rows_and_solution(t, 1e-10);
  EXPECT_DOUBLE_EQ(t.d.contact[0].mu, 0.4472135954999579);
  EXPECT_NEAR(t.d.efc_force[0], 29.473429141274, 1e-10);
  EXPECT_NEAR(t.d.efc_force[2], 18.002161623314, 1e-10);
  EXPECT_EQ(t.d.iefc_state[0], mjCNSTRSTATE_QUADRATIC);
  EXPECT_EQ(t.d.solver[0].neval, 8);
  EXPECT_EQ(t.d.solver[0].nupdate, 3);
}

TEST(ConstraintValues, ImpedanceCurves) {  // judge: values of MuJoCo 3.5.0
  struct Case {
    const char* solimp;
    Real d, K, B, R, force;
  };
  for (const Case& c :
       {Case{"0.9 0.95 0.001 0.5 2", .95, 2770.0831024931, 105.26315789474, .026315789473684, 22},
        Case{"0.1 0.8 0.01 0.3 1", .408, 3906.25, 125, .72549019607843, 5.7222},
        Case{"0.1 0.8 0.01 0.7 2", .2936, 3906.25, 125, 1.2029972752044, 2.963158},
        Case{"0.1 0.8 0.01 0.3 3.5", .57560610632194, 3906.25, 125, .3686495756533, 11.389207143707},
        Case{"0 1 0.01 0.5 2", .38722256, 2500.50007501, 100.0100010001, .7912470802321, 3.2993686821477},
        Case{"0.8 0.6 0 0.5 2", .7, 6944.4444444444, 166.66666666667, .21428571428571, 29.944444444444},
        Case{"0.2 0.9 0.01 0 2", .68045804580458, 3086.4197530864, 111.11111111111, .23479915930569,
             12.57593746445},
        Case{"0.2 0.9 0.01 1 4", .22624454457606, 3086.4197530864, 111.11111111111, 1.7099980396738,
             1.390253169024}}) {
    const Twin t =
        moving(replace(R"(<mujoco><worldbody><body><joint type="slide" axis="1 0 0" range="0.0004 1"
        limited="true" margin="0.004" solimplimit="SOLIMP"/><geom size=".1" mass="2"/></body></worldbody></mujoco>)",
                       "SOLIMP", c.solimp),
               {0});
    EXPECT_NEAR(t.d.efc_KBIP[0][2], c.d, 1e-12) << c.solimp;
    EXPECT_NEAR(t.d.efc_KBIP[0][0], c.K, 1e-9) << c.solimp;
    EXPECT_NEAR(t.d.efc_KBIP[0][1], c.B, 1e-10) << c.solimp;
    EXPECT_NEAR(t.d.efc_R[0], c.R, 1e-12) << c.solimp;
    EXPECT_NEAR(t.d.efc_force[0], c.force, 1e-10) << c.solimp;
    expect_rows_and_solution(t, 1e-10);
  }
}

TEST(ConstraintValues, DirectAndMixedSolref) {  // judge: values of MuJoCo 3.5.0
  const std::string xml = R"(<mujoco><worldbody><body><joint type="slide" axis="1 0 0" range="0.0004 1"
      limited="true" margin="0.004" solreflimit="SOLREF"/><geom size=".1" mass="2"/></body></worldbody></mujoco>)";
  const Twin direct = moving(replace(xml, "SOLREF", "-100 -7"), {0});
  EXPECT_NEAR(direct.d.efc_KBIP[0][0], 110.803324099723, 1e-10);
  EXPECT_NEAR(direct.d.efc_KBIP[0][1], 7.36842105263158, 1e-12);
  const Twin mixed = moving(replace(xml, "SOLREF", "-100 1"), {0});
  EXPECT_NEAR(mixed.d.efc_KBIP[0][0], 2770.0831024931, 1e-9);
}

TEST(ConstraintValues, WeldWithAnchorAndTorqueScale) {  // judge: values of MuJoCo 3.5.0
  Twin t(R"(<mujoco><option gravity="0 0 0"/><worldbody>
    <body name="a"><freejoint/><geom type="box" size=".1 .2 .3" mass="1"/></body>
    <body name="b" pos="1 0 0"><freejoint/><geom type="box" size=".2 .1 .1" mass="2"/></body></worldbody>
    <equality><weld body1="a" body2="b" anchor="-.5 0 0" torquescale="2"/></equality></mujoco>)");
  t.od->qpos[3] = std::cos(.2);
  t.od->qpos[6] = std::sin(.2);
  t.od->qpos[8] = .1;
  t.forward();
  expect_rows_and_solution(t, 1e-10);
  EXPECT_NEAR(t.d.efc_pos[5], .39733866159012, 1e-12);
  EXPECT_NEAR(t.d.efc_force[0], -28.62949659655, 1e-10);
  EXPECT_NEAR(t.d.efc_force[5], -13.661793334757, 1e-10);
  EXPECT_NEAR(t.d.qfrc_constraint[5], -12.760191741412, 1e-10);
}

TEST(ConstraintValues, JointPolynomial) {  // judge: values of MuJoCo 3.5.0
  Twin t(R"(<mujoco><option gravity="0 0 0"/><worldbody>
    <body><joint name="a" axis="0 0 1"/><geom type="box" size=".1 .1 .1" pos=".3 0 0" mass="1"/></body>
    <body pos="0 1 0"><joint name="b" axis="0 0 1"/><geom type="box" size=".1 .1 .1" pos=".3 0 0" mass="1"/></body>
    </worldbody><equality><joint joint1="a" joint2="b" polycoef=".1 .2 .3 .4 .5"/></equality></mujoco>)");
  t.od->qpos[0] = .2, t.od->qpos[1] = .5;
  t.od->qvel[0] = 1, t.od->qvel[1] = 2;
  t.forward();
  expect_rows_and_solution(t, 1e-10);
  EXPECT_NEAR(t.d.efc_J[1], -1.05, 1e-14);
  EXPECT_NEAR(t.d.efc_force[0], 23.073484713034, 1e-11);
}

TEST(ConstraintValues, FrictionLossAndTheStaleState) {  // judge: values of MuJoCo 3.5.0
  const std::string xml = R"(<mujoco><worldbody><body><joint type="slide" axis="0 0 1" frictionloss="FL"/>
      <geom size=".1" mass=".2"/></body></worldbody></mujoco>)";
  const Twin slips = moving(replace(xml, "FL", ".5"), {0});
  EXPECT_NEAR(slips.d.efc_force[0], .5, 1e-14);
  EXPECT_NEAR(slips.d.qacc[0], -7.31, 1e-12);
  EXPECT_EQ(slips.d.iefc_state[0], mjCNSTRSTATE_LINEARNEG);
  const Twin sticks = moving(replace(xml, "FL", "5"), {0});
  EXPECT_NEAR(sticks.d.efc_force[0], 1.7658, 1e-13);
  EXPECT_EQ(sticks.d.iefc_state[0], mjCNSTRSTATE_QUADRATIC);
  EXPECT_EQ(sticks.d.efc_state[0], mjCNSTRSTATE_LINEARNEG);  // of the warm start: the oracle's quirk
  const Twin negative = moving(replace(xml, "FL", "-1"), {0});
  expect_rows_and_solution(negative, 1e-12);
}

TEST(ConstraintValues, BothLimitsOfOneJoint) {  // judge: values of MuJoCo 3.5.0
  const Twin t = moving(R"(<mujoco><option gravity="0 0 0"/><worldbody><body><joint type="slide" axis="1 0 0"
      range="-0.01 0.02" limited="true" margin="0.05"/><geom size=".1" mass="2"/></body></worldbody></mujoco>)",
                        {0});
  expect_rows_and_solution(t, 1e-10);
  EXPECT_NEAR(t.d.efc_force[0], 3512.82051282051, 1e-9);
  EXPECT_NEAR(t.d.qacc[0], 12.8205128205128, 1e-10);
}

TEST(ConstraintValues, LimitAtItsMarginHasNoRow) {  // judge: oracle
  const Twin t =
      moving(R"(<mujoco><worldbody><body><joint type="slide" axis="1 0 0" range="0 1" limited="true"/>
      <geom size=".1" mass="2"/></body></worldbody></mujoco>)",
             {0});
  EXPECT_EQ(t.d.nefc, 0);
  EXPECT_EQ(t.od->nefc, 0);
}

TEST(ConstraintValues, BallLimitIgnoresTheSignOfTheQuaternion) {  // judge: values of MuJoCo 3.5.0
  for (Real sign : {1.0, -1.0}) {
    Twin t(R"(<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody><body>
      <joint type="ball" range="0 0.4"/><geom type="box" size=".1 .2 .3" mass="2"/></body></worldbody></mujoco>)");
    const mjtNum turn[3] = {.3, .4, .1};
    mju_quatIntegrate(t.od->qpos, turn, 1);
    for (int i = 0; i < 4; ++i) t.od->qpos[i] *= sign;
    for (int i = 0; i < 3; ++i) t.od->qvel[i] = .1 * (i + 1);
    t.forward();
    expect_rows_and_solution(t, 1e-10);
    EXPECT_NEAR(t.d.efc_force[0], 20.6962687371432, 1e-10);
  }
}

TEST(ConstraintValues, IslandsOfFourTrees) {  // judge: values of MuJoCo 3.5.0
  const Twin t = moving(R"(<mujoco><option jacobian="sparse"/><worldbody>
    <body><joint name="a" axis="0 0 1"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="0 1 0"><joint name="b" axis="0 0 1" frictionloss="1"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="0 2 0"><joint name="c" axis="0 0 1"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="0 3 0"><joint name="d" axis="0 0 1" range="1 2" limited="true"/><geom size=".1" pos=".3 0 0"/></body>
    </worldbody><equality><joint joint1="d" joint2="a" polycoef="0.1 1 0 0 0"/></equality></mujoco>)",
                        {0});
  expect_rows_and_solution(t, 1e-10);
  EXPECT_EQ(std::vector<int>(t.d.tree_island.begin(), t.d.tree_island.end()),
            (std::vector<int>{0, 1, -1, 0}));
  EXPECT_EQ(t.d.nidof, 3);
  EXPECT_EQ(t.d.solver_niter[0], 2);
  EXPECT_EQ(t.d.solver_nnz[0], 8);
  EXPECT_EQ(t.d.solver_nnz[1], 5);  // the inertia's entries run on over islands: the oracle's quirk
}

TEST(ConstraintValues, ExplicitZerosOfASharedAncestor) {  // judge: values of MuJoCo 3.5.0
  const Twin t = moving(R"(<mujoco><option jacobian="sparse" solver="PGS"/><worldbody>
    <body name="r"><joint axis="0 1 0"/><geom size=".05"/>
    <body name="p" pos="1 0 0"><joint axis="0 1 0"/><geom size=".1"/></body>
    <body name="q" pos="1.15 0 0"><joint type="slide" axis="0 0 1"/><geom size=".1"/></body></body></worldbody></mujoco>)",
                        {0});
  expect_rows_and_solution(t, 1e-6);
  EXPECT_EQ(t.d.efc_J_rownnz[0], 3);
  EXPECT_EQ(t.d.efc_J[0], 0);
  EXPECT_EQ(t.d.nA, 16);
  EXPECT_EQ(t.d.solver_niter[0], 58);
}

TEST(ConstraintValues, CondimSixWithEverySolver) {  // judge: oracle
  for (const char* cone : {"pyramidal", "elliptic"})
    for (const char* solver : {"PGS", "CG", "Newton"})
      for (const char* island : {"enable", "disable"}) {
        const std::string option = std::string(R"(<option impratio="2" tolerance="1e-12" cone=")") + cone +
                                   R"(" solver=")" + solver + R"("><flag island=")" + island +
                                   R"("/></option>)";
        const Twin t =
            moving(sphere(option, R"(condim="6" friction=".5 .02 .003")"), {2, .1, -.05, 1, -2, 3});
        expect_rows_and_solution(t, 1e-8);
      }
}

TEST(ConstraintValues, OneSweepOfGaussSeidel) {  // judge: values of MuJoCo 3.5.0
  const std::string option =
      R"(<option cone="elliptic" solver="PGS" iterations="1"><flag warmstart="disable"/></option>)";
  const Real tangent[] = {29.3525846594193, 29.3350353653969, 29.3349359382916};
  const Real improvement[] = {1047.7294982506744, 1048.263896996199, 1048.267461971057};
  int k = 0;
  for (const char* condim : {"3", "4", "6"}) {
    const Twin t = moving(sphere(option, std::string(R"(friction=".5 .02 .003" condim=")") + condim + "\""),
                          {2, .1, -.05, 1, -2, 3});
    expect_rows_and_solution(t, 1e-10);
    EXPECT_NEAR(t.d.efc_force[0], 29.4734291412743, 1e-11);
    EXPECT_NEAR(t.d.efc_force[2], tangent[k], 1e-11);
    EXPECT_NEAR(t.d.solver[0].improvement, improvement[k++], 1e-9);
  }
}

TEST(ConstraintValues, NoslipRemovesTheSlipOfSoftFriction) {  // judge: values of MuJoCo 3.5.0
  for (const char* cone : {"pyramidal", "elliptic"}) {
    const std::string option = std::string(R"(<option noslip_iterations="10" cone=")") + cone + "\"/>";
    const Twin t = moving(sphere(option), {.03, .02, -.05, 0, 0, 0});
    expect_rows_and_solution(t, 1e-9);
    const Wrench<Real> force = contact_force(t.m, t.d, 0);
    EXPECT_NEAR(force.force[1], -1.20645107486496, 1e-8);
    EXPECT_NEAR(force.force[2], 1.80967661229745, 1e-8);
    EXPECT_EQ(t.d.solver_niter[0], 3);
  }
}

TEST(ConstraintValues, SolreffrictionAndRefsafe) {  // judge: values of MuJoCo 3.5.0
  const Twin t =
      moving(R"(<mujoco><option cone="elliptic"/><worldbody><geom name="f" type="plane" size="1 1 1"/>
    <body pos="0 0 .0996"><freejoint/><geom name="s" type="sphere" size=".1" mass="2"/></body></worldbody>
    <contact><pair geom1="s" geom2="f" condim="3" solref="0.001 1" solreffriction="-5 -40"
    friction="1 0.5 0.005 0.0001 0.0001"/></contact></mujoco>)",
             {.3, .2, -.05, 0, 0, 0});
  expect_rows_and_solution(t, 1e-9);
  EXPECT_NEAR(t.d.efc_KBIP[0][0], 69252.077562327, 1e-6);
  EXPECT_NEAR(t.d.efc_KBIP[1][1], 42.105263157895, 1e-10);
  EXPECT_NEAR(t.d.efc_force[2], 6.5502521006527, 1e-10);
}

TEST(ConstraintValues, ZeroIterationsKeepTheWarmStart) {  // judge: values of MuJoCo 3.5.0
  const Twin newton = moving(sphere(R"(<option iterations="0"/>)"), {});
  expect_rows_and_solution(newton, 1e-10);
  EXPECT_EQ(newton.d.qacc[2], 0);
  EXPECT_NEAR(newton.d.qfrc_constraint[2], 22.1357604537669, 1e-10);
  const Twin pgs = moving(sphere(R"(<option iterations="0" solver="PGS"/>)"), {});
  EXPECT_NEAR(pgs.d.qacc[2], 1.25788022688346, 1e-11);
}

TEST(ConstraintValues, ZeroSlopeLinksTreesInSparseModeOnly) {  // judge: oracle
  for (const char* jacobian : {"dense", "sparse"}) {
    const Twin t = moving(replace(R"(<mujoco><option jacobian="JAC"/><worldbody>
      <body><joint name="a"/><geom size=".1" pos=".2 0 0"/></body>
      <body pos="0 2 0"><joint name="b"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
      <equality><joint joint1="a" joint2="b" polycoef="0.1 0 1 0 0"/></equality></mujoco>)",
                                  "JAC", jacobian),
                          {0});
    EXPECT_EQ(t.d.nisland, 1);
    EXPECT_EQ(t.d.tree_island[1], jacobian[0] == 'd' ? -1 : 0);
    EXPECT_EQ(t.error("tree_island"), 0);
  }
}

// The oracle ends the process on this model; ours solves it.
TEST(ConstraintValues, SparseProjectionOfASimpleBodyEqualsTheDense) {  // judge: dense mode of the oracle
  const char* xml = R"(<mujoco><option solver="PGS" jacobian="dense"/><worldbody><body>
    <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1" range="-1 -0.5" limited="true"/>
    <geom size=".1" mass="1"/></body></worldbody></mujoco>)";
  Twin t(xml);
  t.forward();
  t.m.opt.jacobian = mjJAC_SPARSE;
  t.take_state();
  forward(t.m, t.d);
  EXPECT_LE(t.error("efc_force"), 1e-10);
  EXPECT_LE(t.error("qacc"), 1e-10);
}

TEST(ConstraintValues,
     ContactBetweenStaticBodiesIsHarmless) {  // judge: no crash; the oracle ends the process
  Twin t(R"(<mujoco><option jacobian="sparse"/><worldbody><geom name="a" size=".1"/>
    <body pos="0 0 .1"><geom name="b" size=".1"/></body>
    <body pos="2 0 0"><joint type="slide" frictionloss="1"/><geom size=".1"/></body></worldbody>
    <contact><pair geom1="a" geom2="b"/></contact></mujoco>)");
  t.forward();
  EXPECT_EQ(t.d.contact[0].exclude, t.od->contact[0].exclude);
  t.m.opt.jacobian = mjJAC_DENSE;
  forward(t.m, t.d);
  EXPECT_LE(t.error("qacc"), 1e-10);
}

TEST(ConstraintValues, DisabledFamiliesHaveNoRows) {  // judge: oracle
  for (int flag : {mjDSBL_CONSTRAINT, mjDSBL_EQUALITY, mjDSBL_FRICTIONLOSS, mjDSBL_LIMIT, mjDSBL_CONTACT}) {
    Twin t(
        R"(<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
      <body pos="1 0 1"><joint name="j" range="10 20" limited="true" frictionloss="1"/><geom size=".1" pos=".2 0 0"/></body>
      </worldbody><equality><joint joint1="j" polycoef=".1"/></equality></mujoco>)");
    t.om->opt.disableflags |= flag;
    t.take_options();
    t.forward();
    EXPECT_EQ(t.d.nefc, t.od->nefc) << flag;
    EXPECT_LE(t.error("qacc"), 1e-9) << flag;
  }
}

}  // namespace
}  // namespace corten
