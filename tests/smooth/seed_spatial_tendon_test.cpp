// Seed criteria: spatial tendons and wrapping.
#include <cmath>

#include "corten/smooth/configuration.h"
#include "corten/smooth/tendon.h"
#include "tests/smooth/seed_spatial_tendon_models.h"
#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

Real length(Twin& t) {
  fwd_position(t.m, t.d);
  return t.d.ten_length[0];
}

// J against central differences, away from where wrapping starts
void expect_jacobian_is_gradient(Twin& t) {
  constexpr Real h = 1e-6;
  fwd_position(t.m, t.d);
  const std::vector<Real> J(t.d.ten_J[0].begin(), t.d.ten_J[0].end());
  const std::vector<Real> qpos(t.d.qpos.begin(), t.d.qpos.end());
  for (int dof = 0; dof < t.m.nv; ++dof) {
    std::vector<Real> direction(static_cast<std::size_t>(t.m.nv));
    direction[static_cast<std::size_t>(dof)] = 1;
    const auto at = [&](Real dt) {
      std::copy(qpos.begin(), qpos.end(), t.d.qpos.begin());
      integrate_pos(t.m, t.d.qpos.span(), direction, dt);
      return length(t);
    };
    EXPECT_NEAR((at(h) - at(-h)) / (2 * h), J[static_cast<std::size_t>(dof)], 1e-8) << "dof " << dof;
  }
  std::copy(qpos.begin(), qpos.end(), t.d.qpos.begin());
  fwd_position(t.m, t.d);
}

TEST(Seed_SpatialTendon_AC1, StraightLengthIsTheDistanceOfTheSites) {  // judge: definition
  Twin t(seed::model_a());
  EXPECT_NEAR(length(t), 0.7, 1e-15);
  for (const Real q : {-1.0, .3, 2.0}) {
    t.qpos({.5 * q, q});
    const Real now = length(t);
    EXPECT_EQ(now, distance(t.d.site_xpos[0], t.d.site_xpos[1]));
  }
}

TEST(Seed_SpatialTendon_AC2, LengthOverManySitesIsTheSumOfSegments) {  // judge: definition
  Twin t(seed::model_f());
  EXPECT_NEAR(length(t), 1.05, 1e-15);
  t.qpos({.2, -.7, 1.1});
  length(t);
  EXPECT_NEAR(t.d.ten_length[0],
              distance(t.d.site_xpos[0], t.d.site_xpos[1]) + distance(t.d.site_xpos[1], t.d.site_xpos[2]),
              1e-15);
}

TEST(Seed_SpatialTendon_AC3, SphereWrapsOnlyWhenInTheWay) {  // judge: oracle
  Twin t(seed::model_b());
  EXPECT_NEAR(length(t), 0.60843263, 1e-8);
  EXPECT_EQ(t.d.ten_wrapnum[0], 4);
  t.m.geom_size[1][0] = .01;
  EXPECT_NEAR(length(t), .6, 1e-15);
  EXPECT_EQ(t.d.ten_wrapnum[0], 2);
}

TEST(Seed_SpatialTendon_AC4, CylinderWrapsAsAHelix) {  // judge: oracle
  Twin t(seed::model_c());
  EXPECT_NEAR(length(t), 0.74507207, 1e-8);
}

TEST(Seed_SpatialTendon_AC5, JacobianIsTheGradientOfLength) {  // judge: finite differences
  for (const std::string& xml :
       {seed::model_a(), seed::model_b(), seed::model_c(), seed::model_e(), seed::model_f()}) {
    Twin t(xml);
    for (int i = 0; i < t.m.nq; ++i) t.d.qpos[i] = .05 * (i + 1);
    expect_jacobian_is_gradient(t);
  }
}

TEST(Seed_SpatialTendon_AC6, VelocityIsJacobianTimesQvel) {  // judge: finite differences
  Twin t(seed::model_a());
  t.qpos({.3, -.8}).qvel({.7, -1.2});
  forward(t.m, t.d);
  EXPECT_NEAR(t.d.ten_velocity[0], t.d.ten_J[0][0] * .7 - t.d.ten_J[0][1] * 1.2, 1e-15);
  const Real velocity = t.d.ten_velocity[0], h = 1e-6;
  t.qpos({.3 + .7 * h, -.8 - 1.2 * h});
  const Real after = length(t);
  t.qpos({.3 - .7 * h, -.8 + 1.2 * h});
  EXPECT_NEAR((after - length(t)) / (2 * h), velocity, 1e-9);
}

