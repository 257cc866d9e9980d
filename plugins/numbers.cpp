#include "plugins/numbers.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace corten::plugins {

Real leading_number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::optional<Real> optional_number(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(leading_number(text));
}

bool is_one_number(const std::string& text) {
  std::string dense;
  std::copy_if(text.begin(), text.end(), std::back_inserter(dense),
               [](unsigned char c) { return !std::isspace(c); });
  char* end = nullptr;
  std::strtod(dense.c_str(), &end);
  return end == dense.c_str() + dense.size();
}

std::vector<Real> number_list(const std::string& text) {
  std::vector<Real> numbers;
  std::size_t first = 0;
  while (first < text.size()) {
    const std::size_t last = std::min(text.find(' ', first), text.size());
    numbers.push_back(leading_number(text.substr(first, last - first)));
    first = last + 1;
  }
  return numbers;
}

}  // namespace corten::plugins
