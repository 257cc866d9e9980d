// Forward and step against the oracle, constraints disabled.
#include "corten/sim/forward.h"

#include <gtest/gtest.h>

#include "corten/sim/reset.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

oracle::ModelPtr unconstrained(const std::string& file) {
  oracle::ModelPtr om = oracle::load_file(file);
  if (om) om->opt.disableflags |= corten::mjDSBL_CONSTRAINT | corten::mjDSBL_SENSOR;
  return om;
}

std::vector<std::string> robots() {
  return found({"scenes/humanoid.xml", "scenes/arm.xml", "mjx/barkour_v0/assets/barkour_v0_mjx.xml",
                "menagerie/agility_cassie/cassie.xml", "menagerie/kuka_iiwa_14/iiwa14.xml"});
}

TEST(Forward, EveryFieldEqualsTheOracle) {  // judge: oracle
  for (const std::string& file : robots()) {
    const auto om = unconstrained(file);
    ASSERT_TRUE(om) << file;
    const Model m = oracle::to_model(om.get());
    const auto od = oracle::make_data(om.get());
    for (unsigned seed = 1; seed <= 5; ++seed) {
      oracle::randomize(om.get(), od.get(), seed);
      Data d = make_data(m);
      oracle::copy_state(om.get(), od.get(), m, d);
      mj_forward(om.get(), od.get());
      forward(m, d);
      for (const char* field : {"xpos", "xquat", "cdof", "cinert", "M", "qLD", "cvel", "qfrc_bias",
                                "qfrc_passive", "actuator_length", "qfrc_actuator", "qacc"})
        EXPECT_LE(oracle::field_error(om.get(), od.get(), d, m, field), 1e-10) << file << " " << field;
    }
  }
}

TEST(Step, HundredEulerStepsFollowTheOracle) {  // judge: oracle
  for (const std::string& file : robots()) {
    const auto om = unconstrained(file);
    ASSERT_TRUE(om) << file;
    om->opt.integrator = corten::mjINT_EULER;
    const Model m = oracle::to_model(om.get());
    const auto od = oracle::make_data(om.get());
    oracle::randomize(om.get(), od.get(), 1, 0.1);
    Data d = make_data(m);
    oracle::copy_state(om.get(), od.get(), m, d);
    for (int i = 0; i < 100; ++i) {
      mj_step(om.get(), od.get());
      step(m, d);
    }
    EXPECT_LE(oracle::field_error(om.get(), od.get(), d, m, "qpos"), 1e-8) << file;
    EXPECT_LE(oracle::field_error(om.get(), od.get(), d, m, "qvel"), 1e-8) << file;
  }
}

}  // namespace
}  // namespace corten
