// Derivatives by finite differences against the oracle's.
#include "corten/sim/finite_difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/flex_scenes.h"
#include "tests/support/model_files.h"
#include "tests/support/random_state.h"
#include "tests/support/scenes.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

constexpr Real kEps = 1e-6;
constexpr double kBar = 1e-6;  // relative to the largest entry of a matrix

using Matrix = std::vector<Real>;

Matrix matrix(int rows, int columns) { return Matrix(static_cast<std::size_t>(rows * columns), 777.0); }

void expect_same(const Matrix& ours, const Matrix& theirs, const std::string& what) {
  double scale = 1, error = 0;
  for (const Real x : theirs) scale = std::max(scale, std::abs(x));
  for (std::size_t i = 0; i < ours.size(); ++i) error = std::max(error, std::abs(ours[i] - theirs[i]));
  EXPECT_LE(error, kBar * scale) << what;
}

struct Transition {
  explicit Transition(const Model& m)
      : A(matrix(2 * m.nv + m.na, 2 * m.nv + m.na)),
        B(matrix(2 * m.nv + m.na, m.nu)),
        C(matrix(m.nsensordata, 2 * m.nv + m.na)),
        D(matrix(m.nsensordata, m.nu)) {}
  Matrix A, B, C, D;
};

Real* pointer(Matrix& matrix) { return matrix.empty() ? nullptr : matrix.data(); }

Transition expect_same_transition(oracle::Twin& t, bool centered, const std::string& what) {
  t.take_state();
  Transition ours(t.m), theirs(t.m);
  mjd_transitionFD(t.om.get(), t.od.get(), kEps, centered, pointer(theirs.A), pointer(theirs.B),
                   pointer(theirs.C), pointer(theirs.D));
  EXPECT_EQ(transition_fd(t.m, t.d, kEps, centered, {ours.A, ours.B, ours.C, ours.D}), "");
  expect_same(ours.A, theirs.A, "A of " + what);
  expect_same(ours.B, theirs.B, "B of " + what);
  expect_same(ours.C, theirs.C, "C of " + what);
  expect_same(ours.D, theirs.D, "D of " + what);
  for (const char* field : {"qpos", "qvel", "act", "ctrl", "qacc_warmstart"})
    EXPECT_EQ(t.error(field), 0) << field << " after the derivatives of " << what;
  EXPECT_LE(t.error("xpos"), 1e-12) << what;
  return ours;
}

void expect_same_inverse(oracle::Twin& t, bool actuation, const std::string& what) {
  t.take_state();
  std::copy_n(t.od->qacc, t.m.nv, t.d.qacc.begin());
  std::copy_n(t.od->actuator_force, t.m.nu, t.d.actuator_force.begin());  // sensors lag by one evaluation
  const int nv = t.m.nv, ns = t.m.nsensordata, nm = t.m.nM;
  std::vector<Matrix> a{matrix(nv, nv), matrix(nv, nv), matrix(nv, nv), matrix(nv, ns),
                        matrix(nv, ns), matrix(nv, ns), matrix(nv, nm)};
  std::vector<Matrix> b = a;
  mjd_inverseFD(t.om.get(), t.od.get(), kEps, actuation, pointer(b[0]), pointer(b[1]), pointer(b[2]),
                pointer(b[3]), pointer(b[4]), pointer(b[5]), pointer(b[6]));
  EXPECT_EQ(inverse_fd(t.m, t.d, kEps, actuation, {a[0], a[1], a[2], a[3], a[4], a[5], a[6]}), "");
  const char* names[] = {"DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq"};
  for (std::size_t k = 0; k < a.size(); ++k) expect_same(a[k], b[k], names[k] + (" of " + what));
}

std::vector<std::string> models() {
  return found({"mjx/actuator/arm26.xml", "scenes/humanoid.xml", "scenes/arm.xml",
                "mujoco_warp/actuation/actuation.xml", "mujoco/test/engine/testdata/actuation/activation.xml",
                "menagerie/skydio_x2/x2.xml", "menagerie/franka_emika_panda/panda.xml"});
}

TEST(TransitionFd, OfDeveloperModels) {  // judge: oracle
  for (const std::string& file : models())
    for (const bool centered : {false, true}) {
      oracle::Twin t(oracle::load_file(file));
      t.od = oracle::random_state(t.om.get(), 3);
      expect_same_transition(t, centered, file);
    }
}

// free, ball and hinge joints, actuators with and without activation and with a velocity gain
const char* const kArm = R"(<mujoco><worldbody><body><freejoint/><geom size=".2"/><site name="s"/>
    <body pos=".5 0 0"><joint name="ball" type="ball" damping=".1"/><geom type="capsule" size=".05 .2"/>
     <body pos=".5 0 .1"><joint name="j" axis="0 1 0" damping=".3" stiffness="2"/><geom type="box" size=".1 .1 .2"/>
     </body></body></body></worldbody>
   <actuator><position joint="j" kp="4" kv=".5" ctrlrange="-1 1"/>
    <general joint="j" dyntype="filter" dynprm=".1" gaintype="affine" gainprm="1 .2 -.7"/>
    <motor joint="ball" gear="1 2 3"/></actuator>
   <sensor><accelerometer site="s"/><gyro site="s"/><framequat objtype="site" objname="s"/><jointvel joint="j"/>
    <actuatorfrc actuator="a"/><e_kinetic/></sensor></mujoco>)";

std::string arm() {
  std::string xml = kArm;
  return xml.replace(xml.find("<position "), 10, "<position name='a' ");
}

