// State vectors against the oracle.
#include "corten/model/state.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr const char* kAllElements = R"(<mujoco><size nuserdata="3"/><option timestep=".01"/><worldbody>
    <body><freejoint/><geom size=".1"/></body>
    <body name="a"><joint name="j"/><geom size=".1"/></body>
    <body name="hand" mocap="true"/></worldbody>
    <equality><joint joint1="j" active="false"/><connect body1="a" body2="hand" anchor="0 0 0"/></equality>
    <actuator><general joint="j" dyntype="integrator"/><motor joint="j" nsample="2" delay=".01"/></actuator>
    <sensor><jointpos joint="j" nsample="3" delay=".01"/></sensor></mujoco>)";

struct Both {
  oracle::ModelPtr om = oracle::load_string(kAllElements);
  oracle::DataPtr od = oracle::make_data(om.get());
  Model m = oracle::to_model(om.get());
  Data d = oracle::to_data(om.get(), od.get(), m);

  Both() {
    std::vector<Real> state(static_cast<std::size_t>(mj_stateSize(om.get(), mjSTATE_INTEGRATION)));
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = 0.3 + 0.7 * static_cast<Real>(i);
    mj_setState(om.get(), od.get(), state.data(), mjSTATE_INTEGRATION);
    set_state(m, d, state, mjSTATE_INTEGRATION);
  }
};

TEST(State, EveryElementHasTheOraclesSize) {  // judge: oracle
  const Both both;
  for (int signature = 0; signature < (1 << mjNSTATE); ++signature)
    ASSERT_EQ(state_size(both.m, signature), mj_stateSize(both.om.get(), signature));
}

TEST(State, SetPutsTheSameNumbersIntoEveryField) {  // judge: oracle
  const Both both;
  EXPECT_EQ(both.d.time, both.od->time);
  for (const char* field : {"qpos", "qvel", "act", "history", "qacc_warmstart", "ctrl", "qfrc_applied",
                            "xfrc_applied", "eq_active", "mocap_pos", "mocap_quat", "userdata"})
    EXPECT_EQ(oracle::field_error(both.om.get(), both.od.get(), both.d, both.m, field), 0) << field;
}

TEST(State, GetGivesTheOraclesVector) {  // judge: oracle
  const Both both;
  for (const int signature : {int(mjSTATE_PHYSICS), int(mjSTATE_FULLPHYSICS), int(mjSTATE_USER),
                              int(mjSTATE_INTEGRATION), 0x1555}) {
    std::vector<Real> ours(static_cast<std::size_t>(state_size(both.m, signature))), theirs = ours;
    get_state(both.m, both.d, ours, signature);
    mj_getState(both.om.get(), both.od.get(), theirs.data(), signature);
    EXPECT_EQ(ours, theirs) << signature;
  }
}

TEST(State, ExtractPicksWhatTheOraclePicks) {  // judge: oracle
  const Both both;
  std::vector<Real> all(static_cast<std::size_t>(state_size(both.m, mjSTATE_INTEGRATION)));
  get_state(both.m, both.d, all, mjSTATE_INTEGRATION);
  for (int signature = 0; signature < (1 << mjNSTATE); signature += 37) {
    std::vector<Real> ours(static_cast<std::size_t>(state_size(both.m, signature))), theirs = ours;
    extract_state(both.m, all, mjSTATE_INTEGRATION, ours, signature);
    mj_extractState(both.om.get(), all.data(), mjSTATE_INTEGRATION, theirs.data(), signature);
    EXPECT_EQ(ours, theirs) << signature;
  }
}

TEST(State, CopyMovesOnlyWhatIsAsked) {  // judge: definition
  const Both both;
  Data other = Data::zeros(both.m);
  copy_state(both.m, both.d, other, mjSTATE_QVEL | mjSTATE_EQ_ACTIVE);
  EXPECT_EQ(other.qvel[3], both.d.qvel[3]);
  EXPECT_EQ(other.eq_active[1], both.d.eq_active[1]);
  EXPECT_NE(other.time, both.d.time);
}

TEST(State, SignaturesBeyondTheElementsAreInvalid) {  // judge: oracle (it refuses them)
  EXPECT_TRUE(valid_state_signature(mjSTATE_INTEGRATION));
  EXPECT_FALSE(valid_state_signature(1 << mjNSTATE));
  EXPECT_FALSE(valid_state_signature(-1));
}

}  // namespace
}  // namespace corten
