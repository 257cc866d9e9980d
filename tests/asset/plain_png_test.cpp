// Plain PNGs give the pixels that lodepng gives; whatever is not plain is left to it.
#include "corten/asset/plain_png.h"

#include <gtest/gtest.h>
#include <lodepng.h>

#include <random>

namespace corten {
namespace {

constexpr unsigned kWidth = 37, kHeight = 23;

// Smooth with some noise, so that every filter has something to do.
std::vector<unsigned char> picture(unsigned channels) {
  std::mt19937 random(7);
  std::vector<unsigned char> pixels(kWidth * kHeight * channels);
  for (unsigned i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<unsigned char>(i / 3 + (random() % 4 == 0 ? random() : 0));
  return pixels;
}

std::string encode(unsigned channels, lodepng::State& state) {
  state.info_raw.colortype = state.info_png.color.colortype = channels == 3 ? LCT_RGB : LCT_RGBA;
  state.encoder.auto_convert = 0;
  std::vector<unsigned char> file;
  EXPECT_EQ(lodepng::encode(file, picture(channels), kWidth, kHeight, state), 0u);
  return {file.begin(), file.end()};
}

std::vector<unsigned char> decode(const std::string& file, LodePNGColorType type) {
  std::vector<unsigned char> pixels;
  unsigned width = 0, height = 0;
  lodepng::decode(pixels, width, height, reinterpret_cast<const unsigned char*>(file.data()), file.size(),
                  type);
  return pixels;
}

TEST(PlainPng, EveryFilterGivesThePixelsOfLodepng) {  // judge: lodepng
  for (const unsigned channels : {3u, 4u})
    for (const auto strategy : {LFS_ZERO, LFS_ONE, LFS_TWO, LFS_THREE, LFS_FOUR, LFS_MINSUM, LFS_ENTROPY}) {
      lodepng::State state;
      state.encoder.filter_strategy = strategy;
      const std::string file = encode(channels, state);
      for (const int wanted : {3, 4}) {
        const auto image = read_plain_png(file, wanted);
        ASSERT_TRUE(image);
        EXPECT_EQ(image->data, decode(file, wanted == 3 ? LCT_RGB : LCT_RGBA));
        EXPECT_EQ(image->width, static_cast<int>(kWidth));
        EXPECT_FALSE(image->srgb);
      }
    }
}

TEST(PlainPng, OtherChunksAreJudgedByLodepng) {  // judge: lodepng
  lodepng::State state;
  state.info_png.srgb_defined = 1;
  state.encoder.add_id = 1;
  lodepng_add_text(&state.info_png, "Comment", "text");
  lodepng_add_itext(&state.info_png, "Title", "en", "Title", "text");
  const auto image = read_plain_png(encode(3, state), 3);
  ASSERT_TRUE(image);
  EXPECT_TRUE(image->srgb);
}

TEST(PlainPng, WhatIsNotPlainIsLeftAlone) {  // judge: specification
  lodepng::State interlaced, keyed;
  interlaced.info_png.interlace_method = 1;
  EXPECT_FALSE(read_plain_png(encode(3, interlaced), 3));
  keyed.info_png.color.key_defined = 1;
  EXPECT_FALSE(read_plain_png(encode(3, keyed), 4));
  lodepng::State state;
  const std::string file = encode(3, state);
  EXPECT_FALSE(read_plain_png(file, 1));
  for (std::size_t i = 0; i < file.size(); ++i) {
    std::string damaged = file;
    damaged[i] ^= 1;
    EXPECT_FALSE(read_plain_png(damaged, 3)) << i;
    EXPECT_FALSE(read_plain_png(file.substr(0, i), 3)) << i;
  }
}

}  // namespace
}  // namespace corten
