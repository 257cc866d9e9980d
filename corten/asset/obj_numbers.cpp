// Numbers of an OBJ line: digits are summed in double, fraction digit k as digit · 10⁻ᵏ, exponents as m · 5ᵉ
// · 2ᵉ.
#include "corten/asset/obj_numbers.h"

#include <array>
#include <cmath>
#include <limits>

namespace corten {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

double negative_power_of_ten(int k) {
  static const auto kTable = [] {
    std::array<double, 32> table{1.0, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001, 0.0000001};
    for (int i = 8; i < 32; ++i) table[i] = std::pow(10.0, -i);
    return table;
  }();
  return k < 32 ? kTable[k] : std::pow(10.0, -k);
}

class Scanner {
 public:
  explicit Scanner(std::string_view word) : rest_(word) {}
  char peek() const { return rest_.empty() ? '\0' : rest_[0]; }
  void advance() { rest_.remove_prefix(1); }
  bool accept_sign() {  // true for minus
    const bool minus = peek() == '-';
    if (minus || peek() == '+') advance();
    return minus;
  }
  bool at_digit() const { return is_digit(peek()); }
  int digit() {
    const int value = peek() - '0';
    advance();
    return value;
  }

 private:
  std::string_view rest_;
};

// false without any digit
bool scan_exponent(Scanner& scan, int& exponent) {
  const bool minus = scan.accept_sign();
  if (!scan.at_digit()) return false;
  exponent = 0;
  while (scan.at_digit()) exponent = std::min(10 * exponent + scan.digit(), 100000);
  if (minus) exponent = -exponent;
  return true;
}

double parse(std::string_view word) {
  Scanner scan(word);
  const bool minus = scan.accept_sign();
  if (!scan.at_digit() && scan.peek() != '.') return 0;
  double mantissa = 0;
  while (scan.at_digit()) mantissa = mantissa * 10 + scan.digit();
  if (scan.peek() == '.') {
    scan.advance();
    for (int k = 1; scan.at_digit(); ++k) mantissa += scan.digit() * negative_power_of_ten(k);
  }
  int exponent = 0;
  if (scan.peek() == 'e' || scan.peek() == 'E') {
    scan.advance();
    if (!scan_exponent(scan, exponent)) return 0;
  }
  const double value = exponent ? std::ldexp(mantissa * std::pow(5.0, exponent), exponent) : mantissa;
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
  return static_cast<float>(parse(word));
}

int ObjLine::next_index() {
  const bool minus = !rest_.empty() && rest_[0] == '-';
  if (!rest_.empty() && (minus || rest_[0] == '+')) rest_.remove_prefix(1);
  long value = 0;
  while (!rest_.empty() && is_digit(rest_[0])) {
    value = std::min<long>(10 * value + (rest_[0] - '0'), std::numeric_limits<int>::max());
    rest_.remove_prefix(1);
  }
  while (!rest_.empty() && rest_[0] != '/' && rest_[0] != ' ' && rest_[0] != '\t') rest_.remove_prefix(1);
  return static_cast<int>(minus ? -value : value);
}

}  // namespace corten
