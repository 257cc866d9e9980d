// Damaged asset files: an error, never a crash. Worth most under the address sanitizer.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include "corten/asset/asset_error.h"
#include "corten/asset/hfield.h"
#include "corten/asset/image.h"
#include "corten/asset/mesh.h"
#include "corten/asset/skin.h"
#include "tests/support/asset_bytes.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

using Reader = std::function<void(const std::string&)>;

// Reads the file cut short, with bytes flipped, with a large number in its header, and empty.
void expect_survives(const std::string& good, const Reader& read) {
  std::mt19937 random(7);
  const auto attempt = [&](const std::string& bytes) {
    try {
      read(bytes);
    } catch (const AssetError& error) {
      EXPECT_NE(std::string(error.what()), "");
    }
  };
  attempt("");
  for (int i = 0; i < 40; ++i) attempt(good.substr(0, random() % good.size()));
  const size_t header = std::min<size_t>(100, good.size());
  for (int i = 0; i < 200; ++i) {
    std::string damaged = good;
    for (int k = 0; k < 1 + i % 8; ++k)
      damaged[random() % (i < 100 ? good.size() : header)] = static_cast<char>(random());
    attempt(damaged);
  }
  for (size_t word = 0; word + 4 <= header; word += 4)
    for (const int value : {-1, 0x7fffffff, 0x40000000}) {
      std::string damaged = good;
      std::memcpy(damaged.data() + word, &value, 4);
      attempt(damaged);
    }
}

void read_and_process(const std::string& bytes, MeshFormat format) {
  MeshSettings settings;
  settings.needs_hull = true;
  settings.texcoord_per_face = true;
  process_mesh(read_mesh(bytes, format, false), settings);
}

TEST(BadFiles, Stl) {  // judge: hand value
  expect_survives(asset_bytes("cube.stl"),
                  [](const std::string& bytes) { read_and_process(bytes, MeshFormat::kStl); });
}

TEST(BadFiles, Obj) {  // judge: hand value
  expect_survives(asset_bytes("cube.obj"),
                  [](const std::string& bytes) { read_and_process(bytes, MeshFormat::kObj); });
}

TEST(BadFiles, Msh) {  // judge: hand value
  expect_survives(asset_bytes("cube.msh"),
                  [](const std::string& bytes) { read_and_process(bytes, MeshFormat::kMsh); });
}

TEST(BadFiles, Skn) {  // judge: hand value
  expect_survives(asset_bytes("cube.skn"), [](const std::string& bytes) {
    Skin skin = read_skn(bytes);
    finish_skin(skin);
  });
}

TEST(BadFiles, Png) {  // judge: hand value
  expect_survives(asset_bytes("hills.png"), [](const std::string& bytes) {
    read_png(bytes, 3);
    read_hfield_png(bytes);
  });
}

TEST(BadFiles, RawImage) {  // judge: hand value
  expect_survives(std::string("\2\0\0\0\2\0\0\0abcdefghijkl", 20),
                  [](const std::string& bytes) { read_raw_image(bytes); });
}

TEST(BadFiles, AsciiStlIsExplained) {  // judge: oracle refuses it too
  std::string ascii = "solid cube\n facet normal 0 0 1\n outer loop\n vertex 0 0 0\n";
  ascii.resize(200, ' ');
  try {
    read_stl(ascii, false);
    FAIL();
  } catch (const AssetError& error) {
    EXPECT_NE(std::string(error.what()).find("ASCII"), std::string::npos) << error.what();
  }
}

// OBJ texts at the edge of what is a mesh, with the oracle's verdict.
TEST(BadFiles, OddObjTextsHaveTheOraclesVerdict) {  // judge: oracle
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string f = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  const std::string texts[] = {
      v + f,
      v + "vn 0 0 1\n" + f,
      v + "vn 0 0 1\nf 1//9 3//9 2//9\n" + f,
      v + "vt 0 0\nvt 1 1\n" + f,
      v + "vt 0 0\nf 1/7 3/7 2/7\n" + f,
      v,
      v + "l 1 2\no x\n" + f,
      v + "p 1 2\ng x\n" + f,
      "",
      "hello world\n",
      v + "f 1 3 2 # c\n" + f,
      v + "f 0 1 2\n" + f,
      v + "f 1 2 99\n" + f,
      v + "f -1 -2 -3\n" + f,
      v + "f -9 -2 -3\n" + f,
      v + "f 1 2\n" + f,
      "v 0 0 0\nv 1e0 0 0\nv 0 1.e0 0\nv 0 0 +1E+0x\n" + f,
      "v nan 0 0\n" + v + f,
      "v inf 0 0\n" + v + f,
      "v 0x10 1 1\n" + v + f,
      v + "vt 0 0\nf 1/0 3/ 2/\n" + f,
      v + "vn 0 0 1\nf 1//0 3// 2//1\n" + f,
      v + "vt 0 0\nvn 0 0 1\nf 1/ 3/1 2/1/0\n" + f,
      v + "vn 0 0 1\nf 1// 3//1\n" + f,
      f + v,
      "f 1 2 3 4\n" + v + f,
  };
  int number = 0;
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const std::string file = testing::TempDir() + "corten_odd" + std::to_string(number++) + ".obj";
    std::ofstream(file) << text;
    const auto m =
        oracle::load_string("<mujoco><asset><mesh name='m' file='" + file +
                            "'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>");
    std::filesystem::remove(file);
    bool ours = true;
    try {
      read_and_process(text, MeshFormat::kObj);
    } catch (const AssetError&) {
      ours = false;
    }
    EXPECT_EQ(ours, m != nullptr);
  }
}

}  // namespace
}  // namespace corten
