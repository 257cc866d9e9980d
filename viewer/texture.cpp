// Texture lookup: bilinear in a level, linear between levels, along the longer side of a pixel's footprint.
#include "viewer/texture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace corten::viewer {
namespace {

constexpr int kMaxSamples = 8;  // along a long footprint

std::array<float, 256> make_table(float (*decode)(float)) {
  std::array<float, 256> table{};
  for (int i = 0; i < 256; ++i) table[static_cast<std::size_t>(i)] = decode(static_cast<float>(i) / 255);
  return table;
}

const float* decode_table(bool srgb) {
  static const std::array<float, 256> plain = make_table([](float x) { return x; });
  static const std::array<float, 256> gamma =
      make_table([](float x) { return x <= 0.04045F ? x / 12.92F : std::pow((x + 0.055F) / 1.055F, 2.4F); });
  return srgb ? gamma.data() : plain.data();
}

Vec<byte, 4> to_rgba(const byte* p, int channels) {
  if (channels >= 3) return {p[0], p[1], p[2], channels > 3 ? p[3] : byte{255}};
  return {p[0], p[0], p[0], channels == 2 ? p[1] : byte{255}};
}

// i is at most one picture away from it
int wrapped(int i, int n, bool repeat) {
  if (i < 0) return repeat ? i + n : 0;
  if (i >= n) return repeat ? i - n : n - 1;
  return i;
}

// Side of a cube and place on it, as OpenGL has them.
struct CubePlace {
  int face;
  float s, t;
};

CubePlace cube_place(const Vec3<float>& r) {
  const float ax = std::abs(r[0]);
  const float ay = std::abs(r[1]);
  const float az = std::abs(r[2]);
  int face;
  float sc, tc, ma;
  if (ax >= ay && ax >= az) {
    face = r[0] > 0 ? 0 : 1;
    sc = r[0] > 0 ? -r[2] : r[2];
    tc = -r[1];
    ma = ax;
  } else if (ay >= az) {
    face = r[1] > 0 ? 2 : 3;
    sc = r[0];
    tc = r[1] > 0 ? r[2] : -r[2];
    ma = ay;
  } else {
    face = r[2] > 0 ? 4 : 5;
    sc = r[2] > 0 ? r[0] : -r[0];
    tc = -r[1];
    ma = az;
  }
  if (!(ma > 0)) return {0, 0.5F, 0.5F};
  return {face, 0.5F * (sc / ma + 1), 0.5F * (tc / ma + 1)};
}

}  // namespace

Picture::Picture(const byte* pixels, int width, int height, int channels, bool srgb, bool repeat)
    : decode_(decode_table(srgb)), repeat_(repeat) {
  Level full{width, height, {}};
  const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  full.pixels.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    full.pixels.push_back(to_rgba(pixels + i * static_cast<std::size_t>(channels), channels));
  levels_.push_back(std::move(full));
  while (levels_.back().width > 1 || levels_.back().height > 1) add_half();
}

void Picture::add_half() {
  const Level& big = levels_.back();
  Level half{std::max(1, big.width / 2), std::max(1, big.height / 2), {}};
  half.pixels.reserve(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height));
  for (int y = 0; y < half.height; ++y)
    for (int x = 0; x < half.width; ++x) {
      Vec<int, 4> sum{2, 2, 2, 2};
      for (int k = 0; k < 4; ++k) {
        const int bx = std::min(2 * x + k % 2, big.width - 1);
        const int by = std::min(2 * y + k / 2, big.height - 1);
        const auto& p = big.pixels[static_cast<std::size_t>(by) * static_cast<std::size_t>(big.width) +
                                   static_cast<std::size_t>(bx)];
        for (int c = 0; c < 4; ++c) sum[c] += p[c];
      }
      half.pixels.push_back({static_cast<byte>(sum[0] / 4), static_cast<byte>(sum[1] / 4),
                             static_cast<byte>(sum[2] / 4), static_cast<byte>(sum[3] / 4)});
    }
  levels_.push_back(std::move(half));
}

