// Builtin textures: a pattern, then marks on top of it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "corten/asset/asset_error.h"
#include "corten/asset/color_ramp.h"
#include "corten/asset/texture.h"
#include "corten/math/build_frame.h"

namespace corten {
namespace {

using Settings = BuiltinTextureSettings;
constexpr int kUp = 2, kDown = 3, kFront = 4;  // faces of a cube

// One face of the picture, or all of a flat one.
struct Canvas {
  Image& image;
  int first_row;
  int width, height;

  std::uint8_t* pixel(int row, int col) { return image.pixel(first_row + row, col); }
  void paint(int row, int col, const Pixel& color) { std::copy_n(color.begin(), 3, pixel(row, col)); }
  void paint_row(int row, int first_col, int last_col, const Pixel& color) {
    for (int col = first_col; col < last_col; ++col) paint(row, col, color);
  }
  void copy_row(int row, int to) { std::copy_n(pixel(row, 0), 3 * static_cast<size_t>(width), pixel(to, 0)); }
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

void paint_flat(Canvas canvas, const Vec3<Real>& rgb) {
  canvas.paint_row(0, 0, canvas.width, to_pixel(rgb));
  for (int row = 1; row < canvas.height; ++row) canvas.copy_row(0, row);
}

void paint_checker(Canvas canvas, const Vec3<Real>& rgb1, const Vec3<Real>& rgb2) {
  const int middle = canvas.height / 2;  // the first row of the lower half
  for (const int row : {0, middle}) {
    canvas.paint_row(row, 0, canvas.width / 2, to_pixel(row < middle ? rgb1 : rgb2));
    canvas.paint_row(row, canvas.width / 2, canvas.width, to_pixel(row < middle ? rgb2 : rgb1));
  }
  for (int row = 1; row < canvas.height; ++row)
    if (row != middle) canvas.copy_row(row < middle ? 0 : middle, row);
}

// color is a ColorRamp over along(x, y)
template <class Color, class Along>
void paint_ramp(Canvas canvas, const Color& color, Along&& along) {
  std::vector<Real> xs(static_cast<size_t>(canvas.width));
  for (int col = 0; col < canvas.width; ++col) xs[col] = pixel_x(col, canvas.width);
  for (int row = 0; row < canvas.height; ++row) {
    const Real y = pixel_y(row, canvas.height);
    std::uint8_t* to = canvas.pixel(row, 0);
    for (int col = 0; col < canvas.width; ++col, to += 3) {
      const Pixel pixel = color(along(xs[static_cast<size_t>(col)], y));
      for (int k = 0; k < 3; ++k) to[k] = pixel[static_cast<size_t>(k)];
    }
  }
}

// enough that few pixels are computed, few enough that they cost less
int pieces_for(const Canvas& canvas) { return 16 * std::min(std::max(canvas.width, canvas.height), 4096); }

void paint_radial_gradient(Canvas canvas, const Settings& s) {
  const auto by_square = [&](Real square) { return blend(s.rgb2, s.rgb1, 2 * std::sqrt(square) - 1); };
  paint_ramp(canvas, ColorRamp(0, 2, pieces_for(canvas), by_square),
             [](Real x, Real y) { return x * x + y * y; });
}

// By elevation above the horizon, as seen from the middle of the cube.
void paint_sky_gradient(Canvas canvas, int face, const Settings& s) {
  const auto elevation = [](Real angle) { return angle / (0.5 * kPi); };
  const auto by_sine = [&](Real sine) { return blend(s.rgb1, s.rgb2, elevation(std::asin(sine))); };
  const auto overhead = [&](Real square) {  // of the distance to the pixel
    return 1 - elevation(std::acos(1.0 / std::sqrt(square)));
  };
  const auto up = [&](Real square) { return blend(s.rgb1, s.rgb2, overhead(square)); };
  const auto down = [&](Real square) { return blend(s.rgb1, s.rgb2, -overhead(square)); };
  const auto square = [](Real x, Real y) { return 1 + x * x + y * y; };
  const int pieces = pieces_for(canvas);
  if (face == kUp) return paint_ramp(canvas, ColorRamp(1, 3, pieces, up), square);
  if (face == kDown) return paint_ramp(canvas, ColorRamp(1, 3, pieces, down), square);
  paint_ramp(canvas, ColorRamp(-0.75, 0.75, pieces, by_sine),
             [&](Real x, Real y) { return y / std::sqrt(square(x, y)); });
}

void paint_face(Canvas canvas, int face, const Settings& s) {
  const bool swapped = face >= kFront;
  switch (s.pattern) {
    case BuiltinTexture::kGradient:
      return paint_sky_gradient(canvas, face, s);
    case BuiltinTexture::kChecker:
      return paint_checker(canvas, swapped ? s.rgb2 : s.rgb1, swapped ? s.rgb1 : s.rgb2);
    case BuiltinTexture::kFlat:
      return paint_flat(canvas, face == kDown ? s.rgb2 : s.rgb1);
    case BuiltinTexture::kNone:
      return;
  }
}

// The first face with the same picture.
int same_face(BuiltinTexture pattern, int face) {
  constexpr int kGradient[kCubeFaces] = {0, 0, kUp, kDown, 0, 0};
  constexpr int kChecker[kCubeFaces] = {0, 0, 0, 0, kFront, kFront};
  constexpr int kFlat[kCubeFaces] = {0, 0, 0, kDown, 0, 0};
  switch (pattern) {
    case BuiltinTexture::kGradient:
      return kGradient[face];
    case BuiltinTexture::kChecker:
      return kChecker[face];
    case BuiltinTexture::kFlat:
      return kFlat[face];
    case BuiltinTexture::kNone:
      return 0;
  }
  return face;
}

void mark_edge(Canvas canvas, const Pixel& color) {
  for (int row = 0; row < canvas.height; ++row) {
    canvas.paint(row, 0, color);
    canvas.paint(row, canvas.width - 1, color);
  }
  canvas.paint_row(0, 0, canvas.width, color);
  canvas.paint_row(canvas.height - 1, 0, canvas.width, color);
}

void mark_cross(Canvas canvas, const Pixel& color) {
  for (int row = 0; row < canvas.height; ++row) canvas.paint(row, canvas.width / 2, color);
  canvas.paint_row(canvas.height / 2, 0, canvas.width, color);
}

// The largest of the generator's numbers that marks a pixel; it marks none if 0 does not. A number n stands
// for n/2⁶⁴ in [0, 1], rounded as LLVM's library does: that rises with n, so numbers are compared and never
// made real.
std::uint64_t last_mark(Real share) {
  const auto marks = [&](std::uint64_t n) { return static_cast<Real>(n) * 0x1p-64 < share; };
  std::uint64_t last = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 63; bit; bit >>= 1)
    if (marks(last | bit)) last |= bit;
  return last;
}

void mark_random(Canvas canvas, const Settings& s) {
  if (!(s.random > 0)) return;
  const std::uint64_t last = last_mark(s.random);
  const Pixel color = to_pixel(s.markrgb);
  std::mt19937_64 random(42);
  for (int row = 0; row < canvas.height; ++row)
    for (int col = 0; col < canvas.width; ++col)
      if (random() <= last) canvas.paint(row, col, color);
}

void mark_face(Canvas canvas, const Settings& s) {
  if (s.mark == TextureMark::kEdge) mark_edge(canvas, to_pixel(s.markrgb));
  if (s.mark == TextureMark::kCross) mark_cross(canvas, to_pixel(s.markrgb));
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
  if (s.width < 1)
    throw AssetError("width " + std::to_string(s.width) + " is not possible for a generated picture");
  if (s.height < 1)
    throw AssetError("height " + std::to_string(s.height) + " is not possible for a generated picture");
  Image image = blank(s.width, s.height);
  const Canvas canvas{image, 0, s.width, s.height};
  if (s.pattern == BuiltinTexture::kGradient) paint_radial_gradient(canvas, s);
  if (s.pattern == BuiltinTexture::kChecker) paint_checker(canvas, s.rgb1, s.rgb2);
  if (s.pattern == BuiltinTexture::kFlat) paint_flat(canvas, s.rgb1);
  mark_face(canvas, s);
  if (s.mark == TextureMark::kRandom) mark_random(canvas, s);
  return image;
}

Image make_cube_texture(const BuiltinTextureSettings& s) {
  if (s.width < 1 || s.width >= std::numeric_limits<int>::max() / kCubeFaces) {
    throw AssetError("width " + std::to_string(s.width) + " is not possible for a generated picture");
  }
  Image image = blank(s.width, kCubeFaces * s.width);
  for (int face = 0; face < kCubeFaces; ++face) {
    const int same = same_face(s.pattern, face);
    Canvas canvas{image, face * s.width, s.width, s.width};
    if (same < face) {
      const std::uint8_t* picture = image.pixel(same * s.width, 0);
      std::copy_n(picture, 3 * static_cast<size_t>(s.width) * s.width, canvas.pixel(0, 0));
    } else {
      paint_face(canvas, face, s);
      mark_face(canvas, s);
    }
  }
  if (s.mark == TextureMark::kRandom) mark_random({image, 0, image.width, image.height}, s);
  return image;
}

}  // namespace corten
