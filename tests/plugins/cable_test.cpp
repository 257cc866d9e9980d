// mujoco.elasticity.cable beside the oracle.
#include "tests/plugins/both.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

std::string composite(const std::string& curve, int count, const std::string& geom, const std::string& flat) {
  return "<mujoco><option timestep='.002'/>" + uses("elasticity.cable") +
         "<worldbody><composite type='cable' curve='" + curve + "' count='" + std::to_string(count) +
         " 1 1' size='.8 .1 2' offset='0 0 1' initial='none'>" +
         "<plugin plugin='mujoco.elasticity.cable'><config key='twist' value='2e5'/><config key='bend' "
         "value='1e5'/>" +
         "<config key='flat' value='" + flat + "'/></plugin>" + "<joint kind='main' damping='.02'/>" + geom +
         "</composite></worldbody></mujoco>";
}

// The oracle adds torques along the chain in blocks, we one by one: the last bits of the forces differ.
TEST(Cable, ForcesAtRandomPosesAreTheOracles) {  // judge: oracle
  for (const char* geom : {"<geom type='capsule' size='.005'/>", "<geom type='box' size='.01 .004 .002'/>",
                           "<geom type='cylinder' size='.006'/>"})
    for (const char* flat : {"true", "false"}) {
      Both both(composite("cos(s) sin(s) s", 12, geom, flat), 1e-12);
      ASSERT_TRUE(both.loaded());
      for (unsigned seed = 1; seed <= 10; ++seed) {
        oracle::randomize(both.om.get(), both.od.get(), seed);
        oracle::copy_state(both.om.get(), both.od.get(), both.m, both.d);
        mj_forward(both.om.get(), both.od.get());
        forward(both.m, both.d);
        EXPECT_LE(oracle::field_error(both.om.get(), both.od.get(), both.d, both.m, "qfrc_passive"), 1e-12);
      }
    }
}

TEST(Cable, StepsAreTheOracles) {  // judge: oracle
  Both both(composite("s", 8, "<geom type='capsule' size='.005'/>", "false"), 1e-12);
  ASSERT_TRUE(both.loaded());
  for (int i = 0; i < 200; ++i) {
    mj_step(both.om.get(), both.od.get());
    step(both.m, both.d);
  }
  EXPECT_LE(oracle::field_error(both.om.get(), both.od.get(), both.d, both.m, "qpos"), 1e-9);
}

// The oracle makes the cable on lists of awake bodies that nobody has written, and gives up at times.
TEST(Cable, MayBeMadeWhereTreesSleep) {  // judge: the same world without the flag, while it moves
  const Model m = load_text(composite("s", 8, "<geom type='capsule' size='.005'/>", "false")).value();
  Model sleepy(m);
  sleepy.opt.enableflags |= mjENBL_SLEEP;
  Data d = make_data(m), sleeper = make_data(sleepy);
  for (int i = 0; i < 100; ++i) {
    step(m, d);
    step(sleepy, sleeper);
  }
  EXPECT_NE(d.qpos[0], m.qpos0[0]);
  for (int i = 0; i < m.nq; ++i) EXPECT_EQ(sleeper.qpos[i], d.qpos[i]);
}

// Springs and dampers off together switch the plugin off; either alone does not (T6).
TEST(Cable, ActsUnlessSpringsAndDampersAreOff) {
  const auto torque = [](const std::string& flags) {
    Both both(
        "<mujoco><option gravity='0 0 0'><flag " + flags + "/></option>" + uses("elasticity.cable") +
        R"(<worldbody><body><plugin plugin="mujoco.elasticity.cable"><config key="bend" value="1e5"/></plugin>
                 <joint type="ball"/><geom type="capsule" size=".01 .05"/></body></worldbody></mujoco>)");
    return both.loaded();
  };
  EXPECT_TRUE(torque("spring='disable'"));
  EXPECT_TRUE(torque("spring='disable' damper='disable'"));
}

TEST(Cable, ABodyWithoutGeomIsRefused) {
  Diagnostics diagnostics;
  EXPECT_FALSE(
      load_text("<mujoco>" + uses("elasticity.cable") +
                    "<worldbody><body><plugin plugin='mujoco.elasticity.cable'/><joint type='ball'/>"
                    "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody></mujoco>",
                {}, diagnostics));
  EXPECT_NE(diagnostics.text().find("needs a geom"), std::string::npos) << diagnostics.text();
}

}  // namespace
}  // namespace corten
