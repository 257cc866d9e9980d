// What the writer writes is the same model: for the oracle, which compiles it, and for our reader.
#include "corten/mjcf/write.h"

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <filesystem>

#include "corten/mjcf/load.h"
#include "tests/support/oracle.h"
#include "tests/support/oracle_reader.h"

namespace corten::mjcf {
namespace {

Spec read(const std::string& xml) {
  Diagnostics diagnostics;
  Spec spec = read_string(xml, nullptr, {}, diagnostics);
  EXPECT_TRUE(diagnostics.ok()) << diagnostics.text() << xml;
  return spec;
}

// Largest error over all fields of two compiled models of the oracle, with the field's name.
std::pair<double, std::string> largest_error(const mjModel* a, const mjModel* b) {
  const Model second = oracle::to_model(b);
  std::pair<double, std::string> largest{0, ""};
  for (const std::string& field : oracle::model_fields()) {
    const double error = oracle::field_error(a, second, field);
    if (error > largest.first) largest = {error, field};
  }
  return largest;
}

// The oracle's model of a text whose files are in `dir`.
oracle::ModelPtr compile_text(const std::string& xml, const std::string& dir, std::string& message) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml.c_str(), nullptr, error, sizeof error);
  message = error;
  if (!spec) return nullptr;
  mjs_setString(spec->modelfiledir, dir.c_str());
  oracle::ModelPtr model(mj_compile(spec, nullptr));
  if (!model) message = mjs_getError(spec);
  mj_deleteSpec(spec);
  return model;
}

TEST(Write, DeveloperModelsCompileToTheSameModelInTheOracle) {  // judge: oracle
  load_oracle_plugins();
  int compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CORTEN_SHARED_MODELS "/mujoco")) {
    const std::string path = entry.path();
    if (entry.path().extension() != ".xml" || path.find("perf") != std::string::npos ||
        entry.file_size() > 30000)
      continue;
    const oracle::ModelPtr original = oracle::load_file(path);
    if (!original || original->nmesh > 4 || original->nflex > 0 || original->nv > 200) continue;
    Diagnostics diagnostics;
    const std::string absolute = std::filesystem::absolute(path).lexically_normal();
    const std::string xml = to_xml(read_file(absolute, nullptr, {}, diagnostics));
    std::string message;
    const oracle::ModelPtr written =
        compile_text(xml, std::filesystem::path(absolute).parent_path().string() + "/", message);
    ASSERT_TRUE(written) << path << ": " << message << "\n" << xml.substr(0, 3000);
    const auto [error, field] = largest_error(original.get(), written.get());
    EXPECT_LE(error, 1e-12) << path << " " << field;
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

TEST(Write, WritingWhatWasReadFromWritingChangesNothing) {  // judge: identity
  const std::string once =
      to_xml(read(R"(<mujoco><default><default class="a"><geom rgba="1 0 0 1"/></default></default>
      <worldbody><frame name="f" euler="0 0 30"><geom class="a" size=".1"/></frame><geom size=".2"/>
      <frame pos="0 0 1"><geom size=".3"/></frame></worldbody></mujoco>)"));
  EXPECT_EQ(to_xml(read(once)), once);
}

TEST(Write, EverySharedModelReadsBackToTheSameText) {  // judge: identity
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CORTEN_SHARED_MODELS)) {
    const std::string extension = entry.path().extension();
    if (extension != ".xml" && extension != ".urdf") continue;
    Diagnostics diagnostics;
    const Spec spec = read_file(entry.path(), nullptr, {}, diagnostics);
    if (!diagnostics.ok()) continue;
    const std::string once = to_xml(spec);
    EXPECT_EQ(to_xml(read(once)), once) << entry.path();
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
