// Bytes that travel inside a page: arrays one after the other, compressed and written as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace corten::viewer {

class PageBlob {
 public:
  // {"at": first byte, "bytes": count} for the head
  nlohmann::json add(const std::string& bytes);
  // The same for numbers, with the first bytes of all of them together, then the second ones …: equal bytes
  // side by side compress well.
  template <class T>
  nlohmann::json add_planes(const std::vector<T>& values) {
    return add_strided(values.data(), values.size(), sizeof(T));
  }

  // Compressed without a header (deflate-raw), in base64.
  std::string base64() const;

 private:
  nlohmann::json add_strided(const void* data, std::size_t count, std::size_t size);

  std::string bytes_;
};

}  // namespace corten::viewer
