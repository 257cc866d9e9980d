// The step that is tried before a model is handed out.
#include "tests/compile/same_model.h"

namespace corten {
namespace {

TEST(CompileTrialStep, AnUnstableModelIsAcceptedWithAWarning) {  // judge: oracle
  const std::string xml =
      "<mujoco><option gravity='0 0 -1e11'/><worldbody><body><freejoint/><geom "
      "size='.1'/></body></worldbody></mujoco>";
  std::string error;
  ASSERT_TRUE(oracle::load_string(xml, &error));
  EXPECT_FALSE(error.empty());
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text(xml, {}, diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1u) << diagnostics.text();
  EXPECT_EQ(diagnostics.all()[0].severity, Severity::kWarning);
}

TEST(CompileTrialStep, HistoryNeedsAPositiveTimestep) {  // judge: oracle
  const std::string xml =
      "<mujoco><option timestep='0'/><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='j' nsample='2'/></actuator></mujoco>";
  EXPECT_FALSE(oracle::load_string(xml));
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics));
}

TEST(CompileTrialStep, LeavesNoTrace) {  // judge: oracle
  expect_same_model(
      "<mujoco><option><flag contact='enable' sleep='enable'/></option><worldbody><geom type='plane' size='1 "
      "1 1'/>"
      "<body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
}

}  // namespace
}  // namespace corten
