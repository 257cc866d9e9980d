// Views of memory owned elsewhere. They propagate const: a const Array hands out const elements, so that
// `const Model&` is read-only all the way down.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

#include "corten/base/config.h"

namespace corten {

template <class T>
class Array {
 public:
  using value_type = T;

  Array() = default;
  Array(T* data, int size) : data_(data), size_(size) { assert(size >= 0); }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }

  T* data() { return data_; }
  const T* data() const { return data_; }

  T& operator[](int i) {
    assert(i >= 0 && i < size_);
    return data_[i];
  }
  const T& operator[](int i) const {
    assert(i >= 0 && i < size_);
    return data_[i];
  }

  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  std::span<T> span() { return {data_, static_cast<std::size_t>(size_)}; }
  std::span<const T> span() const { return {data_, static_cast<std::size_t>(size_)}; }
  std::span<T> slice(int first, int count) {
    assert(first >= 0 && count >= 0 && first + count <= size_);
    return {data_ + first, static_cast<std::size_t>(count)};
  }
  std::span<const T> slice(int first, int count) const {
    assert(first >= 0 && count >= 0 && first + count <= size_);
    return {data_ + first, static_cast<std::size_t>(count)};
  }

 private:
  T* data_ = nullptr;
  int size_ = 0;
};

// Rows of equal length known only at compile of the model, such as user data or dense Jacobians.
template <class T>
class Array2 {
 public:
  using value_type = T;

  Array2() = default;
  Array2(T* data, int rows, int cols) : data_(data), rows_(rows), cols_(cols) {
    assert(rows >= 0 && cols >= 0);
  }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  std::size_t size() const { return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(cols_); }

  T* data() { return data_; }
  const T* data() const { return data_; }

  std::span<T> operator[](int row) {
    assert(row >= 0 && row < rows_);
    return {data_ + static_cast<std::size_t>(row) * static_cast<std::size_t>(cols_),
            static_cast<std::size_t>(cols_)};
  }
  std::span<const T> operator[](int row) const {
    assert(row >= 0 && row < rows_);
    return {data_ + static_cast<std::size_t>(row) * static_cast<std::size_t>(cols_),
            static_cast<std::size_t>(cols_)};
  }

 private:
  T* data_ = nullptr;
  int rows_ = 0;
  int cols_ = 0;
};

}  // namespace corten
