// Owned, cache-line aligned bytes, zeroed unless said otherwise; copies are deep.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

namespace corten {

class Buffer {
 public:
  static constexpr std::size_t kAlign = 64;

  Buffer() = default;
  explicit Buffer(std::size_t size) : data_(allocate(size)), size_(size) {
    if (data_) std::memset(data_, 0, size);
  }
  // bytes the operating system may leave untouched until they are used
  static Buffer uninitialized(std::size_t size) {
    Buffer buffer;
    buffer.data_ = allocate(size);
    buffer.size_ = size;
    return buffer;
  }
  Buffer(const Buffer& other) : data_(allocate(other.size_)), size_(other.size_) {
    if (data_) std::memcpy(data_, other.data_, size_);
  }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { ::operator delete (data_, std::align_val_t{kAlign}); }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  static std::byte* allocate(std::size_t size) {
    return size ? static_cast<std::byte*>(::operator new (size, std::align_val_t{kAlign})) : nullptr;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace corten
