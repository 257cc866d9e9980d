// Contact dimensions and friction cones: the criteria of the seeds under the rulings (the oracle's values
// where the seeds differ: pyramidal is the default cone, condim and friction combine by maximum, no CG-to-PGS
// fallback).
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "corten/smooth/contact_force.h"
#include "corten/solver/row_cost.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

using oracle::Twin;

std::string replace_all(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

constexpr const char* kBall = R"(<mujoco><option timestep="0.001" cone="CONE"/><worldbody>
  <body pos="0 0 0.0495"><freejoint/><geom type="sphere" size="0.05" condim="DIM" friction="1.0 0.005 0.01"/></body>
  <geom type="plane" size="1 1 0.1" condim="DIM" friction="1.0 0.005 0.01"/></worldbody></mujoco>)";

std::string ball(const std::string& condim, const std::string& cone = "elliptic") {
  return replace_all(replace_all(kBall, "DIM", condim), "CONE", cone);
}

constexpr const char* kMixed = R"(<mujoco><option timestep="0.001" cone="CONE" solver="SOLVER"/><worldbody>
  <body name="ball" pos="-0.3 0 0.0495"><freejoint/>
    <geom type="sphere" size="0.05" condim="6" friction="1.0 0.005 0.01"/></body>
  <body name="ice" pos="0.3 0 0.0495"><freejoint/><geom type="sphere" size="0.05" condim="1"/></body>
  <geom type="plane" size="1 1 0.1" condim="FLOOR" friction="1.0 0.005 0.0001"/></worldbody></mujoco>)";

Twin mixed(const std::string& floor, const std::string& cone, const std::string& solver) {
  Twin t(replace_all(replace_all(replace_all(kMixed, "FLOOR", floor), "CONE", cone), "SOLVER", solver));
  for (int i = 0; i < t.m.nv; ++i) t.od->qvel[i] = 0.2 * std::sin(i + 1.0);
  t.forward();
  return t;
}

void expect_oracle_forces(const Twin& t, double bar) {
  ASSERT_EQ(t.d.nefc, t.od->nefc);
  EXPECT_LE(t.error("efc_force"), bar);
  EXPECT_LE(t.error("qacc"), bar);
}

TEST(Condim, Seed_Condim_AC0_TangentsAreTheContactFrames) {  // judge: oracle
  for (const char* cone : {"pyramidal", "elliptic"}) {
    Twin t(ball("3", cone));
    t.od->qvel[0] = .3, t.od->qvel[1] = -.2;
    t.forward();
    EXPECT_LE(t.error("efc_J"), 1e-14);
    expect_oracle_forces(t, 1e-10);
  }
}

TEST(Condim, Seed_Condim_AC1_FrictionlessContactHasNoTangentialForce) {  // judge: definition
  Twin t(ball("1"));
  t.od->qfrc_applied[0] = 5;
  t.od->qvel[1] = 1;
  t.forward();
  const Wrench<Real> force = contact_force(t.m, t.d, 0);
  EXPECT_GT(force.force[0], 0);
  for (Real f : {force.force[1], force.force[2], force.torque[0], force.torque[1], force.torque[2]})
    EXPECT_EQ(f, 0);
}

TEST(Condim, Seed_Condim_AC2_CondimThreeEqualsTheOracle) {  // judge: oracle
  for (const char* cone : {"pyramidal", "elliptic"}) {
    Twin t(ball("3", cone));
    t.od->qvel[0] = 1;
    t.forward();
    expect_oracle_forces(t, 1e-10);
  }
}

constexpr const char* kDisc =
    R"(<mujoco><option timestep="0.001"/><worldbody><body pos="0 0 0.0099"><freejoint/>
  <geom type="cylinder" size="0.05 0.01" condim="DIM" friction="1.0 0.1 0.0001"/></body>
  <geom type="plane" size="1 1 0.1" condim="DIM" friction="1.0 0.1 0.0001"/></worldbody></mujoco>)";

