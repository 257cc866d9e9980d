// Numbers of an OBJ line: the double nearest to the word, then the float that the oracle makes of it
// (twice_rounded.h).
#include "corten/asset/obj_numbers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>

#include "corten/asset/twice_rounded.h"
#include "corten/base/real_from_chars.h"

namespace corten {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// digits and fraction of a word such as 12.5; what follows is left
struct Decimal {
  std::uint64_t digits = 0;  // without the point
  int count = 0;             // of digits
  int fraction = 0;          // of them behind the point
  std::string_view rest;
};

Decimal scan(std::string_view word) {
  Decimal d;
  size_t i = 0;
  bool point = false;
  for (; i < word.size() && (is_digit(word[i]) || (word[i] == '.' && !point)); ++i) {
    if (word[i] == '.') {
      point = true;
      continue;
    }
    d.digits = 10 * d.digits + static_cast<std::uint64_t>(word[i] - '0');
    ++d.count;
    d.fraction += point;
  }
  d.rest = word.substr(i);
  return d;
}

// 10^k is exact up to here, and so are 15 digits: one division rounds as the general reader does.
constexpr int kExactDigits = 15, kExactPower = 22;

double power_of_ten(int k) {
  static const auto kTable = [] {
    std::array<double, kExactPower + 1> table{1};
    for (int i = 1; i <= kExactPower; ++i) table[i] = table[i - 1] * 10;
    return table;
  }();
  return kTable[k];
}

bool begins_with(std::string_view word, std::string_view lower) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return word.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), word.begin(), [&](char b, char a) { return same(a, b); });
}

constexpr float kMax = std::numeric_limits<float>::max();

// exponents, hexadecimals and very long numbers
float read_general(std::string_view word) {
  const bool hex = word.starts_with("0x") || word.starts_with("0X");
  if (hex) word.remove_prefix(2);
  if (word.starts_with('-')) return 0;  // no second sign
  double value = 0;
  const auto [end, error] = real_from_chars(word.data(), word.data() + word.size(), value,
                                            hex ? std::chars_format::hex : std::chars_format::general);
  if (error == std::errc::invalid_argument) return 0;
  const std::string_view text = word.substr(0, static_cast<std::size_t>(end - word.data()));
  if (error == std::errc::result_out_of_range) return is_below_one(text, hex) ? 0 : kMax;
  return twice_rounded(std::min<double>(value, kMax), text, hex);
}

float read_unsigned(std::string_view word) {
  const Decimal d = scan(word);
  const bool plain = d.count > 0 && d.count <= kExactDigits && d.fraction <= kExactPower &&
                     (d.rest.empty() || !std::isalpha(static_cast<unsigned char>(d.rest[0])));
  if (!plain) return read_general(word);
  return twice_rounded(static_cast<double>(d.digits) / power_of_ten(d.fraction),
                       word.substr(0, word.size() - d.rest.size()), false);
}

float parse(std::string_view word) {
  const bool minus = word.starts_with('-');
  if (minus || word.starts_with('+')) word.remove_prefix(1);
  if (word.starts_with('-')) return 0;
  if (begins_with(word, "inf")) return minus ? -kMax : kMax;
  if (begins_with(word, "nan")) return std::numeric_limits<float>::quiet_NaN();
  if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0]))) return 0;
  const float value = read_unsigned(word);
  return minus ? -value : value;
}

}  // namespace

void ObjLine::skip_blanks() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
}

bool ObjLine::skip(char c) {
  if (rest_.empty() || rest_[0] != c) return false;
  rest_.remove_prefix(1);
  return true;
}

float ObjLine::next_float() {
  skip_blanks();
  size_t length = 0;
  while (length < rest_.size() && rest_[length] != ' ' && rest_[length] != '\t') ++length;
  const std::string_view word = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return parse(word);
}

int ObjLine::next_index() {
  ObjLine ahead = *this;
  ahead.skip_blanks();
  std::string_view digits = ahead.rest_;
  const bool minus = digits.starts_with('-');
  if (minus || digits.starts_with('+')) digits.remove_prefix(1);
  long value = 0;
  for (; !digits.empty() && is_digit(digits[0]); digits.remove_prefix(1))
    value = std::min<long>(10 * value + (digits[0] - '0'), std::numeric_limits<int>::max());
  while (!rest_.empty() && rest_[0] != '/' && rest_[0] != ' ' && rest_[0] != '\t') rest_.remove_prefix(1);
  return static_cast<int>(minus ? -value : value);
}

}  // namespace corten
