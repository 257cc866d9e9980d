// Memory of one step. Arrays that live until the next step (contacts, constraint rows) grow from the bottom
// of a fixed block; scratch grows from its top and is given back when its Frame goes out of scope. The block
// never moves, so a step does not allocate; scratch beyond it comes from a spare block that is kept for later
// steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "corten/base/array.h"
#include "corten/base/buffer.h"

namespace corten {

class Arena {
 public:
  Arena() = default;
  explicit Arena(std::size_t size) : block_(Buffer::uninitialized(size)), top_(size) {}
  // copies hold what lives at the bottom, not scratch; into a block of equal size without moving it
  Arena(const Arena& other) : Arena(other.size()) { *this = other; }
  Arena(Arena&& other) noexcept = default;
  Arena& operator=(const Arena& other);
  Arena& operator=(Arena&& other) noexcept = default;

  std::byte* data() { return block_.data(); }
  const std::byte* data() const { return block_.data(); }
  std::size_t size() const { return block_.size(); }
  std::size_t used() const { return bottom_; }
  // most bytes in use at once so far, spare blocks included
  std::size_t high_water() const { return std::max(high_water_, in_use()); }
  void reset() { rewind(0); }
  // gives back everything allocated from the bottom after `used` was read
  void rewind(std::size_t used) {
    mark_high_water();
    bottom_ = used;
  }

  // Uninitialised array that lives until reset() or rewind(); false when the block is full.
  template <class T>
  [[nodiscard]] bool alloc(int count, Array<T>& out) {
    static_assert(std::is_trivially_copyable_v<T>);
    void* p = take_bottom(sizeof(T) * static_cast<std::size_t>(count), alignof(T));
    if (!p) return false;
    out = Array<T>(static_cast<T*>(p), count);
    return true;
  }

  // Scratch of one function: everything allocated through a Frame is given back at its end.
  class Frame {
   public:
    explicit Frame(Arena& arena)
        : arena_(arena), top_(arena.top_), spare_(arena.spare_used_), spare_bytes_(arena.spare_bytes_) {}
    ~Frame() {
      arena_.mark_high_water();
      arena_.top_ = top_;
      arena_.spare_used_ = spare_;
      arena_.spare_bytes_ = spare_bytes_;
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    // uninitialised
    template <class T>
    std::span<T> alloc(int count) {
      static_assert(std::is_trivially_copyable_v<T>);
      const std::size_t n = static_cast<std::size_t>(count);
      return {static_cast<T*>(arena_.take_top(sizeof(T) * n)), n};
    }
    template <class T>
    std::span<T> zeros(int count) {
      std::span<T> s = alloc<T>(count);
      for (T& x : s) x = T{};
      return s;
    }

   private:
    Arena& arena_;
    std::size_t top_;
    std::size_t spare_;
    std::size_t spare_bytes_;
  };

 private:
  // align is a power of two, as every alignment is; a division would be felt here
  static std::size_t round_up(std::size_t n, std::size_t align) { return (n + align - 1) & ~(align - 1); }

  // a step asks some hundred times: inline, and what is most at once is noted where memory is given back
  void* take_bottom(std::size_t bytes, std::size_t align) {
    const std::size_t first = round_up(bottom_, align);
    if (first > top_ || bytes > top_ - first) return nullptr;
    bottom_ = first + bytes;
    return block_.data() + first;
  }
  void* take_top(std::size_t bytes) {
    const std::size_t rounded = round_up(bytes, Buffer::kAlign);
    const std::size_t top = top_ & ~(Buffer::kAlign - 1);
    if (rounded > top || top - rounded < bottom_) [[unlikely]]
      return take_spare(rounded);
    top_ = top - rounded;
    return block_.data() + top_;
  }
  [[gnu::cold]] void* take_spare(std::size_t bytes);

  std::size_t in_use() const { return bottom_ + (block_.size() - top_) + spare_bytes_; }
  void mark_high_water() { high_water_ = high_water(); }

  Buffer block_;
  std::size_t bottom_ = 0;
  std::size_t top_ = 0;
  std::size_t high_water_ = 0;
  std::vector<Buffer> spares_;  // one per overflowing request, in stack order, reused by later steps
  std::size_t spare_used_ = 0;
  std::size_t spare_bytes_ = 0;  // in the spare blocks in use
};

}  // namespace corten
