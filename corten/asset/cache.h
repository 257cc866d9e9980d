// Cache of processed assets, found by what they were made from: the bytes of the file and the settings.
#pragma once

#include <cstdint>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <string_view>
#include <type_traits>
#include <unordered_map>

namespace corten {

// A 128-bit digest of everything that decides the result; equal digests mean equal assets.
class Digest {
 public:
  void add_bytes(std::string_view bytes);
  template <class T>
  void add(const T& number) {
    static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
    char bytes[sizeof(T)];
    std::memcpy(bytes, &number, sizeof(T));
    add_bytes({bytes, sizeof(T)});
  }
  friend bool operator==(const Digest&, const Digest&) = default;
  std::uint64_t hash() const { return lane_[0]; }

 private:
  void mix(int lane, std::uint64_t word);
  std::uint64_t lane_[2] = {0x243F6A8885A308D3u, 0x13198A2E03707344u};
};

// Safe to use from several threads. Drops what was not used for longest when it grows beyond its capacity.
class AssetCache {
 public:
  static constexpr size_t kDefaultCapacity = size_t{500} << 20;  // bytes, as MuJoCo has

  explicit AssetCache(size_t capacity = kDefaultCapacity) : capacity_(capacity) {}

  // Null if unknown. T must be the type it was inserted with: add a tag of the kind to the digest.
  template <class T>
  std::shared_ptr<const T> find(const Digest& digest) {
    return std::static_pointer_cast<const T>(find_any(digest));
  }
  void insert(const Digest& digest, std::shared_ptr<const void> asset, size_t bytes);
  void clear();
  size_t size() const;  // bytes
  size_t capacity() const;
  void set_capacity(size_t capacity);  // drops what does not fit any more

 private:
  struct Entry {
    Digest digest;
    std::shared_ptr<const void> asset;
    size_t bytes;
  };
  struct Hash {
    size_t operator()(const Digest& digest) const { return digest.hash(); }
  };
  std::shared_ptr<const void> find_any(const Digest& digest);
  void drop_oldest();  // until the rest fits; with the lock held

  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<Digest, std::list<Entry>::iterator, Hash> index_;
  size_t capacity_;
  size_t size_ = 0;
};

}  // namespace corten
