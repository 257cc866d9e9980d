// Inertia matrix, its factor, and what is solved with it.
#include "corten/smooth/inertia.h"

#include "corten/smooth/rne.h"
#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

constexpr const char* kArm = R"(<mujoco><option timestep=".01"/><worldbody><body><joint axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1"/><body pos=".4 0 0"><joint axis="0 1 0" ATTR/>
  <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1"/></body></body></worldbody></mujoco>)";

std::string arm(const std::string& attribute) {
  std::string xml = kArm;
  return xml.replace(xml.find("ATTR"), 4, attribute);
}

TEST(Inertia, FactorAndSolvesOfATwoLinkArm) {  // judge: oracle
  Twin t(arm("armature='.1'"));
  t.qpos({0, .5});
  forward(t.m, t.d);
  expect_values(t.d.M.span(), {0.413221088690338, 0.126610544345169, 0.156403939393939}, 1e-14);
  expect_values(t.d.qLD.span(), {0.310728593926481, 0.809509944799225, 0.156403939393939}, 1e-14);
  const std::vector<Real> v{1, 2};
  std::vector<Real> x(2), scale(2);
  mul_m(t.m, t.d, x, v);
  expect_values(x, {0.666442177380677, 0.439418423133048}, 1e-14);
  mul_m2(t.m, t.d, x, v);
  expect_values(x, {0.557430348946378, 1.11110324890187}, 1e-14);
  x = v;
  for (int i = 0; i < 2; ++i) scale[static_cast<std::size_t>(i)] = std::sqrt(t.d.qLDiagInv[i]);
  solve_m2(t.m, t.d, x, scale);
  expect_values(x, {-1.11048831619679, 5.05715368499899}, 1e-13);
  x = v;
  solve_m(t.m, t.d, x);
  expect_values(x, {-1.99215618291283, 14.4000719385107}, 1e-12);
}

TEST(Rne, AccelerationTermsLeaveOutArmature) {  // judge: oracle
  Twin t(arm("armature='.1'"));
  t.qpos({0, .5});
  forward(t.m, t.d);
  std::vector<Real> without(2), with(2);
  rne(t.m, t.d, false, without);
  t.d.qacc[0] = 1, t.d.qacc[1] = 2;
  rne(t.m, t.d, true, with);
  EXPECT_NEAR(with[0] - without[0], 0.666442177380678, 1e-13);
  EXPECT_NEAR(with[1] - without[1], 0.239418423133049, 1e-13);
}

TEST(Euler, JointDampingIsImplicit) {  // judge: oracle
  Twin t(arm("damping='.5'"));
  t.qpos({0, .5}).qvel({1, -2});
  step(t.m, t.d);
  expect_values(t.d.qvel.span(), {1.13635114389943, -1.84412829247309}, 1e-13);
  expect_values(t.d.qH.span(), {0.152159174787104, 2.06192869048506, 0.0614039393939394}, 1e-13);
}

TEST(Inertia, SimpleBodiesHaveOnlyADiagonal) {  // judge: oracle
  Twin t(R"(<mujoco><default><geom type="box" size=".1 .2 .3" mass="1"/></default><worldbody>
    <body><freejoint/><geom/></body>
    <body><joint axis="0 1 0"/><geom pos=".2 0 0"/><body pos=".5 0 0"><joint axis="0 0 1"/>
      <joint type="slide" axis="1 0 0"/><geom pos=".1 .2 0"/></body></body>
    <body><body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint axis="0 0 1"/><geom/></body>
    </body></worldbody></mujoco>)");
  t.d.qpos[7] = .3, t.d.qpos[8] = .5, t.d.qpos[9] = .1;
  t.both_forward();
  EXPECT_EQ(t.error("M"), 0);
  EXPECT_EQ(t.error("qM"), 0);
  EXPECT_EQ(t.error("qLD"), 0);
  EXPECT_NEAR(t.d.M[6], 0.444937720402244, 1e-14);
  EXPECT_NEAR(t.d.qLDiagInv[7], 17.6470588235294, 1e-12);
  std::vector<Real> ours(144), theirs(144);
  full_m(t.m, ours, t.d.qM.span());
  mj_fullM(t.om.get(), theirs.data(), t.od->qM);
  EXPECT_EQ(ours, theirs);
}

TEST(TendonArmature, KeepsToTheSparsityOfM) {  // judge: oracle
  Twin t(R"(<mujoco><default><geom size=".1" mass="1"/><joint type="slide"/></default><worldbody>
    <body><joint name="a" axis="1 0 0"/><joint name="b" axis="0 1 0"/><geom/></body>
    <body><joint name="c" axis="1 0 0"/><geom pos=".01 0 0"/><body><joint name="e" axis="1 0 0"/><geom pos=".01 0 0"/>
    </body></body></worldbody><tendon><fixed armature=".7"><joint joint="a" coef="1"/><joint joint="b" coef="2"/>
    <joint joint="c" coef="3"/><joint joint="e" coef="4"/></fixed></tendon></mujoco>)");
  forward(t.m, t.d);
  std::vector<Real> M(16);
  full_m(t.m, M, t.d.qM.span());
  const std::vector<Real> expected{1.7, 0, 0, 0, 0, 3.8, 0, 0, 0, 0, 8.3, 9.4, 0, 0, 9.4, 12.2};
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(M[i], expected[i], 1e-14);
}

TEST(TendonArmature, SpatialTendonAddsInertiaAndBias) {  // judge: oracle
  Twin t(R"(<mujoco><option gravity="0 0 0"/><default><geom size=".1" mass="1"/></default><worldbody>
    <site name="w" pos="0 0 1"/><body><joint axis="0 1 0"/><geom pos=".5 0 0"/><site name="s" pos=".5 0 0"/>
    <body pos="1 0 0"><joint axis="0 1 0"/><geom pos=".5 0 0"/><site name="s2" pos=".5 0 0"/></body></body></worldbody>
    <tendon><spatial armature=".7"><site site="w"/><site site="s"/><site site="s2"/></spatial></tendon></mujoco>)");
  t.qpos({.2, .5}).qvel({1.5, -.7});
  forward(t.m, t.d);
  expect_values(t.d.ten_J[0], {0.4071373546727, -0.123701979627262}, 1e-14);
  expect_values(t.d.M.span(), {2.50161513978929, 0.657536693217933, 0.264711525834592}, 1e-14);
  expect_values(t.d.qfrc_bias.span(), {0.210876874725458, 0.592543036452113}, 1e-14);
}

}  // namespace
}  // namespace corten
