#include "corten/asset/plain_png.h"

#include <lodepng.h>
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "corten/asset/png_filter.h"

namespace corten {
namespace {

using std::size_t, std::uint8_t, std::uint32_t;

constexpr std::string_view kSignature{"\x89PNG\r\n\x1a\n", 8};
constexpr std::string_view kOnePixel{"\0\0\0\1\0\0\0\1", 8};  // width and height
constexpr size_t kMostInflated = 1032;                        // deflate makes at most 258 bytes of two bits

uint32_t big_endian(const char* bytes) {
  const auto at = [&](int i) { return static_cast<uint32_t>(static_cast<uint8_t>(bytes[i])); };
  return at(0) << 24 | at(1) << 16 | at(2) << 8 | at(3);
}

uint32_t checksum(std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

struct Chunk {
  std::string_view name, data;
};

// The next chunk, if it is whole and its checksum right; `bytes` goes behind it.
std::optional<Chunk> take_chunk(std::string_view& bytes) {
  if (bytes.size() < 12) return std::nullopt;
  const size_t length = big_endian(bytes.data());
  if (length > bytes.size() - 12) return std::nullopt;
  const std::string_view checked = bytes.substr(4, 4 + length);
  if (checksum(checked) != big_endian(bytes.data() + 8 + length)) return std::nullopt;
  bytes.remove_prefix(12 + length);
  return Chunk{checked.substr(0, 4), checked.substr(4)};
}

struct Parts {
  size_t width = 0, height = 0, channels = 0;
  std::string compressed;
  std::string frame;  // the file with a picture of one pixel: lodepng judges all the other chunks by it
};

void append_number(uint32_t value, std::string& out) {
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(value >> shift & 255);
}

void append_chunk(const Chunk& chunk, std::string& out) {
  append_number(static_cast<uint32_t>(chunk.data.size()), out);
  const size_t start = out.size();
  out.append(chunk.name).append(chunk.data);
  append_number(checksum(std::string_view(out).substr(start)), out);
}

void append_one_pixel(std::string& out) {
  const Bytef pixel[5] = {};  // filter, RGBA
  Bytef deflated[64];
  uLongf size = sizeof deflated;
  const bool alpha = out[kSignature.size() + 8 + 9] == 6;
  compress(deflated, &size, pixel, alpha ? 5 : 4);
  append_chunk({"IDAT", {reinterpret_cast<const char*>(deflated), size}}, out);
}

bool read_header(const Chunk& chunk, Parts& parts) {
  if (chunk.name != "IHDR" || chunk.data.size() != 13) return false;
  parts.width = big_endian(chunk.data.data());
  parts.height = big_endian(chunk.data.data() + 4);
  const std::string_view kind = chunk.data.substr(8);  // bits, color, compression, filter, interlace
  if (kind == std::string_view("\x08\x02\0\0\0", 5)) parts.channels = 3;
  if (kind == std::string_view("\x08\x06\0\0\0", 5)) parts.channels = 4;
  constexpr size_t kMost = 1 << 20;
  parts.frame = kSignature;
  append_chunk({"IHDR", std::string(kOnePixel) + std::string(kind)}, parts.frame);
  return parts.channels > 0 && parts.width > 0 && parts.height > 0 && parts.width < kMost &&
         parts.height < kMost;
}

std::optional<Parts> read_parts(std::string_view bytes) {
  if (!bytes.starts_with(kSignature)) return std::nullopt;
  bytes.remove_prefix(kSignature.size());
  Parts parts;
  auto chunk = take_chunk(bytes);
  if (!chunk || !read_header(*chunk, parts)) return std::nullopt;
  while ((chunk = take_chunk(bytes))) {
    if (chunk->name == "tRNS") return std::nullopt;  // a color that is transparent
    if (chunk->name != "IDAT")
      append_chunk(*chunk, parts.frame);
    else if (parts.compressed.empty())
      append_one_pixel(parts.frame);
    if (chunk->name == "IDAT") parts.compressed += chunk->data;
    if (chunk->name == "IEND") return parts;
  }
  return std::nullopt;
}

// Does lodepng accept everything around the pixels? Then `srgb` is what it says.
bool judge_frame(const Parts& parts, bool& srgb) {
  lodepng::State state;
  std::vector<unsigned char> pixels;
  unsigned width = 0, height = 0;
  const unsigned error =
      lodepng::decode(pixels, width, height, state,
                      reinterpret_cast<const unsigned char*>(parts.frame.data()), parts.frame.size());
  srgb = state.info_png.srgb_defined == 1;
  return error == 0;
}

// Drops or adds alpha.
void copy_pixels(const uint8_t* from, size_t from_channels, size_t count, uint8_t* to, size_t to_channels) {
  if (from_channels == to_channels) {
    std::copy_n(from, count * from_channels, to);
    return;
  }
  for (size_t i = 0; i < count; ++i, from += from_channels, to += to_channels) {
    for (size_t k = 0; k < 3; ++k) to[k] = from[k];
    if (to_channels == 4) to[3] = 255;
  }
}

}  // namespace

std::optional<Image> read_plain_png(std::string_view bytes, int nchannel) {
  if (nchannel != 3 && nchannel != 4) return std::nullopt;
  const std::optional<Parts> parts = read_parts(bytes);
  bool srgb = false;
  if (!parts || !judge_frame(*parts, srgb)) return std::nullopt;
  const size_t row_bytes = parts->width * parts->channels, expected = parts->height * (1 + row_bytes);
  if (expected / kMostInflated > parts->compressed.size()) return std::nullopt;
  const std::unique_ptr<uint8_t[]> rows(new uint8_t[expected]);  // every byte is written
  uLongf size = expected;
  uLong used = parts->compressed.size();
  const auto* compressed = reinterpret_cast<const Bytef*>(parts->compressed.data());
  if (uncompress2(rows.get(), &size, compressed, &used) != Z_OK || size != expected ||
      used != parts->compressed.size() ||
      !undo_png_filters({rows.get(), expected}, row_bytes, parts->channels))
    return std::nullopt;

  const auto to_channels = static_cast<size_t>(nchannel);
  Image image{static_cast<int>(parts->width), static_cast<int>(parts->height), nchannel, {}, srgb};
  image.data.resize(parts->width * parts->height * to_channels);
  for (size_t y = 0; y < parts->height; ++y)
    copy_pixels(&rows[y * (1 + row_bytes) + 1], parts->channels, parts->width,
                &image.data[y * parts->width * to_channels], to_channels);
  return image;
}

}  // namespace corten
