#include "tests/support/damaged_assets.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

#include "corten/load.h"
#include "tests/support/asset_bytes.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

struct Kind {
  const char* original;  // of asset_bytes
  const char* file;
  const char* asset;  // attributes beside name and file
  const char* use;    // in the world
};

// the body has its own inertia: the verdict is about the mesh
constexpr const char* kMesh =
    "<body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom type='mesh' "
    "mesh='victim'/></body>";
constexpr const char* kHField = "<geom type='hfield' hfield='victim'/>";
constexpr Kind kKinds[] = {
    {"cube.stl", "a.stl", "mesh", kMesh},
    {"cube_split.stl", "a.stl", "mesh inertia='exact'", kMesh},
    {"cube.obj", "a.obj", "mesh", kMesh},
    {"cube_normals.obj", "a.obj", "mesh inertia='shell'", kMesh},
    {"cube.msh", "a.msh", "mesh", kMesh},
    {"cube.skn", "a.skn", "skin", ""},
    {"hills.png", "a.png", "texture type='2d'", ""},
    {"hills.png", "a.png", "texture type='cube'", ""},
    {"hills.png", "a.png", "hfield size='1 1 1 1'", kHField},
    {"", "a.bin", "hfield size='1 1 1 1'", kHField},
    {"", "a.bin", "texture type='2d' content_type='image/vnd.mujoco.texture'", ""},
};

// rows, columns and a number for each: a height field, and by chance no picture
std::string raw_field() {
  const int counts[2] = {3, 4};
  const float heights[12] = {0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5};
  std::string bytes(sizeof counts + sizeof heights, '\0');
  std::memcpy(bytes.data(), counts, sizeof counts);
  std::memcpy(bytes.data() + sizeof counts, heights, sizeof heights);
  return bytes;
}

const std::string& original(const Kind& kind) {
  static std::vector<std::string> files = [] {
    std::vector<std::string> read;
    for (const Kind& k : kKinds) read.push_back(*k.original ? asset_bytes(k.original) : raw_field());
    return read;
  }();
  return files[static_cast<std::size_t>(&kind - kKinds)];
}

void damage(std::string& bytes, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1));
  };
  const std::size_t at = random() % 3 ? below(bytes.size()) : below(std::min<std::size_t>(bytes.size(), 48));
  if (bytes.empty()) return;
  switch (random() % 8) {
    case 0:
      return bytes.resize(at);
    case 1:
      bytes.erase(at, 1 + below(8));
      return;
    case 2:
      bytes.insert(at, 1 + below(8), static_cast<char>(random()));
      return;
    case 3: {  // a number that is no good count, index or coordinate
      constexpr std::uint32_t kWords[] = {0,          0xffffffff, 0x7fffffff, 0x40000000,
                                          0x7fc00000, 0x7f800000, 0x00ffffff};
      const std::uint32_t word = kWords[below(std::size(kWords))];
      const std::size_t first = at & ~std::size_t{3};
      std::memcpy(bytes.data() + first, &word, std::min<std::size_t>(4, bytes.size() - first));
      return;
    }
    default:
      bytes[at] = random() % 2 ? static_cast<char>(random()) : static_cast<char>(bytes[at] ^ (1 << below(8)));
  }
}

bool oracle_accepts(const DamagedAsset& asset) {
  mj_clearCache(mj_getCache());  // it goes by name
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "model.xml", asset.xml.data(), static_cast<int>(asset.xml.size()));
  mj_addBufferVFS(&vfs, asset.file.c_str(), asset.bytes.data(), static_cast<int>(asset.bytes.size()));
  char error[1000] = "";
  const oracle::ModelPtr model(mj_loadXML("model.xml", &vfs, error, sizeof error));
  mj_deleteVFS(&vfs);
  return model != nullptr;
}

}  // namespace

DamagedAsset damaged_asset(std::uint64_t seed) {
  std::mt19937_64 random(seed * 7919 + 1);
  const Kind& kind = kKinds[seed % std::size(kKinds)];
  DamagedAsset asset;
  asset.xml = std::string("<mujoco><asset><") + kind.asset + " name='victim' file='" + kind.file +
              "'/></asset><worldbody>" + kind.use + "</worldbody></mujoco>";
  asset.file = kind.file;
  asset.bytes = original(kind);
  for (std::uint64_t i = 0, n = 1 + random() % 3; i < n; ++i) damage(asset.bytes, random);
  return asset;
}

std::string complaint_about(const DamagedAsset& asset) {
  Vfs vfs;
  vfs.add(asset.file, asset.bytes);
  LoadOptions options;
  options.vfs = &vfs;
  Diagnostics diagnostics;
  const bool accepted = load_text(asset.xml, options, diagnostics).has_value();
  const std::string text = diagnostics.text();
  if (!accepted && (text.find("victim") == std::string::npos || text.find(asset.file) == std::string::npos))
    return "element or file not named: " + text;
  // the oracle spends minutes on the memory that a damaged SKN file asks for
  if (asset.file.ends_with(".skn")) return "";
  if (accepted != oracle_accepts(asset))
    return accepted ? "the oracle refuses" : "the oracle accepts: " + text;
  return "";
}

}  // namespace corten
