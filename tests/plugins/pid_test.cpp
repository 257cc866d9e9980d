// mujoco.pid beside the oracle.
#include <cmath>

#include "tests/plugins/both.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

std::string slider(const std::string& option, const std::string& config, const std::string& attributes) {
  return "<mujoco><option gravity='0 0 0' timestep='.01' " + option +
         "/><extension><plugin plugin='mujoco.pid'>" + "<instance name='p'>" + config +
         "</instance></plugin></extension>" +
         "<worldbody><body><joint name='j' type='slide' axis='1 0 0'/><geom size='.1' "
         "mass='2'/></body></worldbody>" +
         "<actuator><plugin joint='j' instance='p' " + attributes + "/></actuator></mujoco>";
}

std::string key(const std::string& name, double value) {
  return "<config key='" + name + "' value='" + std::to_string(value) + "'/>";
}

TEST(Pid, IntegralAndSlewAreTheOracles) {  // judge: oracle, and the values of the specification (T1)
  Both both(slider("", key("kp", 4) + key("ki", 2) + key("kd", .5) + key("imax", .03) + key("slewmax", 3),
                   "actdim='2' ctrlrange='-.5 .5'"));
  ASSERT_TRUE(both.loaded());
  both.expect_same_steps(3, [](Real* ctrl, Real time) { ctrl[0] = time == 0 ? .1 : 9; });
  EXPECT_NEAR(both.d.actuator_force[0], 0.645218982151202, 1e-14);
  both.expect_same_steps(47);
  EXPECT_NEAR(both.d.qpos[0], 0.0957119755752569, 1e-14);
}

TEST(Pid, EveryDynamicsAndIntegratorIsTheOracles) {  // judge: oracle
  int i = 0;
  for (const char* integrator : {"Euler", "RK4", "implicit", "implicitfast"})
    for (const char* dynamics : {"none", "integrator", "filter", "filterexact"})
      for (const bool early : {false, true}) {
        const int states = 2 + (std::string(dynamics) != "none");
        Both both(slider("integrator='" + std::string(integrator) + "'",
                         key("kp", 4 + i) + key("ki", 2) + key("kd", .5) + key("slewmax", 3),
                         "dyntype='" + std::string(dynamics) + "' dynprm='.05' actdim='" +
                             std::to_string(states) + "' actearly='" + (early ? "true" : "false") + "'"));
        ASSERT_TRUE(both.loaded());
        both.expect_same_steps(60, [&](Real* ctrl, Real time) { ctrl[0] = std::sin(3 * time + i); });
        ++i;
      }
}

TEST(Pid, GroupsForcesAndControlsAreTheOracles) {  // judge: oracle (T4)
  Both both(slider("actuatorgroupdisable='3'", key("kp", 4), "ctrlrange='-1 1' forcerange='-3 3' group='3'"));
  ASSERT_TRUE(both.loaded());
  both.expect_same_steps(5, [](Real* ctrl, Real) { ctrl[0] = 5; });
  EXPECT_EQ(both.d.actuator_force[0], 3);
}

}  // namespace
}  // namespace corten
