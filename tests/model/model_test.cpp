// Model and Data against the oracle's structs.
#include "corten/model/model.h"

#include <gtest/gtest.h>

#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr const char* kPendulum = R"(<mujoco><worldbody><body><joint axis="0 1 0"/>
    <geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body></worldbody></mujoco>)";

TEST(Model, HoldsEveryArrayOfTheOracle) {  // judge: oracle
  const auto om = oracle::load_string(kPendulum);
  const Model m = oracle::to_model(om.get());
  for (const std::string& field : oracle::model_fields())
    EXPECT_EQ(oracle::field_error(om.get(), m, field), 0) << field;
}

TEST(Model, CopyIsDeep) {  // judge: definition
  const auto om = oracle::load_string(kPendulum);
  const Model m = oracle::to_model(om.get());
  Model copy = m;
  copy.body_mass[1] = 42;
  EXPECT_NE(m.body_mass[1], 42);
}

TEST(Data, HoldsEveryArrayOfTheOracle) {  // judge: oracle
  const auto om = oracle::load_string(kPendulum);
  const auto od = oracle::make_data(om.get());
  mj_step(om.get(), od.get());
  const Model m = oracle::to_model(om.get());
  const Data d = oracle::to_data(om.get(), od.get(), m);
  const Data copy = d;
  for (const std::string& field : oracle::data_fields()) {
    EXPECT_EQ(oracle::field_error(om.get(), od.get(), d, m, field), 0) << field;
    EXPECT_EQ(oracle::field_error(om.get(), od.get(), copy, m, field), 0) << field;
  }
}

}  // namespace
}  // namespace corten
