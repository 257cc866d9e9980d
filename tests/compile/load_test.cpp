// The front door: what it gives for text, files, saved models and what is none of these.
#include "corten/load.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "corten/model/binary.h"
#include "corten/spec/names.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr const char* kBall =
    "<mujoco>\n<worldbody><body>\n<freejoint/><geom size='.1'/></body></worldbody></mujoco>";

std::string temporary(const char* name) { return (std::filesystem::temp_directory_path() / name).string(); }

TEST(Load, GivesTheModelAndItsWarnings) {  // judge: definition
  const Loaded quiet = load_text(kBall);
  ASSERT_TRUE(quiet.model);
  EXPECT_TRUE(quiet.diagnostics.all().empty());
  const Loaded unstable = load_text(
      "<mujoco><option gravity='0 0 -1e11'/><worldbody><body><freejoint/><geom "
      "size='.1'/></body></worldbody></mujoco>");
  ASSERT_TRUE(unstable.model);
  ASSERT_EQ(unstable.diagnostics.all().size(), 1U);
  EXPECT_EQ(unstable.diagnostics.all()[0].severity, Severity::kWarning);
}

TEST(Load, ThrowsWhatItRefusesOnlyWhenAskedForTheValue) {  // judge: definition
  Loaded refused = load_text("<mujoco><nonsense/></mujoco>");
  EXPECT_FALSE(refused.model);
  EXPECT_THROW(std::move(refused).value(), LoadError);
}

TEST(Load, TakesSavedModelsByTheirContent) {  // judge: definition
  const std::string path = temporary("corten_load_test.bin");
  save_model(load_text(kBall).value(), path);
  const Loaded loaded = load(path);
  ASSERT_TRUE(loaded.model) << loaded.diagnostics.text();
  EXPECT_EQ(loaded.model->nv, 6);
  std::filesystem::remove(path);
}

TEST(Load, ReadsABinaryModelOfMuJoCo) {  // judge: a file of the oracle
  const std::string path = temporary("corten_load_test.mjb");
  mj_saveModel(oracle::load_string(kBall).get(), path.c_str(), nullptr, 0);
  const Loaded loaded = load(path);
  ASSERT_TRUE(loaded.model) << loaded.diagnostics.text();
  EXPECT_EQ(loaded.model->nv, 6);
  std::filesystem::remove(path);
}

TEST(Load, HandsOutTheSpecificationAndPlaces) {  // judge: hand value
  Spec spec;
  ObjectPlaces places;
  LoadOptions options;
  options.spec = &spec;
  options.places = &places;
  const Loaded loaded = load_text(kBall, options);
  ASSERT_TRUE(loaded.model);
  EXPECT_EQ(spec.world.bodies.size(), 1);
  ASSERT_EQ(places[mjOBJ_GEOM].size(), 1U);
  EXPECT_EQ(places[mjOBJ_GEOM][0].line, 3);
  EXPECT_EQ(places[mjOBJ_BODY][1].line, 2);
  EXPECT_EQ(loaded.model->signature, spec::structure_signature(spec));
}

}  // namespace
}  // namespace corten
