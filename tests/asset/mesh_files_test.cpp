// Mesh files of the developer models, processed by us and by the oracle: every array has the same bits.
#include <gtest/gtest.h>

#include <filesystem>

#include "corten/asset/asset_error.h"
#include "corten/asset/mesh.h"
#include "corten/asset/vfs.h"
#include "tests/asset/mesh_compare.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

// every nth file of at most `max_bytes`, so that a variant stays cheap
std::vector<std::string> some_mesh_files(size_t nth, size_t max_bytes) {
  std::vector<std::string> some;
  size_t i = 0;
  for (const std::string& file : mesh_files())
    if (std::filesystem::file_size(file) <= max_bytes && i++ % nth == 0) some.push_back(file);
  return some;
}

struct Variant {
  std::string mesh_attributes;
  std::string geom_attributes;
  MeshSettings settings;
};

void expect_as_oracle(const std::string& file, const Variant& variant) {
  SCOPED_TRACE(file + " " + variant.mesh_attributes);
  mj_clearCache(mj_getCache());  // the oracle's cache forgets refpos, refquat and smoothnormal
  std::string error;
  const auto m =
      oracle::load_string("<mujoco><asset><mesh name='m' file='" + file + "' " + variant.mesh_attributes +
                              "/></asset><worldbody><body><geom type='mesh' mesh='m' density='1' " +
                              variant.geom_attributes + "/></body></worldbody></mujoco>",
                          &error);
  MeshSettings settings = variant.settings;
  const MeshFormat format = mesh_format("", file);
  settings.texcoord_per_face = format == MeshFormat::kObj;
  try {
    const Mesh mesh = process_mesh(read_mesh(*read_disk(file), format, settings.mirrored()), settings);
    ASSERT_TRUE(m) << "only the oracle refuses: " << error;
    expect_equal(mesh, m.get());
  } catch (const AssetError& refusal) {
    EXPECT_FALSE(m) << "only we refuse: " << refusal.what();
  }
}

TEST(MeshFiles, EveryFileEqualsTheOracle) {  // judge: oracle
  Variant plain;
  plain.settings.needs_hull = true;
  for (const std::string& file : mesh_files()) expect_as_oracle(file, plain);
}

TEST(MeshFiles, WithoutHullPolygonsComeFromTheFaces) {  // judge: oracle
  Variant visual{"", "contype='0' conaffinity='0'", {}};
  for (const std::string& file : some_mesh_files(7, 200'000)) expect_as_oracle(file, visual);
}

TEST(MeshFiles, ReferenceFrameScaleAndSmoothNormals) {  // judge: oracle
  Variant moved{"refpos='.1 -.2 .3' refquat='1 2 3 -4' scale='2 .5 1.5' smoothnormal='true'", "", {}};
  moved.settings.refpos = {.1, -.2, .3};
  moved.settings.refquat = {1, 2, 3, -4};
  moved.settings.scale = {2, .5, 1.5};
  moved.settings.smoothnormal = true;
  moved.settings.needs_hull = true;
  for (const std::string& file : some_mesh_files(5, 100'000)) expect_as_oracle(file, moved);
}

TEST(MeshFiles, MirroredScaleTurnsTheFaces) {  // judge: oracle
  Variant mirrored{"scale='-1 1 1'", "", {}};
  mirrored.settings.scale = {-1, 1, 1};
  mirrored.settings.needs_hull = true;
  for (const std::string& file : some_mesh_files(9, 100'000)) expect_as_oracle(file, mirrored);
}

TEST(MeshFiles, InertiaModes) {  // judge: oracle
  for (const auto& [word, mode] :
       {std::pair("convex", MeshInertia::kConvex), std::pair("exact", MeshInertia::kExact),
        std::pair("shell", MeshInertia::kShell)}) {
    Variant variant{std::string("inertia='") + word + "'", "", {}};
    variant.settings.inertia = mode;
    variant.settings.needs_hull = true;
    for (const std::string& file : some_mesh_files(13, 100'000)) expect_as_oracle(file, variant);
  }
}

TEST(MeshFiles, LimitedHullVertices) {  // judge: oracle
  for (const int limit : {4, 5, 20}) {
    Variant variant{"maxhullvert='" + std::to_string(limit) + "'", "", {}};
    variant.settings.maxhullvert = limit;
    variant.settings.needs_hull = true;
    for (const std::string& file : some_mesh_files(17, 100'000)) expect_as_oracle(file, variant);
  }
}

}  // namespace
}  // namespace corten
