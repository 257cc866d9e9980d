// Warnings about legal models that are probably not meant: each has a place, an element and a hint, and none
// changes what is accepted.
#include <gtest/gtest.h>

#include "corten/load.h"
#include "tests/compile/same_model.h"

namespace corten {
namespace {

Diagnostics warnings_of(const std::string& xml) {
  Diagnostics diagnostics;
  LoadOptions options;
  options.warn_suspicious = true;
  EXPECT_TRUE(load_text(xml, options, diagnostics)) << diagnostics.text();
  return diagnostics;
}

// exactly one warning, which contains `text` and has a line and a hint
void expect_warning(const std::string& xml, const std::string& text) {
  const Diagnostics diagnostics = warnings_of(xml);
  ASSERT_EQ(diagnostics.all().size(), 1U) << diagnostics.text() << xml;
  const Diagnostic& warning = diagnostics.all()[0];
  EXPECT_EQ(warning.severity, Severity::kWarning);
  EXPECT_NE(format(warning).find(text), std::string::npos) << format(warning);
  EXPECT_GT(warning.place.line, 0);
  EXPECT_FALSE(warning.hint.empty());
}

const std::string kBall = R"(<body name="b"><joint name="j"/><geom size=".1"/></body>)";

TEST(Suspicious, PlainModelsHaveNoWarning) {  // judge: hand value
  EXPECT_EQ(warnings_of(world(kBall)).text(), "");
}

TEST(Suspicious, WarningsAreGivenOnRequestOnly) {  // judge: hand value
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text(world(R"(<body><joint limited="false" range="0 1"/><geom size=".1"/></body>)"), {},
                        diagnostics));
  EXPECT_EQ(diagnostics.text(), "");
}

TEST(Suspicious, UnusedClass) {  // judge: hand value
  expect_warning(R"(<mujoco><default><default class="c"><default class="d"/></default></default></mujoco>)",
                 R"(line 1: warning: <default class="c">: class is not used)");
  EXPECT_EQ(warnings_of(R"(<mujoco><default><default class="c"><default class="d"/></default></default>
      <worldbody><geom class="d" size=".1"/></worldbody></mujoco>)")
                .text(),
            "");
  EXPECT_EQ(warnings_of(R"(<mujoco><default><default class="c"/></default>
      <worldbody><body childclass="c"/></worldbody></mujoco>)")
                .text(),
            "");
}

TEST(Suspicious, UnusedAssets) {  // judge: hand value
  const std::string mesh = R"(<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>)";
  expect_warning("<mujoco><asset>" + mesh + "</asset></mujoco>", R"(<mesh name="m">: asset is not used)");
  expect_warning(R"(<mujoco><asset><material name="m"/></asset></mujoco>)",
                 R"(<material name="m">: asset is not used)");
  expect_warning(
      R"(<mujoco><asset><texture name="t" type="2d" builtin="flat" width="2" height="2"/></asset></mujoco>)",
      R"(<texture name="t">: asset is not used)");
  expect_warning(R"(<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset></mujoco>)",
                 R"(<hfield name="h">: asset is not used)");
  EXPECT_EQ(warnings_of("<mujoco><asset>" + mesh +
                        R"(</asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>)")
                .text(),
            "");
}

TEST(Suspicious, MeshWithoutVolume) {  // judge: hand value
  expect_warning(R"(<mujoco><asset><mesh name="m" inertia="exact" face="0 2 1 0 1 3 0 3 2 1 2 3"
      vertex="0 0 0 1 0 0 0 1 0 0 0 1e-9"/></asset>
      <worldbody><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>)",
                 "almost no volume");
}

TEST(Suspicious, MovingBodyWithoutMassOfItsOwn) {  // judge: hand value
  expect_warning(world(R"(<body name="a"><joint/><body><geom size=".1"/></body></body>)"),
                 R"(<body name="a">: moving body has no mass of its own)");
}

TEST(Suspicious, RangesThatAreNotLimits) {  // judge: hand value
  expect_warning(world(R"(<body><joint name="j" limited="false" range="0 1"/><geom size=".1"/></body>)"),
                 R"(<joint name="j">: range is given but limited is false)");
  const std::string actuated = "<mujoco><worldbody>" + kBall + "</worldbody><actuator><motor joint=\"j\" ";
  expect_warning(actuated + R"(ctrllimited="false" ctrlrange="0 1"/></actuator></mujoco>)",
                 "ctrlrange is given but ctrllimited is false");
  expect_warning(actuated + R"(forcelimited="false" forcerange="0 1"/></actuator></mujoco>)",
                 "forcerange is given but forcelimited is false");
}

TEST(Suspicious, RadiansInAModelOfDegrees) {  // judge: hand value
  expect_warning(world(R"(<body><joint name="j" range="-1.57 1.57"/><geom size=".1"/></body>)"),
                 R"(compiler angle="radian")");
}

TEST(Suspicious, NegativeDamping) {  // judge: hand value
  expect_warning(world(R"(<body><joint name="j" damping="-1"/><geom size=".1"/></body>)"),
                 R"(<joint name="j">: damping is negative)");
  expect_warning(
      "<mujoco><worldbody>" + kBall +
          R"(</worldbody><tendon><fixed name="t" damping="-1"><joint joint="j" coef="1"/></fixed></tendon></mujoco>)",
      R"(<fixed name="t">: damping is negative)");
}

TEST(Suspicious, ShortKeyframe) {  // judge: hand value
  expect_warning(
      "<mujoco><worldbody>" + kBall + kBall.substr(0, 5) + R"(><joint/><geom size=".1"/></body></worldbody>
      <keyframe><key qpos="1"/></keyframe></mujoco>)",
      "qpos has 1 of 2 values");
}

TEST(Suspicious, WarningsDoNotChangeTheModel) {  // judge: the model without them
  const std::string xml = world(R"(<body><joint limited="false" range="0 1"/><geom size=".1"/></body>)");
  LoadOptions options;
  options.warn_suspicious = true;
  EXPECT_EQ(to_text(oracle::model_differences(load_text(xml).value(), load_text(xml, options).value(), 0)),
            "");
}

TEST(Sleep, WhatEndsMuJoCoIsSaidWhenItIsLoaded) {  // judge: hand value, docs/oracle_quirks.md
  const std::string tendons = R"(<worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
    <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>)";
  const std::string pairs = R"(<worldbody><body mocap="true"><geom name="m" size=".1"/></body>
    <body pos="0 0 1"><freejoint/><geom name="g" size=".1"/></body></worldbody>)";
  for (const std::string& model : {tendons + R"(<equality><tendon tendon1="t"/></equality>)",
                                   pairs + R"(<contact><pair geom1="m" geom2="g"/></contact>)"}) {
    Diagnostics awake, asleep;
    EXPECT_TRUE(load_text("<mujoco>" + model + "</mujoco>", {}, awake));
    EXPECT_EQ(awake.text(), "");
    EXPECT_TRUE(
        load_text(R"(<mujoco><option><flag sleep="enable"/></option>)" + model + "</mujoco>", {}, asleep));
    ASSERT_EQ(asleep.all().size(), 1U) << model;
    EXPECT_NE(asleep.text().find("ends the process"), std::string::npos);
  }
}

}  // namespace
}  // namespace corten
