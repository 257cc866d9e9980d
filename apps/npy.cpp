#include "apps/npy.h"

#include <fmt/core.h>
#include <lodepng.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "corten/base/whole_file.h"

namespace corten::app {
namespace {

static_assert(std::endian::native == std::endian::little, "NPY files are written as the memory is");

constexpr std::string_view kMagic("\x93NUMPY", 6);
// ZIP without its 64-bit extension counts bytes with 32 bits
constexpr std::size_t kZipLimit = std::numeric_limits<std::uint32_t>::max();

std::string shape_text(const std::vector<int>& shape) {
  std::string text = "(";
  for (const int n : shape) text += fmt::format("{},", n);
  return text + ")";
}

// magic, version 1.0, length of the header, header padded so that the numbers start at a multiple of 64
std::string npy_bytes(const NpyArray& array) {
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': {}, }}", shape_text(array.shape));
  const std::size_t before = kMagic.size() + 4;
  header.append(63 - (before + header.size()) % 64, ' ').push_back('\n');
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(array.values.data()), array.values.size() * sizeof(double));
  return bytes;
}

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

// the fields that local headers and the central directory share
std::string zip_entry(const std::string& name, const std::string& content) {
  const auto crc = lodepng_crc32(reinterpret_cast<const unsigned char*>(content.data()), content.size());
  std::string entry;
  put(entry, 20, 2);    // version needed
  put(entry, 0, 2);     // flags
  put(entry, 0, 2);     // stored
  put(entry, 0, 2);     // time and
  put(entry, 0x21, 2);  // date: 1 January 1980, so that equal runs give equal files
  put(entry, crc, 4);
  put(entry, content.size(), 4);
  put(entry, content.size(), 4);
  put(entry, name.size(), 2);
  put(entry, 0, 2);  // no extra field
  return entry;
}

class Zip {
 public:
  void add(const std::string& name, const std::string& content) {
    if (bytes_.size() + content.size() > kZipLimit)
      throw std::runtime_error("the log is larger than 4 GB; log fewer fields or use --every");
    const std::string entry = zip_entry(name, content);
    put(directory_, 0x02014b50, 4);
    put(directory_, 20, 2);  // version made by
    directory_ += entry;
    put(directory_, 0, 6);  // comment, disk, internal attributes
    put(directory_, 0, 4);  // external attributes
    put(directory_, bytes_.size(), 4);
    directory_ += name;
    put(bytes_, 0x04034b50, 4);
    bytes_ += entry + name + content;
    ++count_;
  }

  std::string finish() {
    std::string out = bytes_ + directory_;
    put(out, 0x06054b50, 4);
    put(out, 0, 4);  // disks
    put(out, count_, 2);
    put(out, count_, 2);
    put(out, directory_.size(), 4);
    put(out, bytes_.size(), 4);
    put(out, 0, 2);
    return out;
  }

 private:
  std::string bytes_;
  std::string directory_;
  unsigned count_ = 0;
};

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw std::runtime_error(fmt::format("'{}': {}", path, why));
}

// the text between `key` and `end` in a header such as {'descr': '<f8', 'shape': (3, 2), }
std::string_view header_value(std::string_view header, std::string_view key, char end) {
  const std::size_t start = header.find(key);
  if (start == std::string_view::npos) return {};
  const std::string_view rest = header.substr(start + key.size());
  return rest.substr(0, rest.find(end));
}

std::vector<int> parse_shape(std::string_view text) {
  std::vector<int> shape;
  for (const char* p = text.data(); p < text.data() + text.size(); ++p) {
    int n = 0;
    const auto [end, error] = std::from_chars(p, text.data() + text.size(), n);
    if (error == std::errc()) shape.push_back(n), p = end;
  }
  return shape;
}

template <class T>
std::vector<double> read_values(std::string_view bytes, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values[i] = static_cast<double>(value);
  }
  return values;
}

std::size_t product(const std::vector<int>& shape) {
  std::size_t count = 1;
  for (const int n : shape) count *= static_cast<std::size_t>(n);
  return count;
}

}  // namespace

void write_npz(const std::string& path, const std::vector<NamedArray>& arrays) {
  Zip zip;
  for (const NamedArray& named : arrays) zip.add(named.name + ".npy", npy_bytes(named.array));
  write_whole_file(path, zip.finish());
}

NpyArray read_npy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.size() < 10 || !bytes.starts_with(kMagic)) refuse(path, "is not an NPY file");
  if (bytes[6] != 1) refuse(path, "has a header of another version than 1");
  const std::size_t header_size =
      static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  if (bytes.size() < 10 + header_size) refuse(path, "ends within its header");
  const std::string_view header = std::string_view(bytes).substr(10, header_size);
  const std::string_view kind = header_value(header, "'descr': '", '\'');
  if (header.find("'fortran_order': False") == std::string_view::npos) refuse(path, "is not in C order");
  if (kind != "<f8" && kind != "<f4") refuse(path, fmt::format("holds '{}', not float64 or float32", kind));

  NpyArray array{parse_shape(header_value(header, "'shape': (", ')')), {}};
  const std::size_t count = product(array.shape);
  const std::string_view numbers = std::string_view(bytes).substr(10 + header_size);
  if (numbers.size() / (kind == "<f8" ? 8 : 4) < count) refuse(path, "is shorter than its header says");
  array.values = kind == "<f8" ? read_values<double>(numbers, count) : read_values<float>(numbers, count);
  return array;
}

}  // namespace corten::app