const Vec<byte, 4>& Picture::texel(const Level& level, int x, int y) const {
  const auto row = static_cast<std::size_t>(wrapped(y, level.height, repeat_));
  const auto column = static_cast<std::size_t>(wrapped(x, level.width, repeat_));
  return level.pixels[row * static_cast<std::size_t>(level.width) + column];
}

// Adds weight times the colour at (s, t).
void Picture::bilinear(const Level& level, float s, float t, float weight, Rgba& sum) const {
  if (repeat_) {
    s -= std::floor(s);
    t -= std::floor(t);
  }
  const float x = s * static_cast<float>(level.width) - 0.5F;
  const float y = t * static_cast<float>(level.height) - 0.5F;
  const int x0 = static_cast<int>(std::floor(x));
  const int y0 = static_cast<int>(std::floor(y));
  const float fx = x - static_cast<float>(x0);
  const float fy = y - static_cast<float>(y0);
  const float share[4] = {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy};
  for (int k = 0; k < 4; ++k) {
    const Vec<byte, 4>& p = texel(level, x0 + k % 2, y0 + k / 2);
    const float w = weight * share[k];
    for (int c = 0; c < 3; ++c) sum[c] += w * decode_[p[c]];
    sum[3] += w * static_cast<float>(p[3]) / 255;
  }
}

Rgba Picture::sample(float s, float t, float level) const {
  if (!std::isfinite(s) || !std::isfinite(t)) return {0, 0, 0, 1};
  const auto last = static_cast<float>(levels_.size() - 1);
  level = level > 0 ? std::min(level, last) : 0;
  const auto below = static_cast<std::size_t>(level);
  const float share = level - static_cast<float>(below);
  Rgba color{};
  bilinear(levels_[below], s, t, 1 - share, color);
  if (share > 0) bilinear(levels_[below + 1], s, t, share, color);
  return color;
}

Texture::Texture(const Model& m, int texid) : cube_(m.tex_type[texid] != mjTEXTURE_2D) {
  const int width = m.tex_width[texid];
  const int height = m.tex_height[texid];
  const int channels = m.tex_nchannel[texid];
  const bool srgb = m.tex_colorspace[texid] == mjCOLORSPACE_SRGB;
  const byte* pixels = m.tex_data.data() + m.tex_adr[texid];
  if (!cube_) {
    faces_.emplace_back(pixels, width, height, channels, srgb, true);
    return;
  }
  const int sides = height == 6 * width ? 6 : 1;
  for (int i = 0; i < sides; ++i)
    faces_.emplace_back(pixels + static_cast<std::ptrdiff_t>(i) * width * width * channels, width,
                        sides == 6 ? width : height, channels, srgb, false);
}

Rgba Texture::sample(const Vec<float, 2>& st, const Footprint& footprint) const {
  const Picture& picture = faces_[0];
  const auto w = static_cast<float>(picture.width());
  const auto h = static_cast<float>(picture.height());
  Vec<float, 2> longer = footprint.dx;
  float a = std::hypot(footprint.dx[0] * w, footprint.dx[1] * h);
  float b = std::hypot(footprint.dy[0] * w, footprint.dy[1] * h);
  if (b > a) {
    std::swap(a, b);
    longer = footprint.dy;
  }
  if (!(a > 1)) return picture.sample(st[0], st[1], 0);
  const float longer_by = std::ceil(a / b);
  const int samples = longer_by < kMaxSamples ? std::max(1, static_cast<int>(longer_by)) : kMaxSamples;
  const float level = std::log2(a / static_cast<float>(samples));
  Rgba sum{};
  for (int i = 0; i < samples; ++i) {
    const float along = (static_cast<float>(i) + 0.5F) / static_cast<float>(samples) - 0.5F;
    sum += picture.sample(st[0] + longer[0] * along, st[1] + longer[1] * along, level);
  }
  return sum * (1 / static_cast<float>(samples));
}

Rgba Texture::sample(const Vec3<float>& direction, float spread) const {
  const CubePlace place = cube_place(direction);
  const Picture& picture = faces_.size() == 1 ? faces_[0] : faces_[static_cast<std::size_t>(place.face)];
  const float texels = spread * static_cast<float>(picture.width()) / 2;
  return picture.sample(place.s, place.t, texels > 1 ? std::log2(texels) : 0);
}

}  // namespace corten::viewer
