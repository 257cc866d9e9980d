// Pictures: PNG by lodepng, the raw format, KTX.
#include "corten/asset/image.h"

#include <lodepng.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "corten/asset/byte_reader.h"

namespace corten {
namespace {

LodePNGColorType color_type(int nchannel) {
  switch (nchannel) {
    case 1:
      return LCT_GREY;
    case 3:
      return LCT_RGB;
    case 4:
      return LCT_RGBA;
    default:
      throw AssetError("unsupported number of channels: " + std::to_string(nchannel));
  }
}

void require_content(std::string_view bytes) {
  if (bytes.empty()) throw AssetError("file is empty");
}

}  // namespace

Image read_png(std::string_view bytes, int nchannel) {
  lodepng::State state;
  state.info_raw.colortype = color_type(nchannel);
  state.info_raw.bitdepth = 8;
  require_content(bytes);
  unsigned char* pixels = nullptr;
  unsigned width = 0, height = 0;
  const unsigned error = lodepng_decode(&pixels, &width, &height, &state,
                                        reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  const std::unique_ptr<unsigned char, decltype(&std::free)> owner(pixels, &std::free);
  if (error) throw AssetError(std::string("cannot decode PNG: ") + lodepng_error_text(error));
  constexpr unsigned kMax = std::numeric_limits<int>::max();
  if (width == 0 || width > kMax || height > kMax) throw AssetError("PNG has invalid dimensions");

  Image image{
      static_cast<int>(width), static_cast<int>(height), nchannel, {}, state.info_png.srgb_defined == 1};
  image.data.assign(pixels, pixels + lodepng_get_raw_size(width, height, &state.info_raw));
  return image;
}

Image read_raw_image(std::string_view bytes) {
  require_content(bytes);
  ByteReader reader(bytes);
  Image image;
  image.width = reader.read_int();
  image.height = reader.read_int();
  if (image.width < 1 || image.height < 1) {
    throw AssetError("not a PNG file, and non-positive dimensions for a raw image");
  }
  const size_t size = 3 * static_cast<size_t>(image.width) * static_cast<size_t>(image.height);
  if (reader.remaining() != size)
    throw AssetError("not a PNG file, and unexpected file size for a raw image");
  image.data = reader.read_vector<std::uint8_t>(static_cast<std::int64_t>(size));
  return image;
}

Image read_ktx(std::string_view bytes) {
  require_content(bytes);
  return {static_cast<int>(bytes.size()), 1, 1, {bytes.begin(), bytes.end()}, false};
}

void flip_columns(Image& image) {
  for (int row = 0; row < image.height; ++row)
    for (int left = 0, right = image.width - 1; left < right; ++left, --right)
      std::swap_ranges(image.pixel(row, left), image.pixel(row, left) + image.nchannel,
                       image.pixel(row, right));
}

void flip_rows(Image& image) {
  const int row_size = image.width * image.nchannel;
  for (int top = 0, bottom = image.height - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(image.pixel(top, 0), image.pixel(top, 0) + row_size, image.pixel(bottom, 0));
}

}  // namespace corten
