// Textures: builtin patterns, pictures, cubes.
#include "corten/asset/texture.h"

#include <gtest/gtest.h>

#include "corten/asset/asset_error.h"
#include "corten/asset/vfs.h"
#include "tests/support/asset_bytes.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

const char* const kPattern[] = {"none", "gradient", "checker", "flat"};
const char* const kMark[] = {"none", "edge", "cross", "random"};

void expect_same_pixels(const Image& image, const mjModel* m) {
  ASSERT_EQ(image.width, m->tex_width[0]);
  ASSERT_EQ(image.height, m->tex_height[0]);
  ASSERT_EQ(static_cast<mjtSize>(image.data.size()), m->ntexdata);
  int differ = 0;
  for (size_t i = 0; i < image.data.size(); ++i) differ += image.data[i] != m->tex_data[i];
  EXPECT_EQ(differ, 0);
}

void expect_builtin_as_oracle(const BuiltinTextureSettings& s, bool flat) {
  const auto color = [](const Vec3<Real>& c) {
    return std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]);
  };
  const std::string xml = std::string("<mujoco><asset><texture name='t' type='") + (flat ? "2d" : "skybox") +
                          "' builtin='" + kPattern[static_cast<int>(s.pattern)] + "' mark='" +
                          kMark[static_cast<int>(s.mark)] + "' rgb1='" + color(s.rgb1) + "' rgb2='" +
                          color(s.rgb2) + "' markrgb='" + color(s.markrgb) + "' random='" +
                          std::to_string(s.random) + "' width='" + std::to_string(s.width) + "' height='" +
                          std::to_string(s.height) + "'/></asset></mujoco>";
  SCOPED_TRACE(xml);
  const auto m = oracle::load_string(xml);
  try {
    const Image image = flat ? make_flat_texture(s) : make_cube_texture(s);
    ASSERT_TRUE(m);
    expect_same_pixels(image, m.get());
  } catch (const AssetError&) {
    EXPECT_FALSE(m);
  }
}

TEST(Texture, BuiltinPatternsAndMarksEqualTheOracle) {  // judge: oracle
  BuiltinTextureSettings s;
  s.rgb1 = {1, .5, .125};
  s.rgb2 = {0, .25, 1};
  s.markrgb = {.9, .1, 0};
  s.random = .2;
  for (const int pattern : {1, 2, 3})
    for (const int mark : {0, 1, 2, 3})
      for (const auto& [width, height] :
           {std::pair(8, 8), std::pair(5, 7), std::pair(2, 3), std::pair(33, 16)}) {
        s.pattern = static_cast<BuiltinTexture>(pattern);
        s.mark = static_cast<TextureMark>(mark);
        s.width = width;
        s.height = height;
        expect_builtin_as_oracle(s, true);
        expect_builtin_as_oracle(s, false);
      }
}

TEST(Texture, LargeGradientsEqualTheOracleInEveryPixel) {  // judge: oracle
  BuiltinTextureSettings s;
  s.pattern = BuiltinTexture::kGradient;
  const Vec3<Real> colors[][2] = {
      {{.3, .5, .7}, {0, 0, 0}},
      {{1, .2, .6}, {1, .2, .8}},  // constant on the edge between two bytes
      {{1, 1, 0}, {1, 1, 0}},
      {{1.7, -.4, 3}, {-2, .9, 0}},  // wraps around
  };
  for (const auto& [rgb1, rgb2] : colors)
    for (const auto& [width, height] : {std::pair(200, 200), std::pair(301, 64), std::pair(1, 200)}) {
      s.rgb1 = rgb1;
      s.rgb2 = rgb2;
      s.width = width;
      s.height = height;
      expect_builtin_as_oracle(s, true);
      expect_builtin_as_oracle(s, false);
    }
}

TEST(Texture, ImpossibleSizesAreRefused) {  // judge: oracle
  BuiltinTextureSettings s;
  for (const int size : {-3, 0}) {
    s.width = size;
    s.height = 4;
    expect_builtin_as_oracle(s, true);
    expect_builtin_as_oracle(s, false);
  }
}

TEST(Texture, PngEqualsTheOracleInAllChannelCounts) {  // judge: oracle
  const std::string file = asset_folder() + "/hills.png";
  for (const int nchannel : {1, 3, 4})
    for (const bool flip : {false, true}) {
      const auto m =
          oracle::load_string("<mujoco><asset><texture name='t' type='2d' file='" + file + "' nchannel='" +
                              std::to_string(nchannel) + "' hflip='" + (flip ? "true" : "false") +
                              "' vflip='" + (flip ? "true" : "false") + "'/></asset></mujoco>");
      ASSERT_TRUE(m) << file;
      Image image = read_png(*read_disk(file), nchannel);
      if (flip) {
        flip_columns(image);
        flip_rows(image);
      }
      expect_same_pixels(image, m.get());
      EXPECT_EQ(m->tex_colorspace[0], image.srgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR);
    }
}

TEST(Texture, GridLayoutPutsCellsOnFaces) {  // judge: hand value
  Image strip{2, 1, 3, {10, 11, 12, 20, 21, 22}, false};
  const Image cube = cube_from_grid(strip, {1, 2}, "U.", {1, 0, 0});
  EXPECT_EQ(cube.width, 1);
  EXPECT_EQ(cube.height, 6);
  EXPECT_EQ(cube.data,
            (std::vector<std::uint8_t>{255, 0, 0, 255, 0, 0, 10, 11, 12, 255, 0, 0, 255, 0, 0, 255, 0, 0}));
}

TEST(Texture, GridMustFitTheImage) {  // judge: specification
  const Image strip{2, 1, 3, {10, 11, 12, 20, 21, 22}, false};
  EXPECT_THROW(cube_from_grid(strip, {1, 1}, "R", {}), AssetError);
  EXPECT_THROW(cube_from_grid(strip, {2, 1}, "RL", {}), AssetError);
  EXPECT_THROW(cube_from_grid(strip, {1, 2}, "RX", {}), AssetError);
  EXPECT_THROW(cube_from_grid(strip, {5, 5}, "", {}), AssetError);
  EXPECT_THROW(cube_from_grid(strip, {0, 1}, "", {}), AssetError);
}

TEST(Texture, CubeFacesMustBeSquareAndAlike) {  // judge: specification
  const Image one{1, 1, 3, {1, 2, 3}, false}, wide{2, 1, 3, {1, 2, 3, 4, 5, 6}, false};
  const Image two{2, 2, 3, std::vector<std::uint8_t>(12, 7), false};
  EXPECT_THROW(cube_from_faces({}, {}), AssetError);
  EXPECT_THROW(cube_from_faces({wide}, {}), AssetError);
  EXPECT_THROW(cube_from_faces({one, two}, {}), AssetError);
  const Image cube = cube_from_faces({std::nullopt, one}, {0, 0, 0});
  EXPECT_EQ(cube.height, 6);
  EXPECT_EQ(cube.data[4], 2);
}

}  // namespace
}  // namespace corten