TEST(Seed_SpatialTendon_AC7, PassiveForcesActThroughTheJacobian) {  // judge: definition
  Twin t(seed::model_a());
  t.qpos({.3, -.8}).qvel({.7, -1.2});
  forward(t.m, t.d);
  const Real force = 100 * (.7 - t.d.ten_length[0]) - 10 * t.d.ten_velocity[0];
  for (int dof = 0; dof < 2; ++dof)
    EXPECT_NEAR(t.d.qfrc_passive[dof], t.d.ten_J[0][static_cast<std::size_t>(dof)] * force, 1e-13);
}

TEST(Seed_SpatialTendon_AC8, LimitsPushBackThroughTheJacobian) {  // judge: oracle
  Twin t(seed::model_g());
  t.qpos({0, 3});
  t.both_forward();
  EXPECT_LT(t.d.ten_length[0], .35);
  EXPECT_GT(t.d.qfrc_constraint[1] * t.d.ten_J[0][1], 0);  // the length grows
  EXPECT_LE(t.error("qfrc_constraint"), 1e-8);
}

TEST(Seed_SpatialTendon_AC9, AMotorPullsThroughTheJacobian) {  // judge: definition
  Twin t(seed::model_a());
  t.qpos({.3, -.8}).ctrl({5});
  forward(t.m, t.d);
  for (int dof = 0; dof < 2; ++dof)
    EXPECT_NEAR(t.d.qfrc_actuator[dof], 5 * t.d.ten_J[0][static_cast<std::size_t>(dof)], 1e-15);
}

TEST(Seed_SpatialTendon_AC10, APulleyDividesWhatFollows) {  // judge: oracle
  Twin t(seed::model_d());
  EXPECT_NEAR(length(t), .75, 1e-15);
  expect_values(t.d.ten_J[0], {1, -.5}, 1e-15);
}

TEST(Seed_SpatialTendon_AC11, LengthIsContinuousWhereWrappingStarts) {  // judge: definition
  Twin t(seed::around(seed::kSlideY, "-0.3 0.05 0", "0.3 0.05 0", seed::kSphere, ""));
  bool wrapped = false, free = false;
  const int steps = 4000;
  Real before = 0;
  for (int i = 0; i <= steps; ++i) {
    const Real q = .1 * i / steps;
    t.qpos({q, q});
    const Real now = length(t);
    (t.d.ten_wrapnum[0] == 4 ? wrapped : free) = true;
    if (i) {
      EXPECT_LE(std::abs(now - before), 2e-5) << q;  // slope of length at most 1 per site, step 2.5e-5
    }
    before = now;
  }
  EXPECT_TRUE(wrapped && free);
  EXPECT_EQ(before, distance(t.d.site_xpos[0], t.d.site_xpos[1]));
}

TEST(Seed_SpatialTendon_AC12, Length0IsTakenAtQpos0) {  // judge: definition
  for (const std::string& xml : {seed::model_a(), seed::model_b(), seed::model_k()}) {
    Twin t(xml);
    EXPECT_NEAR(t.m.tendon_length0[0], length(t), 1e-15);
  }
}

TEST(Seed_SpatialTendon_AC13, Acc0OfAMuscleUsesTheSpatialJacobian) {  // judge: oracle
  // at qpos0 the string runs through both joints: the seeds expect a nonzero value, the oracle gives zero
  Twin t(seed::model_g());
  EXPECT_NEAR(t.m.actuator_acc0[0], t.om->actuator_acc0[0], 0);
  EXPECT_NEAR(t.m.actuator_acc0[0], 0, 1e-12);
}

