// Lines of text with numbers in a format that a user chose.
#pragma once

#include <cstdio>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "corten/model/element.h"

namespace corten {

inline constexpr int kWidestMatrix =
    300;  // MuJoCo prints no patterns with more columns, no sparse matrices with more rows

class TextLines {
 public:
  explicit TextLines(const std::string& format) : format_(format) {}

  void line(std::string_view text = "") { (out_ += text) += '\n'; }
  std::string text() && { return std::move(out_); }

  std::string real(double x) const {
    char number[512];
    std::snprintf(number, sizeof number, format_.c_str(), x);
    return number;
  }
  // left in a column
  static std::string padded(std::string_view text, std::size_t width) {
    std::string result(text);
    if (result.size() < width) result.append(width - result.size(), ' ');
    return result;
  }
  static std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return result;
  }

  // the scalars of an array's entry in a row
  template <class T>
  static auto scalars(const T* entries, std::size_t count) {
    using Scalar = typename Element<T>::Scalar;
    return std::span<const Scalar>(reinterpret_cast<const Scalar*>(entries), count * Element<T>::kCount);
  }

  // each number with `end` behind it
  template <class T>
  std::string each(std::span<const T> numbers, const char* end = " ") const {
    std::string result;
    for (const T x : numbers) result += number(x) + end;
    return result;
  }
  // numbers with a space between them
  template <class T>
  std::string row(std::span<const T> numbers) const {
    std::string result;
    for (std::size_t i = 0; i < numbers.size(); ++i) result += (i ? " " : "") + number(numbers[i]);
    return result;
  }
  // a matrix row by row below its heading; a vector is a column
  template <class T>
  void rows(std::string_view heading, std::span<const T> numbers, std::size_t count) {
    line(heading);
    for (std::size_t i = 0; i < count; ++i)
      line("  " + row(numbers.subspan(i * (numbers.size() / count), numbers.size() / count)));
    line();
  }

  // Where a matrix has numbers: one letter per column; with `follow`, behind each row how many like it come
  // next.
  using Row = std::vector<std::pair<int, char>>;  // columns that are there and their letters
  void pattern(std::string_view title, const std::vector<Row>& entries, int columns, bool follow = false);

 private:
  template <class T>
  std::string number(T x) const {
    if constexpr (std::is_floating_point_v<T>)
      return real(static_cast<double>(x));
    else
      return std::to_string(static_cast<long long>(x));
  }

  std::string format_;
  std::string out_;
};

}  // namespace corten
