// Pictures: rows of pixels, channels interleaved.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace corten {

struct Image {
  int width = 0;
  int height = 0;
  int nchannel = 3;
  std::vector<std::uint8_t> data;
  bool srgb = false;  // the file says so

  std::uint8_t* pixel(int row, int col) { return &data[nchannel * (static_cast<size_t>(row) * width + col)]; }
};

// Readers throw AssetError. Colours become `nchannel` channels of 8 bits: 1 (the red one), 3 or 4.
// Pixels a PNG says to have; 0 if it is none.
double png_pixels(std::string_view bytes);
Image read_png(std::string_view bytes, int nchannel);
// Width and height as integers, then three bytes per pixel.
Image read_raw_image(std::string_view bytes);
// Kept as it is, one row of bytes: whoever draws it decodes it.
Image read_ktx(std::string_view bytes);

void flip_columns(Image& image);
void flip_rows(Image& image);

}  // namespace corten
