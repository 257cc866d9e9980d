// The four integrators.
#include "corten/sim/integrators.h"

#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

Twin spinning_box(const std::string& integrator) {
  Twin t("<mujoco><option timestep='.01' integrator='" + integrator +
         "'/><worldbody><body pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .4' "
         "mass='2'/></body></worldbody></mujoco>");
  t.qvel({.1, .2, .3, 5, .5, 3});
  return t;
}

std::span<const Real> omega(const Twin& t) { return t.d.qvel.slice(3, 3); }

TEST(Integrators, SpinningFreeBoxAfterOneStep) {  // judge: oracle
  Twin euler = spinning_box("Euler"), rk4 = spinning_box("RK4"), implicit = spinning_box("implicit");
  Twin fast = spinning_box("implicitfast");
  for (Twin* t : {&euler, &rk4, &implicit, &fast}) step(t->m, t->d);
  for (const Twin* t : {&euler, &fast}) {
    expect_values(t->d.qpos.slice(3, 4),
                  {0.999571087285029, 0.0250414191912867, 0.00183797247243834, 0.0150728446519723}, 1e-14);
    expect_values(omega(*t), {5.009, 0.367647058823529, 3.015}, 1e-13);
    EXPECT_NEAR(t->d.qpos[2], 1.002019, 1e-14);
  }
  expect_values(rk4.d.qpos.slice(3, 4),
                {0.999571652173142, 0.0250169691173645, 0.00216810679216662, 0.0150320571105248}, 1e-14);
  expect_values(omega(rk4), {5.00782323566094, 0.367236186377565, 3.0130206698197}, 1e-13);
  EXPECT_NEAR(rk4.d.qpos[2], 1.0025095, 1e-14);
  expect_values(implicit.d.qpos.slice(3, 4),
                {0.999571687973667, 0.0250296199596467, 0.00183466167808409, 0.0150529977970396}, 1e-14);
  expect_values(omega(implicit), {5.00663881354706, 0.366984731771088, 3.01102945839377}, 1e-13);
}

TEST(Integrators, SpinningFreeBoxAfterHundredSteps) {  // judge: oracle
  const auto run = [](const char* integrator) {
    Twin t = spinning_box(integrator);
    for (int i = 0; i < 100; ++i) step(t.m, t.d);
    return t;
  };
  expect_values(omega(run("Euler")), {5.08028380567174, 0.0265310781670045, -3.19729429362012}, 1e-11);
  expect_values(omega(run("RK4")), {5.01693216903508, 0.0239977213594582, -3.02813612232478}, 1e-11);
  expect_values(omega(run("implicit")), {4.96027954227114, 0.0103917608545566, -2.86851644090442}, 1e-11);
}

constexpr const char* kServoArm =
    R"(<mujoco><option timestep="0.01" integrator="INT"><flag eulerdamp="DAMP"/></option>
 <worldbody><site name="w" pos="0 0 .5"/><body><joint name="a" axis="0 1 0" damping="2"/>
 <geom type="capsule" fromto="0 0 0 .5 0 0" size=".03" mass="1"/>
 <body pos=".5 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass=".6"/>
 <site name="s2" pos=".3 0 0"/></body></body></worldbody>
 <tendon><spatial damping="3" stiffness="40" springlength="0.3 0.5"><site site="w"/><site site="s2"/></spatial></tendon>
 <actuator><position joint="b" kp="20" kv="1.5"/><general joint="a" gaintype="affine" gainprm="1 0.5 -0.8" biastype="affine"
  biasprm="0.1 0.2 -0.3" dyntype="filterexact" dynprm="0.02"/></actuator></mujoco>)";

Twin servo_arm(const std::string& integrator, const std::string& eulerdamp = "enable") {
  std::string xml = kServoArm;
  xml.replace(xml.find("INT"), 3, integrator);
  Twin t(xml.replace(xml.find("DAMP"), 4, eulerdamp));
  t.qpos({.3, -.5}).qvel({2, -3}).ctrl({.4, 1.3}).act({.2});
  step(t.m, t.d);
  return t;
}

