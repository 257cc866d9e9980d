// Textures with their smaller copies (mip levels), looked up smoothly.
#pragma once

#include <vector>

#include "corten/model/model.h"

namespace corten::viewer {

using Rgba = Vec<float, 4>;

// A picture and its halves, quarters …; outside it repeats, or continues its edge.
class Picture {
 public:
  // channels 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha; srgb: values are gamma-encoded
  Picture(const byte* pixels, int width, int height, int channels, bool srgb, bool repeat);

  int width() const { return levels_[0].width; }
  int height() const { return levels_[0].height; }
  // s from 0 to 1 along a row, t from 0 to 1 down the rows; level 0 is the full picture.
  Rgba sample(float s, float t, float level) const;

 private:
  struct Level {
    int width, height;
    std::vector<Vec<byte, 4>> pixels;
  };

  void bilinear(const Level& level, float s, float t, float weight, Rgba& sum) const;
  const Vec<byte, 4>& texel(const Level& level, int x, int y) const;
  void add_half();

  std::vector<Level> levels_;
  const float* decode_;  // byte to value
  bool repeat_;
};

// How texture coordinates change from a pixel to its right and lower neighbour.
struct Footprint {
  Vec<float, 2> dx{}, dy{};
};

class Texture {
 public:
  Texture(const Model& m, int texid);

  bool is_cube() const { return cube_; }
  // 2d: several samples along the longer side of the footprint
  Rgba sample(const Vec<float, 2>& st, const Footprint& footprint) const;
  // cube: the colour in this direction; spread: angle a pixel covers [rad]
  Rgba sample(const Vec3<float>& direction, float spread) const;

 private:
  bool cube_;
  std::vector<Picture> faces_;  // 2d: one; cube: one for all sides or six, right left up down front back
};

}  // namespace corten::viewer
