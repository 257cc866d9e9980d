// Textures: pictures laid out as the model wants them, flat or as the six faces of a cube.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "corten/asset/image.h"
#include "corten/math/vec3.h"

namespace corten {

// Faces of a cube, stacked from top to bottom: right, left, up, down, front, back.
inline constexpr int kCubeFaces = 6;

// MuJoCo's numbers (mjtBuiltin, mjtMark)
enum class BuiltinTexture { kNone = 0, kGradient, kChecker, kFlat };
enum class TextureMark { kNone = 0, kEdge, kCross, kRandom };

struct BuiltinTextureSettings {
  BuiltinTexture pattern = BuiltinTexture::kFlat;
  TextureMark mark = TextureMark::kNone;
  Vec3<Real> rgb1{}, rgb2{}, markrgb{};
  Real random = 0;  // probability of a mark
  int width = 0;
  int height = 0;  // of a flat texture; a cube is 6 widths high
};

// Three bytes per pixel. Both throw AssetError on impossible sizes.
Image make_flat_texture(const BuiltinTextureSettings& settings);
Image make_cube_texture(const BuiltinTextureSettings& settings);

// A cube from one picture: the same for all faces with a grid of 1 × 1 (stored once), else cut by the layout,
// one letter of "RLUDFB" or '.' per cell, row by row. Faces without a picture have the color rgb1.
Image cube_from_grid(const Image& image, Vec2<int> gridsize, std::string_view gridlayout,
                     const Vec3<Real>& rgb1);
Image cube_from_faces(const std::array<std::optional<Image>, kCubeFaces>& faces, const Vec3<Real>& rgb1);

// 0..1 to a byte, truncated; intensities beyond that wrap around.
inline std::uint8_t color_byte(Real intensity) {
  const Real value = 255 * intensity;
  return std::abs(value) < 2147483647.0 ? static_cast<std::uint8_t>(static_cast<int>(value)) : 0;
}

}  // namespace corten
