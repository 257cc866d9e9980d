// Files: what is written can be read again.
#include "viewer/picture_file.h"

#include <gif_lib.h>
#include <gtest/gtest.h>
#include <lodepng.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "viewer/palette.h"

namespace corten::viewer {
namespace {

std::string temporary(const char* name) {
  return (std::filesystem::temp_directory_path() / (std::to_string(getpid()) + name)).string();
}

Image gradient(int shift) {
  Image image(40, 30);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) {
      unsigned char* p = &image.rgb[3 * static_cast<std::size_t>(40 * y + x)];
      p[0] = static_cast<unsigned char>(6 * x);
      p[1] = static_cast<unsigned char>(8 * y);
      p[2] = static_cast<unsigned char>(shift);
    }
  return image;
}

TEST(PictureFile, PngComesBackAsItWas) {  // judge: lodepng's decoder
  const std::string path = temporary("picture.png");
  const Image image = gradient(9);
  write_png(path, image);
  std::vector<unsigned char> pixels;
  unsigned width = 0;
  unsigned height = 0;
  ASSERT_EQ(lodepng::decode(pixels, width, height, path, LCT_RGB), 0U);
  EXPECT_EQ(width, 40U);
  EXPECT_EQ(height, 30U);
  EXPECT_EQ(pixels, image.rgb);
  std::filesystem::remove(path);
}

TEST(PictureFile, GifHasItsFramesAndNearlyItsColours) {  // judge: giflib's decoder
  const std::string path = temporary("movie.gif");
  auto movie = make_movie(path, 40, 30, 25);
  for (int i = 0; i < 3; ++i) movie->add(gradient(40 * i));
  movie->finish();
  int error = 0;
  GifFileType* file = DGifOpenFileName(path.c_str(), &error);
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(DGifSlurp(file), GIF_OK);
  EXPECT_EQ(file->ImageCount, 3);
  EXPECT_EQ(file->SWidth, 40);
  EXPECT_EQ(file->SHeight, 30);
  GraphicsControlBlock control;
  ASSERT_EQ(DGifSavedExtensionToGCB(file, 1, &control), GIF_OK);
  EXPECT_EQ(control.DelayTime, 4);
  const Image first = gradient(0);
  double worst = 0;
  for (std::size_t i = 0; i < 1200; ++i) {
    const GifColorType& c = file->SColorMap->Colors[file->SavedImages[0].RasterBits[i]];
    worst = std::max(worst, std::abs(double(c.Red) - first.rgb[3 * i]));
  }
  EXPECT_LT(worst, 40);
  DGifCloseFile(file, &error);
  std::filesystem::remove(path);
}

// Noise of few colours far apart: longer than the table of codes, so that it is cleared several times.
Image noise(int width, int height) {
  Image image(width, height);
  std::uint32_t state = 1;
  for (unsigned char& value : image.rgb) {
    state = state * 1664525U + 1013904223U;
    value = state >> 31 ? 208 : 48;
  }
  return image;
}

TEST(PictureFile, GifOfNoiseComesBackPixelByPixel) {  // judge: giflib's decoder
  const std::string path = temporary("noise.gif");
  for (const auto& [width, height] : {std::pair(1, 1), std::pair(17, 15), std::pair(300, 200)}) {
    const Image image = noise(width, height);
    auto movie = make_movie(path, width, height, 10);
    movie->add(image);
    movie->finish();
    int error = 0;
    GifFileType* file = DGifOpenFileName(path.c_str(), &error);
    ASSERT_NE(file, nullptr);
    ASSERT_EQ(DGifSlurp(file), GIF_OK);
    int wrong = 0;
    for (std::size_t i = 0; i < image.rgb.size() / 3; ++i) {
      const GifColorType& c = file->SColorMap->Colors[file->SavedImages[0].RasterBits[i]];
      wrong += (c.Red > 128) != (image.rgb[3 * i] > 128) || (c.Green > 128) != (image.rgb[3 * i + 1] > 128) ||
               (c.Blue > 128) != (image.rgb[3 * i + 2] > 128);
    }
    EXPECT_EQ(wrong, 0) << width << " x " << height;
    DGifCloseFile(file, &error);
  }
  std::filesystem::remove(path);
}

TEST(PictureFile, PathsThatCannotBeWrittenAreNamed) {  // judge: the message
  for (const char* path : {"/nowhere/at/all.gif", "/nowhere/at/all.png"}) try {
      if (is_movie(path))
        make_movie(path, 4, 4, 10);
      else
        write_png(path, gradient(0));
      ADD_FAILURE() << path;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
    }
  EXPECT_THROW(make_movie("picture.avi", 4, 4, 10), std::runtime_error);
}

TEST(Palette, FewColoursAreKeptExactlyApart) {  // judge: hand value
  Image image(2, 1);
  image.rgb = {255, 0, 0, 0, 0, 255};
  Histogram histogram;
  histogram.add(image);
  const auto palette = histogram.palette(8);
  ASSERT_EQ(palette.size(), 2U);
  NearestColor nearest(palette);
  EXPECT_NE(nearest(255, 0, 0), nearest(0, 0, 255));
  EXPECT_EQ(nearest(250, 5, 5), nearest(255, 0, 0));
}

}  // namespace
}  // namespace corten::viewer
