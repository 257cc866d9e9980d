#include "viewer/page_blob.h"

#include <zlib.h>

#include <cstdint>
#include <stdexcept>

namespace corten::viewer {
namespace {

// Deflate without the frame that zlib puts around it: two bytes before, a checksum of four behind.
std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION) != Z_OK)
    throw std::runtime_error("no memory to compress a recording");
  return out.substr(2, size - 6);
}

std::string to_base64(const std::string& bytes) {
  static const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
    for (int k = 0; k < 4; ++k)
      text += i + static_cast<std::size_t>(k) <= bytes.size() ? digits[three >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

}  // namespace

nlohmann::json PageBlob::add(const std::string& bytes) {
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  const std::size_t start = bytes_.size();
  bytes_ += bytes;
  return {{"at", start}, {"bytes", bytes.size()}};
}

nlohmann::json PageBlob::add_strided(const void* data, std::size_t count, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  std::string planes;
  planes.reserve(count * size);
  for (std::size_t plane = 0; plane < size; ++plane)
    for (std::size_t i = 0; i < count; ++i) planes += bytes[i * size + plane];
  return add(planes);
}

std::string PageBlob::base64() const { return to_base64(deflated(bytes_)); }

}  // namespace corten::viewer
