// Lays arrays out in one buffer: a first visit measures, a second one binds the views.
#pragma once

#include <cstddef>
#include <cstdint>

#include "corten/base/array.h"
#include "corten/base/buffer.h"

namespace corten {

class Layout {
 public:
  explicit Layout(std::byte* base = nullptr) : base_(base) {}

  template <class T>
  void operator()(const char*, Array<T>& array, std::int64_t rows) {
    array = Array<T>(take<T>(static_cast<std::size_t>(rows)), static_cast<int>(rows));
  }
  template <class T>
  void operator()(const char*, Array2<T>& array, std::int64_t rows, std::int64_t cols) {
    array = Array2<T>(take<T>(static_cast<std::size_t>(rows * cols)), static_cast<int>(rows),
                      static_cast<int>(cols));
  }

  std::size_t size() const { return size_; }

 private:
  template <class T>
  T* take(std::size_t count) {
    std::byte* p = base_ ? base_ + size_ : nullptr;
    size_ += (count * sizeof(T) + Buffer::kAlign - 1) / Buffer::kAlign * Buffer::kAlign;
    return reinterpret_cast<T*>(p);
  }

  std::byte* base_;
  std::size_t size_ = 0;
};

}  // namespace corten
