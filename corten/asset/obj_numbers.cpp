// Numbers of an OBJ line: digits are summed in double, fraction digit k as digit · 10⁻ᵏ, exponents as m · 5ᵉ
// · 2ᵉ.
#include "corten/asset/obj_numbers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace corten {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// sign, digits and fraction of a word such as -12.5; what follows is left
struct Decimal {
  bool minus = false;
  std::uint64_t digits = 0;  // without the point
  int count = 0;             // of digits
  int fraction = 0;          // of them behind the point
  std::string_view rest;
};

Decimal scan(std::string_view word) {
  Decimal d;
  size_t i = 0;
  if (i < word.size() && (word[i] == '-' || word[i] == '+')) d.minus = word[i++] == '-';
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

// 10^k is exact up to here, and so are 19 digits: one division then rounds as the general reader does.
constexpr int kExactDigits = 19, kExactPower = 27;
static_assert(std::numeric_limits<long double>::digits >= 64);

long double power_of_ten(int k) {
  static const auto kTable = [] {
    std::array<long double, kExactPower + 1> table{1};
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

// exponents, hexadecimals, infinities and very long numbers
long double read_general(std::string_view word) {
  const bool minus = word.starts_with('-');
  if (minus || word.starts_with('+')) word.remove_prefix(1);
  if (word.starts_with('-')) return 0;
  // from_chars reads to the end of the file for these
  constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
  if (begins_with(word, "inf")) return minus ? -kInfinity : kInfinity;
  if (begins_with(word, "nan")) return std::numeric_limits<long double>::quiet_NaN();
  if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0]))) return 0;
  const bool hex = word.starts_with("0x") || word.starts_with("0X");
  const std::string_view digits = hex ? word.substr(2) : word;
  long double value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                      hex ? std::chars_format::hex : std::chars_format::general);
  if (result.ec == std::errc::result_out_of_range) {
    const bool tiny =
        word.find(hex ? "p-" : "e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
    value = tiny ? 0 : kInfinity;
  }
  return minus ? -value : value;
}

// In extended precision, then rounded to single: twice rounded, as in the oracle.
float parse(std::string_view word) {
  const Decimal d = scan(word);
  const bool plain = d.count > 0 && d.count <= kExactDigits &&
                     (d.rest.empty() || !std::isalpha(static_cast<unsigned char>(d.rest[0])));
  long double value;
  if (plain && d.fraction <= kExactPower) {
    value = static_cast<long double>(d.digits) / power_of_ten(d.fraction);
    if (d.minus) value = -value;
  } else {
    value = read_general(word);
  }
  constexpr long double kMax = std::numeric_limits<float>::max();
  return static_cast<float>(std::isnan(value) ? value : std::clamp(value, -kMax, kMax));
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