// A point contact under a top: a sphere, so that only spin friction acts about the vertical.
Real spin_after(const std::string& xml, int steps) {
  Twin t(xml);
  t.d.qvel[5] = 10;
  for (int i = 0; i < steps; ++i) step(t.m, t.d);
  return t.d.qvel[5];
}

TEST(Condim, Seed_Condim_AC3_TorsionalFrictionStopsASpinningTop) {  // judge: Coulomb's law for moments
  const std::string top = replace_all(ball("4"), "0.005", "0.02");
  EXPECT_LT(spin_after(top, 200), 9.99 * 0.99);
  EXPECT_NEAR(spin_after(ball("3"), 200), 10, 1e-6);
  Twin t(replace_all(kDisc, "DIM", "4"));
  t.d.qvel[5] = 10;
  for (int i = 0; i < 200; ++i) {
    step(t.m, t.d);
    for (int c = 0; c < t.d.ncon; ++c) {
      const Wrench<Real> force = contact_force(t.m, t.d, c);
      EXPECT_LE(std::abs(force.torque[0]), 0.1 * force.force[0] + 1e-9);
    }
  }
  EXPECT_LT(std::abs(t.d.qvel[5]), 9);
}

// rolls without slipping at first
Real speed_after(const std::string& xml, int steps) {
  Twin t(xml);
  t.d.qvel[0] = 1;
  t.d.qvel[4] = 1 / 0.05;
  for (int i = 0; i < steps; ++i) step(t.m, t.d);
  return t.d.qvel[0];
}

TEST(Condim, Seed_Condim_AC4_RollingFrictionStopsABall) {  // judge: Coulomb's law for moments
  const Real free = speed_after(ball("3"), 200), braked = speed_after(ball("6"), 200);
  EXPECT_NEAR(free, 1, 0.02);
  EXPECT_LT(braked, 0.9 * free);
  Twin t(ball("6"));
  t.od->qvel[0] = 1, t.od->qvel[4] = 20;
  t.forward();
  const Wrench<Real> force = contact_force(t.m, t.d, 0);
  EXPECT_LE(std::hypot(force.torque[1], force.torque[2]), 0.01 * force.force[0] + 1e-9);
}

TEST(Condim, Seed_Condim_AC5_MixedDimensionsCoexist) {  // judge: oracle
  for (const char* cone : {"pyramidal", "elliptic"}) expect_oracle_forces(mixed("1", cone, "Newton"), 1e-9);
}

TEST(Condim, Seed_Condim_AC6_ContactTakesTheLargerDimension) {  // judge: oracle
  const Twin t = mixed("3", "elliptic", "Newton");
  ASSERT_EQ(t.d.ncon, 2);
  EXPECT_EQ(t.d.contact[0].dim, 6);
  EXPECT_EQ(t.d.contact[1].dim, 3);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(t.d.contact[i].dim, t.od->contact[i].dim);
}

TEST(Condim, Seed_Condim_AC7_DefaultDimensionIsThree) {  // judge: oracle
  Twin t(replace_all(ball("3"), R"(condim="3")", ""));
  t.od->qvel[0] = 1;
  t.forward();
  EXPECT_EQ(t.d.contact[0].dim, 3);
  expect_oracle_forces(t, 1e-10);
}

// Force of one elliptic contact whose rows want the forces `wanted` on their own: D jar = −wanted.
std::vector<Real> cone_force(const std::vector<Real>& friction, const std::vector<Real>& wanted) {
  const int dim = static_cast<int>(wanted.size());
  const ContactRows cone{0, dim, friction[0], friction.data(), nullptr};
  std::vector<Real> D(dim, 1), jar(dim), force(dim);
  for (int j = 2; j < dim; ++j) D[j] = friction[j - 1] * friction[j - 1] / (friction[0] * friction[0]);
  for (int j = 0; j < dim; ++j) jar[j] = -wanted[j] / D[j];
  std::vector<int> state(dim);
  Real cost = 0;
  add_cone_cost(cone, D, jar, force, state, false, cost);
  return force;
}

