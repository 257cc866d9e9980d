#include "corten/base/arena.h"

#include <cstring>

namespace corten {
namespace {
// align is a power of two, as every alignment is; a division would be felt here
std::size_t round_up(std::size_t n, std::size_t align) { return (n + align - 1) & ~(align - 1); }
}  // namespace

Arena& Arena::operator=(const Arena& other) {
  if (size() != other.size()) block_ = Buffer::uninitialized(other.size());
  if (other.bottom_) std::memmove(block_.data(), other.block_.data(), other.bottom_);
  bottom_ = other.bottom_;
  top_ = block_.size();
  high_water_ = other.high_water_;
  return *this;
}

void* Arena::take_bottom(std::size_t bytes, std::size_t align) {
  const std::size_t first = round_up(bottom_, align);
  if (first > top_ || bytes > top_ - first) return nullptr;
  bottom_ = first + bytes;
  mark_high_water();
  return block_.data() + first;
}

void* Arena::take_top(std::size_t bytes) {
  const std::size_t rounded = round_up(bytes, Buffer::kAlign);
  const std::size_t top = top_ / Buffer::kAlign * Buffer::kAlign;
  if (rounded <= top && top - rounded >= bottom_) {
    top_ = top - rounded;
    mark_high_water();
    return block_.data() + top_;
  }
  return take_spare(rounded);
}

void* Arena::take_spare(std::size_t bytes) {
  if (spare_used_ == spares_.size()) spares_.emplace_back();
  Buffer& spare = spares_[spare_used_++];
  if (spare.size() < bytes) spare = Buffer(bytes);
  spare_bytes_ += bytes;
  mark_high_water();
  return spare.data();
}

}  // namespace corten
