// std::from_chars for reals that are written in digits: words such as nan and inf are no numbers here,
// because the library of GCC looks for their end beyond the end it is given, to the next zero byte.
#pragma once

#include <charconv>
#include <cstring>
#include <system_error>

namespace corten {

template <class T>
std::from_chars_result real_from_chars(const char* first, const char* last, T& value,
                                       std::chars_format format = std::chars_format::general) {
  const char* digit = first != last && *first == '-' ? first + 1 : first;
  if (digit == last || std::memchr("iInN", *digit, 4)) return {first, std::errc::invalid_argument};
  return std::from_chars(first, last, value, format);
}

}  // namespace corten
