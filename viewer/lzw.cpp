#include "viewer/lzw.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace corten::viewer {
namespace {

constexpr int kClear = 256, kEnd = 257, kFirst = 258;  // codes below are bytes
constexpr int kLeastBits = 9, kMostBits = 12;
constexpr int kCodes = 1 << kMostBits;

// Codes by what they stand for: a known code and one more byte. Open addressing, at most half full.
class Strings {
 public:
  Strings() : keys_(kPlaces), codes_(kPlaces) {}
  void clear() { std::fill(keys_.begin(), keys_.end(), 0); }

  // The code of `prefix` followed by `byte`; 0 if there is none, which `add` then makes known.
  int find(int prefix, std::uint8_t byte) {
    const std::uint32_t key = static_cast<std::uint32_t>(prefix << 8 | byte) + 1;  // 0 is an empty place
    for (at_ = key * 2654435769U >> (32 - kPlaceBits); keys_[at_] != 0; at_ = (at_ + 1) % kPlaces)
      if (keys_[at_] == key) return codes_[at_];
    wanted_ = key;
    return 0;
  }
  void add(int code) {
    keys_[at_] = wanted_;
    codes_[at_] = static_cast<std::uint16_t>(code);
  }

 private:
  static constexpr int kPlaceBits = kMostBits + 1;
  static constexpr std::uint32_t kPlaces = 1U << kPlaceBits;
  std::vector<std::uint32_t> keys_;
  std::vector<std::uint16_t> codes_;
  std::uint32_t at_ = 0, wanted_ = 0;
};

class Writer {
 public:
  void code(int value) {
    waiting_ |= static_cast<std::uint32_t>(value) << count_;
    for (count_ += bits_; count_ >= 8; count_ -= 8, waiting_ >>= 8)
      bytes_ += static_cast<char>(waiting_ & 255);
  }
  void set_bits(int bits) { bits_ = bits; }
  // A reader knows a code one step later than its writer: codes grow when that many are known to it.
  void grow_at(int made) {
    if (made == 1 << bits_ && bits_ < kMostBits) ++bits_;
  }
  std::string finished() && {
    if (count_ > 0) bytes_ += static_cast<char>(waiting_ & 255);
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  std::uint32_t waiting_ = 0;
  int count_ = 0, bits_ = kLeastBits;
};

}  // namespace

std::string lzw_packed(std::span<const std::uint8_t> pixels) {
  Writer out;
  Strings known;
  int next = kFirst;
  out.code(kClear);
  if (!pixels.empty()) {
    int prefix = pixels[0];
    for (const std::uint8_t byte : pixels.subspan(1)) {
      if (const int longer = known.find(prefix, byte)) {
        prefix = longer;
        continue;
      }
      out.code(prefix);
      prefix = byte;
      if (next < kCodes) {
        known.add(next);
        out.grow_at(next++);
      } else {
        out.code(kClear);
        out.set_bits(kLeastBits);
        known.clear();
        next = kFirst;
      }
    }
    out.code(prefix);
    out.grow_at(next);
  }
  out.code(kEnd);
  return std::move(out).finished();
}

}  // namespace corten::viewer
