// A picture in memory: rows from the top, three bytes per pixel.
#pragma once

#include <cstddef>
#include <vector>

#include "corten/base/config.h"
#include "corten/model/constants.h"

namespace corten::viewer {

struct Image {
  int width = 0;
  int height = 0;
  std::vector<unsigned char> rgb;

  Image() = default;
  Image(int width_, int height_)
      : width(width_),
        height(height_),
        rgb(3 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}
};

}  // namespace corten::viewer
