// Cache of processed assets.
#include "corten/asset/cache.h"

#include <bit>

namespace corten {

// multiply and fold, the two lanes with different constants
void Digest::mix(int lane, std::uint64_t word) {
  constexpr std::uint64_t kMultiplier[2] = {0x9E3779B97F4A7C15u, 0xD6E8FEB86659FD93u};
  lane_[lane] = std::rotl(lane_[lane] ^ word, 29) * kMultiplier[lane];
  lane_[lane] ^= lane_[lane] >> 32;
}

void Digest::add_bytes(std::string_view bytes) {
  const auto add_word = [this](std::uint64_t word) {
    mix(0, word);
    mix(1, word);
  };
  add_word(bytes.size());
  std::uint64_t word;
  for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    add_word(word);
  }
  word = 0;
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
  add_word(word);
}

std::shared_ptr<const void> AssetCache::find_any(const Digest& digest) {
  const std::lock_guard lock(mutex_);
  const auto found = index_.find(digest);
  if (found == index_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->asset;
}

void AssetCache::insert(const Digest& digest, std::shared_ptr<const void> asset, size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > capacity_ || index_.count(digest) > 0) return;
  entries_.push_front({digest, std::move(asset), bytes});
  index_.emplace(digest, entries_.begin());
  size_ += bytes;
  drop_oldest();
}

void AssetCache::drop_oldest() {
  while (size_ > capacity_) {
    size_ -= entries_.back().bytes;
    index_.erase(entries_.back().digest);
    entries_.pop_back();
  }
}

void AssetCache::set_capacity(size_t capacity) {
  const std::lock_guard lock(mutex_);
  capacity_ = capacity;
  drop_oldest();
}

size_t AssetCache::capacity() const {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

void AssetCache::clear() {
  const std::lock_guard lock(mutex_);
  index_.clear();
  entries_.clear();
  size_ = 0;
}

size_t AssetCache::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

}  // namespace corten
