#include "corten/base/arena.h"

#include <cstring>

namespace corten {
Arena& Arena::operator=(const Arena& other) {
  if (size() != other.size()) block_ = Buffer::uninitialized(other.size());
  if (other.bottom_) std::memmove(block_.data(), other.block_.data(), other.bottom_);
  bottom_ = other.bottom_;
  top_ = block_.size();
  high_water_ = other.high_water();
  return *this;
}

void* Arena::take_spare(std::size_t bytes) {
  if (spare_used_ == spares_.size()) spares_.emplace_back();
  Buffer& spare = spares_[spare_used_++];
  if (spare.size() < bytes) spare = Buffer(bytes);
  spare_bytes_ += bytes;
  return spare.data();
}

}  // namespace corten