TEST(Condim, Seed_Condim_AC8_IsotropicConeIsCircular) {  // judge: definition
  const std::vector<Real> mu{.5, .5};
  const auto inside = cone_force(mu, {2, .5, .5});
  EXPECT_NEAR(inside[1], .5, 1e-15);  // kept as it is
  const auto outside = cone_force(mu, {1, 2, 2});
  EXPECT_NEAR(std::hypot(outside[1], outside[2]), .5 * outside[0], 1e-14);
  EXPECT_NEAR(outside[1], outside[2], 1e-14);
  const auto pulling = cone_force(mu, {-1, .1, .1});
  EXPECT_EQ(pulling[0], 0);
  EXPECT_EQ(pulling[1], 0);
  EXPECT_EQ(cone_force(mu, {1, 0, 0})[0], 1);
}

TEST(Condim, Seed_Condim_AC9_AnisotropicConeIsElliptic) {  // judge: definition
  const std::vector<Real> mu{1, .5};
  const auto force = cone_force(mu, {1, .8, .4});
  EXPECT_NEAR(std::hypot(force[1] / mu[0], force[2] / mu[1]), force[0], 1e-13);
  EXPECT_GT(force[1] / .8, force[2] / .4 * .99);
}

TEST(Condim, Seed_Condim_AC10_PyramidalIsTheDefaultAndComplete) {  // judge: oracle (the seed refuses it)
  Twin t(replace_all(ball("6"), R"( cone="elliptic")", ""));
  EXPECT_EQ(t.m.opt.cone, mjCONE_PYRAMIDAL);
  t.od->qvel[0] = 1, t.od->qvel[5] = 3;
  t.forward();
  EXPECT_EQ(t.d.nefc, 10);
  expect_oracle_forces(t, 1e-9);
}

TEST(Condim, Seed_Condim_AC11_GaussSeidelConvergesOnMixedDimensions) {  // judge: Newton
  const Twin pgs = mixed("3", "elliptic", "PGS"), newton = mixed("3", "elliptic", "Newton");
  expect_oracle_forces(pgs, 1e-6);
  EXPECT_LT(pgs.d.solver_niter[0], pgs.m.opt.iterations);
  for (int i = 0; i < pgs.m.nv; ++i)
    EXPECT_NEAR(pgs.d.qacc[i], newton.d.qacc[i], 1e-3 * (1 + std::abs(newton.d.qacc[i])));
}

TEST(Condim, Seed_Condim_AC12_ConjugateGradientsConvergeOnMixedDimensions) {  // judge: Newton
  const Twin cg = mixed("3", "elliptic", "CG"), newton = mixed("3", "elliptic", "Newton");
  expect_oracle_forces(cg, 1e-6);
  EXPECT_LT(cg.d.solver_niter[0], cg.m.opt.iterations);
  for (int i = 0; i < cg.m.nv; ++i)
    EXPECT_NEAR(cg.d.qacc[i], newton.d.qacc[i], 1e-3 * (1 + std::abs(newton.d.qacc[i])));
}

TEST(Condim,
     Seed_Condim_AC13_OneIterationGivesReasonableForces) {  // judge: oracle (it has no fallback to PGS)
  Twin t(replace_all(replace_all(replace_all(kMixed, "FLOOR", "3"), "CONE", "elliptic"), R"(solver="SOLVER")",
                     R"(solver="CG" iterations="1")"));
  t.od->qvel[0] = .3, t.od->qvel[7] = -.2;
  t.forward();
  expect_oracle_forces(t, 1e-8);
  for (int i = 0; i < t.d.ncon; ++i) EXPECT_GE(contact_force(t.m, t.d, i).force[0], 0);
}