TEST(Integrators, DampingTendonAndServo) {  // judge: oracle
  const Twin t = servo_arm("Euler");
  EXPECT_NEAR(t.d.ten_length[0], 0.97027525613058, 1e-14);
  expect_values(t.d.qfrc_spring.span(), {-7.48047261929083, -4.24434009552588}, 2e-14);
  expect_values(t.d.qfrc_damper.span(), {-4.14129494018334, -0.0801692366827951}, 2e-14);
  expect_values(t.d.actuator_force.span(), {22.5, -.53}, 1e-14);
  expect_values(t.d.qacc.span(), {-357.434891853767, 1488.11847145745}, 1e-10);
  expect_values(t.d.qvel.span(), {-1.16619281062361, 10.837983099763}, 1e-12);
  EXPECT_NEAR(t.d.act[0], .632816274316103, 1e-14);
  expect_values(servo_arm("Euler", "disable").d.qvel.span(), {-1.57434891853767, 11.8811847145745}, 1e-12);
  expect_values(servo_arm("RK4").d.qvel.span(), {-0.0399665061725241, 5.42918967384135}, 1e-12);
  EXPECT_NEAR(servo_arm("RK4").d.act[0], .540391965738185, 1e-14);
  expect_values(servo_arm("implicit").d.qvel.span(), {0.394714100905505, 3.66611412992513}, 1e-12);
  expect_values(servo_arm("implicitfast").d.qvel.span(), {0.377208659212362, 3.73378128777243}, 1e-12);
}

TEST(Implicit, ActuatorSlopeUsesTheRawControl) {  // judge: oracle
  for (const char* integrator : {"implicit", "implicitfast"}) {
    Twin t("<mujoco><option timestep='.01' gravity='0 0 0' integrator='" + std::string(integrator) +
           R"('/><worldbody><body><joint name="j" type="slide"/><geom size=".1" mass="1"/></body></worldbody>
      <actuator><damper joint="j" kv="2" ctrlrange="0 1"/></actuator></mujoco>)");
    t.qvel({1}).ctrl({5});
    step(t.m, t.d);
    EXPECT_EQ(t.d.actuator_force[0], -2);
    EXPECT_EQ(t.d.qDeriv[0], -10);
    EXPECT_NEAR(t.d.qvel[0], 0.981818181818182, 1e-14);
  }
}

TEST(Implicit, DampingAcrossTreesIsLeftOutOfTheDerivative) {  // judge: oracle
  const auto run = [](const std::string& bodies, const std::string& coefs, Real v1) {
    const auto space = coefs.find(' ');
    Twin t(
        "<mujoco><option timestep='.01' gravity='0 0 0' integrator='implicit'><flag "
        "contact='disable'/></option><worldbody>" +
        bodies + "</worldbody><tendon><fixed damping='20'><joint joint='a' coef='" + coefs.substr(0, space) +
        "'/><joint joint='b' coef='" + coefs.substr(space + 1) + "'/></fixed></tendon></mujoco>");
    t.qvel({1, v1});
    step(t.m, t.d);
    return std::vector<Real>(t.d.qvel.begin(), t.d.qvel.end());
  };
  const std::string a = "<body><joint name='a' type='slide'/><geom size='.1' mass='1'/>";
  const std::string b = "<body><joint name='b' type='slide'/><geom size='.1' mass='1'/></body>";
  expect_values(run(a + "</body>" + b, "1 -1", 0), {0.833333333333333, 0.166666666666667}, 1e-14);
  expect_values(run(a + b + "</body>", "1 2", .5), {1.2, -.1}, 1e-14);
}

TEST(Implicit, FluidDerivativeOfAnEllipsoid) {  // judge: oracle
  const auto run = [](const std::string& integrator) {
    Twin t("<mujoco><option timestep='.01' gravity='0 0 0' density='100' viscosity='1' integrator='" +
           integrator +
           "'/><worldbody><body><freejoint/><geom type='ellipsoid' size='.1 .2 .35' mass='1' "
           "fluidshape='ellipsoid'/></body>"
           "</worldbody></mujoco>");
    t.qpos({0, 0, 0, .9, .3, -.2, .1}).qvel({.7, -.4, .9, 1.1, .6, -.8});
    step(t.m, t.d);
    return t;
  };
  expect_values(omega(run("implicit")), {0.945928094816432, -0.0476520970752278, -0.651718484930745}, 1e-13);
  expect_values(omega(run("implicitfast")), {0.856576546886578, -0.201548604162897, -0.536759940883624},
                1e-13);
  expect_values(omega(run("Euler")), {0.760298350999117, -0.577461449394653, -0.273276457097732}, 1e-13);
}

}  // namespace
}  // namespace corten
