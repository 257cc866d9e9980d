// A few colours that stand for many: median cut over a histogram, and the nearest of them by table.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "viewer/image.h"

namespace corten::viewer {

using Color = std::array<unsigned char, 3>;

// Colours by their upper bits.
class Histogram {
 public:
  Histogram();
  void add(const Image& image);
  // At most `size` colours.
  std::vector<Color> palette(int size) const;

 private:
  std::vector<std::uint32_t> counts_;
};

// Which colour of a palette is nearest; remembers the answers.
class NearestColor {
 public:
  explicit NearestColor(std::vector<Color> palette);
  int operator()(int red, int green, int blue);

 private:
  std::vector<Color> palette_;
  std::vector<std::int16_t> known_;  // by upper bits, −1 not asked yet
};

}  // namespace corten::viewer
