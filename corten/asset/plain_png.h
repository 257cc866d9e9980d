// Plain PNGs, as most textures are: eight bits, RGB or RGBA, rows one after the other. Lodepng reads them
// with twice the time and memory.
#pragma once

#include <optional>
#include <string_view>

#include "corten/asset/image.h"

namespace corten {

// Nothing if the file is not plain, is damaged in any way, or has to become something else than RGB or RGBA.
std::optional<Image> read_plain_png(std::string_view bytes, int nchannel);

}  // namespace corten
