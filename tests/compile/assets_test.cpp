// Assets of whole models: every mesh, texture, height-field, skin and material array is the oracle's.
#include <gtest/gtest.h>

#include <filesystem>

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

bool is_asset_field(const std::string& field) {
  for (const char* prefix : {"mesh_", "tex_", "hfield_", "skin_", "mat_", "bvh_", "paths"})
    if (field.starts_with(prefix)) return true;
  return false;
}

std::vector<std::string> model_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(CORTEN_SHARED_MODELS + ("/" + folder)))
    if (entry.path().extension() == ".xml")
      files.push_back(std::filesystem::canonical(entry.path()).string());
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<Model> load(const std::string& file, Diagnostics& diagnostics) {
  const Spec spec = mjcf::read_file(file, nullptr, {}, diagnostics);
  return diagnostics.ok() ? compile(spec, {}, diagnostics) : std::nullopt;
}

oracle::ModelPtr load_oracle(const std::string& file) {
  mj_clearCache(mj_getCache());  // it forgets refpos, refquat, smoothnormal and whether a hull was asked for
  return oracle::load_file(file);
}

// Equal bits; a model may only be missing because of elements that are not supported yet.
void expect_same_assets(const std::string& file, const mjModel* theirs) {
  SCOPED_TRACE(file);
  Diagnostics diagnostics;
  const std::optional<Model> ours = load(file, diagnostics);
  if (!ours) {
    EXPECT_NE(diagnostics.text().find("not supported yet"), std::string::npos) << diagnostics.text();
    return;
  }
  for (const std::string& field : oracle::model_fields())
    if (is_asset_field(field)) {
      EXPECT_EQ(oracle::field_error(theirs, *ours, field), 0) << field;
    }
}

TEST(Assets, ModelsOfTheOraclesFolderAreEqual) {  // judge: oracle
  for (const std::string& file : model_files("mujoco")) {
    const auto theirs = load_oracle(file);
    if (theirs && theirs->nmesh + theirs->nhfield + theirs->nskin > 0) expect_same_assets(file, theirs.get());
  }
}

// The whole menagerie is compared by the conformance run; here one model of each source of meshes.
TEST(Assets, RobotsAreEqual) {  // judge: oracle
  for (const char* name :
       {"bitcraze_crazyflie_2/cf2.xml", "wonik_allegro/left_hand.xml", "robotiq_2f85/2f85.xml",
        "google_barkour_vb/scene_hfield_mjx.xml", "kinova_gen3/gen3.xml"}) {
    const std::string file = std::string(CORTEN_SHARED_MODELS) + "/menagerie/" + name;
    const auto theirs = load_oracle(file);
    ASSERT_TRUE(theirs) << file;
    expect_same_assets(file, theirs.get());
  }
}

TEST(Assets, TexturesAndMaterialsAreEqual) {  // judge: oracle
  for (const char* name : {"humanoid/humanoid.xml", "cube/cube_3x3x3.xml", "car/car.xml"}) {
    const std::string file = std::string(CORTEN_SHARED_MODELS) + "/mujoco/model/" + name;
    const auto theirs = load_oracle(file);
    ASSERT_TRUE(theirs) << file;
    expect_same_assets(file, theirs.get());
  }
}

TEST(Assets, CachedAssetsGiveTheSameModel) {  // judge: the compilation without cache
  const std::string file = std::string(CORTEN_SHARED_MODELS) + "/menagerie/robotiq_2f85/2f85.xml";
  const auto theirs = load_oracle(file);
  AssetCache cache;
  for (int i = 0; i < 2; ++i) {
    Diagnostics diagnostics;
    const Spec spec = mjcf::read_file(file, nullptr, {}, diagnostics);
    const auto ours = compile(spec, {nullptr, &cache}, diagnostics);
    ASSERT_TRUE(ours) << diagnostics.text();
    EXPECT_GT(cache.size(), 0u);
    for (const std::string& field : oracle::model_fields())
      if (is_asset_field(field)) {
        EXPECT_EQ(oracle::field_error(theirs.get(), *ours, field), 0) << field;
      }
  }
}

struct Case {
  const char* assets;   // what stands in <asset>
  const char* mention;  // what the message must name
};

// Refused by both, with the element and the file in our message.
TEST(Assets, RefusalsNameElementAndFile) {  // judge: oracle
  const Case cases[] = {
      {"<mesh name='m' file='missing.stl'/>", "missing.stl"},
      {"<mesh name='m' file='model.xyz'/>", "model.xyz"},
      {"<mesh name='m' vertex='0 0 0 1 0 0 0 1 0'/>", "name=\"m\""},
      {"<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 7'/>", "name=\"m\""},
      {"<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 inf'/>", "name=\"m\""},
      {"<texture name='t' type='2d' file='missing.png'/>", "missing.png"},
      {"<texture name='t' type='2d' builtin='flat' width='0' height='4'/>", "name=\"t\""},
      {"<texture name='t' type='cube'/>", "name=\"t\""},
      {"<texture name='t' type='2d'/>", "name=\"t\""},
      {"<hfield name='h' size='1 1 1 1' file='missing.bin'/>", "missing.bin"},
      {"<hfield name='h' size='1 1 1 0' nrow='2' ncol='2'/>", "name=\"h\""},
      {"<hfield name='h' size='1 1 1 1' nrow='2' ncol='0'/>", "name=\"h\""},
      {"<material name='a' texture='nothing'/>", "nothing"},
      {"<skin name='s' file='missing.skn'/>", "missing.skn"},
      {"<skin name='s' file='skin.txt'/>", "skin.txt"},
      {"<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'/>", "name=\"s\""},
      {"<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='nobody' bindpos='0 0 0' "
       "bindquat='1 0 0 0' "
       "vertid='0 1 2' vertweight='1 1 1'/></skin>",
       "nobody"},
      {"<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='world' bindpos='0 0 0' "
       "bindquat='1 0 0 0' "
       "vertid='0 1 9' vertweight='1 1 1'/></skin>",
       "name=\"s\""},
  };
  for (const Case& c : cases) {
    const std::string xml = std::string("<mujoco><asset>") + c.assets + "</asset></mujoco>";
    SCOPED_TRACE(xml);
    EXPECT_FALSE(oracle::load_string(xml));
    Diagnostics diagnostics;
    const Spec spec = mjcf::read_string(xml, nullptr, {}, diagnostics);
    const bool refused = !diagnostics.ok() || !compile(spec, {}, diagnostics);
    EXPECT_TRUE(refused);
    EXPECT_NE(diagnostics.text().find(c.mention), std::string::npos) << diagnostics.text();
  }
}

}  // namespace
}  // namespace corten
