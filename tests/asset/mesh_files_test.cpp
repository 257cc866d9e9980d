// Mesh files of the developer models, processed by us and by the oracle: every array has the same bits.
#include <gtest/gtest.h>

#include <filesystem>

#include "corten/asset/asset_error.h"
#include "corten/asset/mesh.h"
#include "corten/asset/vfs.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

std::vector<std::string> mesh_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CORTEN_SHARED_MODELS)) {
    if (mesh_format("", entry.path().string()) != MeshFormat::kUnknown) {
      files.push_back(std::filesystem::canonical(entry.path()).string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// every nth file of at most `max_bytes`, so that a variant stays cheap
std::vector<std::string> some_mesh_files(size_t nth, size_t max_bytes) {
  std::vector<std::string> some;
  size_t i = 0;
  for (const std::string& file : mesh_files())
    if (std::filesystem::file_size(file) <= max_bytes && i++ % nth == 0) some.push_back(file);
  return some;
}

template <class T, class U>
void expect_same_bits(const char* field, const T* ours, size_t count, const U* theirs, size_t their_count) {
  ASSERT_EQ(count, their_count) << field;
  size_t differ = 0;
  for (size_t i = 0; i < count; ++i)
    differ += !(ours[i] == theirs[i] || (ours[i] != ours[i] && theirs[i] != theirs[i]));
  EXPECT_EQ(differ, 0u) << field << ": entries that differ of " << count;
}

template <class V>
auto* numbers(const std::vector<V>& rows) {
  return rows.empty() ? nullptr : rows[0].data();
}

// the one mesh of the oracle's model
void expect_equal(const Mesh& mesh, const mjModel* m) {
  const auto rows = [](const char* field, const auto& ours, const auto* theirs, size_t their_rows) {
    constexpr size_t kWidth = sizeof(ours[0]) / sizeof(*numbers(ours));
    expect_same_bits(field, numbers(ours), kWidth * ours.size(), theirs, kWidth * their_rows);
  };
  const auto list = [](const char* field, const auto& ours, const auto* theirs, size_t their_count) {
    expect_same_bits(field, ours.data(), ours.size(), theirs, their_count);
  };
  rows("mesh_vert", mesh.vert, m->mesh_vert, m->nmeshvert);
  rows("mesh_normal", mesh.normal, m->mesh_normal, m->nmeshnormal);
  rows("mesh_texcoord", mesh.texcoord, m->mesh_texcoord, m->nmeshtexcoord);
  rows("mesh_face", mesh.face, m->mesh_face, m->nmeshface);
  rows("mesh_facenormal", mesh.facenormal, m->mesh_facenormal, m->nmeshface);
  if (m->nmeshtexcoord) rows("mesh_facetexcoord", mesh.facetexcoord, m->mesh_facetexcoord, m->nmeshface);
  list("mesh_graph", mesh.graph, m->mesh_graph, m->nmeshgraph);
  rows("mesh_polynormal", mesh.polynormal, m->mesh_polynormal, m->nmeshpoly);
  list("mesh_polyvertadr", mesh.polygons.vertadr, m->mesh_polyvertadr, m->nmeshpoly);
  list("mesh_polyvertnum", mesh.polygons.vertnum, m->mesh_polyvertnum, m->nmeshpoly);
  list("mesh_polyvert", mesh.polygons.vert, m->mesh_polyvert, m->nmeshpolyvert);
  list("mesh_polymapadr", mesh.polygons.mapadr, m->mesh_polymapadr, m->nmeshvert);
  list("mesh_polymapnum", mesh.polygons.mapnum, m->mesh_polymapnum, m->nmeshvert);
  list("mesh_polymap", mesh.polygons.map, m->mesh_polymap, m->nmeshpolymap);
  expect_same_bits("mesh_pos", mesh.pos.data(), 3, m->mesh_pos, 3);
  expect_same_bits("mesh_quat", mesh.quat.data(), 4, m->mesh_quat, 4);

  const int adr = m->mesh_bvhadr[0], num = m->mesh_bvhnum[0];
  rows("bvh_child", mesh.bvh.child, m->bvh_child + 2 * adr, num);
  list("bvh_nodeid", mesh.bvh.nodeid, m->bvh_nodeid + adr, num);
  list("bvh_depth", mesh.bvh.depth, m->bvh_depth + adr, num);
  expect_same_bits("bvh_aabb", mesh.bvh.aabb[0].center.data(), 6 * mesh.bvh.aabb.size(),
                   m->bvh_aabb + 6 * adr, 6 * num);
  expect_same_bits("body_mass", &mesh.volume, 1, m->body_mass + 1, 1);  // at density 1

  Vec3<Real> size;
  for (int k = 0; k < 3; ++k) size[k] = std::max(std::abs(mesh.lower[k]), std::abs(mesh.upper[k]));
  expect_same_bits("geom_size", size.data(), 3, m->geom_size, 3);
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
