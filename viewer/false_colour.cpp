// Grey by distance, and colours far apart by number.
#include "viewer/false_colour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace corten::viewer {
namespace {

constexpr float kDarkest = 0.15F;  // grey of the farthest point

unsigned char to_byte(float x) {
  return x > 0 ? static_cast<unsigned char>(std::lround(255 * std::min(x, 1.0F))) : 0;
}

// Hues by the golden ratio are far apart for neighbouring numbers.
std::array<unsigned char, 3> object_color(int id, int type) {
  const double turn = std::fmod(0.618033988749895 * (id + 37 * type), 1.0);
  const float value = id % 2 ? 0.95F : 0.75F;
  std::array<unsigned char, 3> color{};
  for (int i = 0; i < 3; ++i) {
    const double apart = std::abs(std::fmod(6 * turn + 2 * i, 6.0) - 3) - 1;
    const auto share = static_cast<float>(std::clamp(apart, 0.0, 1.0));
    color[static_cast<std::size_t>(i)] = to_byte(value * (0.3F + 0.7F * share));
  }
  return color;
}

}  // namespace

Image depth_picture(Renderer& renderer) {
  Image image(renderer.width(), renderer.height());
  std::vector<float> depth(image.rgb.size() / 3);
  renderer.render_depth(depth);
  const auto nothing = static_cast<float>(renderer.scene().view.zfar);
  float near = nothing;
  float far = 0;
  for (float z : depth)
    if (z < nothing) {
      near = std::min(near, z);
      far = std::max(far, z);
    }
  for (std::size_t i = 0; i < depth.size(); ++i) {
    if (!(depth[i] < nothing)) continue;
    // by reciprocals: what is near keeps its contrast before a far floor
    const float share = far > near ? (1 / depth[i] - 1 / far) / (1 / near - 1 / far) : 1;
    std::fill_n(&image.rgb[3 * i], 3, to_byte(kDarkest + (1 - kDarkest) * share));
  }
  return image;
}

Image segmentation_picture(Renderer& renderer) {
  Image image(renderer.width(), renderer.height());
  std::vector<int> ids(image.rgb.size() / 3 * 2);
  renderer.render_segmentation(ids);
  for (std::size_t i = 0; i < ids.size() / 2; ++i) {
    if (ids[2 * i + 1] < 0) continue;
    const auto color = object_color(ids[2 * i], ids[2 * i + 1]);
    std::copy(color.begin(), color.end(), &image.rgb[3 * i]);
  }
  return image;
}

}  // namespace corten::viewer