TEST(Seed_SpatialTendon_AC14, ASidesiteChoosesTheSide) {  // judge: oracle
  Twin up(seed::model_e()), down(seed::model_e("0 -0.3 0"));
  EXPECT_NEAR(length(up), 0.64131210, 1e-8);
  EXPECT_NE(length(up), length(down));
  EXPECT_GT(up.d.wrap_xpos[0][4], 0);  // y of the first tangent point
  EXPECT_LT(down.d.wrap_xpos[0][4], 0);
  Twin cylinder(seed::model_i());
  EXPECT_NEAR(length(cylinder), 0.74507207, 1e-8);
  Twin forced(seed::model_j());
  EXPECT_NEAR(length(forced), 0.86662782, 1e-8);
  EXPECT_EQ(forced.d.ten_wrapnum[0], 4);
}

TEST(Seed_SpatialTendon_AC15, CollinearSitesChooseSomePlane) {  // judge: closed form
  Twin t(seed::model_h());
  EXPECT_NEAR(length(t), 2 * std::sqrt(.09 - .01) + .1 * std::acos(7.0 / 9), 1e-14);
}

TEST(Seed_SpatialTendon_AC16, HundredStepsFollowTheOracle) {  // judge: oracle
  for (const std::string& xml :
       {seed::model_a(), seed::model_b(), seed::model_d(), seed::model_f(), seed::model_k()}) {
    Twin t(xml);
    t.m.opt.disableflags = t.om->opt.disableflags = corten::mjDSBL_CONTACT;
    for (int dof = 0; dof < t.m.nv; ++dof) t.d.qvel[dof] = .2 * (dof + 1);
    t.both_step(100);
    for (const char* field : {"ten_length", "ten_velocity", "qpos", "qvel"})
      EXPECT_LE(t.error(field), 1e-9) << field;
  }
}

TEST(Seed_SpatialTendon_AC17,
     BadPathsAreRefused) {  // judge: oracle (our loader is held to the same verdicts)
  const auto refused = [](const std::string& path) {
    return !oracle::load_string(
        R"(<mujoco><worldbody><geom name="g" size=".1"/><geom name="box" type="box" size=".1 .1 .1"/>
      <site name="a"/><site name="b" pos="1 0 0"/><body><joint name="j"/><geom size=".1"/></body></worldbody>
      <tendon><spatial>)" +
        path + "</spatial></tendon></mujoco>");
  };
  const std::string a = R"(<site site="a"/>)", b = R"(<site site="b"/>)", g = R"(<geom geom="g"/>)";
  EXPECT_FALSE(refused(a + b));
  EXPECT_TRUE(refused(a));
  EXPECT_TRUE(refused(g + a));
  EXPECT_TRUE(refused(a + g));
  EXPECT_TRUE(refused(a + g + g + b));
  EXPECT_TRUE(refused(a + R"(<geom geom="box"/>)" + b));
  EXPECT_TRUE(refused(a + R"(<pulley divisor="-1"/>)" + b));
  EXPECT_TRUE(refused(a + R"(<site site="nowhere"/>)"));
  EXPECT_TRUE(refused(a + R"(<joint joint="j"/>)" + b));
}

TEST(Seed_SpatialTendon_AC18, FreeJointsTurnAboutTheirOwnAxes) {  // judge: oracle, finite differences
  Twin t(seed::model_k());
  EXPECT_NEAR(length(t), 1.15448807, 1e-8);
  expect_values(t.d.ten_J[0], {0.98868, 0.08662, -0.12250, 0.06125, -0.12250, -0.06125}, 1e-5);
  expect_jacobian_is_gradient(t);
}

TEST(Seed_SpatialTendon_AC19, StraightAndWrappedSegmentsMix) {  // judge: definition, finite differences
  Twin t(seed::model_l());
  t.qpos({.1, .05, -.1});
  const Real total = length(t);
  EXPECT_EQ(t.d.ten_wrapnum[0], 5);
  const Real straight = distance(t.d.site_xpos[0], t.d.site_xpos[1]);
  EXPECT_GT(total, straight + distance(t.d.site_xpos[1], t.d.site_xpos[2]));
  t.both_forward();
  EXPECT_LE(t.error("ten_length"), 1e-14);
  expect_jacobian_is_gradient(t);
}

}  // namespace
}  // namespace corten
