// Inverse dynamics against the oracle and against forward dynamics.
#include "corten/sim/inverse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "corten/sim/constraint_problem.h"
#include "corten/smooth/jacobian.h"
#include "tests/support/scenes.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

// a state in motion with accelerations that forward dynamics would not give
void set_motion(oracle::Twin& t, int seed) {
  t.od = oracle::random_state(t.om.get(), seed);
  for (int i = 0; i < t.m.nv; ++i) t.od->qacc[i] = 0.3 * std::sin(i + seed);
  t.take_state();
  std::copy_n(t.od->qacc, t.m.nv, t.d.qacc.begin());
}

void expect_same_inverse(oracle::Twin& t, const std::string& what) {
  mj_inverse(t.om.get(), t.od.get());
  inverse(t.m, t.d);
  ASSERT_EQ(t.d.nefc, t.od->nefc) << what;
  EXPECT_EQ(t.d.nisland, 0) << what;
  EXPECT_EQ(t.d.nA, 0) << what;
  for (const char* field : {"qfrc_inverse", "qfrc_constraint", "efc_force"})
    EXPECT_LE(t.error(field), 1e-9) << field << " of " << what;
  EXPECT_EQ(t.error("efc_state"), 0) << what;
  EXPECT_EQ(t.error("qacc"), 0) << what;
}

TEST(Inverse, ForcesEqualTheOracles) {  // judge: oracle
  for (const oracle::Scene& scene : oracle::small_scenes())
    for (int combination = 0; combination < oracle::kCombinations; ++combination) {
      oracle::Twin t(scene.xml);
      const std::string options = oracle::set_options(t.om.get(), combination);
      t.take_options();
      set_motion(t, combination);
      expect_same_inverse(t, scene.name + options);
    }
}

TEST(Inverse, DiscreteAccelerationsAreConvertedForEachIntegrator) {  // judge: oracle
  for (int integrator : {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST}) {
    oracle::Twin t(oracle::small_scenes()[2].xml);
    t.om->opt.integrator = integrator;
    t.om->opt.enableflags |= mjENBL_INVDISCRETE;
    t.take_options();
    set_motion(t, 1);
    expect_same_inverse(t, "integrator " + std::to_string(integrator));
  }
}

constexpr const char* kDampedHinge =
    R"(<mujoco><option timestep="0.01"><flag invdiscrete="enable"/></option><worldbody>
  <body><joint axis="0 1 0" damping=".5"/><geom size=".1" pos=".3 0 0" mass="1"/></body></worldbody></mujoco>)";

Real hinge_inverse(int integrator, int disable) {
  oracle::Twin t(kDampedHinge);
  t.m.opt.integrator = integrator;
  t.m.opt.disableflags |= disable;
  t.d.qvel[0] = 2;
  t.d.qacc[0] = 3;
  inverse(t.m, t.d);
  return t.d.qfrc_inverse[0];
}

TEST(Inverse, DiscreteHingeHasTheValueOfTheFormula) {  // judge: hand value, M .094, bias −2.943, damping .5
  EXPECT_NEAR(hinge_inverse(mjINT_EULER, 0), -1.646, 1e-12);
  EXPECT_NEAR(hinge_inverse(mjINT_IMPLICIT, 0), -1.646, 1e-12);
  EXPECT_NEAR(hinge_inverse(mjINT_IMPLICITFAST, 0), -1.646, 1e-12);
  EXPECT_NEAR(hinge_inverse(mjINT_EULER, mjDSBL_DAMPER), -2.646, 1e-12);
}

TEST(Inverse, DiscreteFormOfRungeKuttaIsThePlainOne) {  // judge: documented departure
  EXPECT_NEAR(hinge_inverse(mjINT_RK4, 0), 0.094 * 3 - 2.943 + 1, 1e-12);
}

// inverse(forward(x)) = x, where rounding lets the solver reach the minimum: not on the overdetermined
// mechanism
TEST(Inverse, RecoversTheForcesOfForwardDynamics) {  // judge: definition
  for (const oracle::Scene& scene : oracle::small_scenes())
    for (int cone : {mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC}) {
      if (scene.name == "mechanism") continue;
      oracle::Twin t(scene.xml);
      t.om->opt.cone = cone;
      t.om->opt.tolerance = 1e-14;  // the minimum itself
      t.take_options();
      t.od = oracle::random_state(t.om.get(), 1);
      for (int i = 0; i < t.m.nv; ++i) t.od->qfrc_applied[i] = 0.1 * std::cos(i);
      t.take_state();
      forward(t.m, t.d);
      std::vector<Real> applied(t.m.nv);
      for (int i = 0; i < t.m.nv; ++i) applied[i] = t.d.qfrc_applied[i] + t.d.qfrc_actuator[i];
      xfrc_accumulate(t.m, t.d, applied);
      inverse(t.m, t.d);
      for (int i = 0; i < t.m.nv; ++i)
        EXPECT_NEAR(t.d.qfrc_inverse[i], applied[i], 1e-8 * std::max(1.0, std::abs(t.d.qfrc_constraint[i])))
            << scene.name << " dof " << i;
    }
}

TEST(Inverse, ComparisonWithForwardDynamicsEqualsTheOracles) {  // judge: oracle
  oracle::Twin t(oracle::small_scenes()[0].xml);
  t.om->opt.enableflags |= mjENBL_FWDINV;
  t.om->opt.iterations = 2;  // leaves a difference to see
  t.take_options();
  t.od = oracle::random_state(t.om.get(), 1);
  t.take_state();
  mj_step(t.om.get(), t.od.get());
  step(t.m, t.d);
  for (int k = 0; k < 2; ++k)
    EXPECT_NEAR(t.d.solver_fwdinv[k], t.od->solver_fwdinv[k], 1e-8 * std::max(1.0, t.od->solver_fwdinv[k]));
  EXPECT_LE(t.error("efc_force"), 1e-8);
  EXPECT_EQ(t.error("efc_state"), 0);
}

TEST(ConstraintUpdate, ForcesCostAndConeHessiansEqualTheOracles) {  // judge: oracle
  oracle::Twin t(oracle::small_scenes()[0].xml);
  t.om->opt.cone = mjCONE_ELLIPTIC;
  t.take_options();
  t.od = oracle::random_state(t.om.get(), 1);
  t.forward();
  std::vector<Real> jar(t.od->efc_b, t.od->efc_b + t.od->nefc);
  mjtNum cost = 0;
  mj_constraintUpdate(t.om.get(), t.od.get(), jar.data(), &cost, 1);
  EXPECT_NEAR(constraint_update(t.m, t.d, jar, true), cost, 1e-10 * cost);
  for (const char* field : {"efc_force", "qfrc_constraint"}) EXPECT_LE(t.error(field), 1e-10) << field;
  EXPECT_EQ(t.error("efc_state"), 0);
  for (int i = 0; i < t.d.ncon; ++i) {
    const Contact& contact = t.d.contact[i];
    if (contact.dim == 1 || t.od->efc_state[contact.efc_address] != mjCNSTRSTATE_CONE) continue;
    for (int k = 0; k < contact.dim * contact.dim; ++k)
      EXPECT_NEAR(contact.H[k], t.od->contact[i].H[k], 1e-10 * std::max(1.0, std::abs(contact.H[k])));
  }
}

}  // namespace
}  // namespace corten