TEST(TransitionFd, OfEveryIntegrator) {  // judge: oracle
  for (const int integrator : {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST})
    for (const bool centered : {false, true}) {
      oracle::Twin t(arm());
      t.om->opt.integrator = integrator;
      t.take_options();
      t.od = oracle::random_state(t.om.get(), 1);
      expect_same_transition(t, centered, "integrator " + std::to_string(integrator));
    }
}

TEST(TransitionFd, OfFlexes) {  // judge: oracle
  for (const oracle::FlexScene& scene : oracle::flex_scenes())
    for (const int integrator : {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST}) {
      oracle::Twin t(scene.xml);
      if (t.m.nv > 30) continue;
      t.om->opt.integrator = integrator;
      t.take_options();
      oracle::randomize(t.om.get(), t.od.get(), 1, 0.01);
      expect_same_transition(t, false, scene.name + " integrator " + std::to_string(integrator));
    }
}

TEST(TransitionFd, OnlyWhatIsWanted) {  // judge: the full derivatives
  oracle::Twin t(arm());
  t.od = oracle::random_state(t.om.get(), 1);
  t.take_state();
  Transition all(t.m), some(t.m);
  EXPECT_EQ(transition_fd(t.m, t.d, kEps, false, {all.A, all.B, all.C, all.D}), "");
  EXPECT_EQ(transition_fd(t.m, t.d, kEps, false, {.B = some.B}), "");
  EXPECT_EQ(transition_fd(t.m, t.d, kEps, false, {.C = some.C}), "");
  EXPECT_EQ(some.B, all.B);
  EXPECT_EQ(some.C, all.C);
}

// a damped slide with a filtered and a plain motor
oracle::Twin slide(Real motor) {
  oracle::Twin t(R"(<mujoco><option gravity="0 0 -10" timestep=".01"/><worldbody><body>
    <joint name="x" type="slide" axis="1 0 0" damping="1"/><geom size=".1" mass="2"/><site name="s"/></body></worldbody>
   <actuator><general joint="x" gainprm="3" dyntype="filter" dynprm=".1" ctrlrange="-1 1"/>
    <motor name="m" joint="x" ctrlrange="-1 1"/></actuator>
   <sensor><jointpos joint="x"/><jointvel joint="x"/><actuatorfrc actuator="m"/><accelerometer site="s"/><e_kinetic/>
   </sensor></mujoco>)");
  t.od->qpos[0] = .3;
  t.od->qvel[0] = .5;
  t.od->act[0] = .2;
  t.od->ctrl[0] = .1;
  t.od->ctrl[1] = motor;
  return t;
}

TEST(TransitionFd, OfASlide) {  // judge: oracle and closed form
  oracle::Twin t = slide(.25);
  const Transition out = expect_same_transition(t, false, "slide");
  const double a[] = {1, .00995024876, .000149253731, 0, .995024876, .0149253731, 0, 0, .9};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(out.A[i], a[i], 1e-8);
  EXPECT_NEAR(out.B[3], 4.97512e-3, 1e-8);
  EXPECT_EQ(t.d.qpos[0], .3);
  EXPECT_NEAR(t.d.xpos[1][0], .300001, 1e-12);  // of the last perturbation
}

TEST(TransitionFd, ControlsStayInTheirRange) {  // judge: oracle
  const auto sensed = [](Real motor, bool centered) {
    oracle::Twin t = slide(motor);
    return expect_same_transition(t, centered, "control").D[5];  // actuatorfrc by the motor's control
  };
  EXPECT_NEAR(sensed(.25, false), 1, 1e-8);
  EXPECT_NEAR(sensed(.25, true), -1, 1e-8);  // the sign is the oracle's
  EXPECT_NEAR(sensed(1, false), 1, 1e-8);    // backward
  EXPECT_EQ(sensed(1.5, false), 0);
}

TEST(TransitionFd, RefusesRk4AndDelays) {  // judge: oracle, which aborts
  oracle::Twin t = slide(0);
  t.m.opt.integrator = mjINT_RK4;
  EXPECT_NE(transition_fd(t.m, t.d, kEps, false, {}), "");
  EXPECT_NE(inverse_fd(t.m, t.d, kEps, false, {}), "");
  t.m.opt.integrator = mjINT_EULER;
  t.m.opt.noslip_iterations = 1;
  EXPECT_NE(inverse_fd(t.m, t.d, kEps, false, {}), "");
  oracle::Twin delayed(
      R"(<mujoco><worldbody><body><joint name="x"/><geom size=".1"/></body></worldbody><actuator>
    <motor joint="x" delay=".01" nsample="3"/></actuator></mujoco>)");
  EXPECT_NE(transition_fd(delayed.m, delayed.d, kEps, false, {}), "");
}

TEST(InverseFd, OfDeveloperModels) {  // judge: oracle
  for (const std::string& file : models())
    for (const bool actuation : {false, true}) {
      oracle::Twin t(oracle::load_file(file));
      t.om->opt.noslip_iterations = 0;
      t.take_options();
      t.od = oracle::random_state(t.om.get(), 2);
      expect_same_inverse(t, actuation, file);
    }
}

TEST(InverseFd, OfJointsOfAllKinds) {  // judge: oracle
  for (const bool actuation : {false, true}) {
    oracle::Twin t(arm());
    t.od = oracle::random_state(t.om.get(), 5);
    for (int i = 0; i < t.m.nv; ++i) t.od->qacc[i] = std::sin(i);
    expect_same_inverse(t, actuation, "arm");
  }
}

}  // namespace
}  // namespace corten
