// What the writer writes reads back as the same specification (that it compiles to the same model:
// tests/compile/round_trip_test.cpp).
#include "corten/mjcf/write.h"

#include <gtest/gtest.h>

#include "corten/mjcf/load.h"
#include "tests/support/model_files.h"

namespace corten::mjcf {
namespace {

Spec read(const std::string& xml) {
  Diagnostics diagnostics;
  Spec spec = read_string(xml, nullptr, {}, diagnostics);
  EXPECT_TRUE(diagnostics.ok()) << diagnostics.text() << xml;
  return spec;
}

TEST(Write, WritingWhatWasReadFromWritingChangesNothing) {  // judge: identity
  const std::string once =
      to_xml(read(R"(<mujoco><default><default class="a"><geom rgba="1 0 0 1"/></default></default>
      <worldbody><frame name="f" euler="0 0 30"><geom class="a" size=".1"/></frame><geom size=".2"/>
      <frame pos="0 0 1"><geom size=".3"/></frame></worldbody></mujoco>)"));
  EXPECT_EQ(to_xml(read(once)), once);
}

TEST(Write, EverySharedModelReadsBackToTheSameText) {  // judge: identity
  for (const std::string& file : model_files()) {
    Diagnostics diagnostics;
    const Spec spec = read_file(file, nullptr, {}, diagnostics);
    if (!diagnostics.ok()) continue;
    const std::string once = to_xml(spec);
    EXPECT_EQ(to_xml(read(once)), once) << file;
  }
}

TEST(Write, NumbersReadBackBitForBit) {  // judge: identity
  const Spec spec =
      read(to_xml(read(R"(<mujoco><worldbody><geom size=".123456789123456789"/></worldbody></mujoco>)")));
  EXPECT_EQ((*spec.world.geoms[0].size)[0], .123456789123456789);
}

TEST(Write, ElementsInSeveralFramesKeepTheirOrder) {  // judge: document order
  const Spec spec = read(to_xml(read(R"(<mujoco><worldbody><frame><body name="B"/></frame><body name="C"/>
      <frame><body name="D"/></frame></worldbody></mujoco>)")));
  EXPECT_EQ(spec.world.bodies[0].name, "B");
  EXPECT_EQ(spec.world.bodies[1].name, "C");
  EXPECT_EQ(spec.world.bodies[2].name, "D");
}

}  // namespace
}  // namespace corten::mjcf
