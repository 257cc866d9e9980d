// Colors along a number: many pixels, few colors.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "corten/asset/texture.h"

namespace corten {

using Pixel = std::array<std::uint8_t, 3>;

inline Pixel to_pixel(const Vec3<Real>& rgb) {
  return {color_byte(rgb[0]), color_byte(rgb[1]), color_byte(rgb[2])};
}

// The pixel of color(x), a blend of two colors of which every channel rises or falls throughout [low, high].
// The range is cut into pieces; one whose ends have the same bytes has them everywhere, so color is computed
// only where a byte changes.
template <class Color>
class ColorRamp {
 public:
  ColorRamp(Real low, Real high, int pieces, Color color)
      : color_(color), low_(low), per_unit_(pieces / (high - low)), pieces_(static_cast<size_t>(pieces)) {
    const Vec3<Real> first = color_(low), last = color_(high);
    for (int k = 0; k < 3; ++k) exact_[k] = first[k] == last[k] && (first[k] == 0 || first[k] == 1);
    Vec3<Real> end = first;
    for (int i = 0; i < pieces; ++i) {
      const Vec3<Real> begin = end;
      end = color_(low + (i + 1) / per_unit_);
      pieces_[static_cast<size_t>(i)] = {to_pixel(begin), steady(begin, end)};
    }
  }

  Pixel operator()(Real x) const {
    const Real at = (x - low_) * per_unit_;
    if (at >= 0 && at < static_cast<Real>(pieces_.size())) {  // false for NaN
      const Piece& piece = pieces_[static_cast<size_t>(at)];
      if (piece.steady) return piece.pixel;
    }
    return to_pixel(color_(x));
  }

 private:
  struct Piece {
    Pixel pixel;
    bool steady;
  };

  // with room for rounding: a channel that is constant on the edge of two bytes flickers
  bool steady(const Vec3<Real>& a, const Vec3<Real>& b) const {
    for (int k = 0; k < 3; ++k) {
      const Real room = exact_[k] ? 0 : 1e-12 * (1 + std::abs(a[k]));
      if (std::trunc(255 * (std::min(a[k], b[k]) - room)) != std::trunc(255 * (std::max(a[k], b[k]) + room)))
        return false;
    }
    return true;
  }

  Color color_;
  Real low_, per_unit_;
  bool exact_[3];  // constant channels that do not: α + (1 − α) is 1 in doubles too
  std::vector<Piece> pieces_;
};

}  // namespace corten
