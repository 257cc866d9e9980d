// Asset files that once took the square of their length, and indices that point nowhere.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <cmath>
#include <cstdlib>

#include "corten/asset/asset_error.h"
#include "corten/asset/image.h"
#include "corten/asset/mesh.h"
#include "corten/load.h"
#include "corten/model/binary.h"
#include "tests/support/virtual_files.h"

namespace corten {
namespace {

TEST(HostileAssets, WordsForInfiniteNumbersAreReadInOnePass) {  // judge: the clock of the suite
  for (const char* word : {"nan", "inf", "nanx", "infinity", "nope", "NAN(1)", "-Inf"}) {
    std::string text;
    for (int i = 0; i < 200'000; ++i) text += std::string("v ") + word + " 1 2\n";
    const MeshData mesh = read_mesh(text, MeshFormat::kObj, false);
    EXPECT_EQ(mesh.vert.size(), 200'000U);
  }
}

TEST(HostileAssets, WordsForInfiniteNumbersAreNumbers) {  // judge: strtod, by which the oracle reads
  const MeshData mesh = read_mesh("v nan inf -inf\nv Infinity -INFx nope\n", MeshFormat::kObj, false);
  constexpr float kMost = std::numeric_limits<float>::max();  // what the oracle makes of an infinity
  EXPECT_TRUE(std::isnan(mesh.vert[0][0]));
  EXPECT_EQ(mesh.vert[0][1], kMost);
  EXPECT_EQ(mesh.vert[0][2], -kMost);
  EXPECT_EQ(mesh.vert[1][0], kMost);
  EXPECT_EQ(mesh.vert[1][1], -kMost);
  EXPECT_EQ(mesh.vert[1][2], 0);
}

// the word ends where its file ends: a reader that goes on is seen by the sanitizers
TEST(HostileAssets, HexadecimalsWithoutADigitAreNought) {  // judge: strtod, by which the oracle reads
  for (const char* word : {"0xnan", "0x-nan", "0xinf", "0x-5", "0x", "0xg", "-0x-nan", "--5", "+-5"}) {
    const std::vector<char> file = [&] {
      const std::string text = std::string("v 1 2 ") + word;
      return std::vector<char>(text.begin(), text.end());
    }();
    const MeshData mesh = read_mesh({file.data(), file.size()}, MeshFormat::kObj, false);
    EXPECT_EQ(mesh.vert[0][2], std::strtod(word, nullptr)) << word;
  }
}

TEST(HostileAssets, FacesOfTooManyCornersAreRefused) {  // judge: the clock of the suite
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf ";
  for (int i = 0; i < 1'000'000; ++i) text += "1 2 3 4 ";
  EXPECT_THROW((void)read_mesh(text, MeshFormat::kObj, false), AssetError);
}

// A picture of 2² pixels whose compressed part holds a quarter of a gigabyte of zeros.
std::string swollen_png() {
  const auto number = [](std::size_t n) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(n >> shift & 255);
    return text;
  };
  const auto chunk = [&](const std::string& content) {  // with its name, without its length
    const auto* bytes = reinterpret_cast<const Bytef*>(content.data());
    return number(content.size() - 4) + content + number(crc32(0, bytes, static_cast<uInt>(content.size())));
  };
  const std::vector<Bytef> zeros(std::size_t{1} << 28);
  std::vector<Bytef> packed(zeros.size() / 500);
  uLongf size = packed.size();
  compress2(packed.data(), &size, zeros.data(), zeros.size(), 9);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR" + number(2) + number(2) + std::string("\10\2\0\0\0", 5)) +
         chunk("IDAT" + std::string(reinterpret_cast<const char*>(packed.data()), size)) + chunk("IEND");
}

TEST(HostileAssets, PicturesThatSwellAreRefusedEarly) {  // judge: the system's account of memory
  const std::string png = swollen_png();
  const auto most_kb = [] {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
  };
  const std::vector<char> touched(std::size_t{1} << 28, 1);  // so that the peak is not the test's own
  const long before = most_kb();
  EXPECT_THROW((void)read_png(png, 3), AssetError);
  EXPECT_LT(most_kb() - before, 100'000) << touched.size();
}

const std::string kVertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST(HostileAssets, CornersWithoutNormalsAndTexturesArePartOfAModel) {  // judge: the oracle keeps them, too
  Vfs vfs;
  vfs.add("m.obj",
          kVertices + "vn 0 0 1\nvt 0 0\nf 1/9/9 3/9/9 2/9/9\nf 1//1 2//1 4//1\nf 1 4 3\nf 2/-7/-7 3 4\n");
  LoadOptions options;
  options.vfs = &vfs;
  Diagnostics diagnostics;
  const auto m = load_text(
      "<mujoco><asset><mesh name='m' file='m.obj'/></asset>"
      "<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>",
      options, diagnostics);
  ASSERT_TRUE(m) << diagnostics.text();
  EXPECT_EQ(m->mesh_facenormal[0][0], 8);
  EXPECT_EQ(model_from_bytes(model_to_bytes(*m)).mesh_facenormal[0][0], 8);
}

TEST(HostileAssets, FlexesOfFacesWithoutVerticesAreRefused) {  // judge: definition
  for (const char* face : {"f 1 2 99\n", "f -1 -2 -99\n", "f 1 2 2147483647\n"}) {
    Vfs vfs;
    vfs.add("m.obj", kVertices + face);
    LoadOptions options;
    options.vfs = &vfs;
    Diagnostics diagnostics;
    EXPECT_FALSE(
        load_text("<mujoco><worldbody><flexcomp type='mesh' name='f' file='m.obj' dim='2' mass='1'/>"
                  "</worldbody></mujoco>",
                  options, diagnostics));
    EXPECT_NE(diagnostics.text().find("names vertex"), std::string::npos) << diagnostics.text();
  }
}

}  // namespace
}  // namespace corten
