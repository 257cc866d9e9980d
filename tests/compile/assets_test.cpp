// Assets of whole models: every mesh, texture, height-field, skin and material array is the oracle's.
#include <gtest/gtest.h>

#include <filesystem>

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "plugins/builtin.h"
#include "tests/support/asset_bytes.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

bool is_asset_field(const std::string& field) {
  for (const char* prefix : {"mesh_", "tex_", "hfield_", "skin_", "mat_", "bvh_", "paths"})
    if (field.starts_with(prefix)) return true;
  return false;
}

std::optional<Model> load(const std::string& file, Diagnostics& diagnostics) {
  const Spec spec = mjcf::read_file(file, nullptr, {false, builtin_plugins()}, diagnostics);
  CompileOptions options;
  options.plugins = builtin_plugins();
  return diagnostics.ok() ? compile(spec, options, diagnostics) : std::nullopt;
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

TEST(Assets, OfSmallModelsAreEqual) {  // judge: oracle
  for (const std::string& file : small_model_files()) {
    const auto theirs = load_oracle(file);
    if (theirs && theirs->nmesh + theirs->nhfield + theirs->nskin > 0) expect_same_assets(file, theirs.get());
  }
}

// The whole menagerie is compared by the conformance run; here one model of each source of meshes.
TEST(Assets, RobotsAreEqual) {  // judge: oracle
  for (const std::string& file :
       found({"mjx/shadow_hand/right_hand.xml", "gymnasium_robotics/assets/fetch/reach.xml",
              "dm_control/third_party/kinova/jaco_arm.xml", "menagerie/bitcraze_crazyflie_2/cf2.xml",
              "menagerie/wonik_allegro/left_hand.xml", "menagerie/robotiq_2f85/2f85.xml",
              "menagerie/google_barkour_vb/scene_hfield_mjx.xml", "menagerie/kinova_gen3/gen3.xml"})) {
    const auto theirs = load_oracle(file);
    ASSERT_TRUE(theirs) << file;
    expect_same_assets(file, theirs.get());
  }
}

TEST(Assets, TexturesAndMaterialsAreEqual) {  // judge: oracle
  for (const std::string& file :
       found({"scenes/humanoid.xml", "dm_control/suite/dog.xml", "gymnasium/pusher_v5.xml",
              "mujoco/model/cube/cube_3x3x3.xml", "mujoco/model/car/car.xml"})) {
    const auto theirs = load_oracle(file);
    ASSERT_TRUE(theirs) << file;
    expect_same_assets(file, theirs.get());
  }
}

TEST(Assets, CachedAssetsGiveTheSameModel) {  // judge: the compilation without cache
  const std::string file = model_file("mjx/shadow_hand/right_hand.xml");
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

// Small models in one text each; every asset array and the names must agree.
TEST(Assets, ElementsOfEveryKindAreEqual) {  // judge: oracle
  const std::string& folder = asset_folder();
  const std::string tetra = "vertex='0 0 0 1 0 0 0 2 0 0 0 3'";
  const std::string bones =
      "<bone body='world' bindpos='0 0 1' bindquat='2 0 0 1' vertid='0 1' vertweight='1 1'/>"
      "<bone body='b' bindpos='0 1 0' bindquat='1 1 0 0' vertid='1 2' vertweight='3 2'/>";
  const std::string bodies = "<worldbody><body name='b'><geom size='.1'/></body></worldbody>";
  const std::string models[] = {
      "<compiler meshdir='" + folder +
          "'/><asset><mesh file='cube.obj'/><mesh name='again' file='./cube.obj' "
          "refpos='1 2 3'/></asset>",
      "<compiler strippath='true' meshdir='" + folder +
          "'/><asset><mesh file='no/such/folder/cube.stl'/></asset>",
      "<compiler assetdir='" + folder +
          "'/><asset><hfield file='hills.png' size='1 1 1 1'/>"
          "<texture type='2d' file='hills.png'/><texture name='c' type='cube' file='hills.png' gridsize='1 "
          "1'/></asset>",
      "<asset><mesh name='m' " + tetra + " scale='1 -2 1' smoothnormal='true'/><mesh name='n' " + tetra +
          " face='0 2 1 0 1 3 1 2 3 0 3 2' inertia='exact' texcoord='0 0 1 0 0 1 1 1'/>"
          "<mesh name='o' " +
          tetra +
          " normal='0 0 1 0 1 0 1 0 0 0 0 1'/></asset>"
          "<worldbody><geom type='mesh' mesh='m'/><geom type='mesh' mesh='n' contype='0' "
          "conaffinity='0'/></worldbody>",
      "<asset><hfield name='h' nrow='2' ncol='3' elevation='0 1 2 3 4 7' size='1 2 .5 .1'/>"
      "<hfield name='flat' nrow='4' ncol='2' size='1 2 .5 .1'/></asset>",
      "<asset><texture type='skybox' builtin='gradient' width='8' mark='random' random='.3' markrgb='1 0 0'/>"
      "<texture name='g' type='2d' builtin='checker' width='5' height='3' nchannel='3' colorspace='sRGB'/>"
      "<material name='a' texture='g' texrepeat='2 3' texuniform='true' emission='.1' rgba='.1 .2 .3 .4'/>"
      "<material name='b'><layer texture='g' role='normal'/><layer texture='g' "
      "role='orm'/></material></asset>",
      "<asset><material name='skinned'/><skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2' texcoord='0 0 "
      "1 0 0 1' "
      "inflate='.2' group='3' rgba='1 0 0 1' material='skinned'>" +
          bones + "</skin></asset>" + bodies,
      "<deformable><skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'>" + bones + "</skin></deformable>" +
          bodies,
      "<compiler discardvisual='true'/><asset><texture name='t' type='2d' builtin='flat' width='2' "
      "height='2'/>"
      "<material name='a' texture='t'/><mesh name='m' " +
          tetra + "/><mesh name='seen' " + tetra +
          "/></asset>"
          "<worldbody><geom type='mesh' mesh='m'/><geom type='mesh' mesh='seen' material='a' contype='0' "
          "conaffinity='0'/>"
          "</worldbody>",
      "<asset><mesh name='s' builtin='supersphere' params='9 .5 .7'/><mesh name='p' builtin='plate' "
      "params='3 4'/>"
      "<mesh name='c' builtin='cone' params='7 .5' maxhullvert='6'/></asset><worldbody><geom type='mesh' "
      "mesh='s'/>"
      "<geom type='mesh' mesh='c'/></worldbody>",
  };
  for (const std::string& model : models) {
    const std::string xml = "<mujoco>" + model + "</mujoco>";
    SCOPED_TRACE(xml);
    mj_clearCache(mj_getCache());
    std::string error;
    const auto theirs = oracle::load_string(xml, &error);
    ASSERT_TRUE(theirs) << error;
    Diagnostics diagnostics;
    const Spec spec = mjcf::read_string(xml, nullptr, {}, diagnostics);
    ASSERT_TRUE(diagnostics.ok()) << diagnostics.text();
    const auto ours = compile(spec, {}, diagnostics);
    ASSERT_TRUE(ours) << diagnostics.text();
    for (const std::string& field : oracle::model_fields())
      if (is_asset_field(field) || field == "names") {
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
