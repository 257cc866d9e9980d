// Builtin textures: a pattern, then marks on top of it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "corten/asset/asset_error.h"
#include "corten/asset/texture.h"
#include "corten/math/build_frame.h"

namespace corten {
namespace {

using Settings = BuiltinTextureSettings;

// One face of the picture, or all of a flat one.
struct Canvas {
  Image& image;
  int first_row;
  int width, height;

  void paint(int row, int col, const Vec3<Real>& rgb) {
    std::uint8_t* pixel = image.pixel(first_row + row, col);
    for (int k = 0; k < 3; ++k) pixel[k] = color_byte(rgb[k]);
  }
};

// A sigmoid from `low` at position -1 to `high` at 1.
Vec3<Real> blend(const Vec3<Real>& high, const Vec3<Real>& low, Real position) {
  const Real correction = 1.0 / std::sqrt(2.0);
  const Real alpha =
      std::clamp<Real>(0.5 * (1 + position / std::sqrt(1 + position * position) / correction), 0, 1);
  Vec3<Real> rgb;
  for (int k = 0; k < 3; ++k) rgb[k] = alpha * high[k] + (1 - alpha) * low[k];
  return rgb;
}

// centre of a pixel in [-1, 1], x to the right, y up
Real pixel_x(int col, int width) { return 2 * col / static_cast<Real>(width - 1) - 1; }
Real pixel_y(int row, int height) { return 1 - 2 * row / static_cast<Real>(height - 1); }

template <class Color>
void paint_all(Canvas canvas, Color&& color) {
  for (int row = 0; row < canvas.height; ++row)
    for (int col = 0; col < canvas.width; ++col) canvas.paint(row, col, color(row, col));
}

void paint_checker(Canvas canvas, const Vec3<Real>& rgb1, const Vec3<Real>& rgb2) {
  paint_all(canvas, [&](int row, int col) {
    return (row < canvas.height / 2) == (col < canvas.width / 2) ? rgb1 : rgb2;
  });
}

void paint_radial_gradient(Canvas canvas, const Settings& s) {
  paint_all(canvas, [&](int row, int col) {
    const Real x = pixel_x(col, canvas.width), y = pixel_y(row, canvas.height);
    return blend(s.rgb2, s.rgb1, 2 * std::sqrt(x * x + y * y) - 1);
  });
}

// By elevation above the horizon, as seen from the middle of the cube.
void paint_sky_gradient(Canvas canvas, int face, const Settings& s) {
  constexpr int kUp = 2, kDown = 3;
  paint_all(canvas, [&](int row, int col) {
    const Real x = pixel_x(col, canvas.width), y = pixel_y(row, canvas.width);
    const Real distance = std::sqrt(1 + x * x + y * y);
    const Real overhead = 1 - std::acos(1.0 / distance) / (0.5 * kPi);
    const Real elevation = face == kUp     ? overhead
                           : face == kDown ? -overhead
                                           : std::asin(y / distance) / (0.5 * kPi);
    return blend(s.rgb1, s.rgb2, elevation);
  });
}

void paint_face(Canvas canvas, int face, const Settings& s) {
  constexpr int kDown = 3, kFront = 4;
  switch (s.pattern) {
    case BuiltinTexture::kGradient:
      paint_sky_gradient(canvas, face, s);
      break;
    case BuiltinTexture::kChecker:
      paint_checker(canvas, face < kFront ? s.rgb1 : s.rgb2, face < kFront ? s.rgb2 : s.rgb1);
      break;
    case BuiltinTexture::kFlat:
      paint_all(canvas, [&](int, int) { return face == kDown ? s.rgb2 : s.rgb1; });
      break;
    case BuiltinTexture::kNone:
      break;
  }
}

void mark_edge(Canvas canvas, const Vec3<Real>& rgb) {
  for (int row = 0; row < canvas.height; ++row) {
    canvas.paint(row, 0, rgb);
    canvas.paint(row, canvas.width - 1, rgb);
  }
  for (int col = 0; col < canvas.width; ++col) {
    canvas.paint(0, col, rgb);
    canvas.paint(canvas.height - 1, col, rgb);
  }
}

void mark_cross(Canvas canvas, const Vec3<Real>& rgb) {
  for (int row = 0; row < canvas.height; ++row) canvas.paint(row, canvas.width / 2, rgb);
  for (int col = 0; col < canvas.width; ++col) canvas.paint(canvas.height / 2, col, rgb);
}

// in [0, 1], as LLVM's library makes a real number of the generator's 64 bits
Real uniform(std::mt19937_64& random) { return static_cast<Real>(random()) * 0x1p-64; }

void mark_random(Canvas canvas, const Settings& s) {
  std::mt19937_64 random(42);
  for (int row = 0; row < canvas.height; ++row)
    for (int col = 0; col < canvas.width; ++col)
      if (uniform(random) < s.random) canvas.paint(row, col, s.markrgb);
}

void mark_face(Canvas canvas, const Settings& s) {
  if (s.mark == TextureMark::kEdge) mark_edge(canvas, s.markrgb);
  if (s.mark == TextureMark::kCross) mark_cross(canvas, s.markrgb);
}

Image blank(int width, int height) {
  if (static_cast<std::int64_t>(width) * height > std::numeric_limits<int>::max()) {
    throw AssetError("builtin texture is too large");
  }
  Image image{width, height, 3, {}, false};
  image.data.resize(3 * static_cast<size_t>(width) * height);
  return image;
}

}  // namespace

Image make_flat_texture(const BuiltinTextureSettings& s) {
  if (s.width < 1) throw AssetError("invalid width of builtin texture");
  if (s.height < 1) throw AssetError("invalid height of builtin texture");
  Image image = blank(s.width, s.height);
  const Canvas canvas{image, 0, s.width, s.height};
  if (s.pattern == BuiltinTexture::kGradient) paint_radial_gradient(canvas, s);
  if (s.pattern == BuiltinTexture::kChecker) paint_checker(canvas, s.rgb1, s.rgb2);
  if (s.pattern == BuiltinTexture::kFlat) paint_all(canvas, [&](int, int) { return s.rgb1; });
  mark_face(canvas, s);
  if (s.mark == TextureMark::kRandom) mark_random(canvas, s);
  return image;
}

Image make_cube_texture(const BuiltinTextureSettings& s) {
  if (s.width < 1 || s.width >= std::numeric_limits<int>::max() / kCubeFaces) {
    throw AssetError("invalid width of builtin texture");
  }
  Image image = blank(s.width, kCubeFaces * s.width);
  for (int face = 0; face < kCubeFaces; ++face) {
    const Canvas canvas{image, face * s.width, s.width, s.width};
    paint_face(canvas, face, s);
    mark_face(canvas, s);
  }
  if (s.mark == TextureMark::kRandom) mark_random({image, 0, image.width, image.height}, s);
  return image;
}

}  // namespace corten
