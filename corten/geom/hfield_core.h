// A height field under a convex shape: which of its prisms lie there, and each prism as a shape of its own.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/geom/support_core.h"

namespace corten::core {

// Cells of the grid, columns and rows.
struct Window {
  int cmin, cmax, rmin, rmax;

  // every cell has two prisms
  CORTEN_HD int prisms() const { return cmax > cmin && rmax > rmin ? 2 * (cmax - cmin) * (rmax - rmin) : 0; }
};

// The shape in the frame of the height field, and its box there.
struct LocalShape {
  ConvexSide side;
  Vec3<Real> low;
  Vec3<Real> high;
};

CORTEN_HD inline bool sphere_misses(const HFieldView& field, const Vec3<Real>& p, Real radius) {
  const auto& s = field.size;
  return p[0] - radius > s[0] || p[0] + radius < -s[0] || p[1] - radius > s[1] || p[1] + radius < -s[1] ||
         p[2] - radius > s[2] || p[2] + radius < -s[3];
}

CORTEN_HD inline bool box_misses(const HFieldView& field, const LocalShape& shape, Real margin) {
  const auto& s = field.size;
  const auto& lo = shape.low;
  const auto& hi = shape.high;
  return lo[0] - margin > s[0] || hi[0] + margin < -s[0] || lo[1] - margin > s[1] || hi[1] + margin < -s[1] ||
         lo[2] - margin > s[2] || hi[2] + margin < -s[3];
}

// the margin does not count here
CORTEN_HD inline void measure_box(LocalShape& shape) {
  const Real margin = shape.side.margin;
  shape.side.margin = 0;
  for (int k = 0; k < 3; ++k) {
    Vec3<Real> axis{}, point;
    axis[k] = 1;
    support(shape.side, axis, point);
    shape.high[k] = point[k];
    axis[k] = -1;
    support(shape.side, axis, point);
    shape.low[k] = point[k];
  }
  shape.side.margin = margin;
}

CORTEN_HD inline Window grid_window(const HFieldView& f, const LocalShape& s) {
  const auto cell = [](Real x, Real half, int n) { return (x + half) / (2 * half) * (n - 1); };
  // a shape that is nowhere (undefined numbers) gives an empty window
  const auto below = [&](Real x, Real half, int n) {
    const Real low = std::floor(cell(x, half, n));
    return low > 0 ? static_cast<int>(std::min<Real>(low, n)) : 0;
  };
  const auto above = [&](Real x, Real half, int n) {
    const Real high = std::ceil(cell(x, half, n));
    return high >= 0 ? static_cast<int>(std::min<Real>(high, n - 1)) : -1;
  };
  return {below(s.low[0], f.size[0], f.ncol), above(s.high[0], f.size[0], f.ncol),
          below(s.low[1], f.size[1], f.nrow), above(s.high[1], f.size[1], f.nrow)};
}

// the margin raises the surface: MuJoCo's way to include it, odd distances and all
CORTEN_HD inline Vec3<Real> field_point(const HFieldView& f, Real margin, int r, int c) {
  const Real dx = 2 * f.size[0] / (f.ncol - 1), dy = 2 * f.size[1] / (f.nrow - 1);
  return {dx * c - f.size[0], dy * r - f.size[1],
          static_cast<Real>(f.data[r * f.ncol + c]) * f.size[2] + margin};
}

// The prism with this number in the window, row by row; false when it lies below the height `low` altogether.
CORTEN_HD inline bool take_prism(const HFieldView& f, Real margin, const Window& w, int number, Real low,
                                 ConvexSide& prism) {
  const int cell = number / 2, columns = w.cmax - w.cmin;
  const int r = w.rmin + cell / columns, c = w.cmin + 1 + cell % columns;
  const auto set = [&](int i, const Vec3<Real>& top) {
    prism.prism[3 + i] = prism.prism[i] = top;
    prism.prism[i][2] = -f.size[3];
  };
  if (number % 2 == 0) {
    set(0, field_point(f, margin, r + 1, c - 1));
    set(1, field_point(f, margin, r, c - 1));
    set(2, field_point(f, margin, r + 1, c));
  } else {
    set(0, field_point(f, margin, r, c - 1));
    set(1, field_point(f, margin, r + 1, c));
    set(2, field_point(f, margin, r, c));
  }
  return !(prism.prism[3][2] < low && prism.prism[4][2] < low && prism.prism[5][2] < low);
}

CORTEN_HD inline ConvexSide prism_side() {
  ConvexSide prism;
  prism.type = ShapeType::hfield;
  prism.mat = Mat3<Real>::identity();
  return prism;
}

}  // namespace corten::core
