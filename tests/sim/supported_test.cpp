// Models the engine refuses to simulate.
#include "corten/sim/supported.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "corten/sim/reset.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

TEST(Supported, SleepingIsRefusedWithAMessage) {  // judge: house rule
  const auto om = oracle::load_string(R"(<mujoco><option><flag sleep="enable"/></option><worldbody>
      <body><freejoint/><geom size=".1"/></body></worldbody></mujoco>)");
  Model m = oracle::to_model(om.get());
  EXPECT_NE(unsupported(m).find("sleep=\"enable\""), std::string::npos);
  EXPECT_THROW(make_data(m), std::invalid_argument);
  m.opt.enableflags = 0;
  EXPECT_EQ(unsupported(m), "");
  EXPECT_NO_THROW(make_data(m));
}

}  // namespace
}  // namespace corten