// Rotation rows give the relative angular velocity in the contact frame: the turn of the body under a small
// step of one dof, divided by the step.
void expect_rotation_rows(int rows) {
  Twin t(replace_all(R"(<mujoco><option cone="elliptic" jacobian="dense"/><worldbody>
    <body pos="0 0 .3"><joint axis=".3 .5 .8"/><joint axis="1 .2 0"/><geom type="sphere" size=".1" pos=".1 .05 -.21" condim="DIM"/></body>
    <geom type="plane" size="1 1 1"/></worldbody></mujoco>)",
                     "DIM", rows > 1 ? "6" : "4"));
  t.take_state();
  forward(t.m, t.d);
  ASSERT_EQ(t.d.ncon, 1);
  const Contact contact = t.d.contact[0];
  const Quat<Real> before = t.d.xquat[1];
  const std::vector<Real> J(t.d.efc_J.begin(), t.d.efc_J.end());
  constexpr Real kStep = 1e-7;
  for (int dof = 0; dof < 2; ++dof) {
    t.d.qpos[dof] += kStep;
    forward(t.m, t.d);
    const Quat<Real> turn = t.d.xquat[1] * conjugate(before);
    const Vec3<Real> omega{2 * turn[1] / kStep, 2 * turn[2] / kStep, 2 * turn[3] / kStep};
    const Real sign = contact.geom[1] == 1 ? 1 : -1;  // which side the body is
    for (int row = 0; row < rows; ++row)
      EXPECT_NEAR(J[(3 + row) * 2 + dof], sign * dot(contact.frame.row(row), omega), 1e-6);
    t.d.qpos[dof] -= kStep;
  }
}

TEST(Condim, Seed_Condim_AC14_TorsionalRowIsTheSpinAboutTheNormal) {
  expect_rotation_rows(1);
}  // judge: finite difference

TEST(Condim, Seed_Condim_AC15_RollingRowsAreTheTurnAboutTheTangents) {
  expect_rotation_rows(3);
}  // judge: finite difference

TEST(Condim, Seed_Condim_AC16_FrictionlessSceneHasOneRowPerContact) {  // judge: definition
  for (const char* cone : {"pyramidal", "elliptic"}) {
    Twin t(ball("1", cone));
    t.forward();
    ASSERT_GT(t.d.ncon, 0);
    EXPECT_EQ(t.d.nefc, t.d.ncon);
    EXPECT_EQ(t.d.efc_type[0], mjCNSTR_CONTACT_FRICTIONLESS);
    EXPECT_GE(t.d.efc_force[0], 0);
  }
}

// The warm start is an acceleration, so a change of rows between frames cannot make it invalid.
TEST(Condim, Seed_Condim_AC17_WarmStartSurvivesAChangeOfDimension) {  // judge: oracle
  Twin t(ball("3"));
  for (int i = 0; i < 10; ++i) mj_step(t.om.get(), t.od.get()), step(t.m, t.d);
  for (int geom = 0; geom < 2; ++geom) t.om->geom_condim[geom] = t.m.geom_condim[geom] = 6;
  for (int i = 0; i < 10; ++i) mj_step(t.om.get(), t.od.get()), step(t.m, t.d);
  EXPECT_EQ(t.d.contact[0].dim, 6);
  EXPECT_LE(t.error("qpos"), 1e-10);
  EXPECT_LE(t.error("qacc_warmstart"), 1e-8);
}

TEST(Condim, Seed_Condim_AC18_NoContactsNoRowsNoForces) {  // judge: definition
  Twin t(replace_all(ball("3"), "0 0 0.0495", "0 0 1"));
  t.forward();
  EXPECT_EQ(t.d.ncon, 0);
  EXPECT_EQ(t.d.nefc, 0);
  EXPECT_EQ(t.d.solver_niter[0], 0);
  EXPECT_NEAR(t.d.qacc[2], -9.81, 1e-12);
}

TEST(Condim, ForcesOfFrictionZeroAndTinyAreFinite) {  // judge: definition
  for (const char* cone : {"pyramidal", "elliptic"})
    for (const char* friction : {"0 0 0", "1e-9 0 0"})
      for (const char* condim : {"3", "4", "6"}) {
        Twin t(replace_all(ball(condim, cone), "1.0 0.005 0.01", friction));
        t.od->qvel[0] = 1;
        t.forward();
        const Wrench<Real> force = contact_force(t.m, t.d, 0);
        for (int k = 0; k < 3; ++k)
          EXPECT_TRUE(std::isfinite(force.force[k]) && std::isfinite(force.torque[k]));
        expect_oracle_forces(t, 1e-8);
      }
}

}  // namespace
}  // namespace corten
