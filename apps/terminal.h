// What a terminal can show that a file should not contain: colours and a progress bar.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace corten::app {

enum class Colour { kRed = 31, kGreen = 32, kYellow = 33, kCyan = 36, kGrey = 90 };

// Paints when `file` is a terminal and NO_COLOR (https://no-color.org) is not set.
class Paint {
 public:
  explicit Paint(std::FILE* file);
  std::string operator()(Colour colour, std::string_view text) const;

 private:
  bool on_;
};

// A bar on standard error when that is a terminal, nothing elsewhere; redrawn at most a hundred times.
class Progress {
 public:
  explicit Progress(int total, bool wanted = true);
  void at(int done) const;

 private:
  int total_;
  int every_;
  bool shown_;
};

}  // namespace corten::app
