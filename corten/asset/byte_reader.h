// Reads little-endian numbers from the bytes of a file; running out of bytes is an AssetError.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "corten/asset/asset_error.h"

namespace corten {

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  size_t remaining() const { return bytes_.size(); }

  std::string_view take(size_t count) {
    if (count > bytes_.size()) throw AssetError("file ends too early");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  template <class T>
  T read() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::int32_t read_int() { return read<std::int32_t>(); }

  // `count` records of plain numbers; the size is checked before anything is allocated.
  template <class T>
  std::vector<T> read_vector(std::int64_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count < 0 || static_cast<std::uint64_t>(count) > bytes_.size() / sizeof(T)) {
      throw AssetError("file ends too early");
    }
    std::vector<T> values(static_cast<size_t>(count));
    const std::string_view taken = take(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), taken.data(), taken.size());
    return values;
  }

 private:
  std::string_view bytes_;
};

}  // namespace corten
