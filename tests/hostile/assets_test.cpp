// Asset files that once took the square of their length.
#include <gtest/gtest.h>

#include <cmath>

#include "corten/asset/asset_error.h"
#include "corten/asset/mesh.h"

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

TEST(HostileAssets, FacesOfTooManyCornersAreRefused) {  // judge: the clock of the suite
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf ";
  for (int i = 0; i < 1'000'000; ++i) text += "1 2 3 4 ";
  EXPECT_THROW((void)read_mesh(text, MeshFormat::kObj, false), AssetError);
}

}  // namespace
}  // namespace corten
