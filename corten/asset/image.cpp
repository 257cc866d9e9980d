// Pictures: PNG by lodepng and zlib unless it is plain, the raw format, KTX.
#include "corten/asset/image.h"

#include <lodepng.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include "corten/asset/byte_reader.h"
#include "corten/asset/plain_png.h"

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
      throw AssetError("nchannel is 1, 3 or 4 for a PNG file, not " + std::to_string(nchannel));
  }
}

// deflate makes at most 258 bytes of two bits
constexpr size_t kMostInflated = 1032;

// Room for what a PNG of this header inflates to: rows and their filter bytes.
size_t inflated_size(unsigned width, unsigned height, const LodePNGColorMode& color) {
  return lodepng_get_raw_size(width, height, &color) + 2 * static_cast<size_t>(height);
}

// zlib's inflate in place of lodepng's, which copies repeats byte by byte and takes twice as long. Fails on
// errors, on bytes behind the end and on more than is expected (the context).
unsigned inflate_by_zlib(unsigned char** out, size_t* outsize, const unsigned char* in, size_t insize,
                         const LodePNGDecompressSettings* settings) {
  uLongf size = *static_cast<const size_t*>(settings->custom_context);
  uLong used = insize;
  *out = static_cast<unsigned char*>(std::malloc(size));
  const bool done = *out && uncompress2(*out, &size, in, &used) == Z_OK && used == insize;
  *outsize = done ? size : 0;
  return done ? 0 : 1;
}

// Names of chunks are letters, the third a capital: later versions of lodepng than Debian's insist on it.
void check_chunk_names(std::string_view bytes) {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* end = begin + bytes.size();
  const auto is_capital = [](unsigned char c) { return c >= 'A' && c <= 'Z'; };
  for (const auto* chunk = begin + 8; end - chunk >= 12;) {
    const auto* name = chunk + 4;
    for (int i = 0; i < 4; ++i)
      if (!is_capital(i == 2 ? name[i] : name[i] & ~0x20))
        throw AssetError("cannot decode PNG: invalid chunk name");
    const size_t length = lodepng_chunk_length(chunk);
    if (lodepng_chunk_type_equals(chunk, "IEND") || length > static_cast<size_t>(end - chunk) - 12) return;
    chunk += 12 + length;
  }
}

struct Free {
  void operator()(unsigned char* bytes) const { std::free(bytes); }
};
using Bytes = std::unique_ptr<unsigned char, Free>;

// Lodepng's number of the error, 0 if there is none.
unsigned decode_png(std::string_view bytes, lodepng::State& state, unsigned& width, unsigned& height,
                    Bytes& pixels) {
  unsigned char* decoded = nullptr;
  const unsigned error = lodepng_decode(&decoded, &width, &height, &state,
                                        reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  pixels.reset(decoded);
  return error;
}

void require_content(std::string_view bytes) {
  if (bytes.empty()) throw AssetError("there is nothing in the file");
}

}  // namespace

double png_pixels(std::string_view bytes) {
  constexpr size_t kWidth = 16, kHeight = 20;  // of the header, after signature and name of the chunk
  if (bytes.size() < kHeight + 4 || !bytes.starts_with("\x89PNG")) return 0;
  const auto number = [&](size_t at) {
    double value = 0;
    for (size_t i = 0; i < 4; ++i) value = 256 * value + static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  return number(kWidth) * number(kHeight);
}

Image read_png(std::string_view bytes, int nchannel) {
  if (std::optional<Image> plain = read_plain_png(bytes, nchannel)) {
    check_chunk_names(bytes);
    return std::move(*plain);
  }
  lodepng::State state;
  state.info_raw.colortype = color_type(nchannel);
  state.info_raw.bitdepth = 8;
  require_content(bytes);
  unsigned width = 0, height = 0;
  unsigned error = lodepng_inspect(&width, &height, &state,
                                   reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  const size_t expected = error ? 0 : inflated_size(width, height, state.info_png.color);
  if (expected / kMostInflated > bytes.size()) throw AssetError("PNG is too short for its dimensions");
  Bytes pixels;
  state.decoder.zlibsettings.custom_zlib = inflate_by_zlib;
  state.decoder.zlibsettings.custom_context = &expected;
  error = decode_png(bytes, state, width, height, pixels);
  state.decoder.zlibsettings.custom_zlib = nullptr;
  // rows of a small interlaced picture end in spare bits; what is far longer is wrong whatever it holds
  constexpr size_t kSpare = 1 << 20;
  state.decoder.zlibsettings.max_output_size = 2 * expected + kSpare;
  if (error) error = decode_png(bytes, state, width, height, pixels);  // its verdict counts, as in MuJoCo
  if (error) throw AssetError(std::string("cannot decode PNG: ") + lodepng_error_text(error));
  check_chunk_names(bytes);
  constexpr unsigned kMax = std::numeric_limits<int>::max();
  if (width == 0 || width > kMax || height > kMax) throw AssetError("PNG has invalid dimensions");

  Image image{
      static_cast<int>(width), static_cast<int>(height), nchannel, {}, state.info_png.srgb_defined == 1};
  image.data.assign(pixels.get(), pixels.get() + lodepng_get_raw_size(width, height, &state.info_raw));
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
