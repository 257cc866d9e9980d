// With M a midpoint of neighbouring floats and x the number: the double v nearest to x is on the same side of
// M as x, or M itself. In the first case v rounds as x does. In the second x is compared, in whole numbers,
// with the ends of what 64 bits round to M.
#include "corten/asset/twice_rounded.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

namespace corten {
namespace {

class Natural {
 public:
  explicit Natural(std::uint64_t n = 0)
      : limbs_{static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32)} {
    trim();
  }

  void multiply_add(std::uint32_t factor, std::uint32_t addend) {
    std::uint64_t carry = addend;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    limbs_.push_back(static_cast<std::uint32_t>(carry));
    trim();
  }

  void multiply_by_power(std::uint32_t base, long long exponent) {
    for (; exponent > 0; --exponent) multiply_add(base, 0);
  }

  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() <=> b.limbs_.size();
    return std::lexicographical_compare_three_way(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(),
                                                  b.limbs_.rend());
  }

 private:
  void trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  }

  std::vector<std::uint32_t> limbs_;  // the lowest first
};

// digits · 5^fives · 2^twos
struct Exact {
  Natural digits;
  int kept = 0;  // digits behind leading zeros
  long long fives = 0, twos = 0;
};

unsigned digit_of(char c) {
  if (c <= '9') return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a') + 10;
}

// An end of what rounds to a midpoint has at most 217 decimals behind the point and 39 before it: of digits
// behind that many it matters only whether one is not 0.
constexpr int kDigits = 260;
constexpr long long kHuge = 1ll << 60;  // an exponent that no digits make up for

Exact exact(std::string_view text, bool hex) {
  const std::uint32_t radix = hex ? 16 : 10;
  Exact x;
  long long places = 0;  // by which the point moves to the right
  bool point = false, more = false;
  std::size_t i = 0;
  for (; i < text.size() && (text[i] | 0x20) != (hex ? 'p' : 'e'); ++i) {
    if (text[i] == '.') {
      point = true;
      continue;
    }
    const unsigned digit = digit_of(text[i]);
    const bool keep = x.kept < kDigits;
    if (keep) x.digits.multiply_add(radix, digit);
    if (keep && (x.kept > 0 || digit > 0)) ++x.kept;
    if (!keep && digit > 0) more = true;
    places += (keep ? 0 : 1) - (point ? 1 : 0);
  }
  x.digits.multiply_add(radix, more);
  --places;

  long long exponent = 0;
  if (i < text.size()) {
    const char* first = text.data() + i + 1;
    const auto read = std::from_chars(first + (*first == '+'), text.data() + text.size(), exponent);
    if (read.ec != std::errc{}) exponent = *first == '-' ? -kHuge : kHuge;
    exponent = std::clamp(exponent, -kHuge, kHuge);
  }
  x.fives = hex ? 0 : places + exponent;
  x.twos = hex ? 4 * places + exponent : places + exponent;
  return x;
}

// x beside bound · 2^twos
std::strong_ordering compare(Exact x, Natural bound, long long twos) {
  x.digits.multiply_by_power(5, x.fives);
  bound.multiply_by_power(5, -x.fives);
  x.digits.multiply_by_power(2, x.twos - twos);
  bound.multiply_by_power(2, twos - x.twos);
  return x.digits <=> bound;
}

float next(float f, float to) { return std::nextafter(f, to); }
constexpr float kMost = std::numeric_limits<float>::max();

bool is_midpoint(double v, float nearest) {
  const double other = next(nearest, nearest < v ? kMost : 0);
  return nearest != v && nearest + (other - nearest) / 2 == v;
}

}  // namespace

bool is_below_one(std::string_view text, bool hex) {
  const Exact x = exact(text, hex);
  return x.kept + 1 + (hex ? x.twos / 4 : x.twos) <= 0;
}

float twice_rounded(double nearest, std::string_view text, bool hex) {
  const float to_even = static_cast<float>(nearest);
  if (!is_midpoint(nearest, to_even)) return to_even;

  // nearest is m · 2^(e − 25); 64 bits are 2^(e − 64) apart there, and half as far below a power of two: ends
  // in units of 2^(e − 66)
  int e = 0;
  const auto m = static_cast<std::uint64_t>(std::ldexp(std::frexp(nearest, &e), 25));
  constexpr std::uint32_t kScale = 1u << 21;
  Natural above(m << 20), below((m << 20) - 1);
  above.multiply_add(kScale, 2);
  below.multiply_add(kScale, kScale - (m == 1u << 24 ? 1 : 2));

  const Exact x = exact(text, hex);
  if (compare(x, above, e - 66) > 0) return to_even > nearest ? to_even : next(to_even, kMost);
  if (compare(x, below, e - 66) < 0) return to_even < nearest ? to_even : next(to_even, 0);
  return to_even;
}

}  // namespace corten
