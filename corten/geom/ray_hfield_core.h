// Rays against a height field: the box below, the triangles on top, the walls between.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/geom/ray_primitive_core.h"
#include "corten/geom/ray_triangle.h"

namespace corten::core {

inline constexpr Real kNear =
    1e6;  // distance of an origin, in cells, up to which rounding is far below kSlack
inline constexpr Real kSlack = 0.01;  // cells

struct Range {
  Real low;
  Real high;
};

// The ray in columns and rows of the grid, with its height. Only cells that it passes can be hit: of the
// rectangle around it the others, and those that it passes well above or below, are not asked.
class GridLine {
 public:
  struct Place {
    Real col, row;
    Real z;
  };

  // level: the smaller side of a cell
  CORTEN_HD GridLine(const Place& from, const Place& to, Real level, bool exact)
      : from_(from), level_(kSlack * level), columns_((to.col - from.col) / (to.row - from.row)) {
    by_columns_ = !(std::abs(columns_) < 1);
    rise_ = (to.z - from.z) / (by_columns_ ? to.col - from.col : to.row - from.row);
    oblique_ = exact && std::abs(columns_) < INFINITY && std::abs(rise_) < INFINITY;
  }

  // columns of this row of cells that it passes
  CORTEN_HD Range columns_beside(int row) const {
    if (!oblique_) return {0, INFINITY};
    const Range cols = over(row, from_.row, from_.col, columns_);
    return {std::floor(cols.low - kSlack), std::ceil(cols.high + kSlack)};
  }

  // its heights over a cell
  CORTEN_HD Range heights_over(int row, int col) const {
    if (!oblique_) return {-INFINITY, INFINITY};
    const Range z = by_columns_ ? over(col, from_.col, from_.z, rise_) : over(row, from_.row, from_.z, rise_);
    return {z.low - level_, z.high + level_};
  }

 private:
  // values of a line at + (x − x0) slope for x in [cell, cell + 1]
  CORTEN_HD static Range over(int cell, Real x0, Real at, Real slope) {
    const Real a = at + (cell - kSlack - x0) * slope, b = at + (cell + 1 + kSlack - x0) * slope;
    return {std::min(a, b), std::max(a, b)};
  }

  Place from_;
  Real level_;
  Real columns_;     // per row
  bool by_columns_;  // of columns and rows it passes more columns
  Real rise_;        // per column or row
  bool oblique_;     // else it runs along a row, or straight up
};

// The field in its own frame, with the ray.
class HFieldRay {
 public:
  CORTEN_HD HFieldRay(const Shape& shape, const Ray& ray)
      : s_(shape), f_(*shape.hfield), ray_(ray), l_(to_local(shape.pos, shape.mat, ray)) {
    dx_ = 2 * f_.size[0] / (f_.ncol - 1);
    dy_ = 2 * f_.size[1] / (f_.nrow - 1);
  }

  CORTEN_HD RayHit run() {
    const BoxHits base = base_faces(), top = top_faces();
    if (base.face >= 0) best_ = {base.nearest, s_.mat * face_normal(base.face)};
    if (top.face < 0) return best_;
    best_.normal = transpose_mul(s_.mat, best_.normal);
    surface(top);
    walls(top);
    best_.normal = s_.mat * best_.normal;
    return best_;
  }

 private:
  CORTEN_HD void offer(Real x, const Vec3<Real>& normal_l) {
    if (!best_.hit() || x < best_.x) best_ = {x, normal_l};
  }
  CORTEN_HD static Vec3<Real> face_normal(int face) {
    Vec3<Real> n{};
    n[face / 2] = face % 2 ? 1 : -1;
    return n;
  }
  // the ray seen from a box centred at this height
  CORTEN_HD Ray from_height(Real z) const { return to_local(s_.pos + s_.mat.col(2) * z, s_.mat, ray_); }

  CORTEN_HD BoxHits base_faces() const {
    const Vec3<Real> half{f_.size[0], f_.size[1], f_.size[3] * Real(0.5)};
    return core::ray_box_faces(half, from_height(-f_.size[3] * Real(0.5)));
  }
  CORTEN_HD BoxHits top_faces() const {
    const Vec3<Real> half{f_.size[0], f_.size[1], f_.size[2] * Real(0.5)};
    return core::ray_box_faces(half, from_height(f_.size[2] * Real(0.5)));
  }

  CORTEN_HD Real data(int r, int c) const { return f_.data[r * f_.ncol + c]; }
  CORTEN_HD Vec3<Real> node(int r, int c) const {
    return {dx_ * c - f_.size[0], dy_ * r - f_.size[1], data(r, c) * f_.size[2]};
  }

  // x as an index in [0, last], whatever the number
  CORTEN_HD static int index(Real x, int last) {
    return !(x > 0) ? 0 : x >= last ? last : static_cast<int>(x);
  }

  // cells the ray passes on its way through the top box
  CORTEN_HD void surface(const BoxHits& top) {
    Real start = 0, end = top.nearest;
    for (const Real x : top.x) {
      if (x > end) {
        start = top.nearest;
        end = x;
      }
    }
    const Vec3<Real> p = l_.at(start), q = l_.at(end);
    const Real c0 = (p[0] + f_.size[0]) / dx_, c1 = (q[0] + f_.size[0]) / dx_;
    const Real r0 = (p[1] + f_.size[1]) / dy_, r1 = (q[1] + f_.size[1]) / dy_;
    const int cmin = index(std::floor(std::min(c0, c1)) - 1, f_.ncol - 1);
    const int cmax = index(std::ceil(std::max(c0, c1)) + 1, f_.ncol - 1);
    const int rmin = index(std::floor(std::min(r0, r1)) - 1, f_.nrow - 1);
    const int rmax = index(std::ceil(std::max(r0, r1)) + 1, f_.nrow - 1);
    const TriangleRay ray(l_);
    const Real side = std::min(dx_, dy_);
    const GridLine line({c0, r0, p[2]}, {c1, r1, q[2]}, side, norm(l_.origin) < kNear * side);
    for (int r = rmin; r < rmax; ++r) {
      const Range cols = line.columns_beside(r);
      const int first = std::max(cmin, index(cols.low, f_.ncol - 1));
      const int last = std::min(cmax, index(cols.high, f_.ncol - 1));
      for (int c = first; c < last; ++c)
        if (reaches(line.heights_over(r, c), r, c)) cell(ray, r, c);
    }
  }
  CORTEN_HD bool reaches(const Range& z, int r, int c) const {
    const Real a = data(r, c), b = data(r, c + 1), e = data(r + 1, c), f = data(r + 1, c + 1);
    const Real low = std::min(std::min(a, b), std::min(e, f)),
               high = std::max(std::max(a, b), std::max(e, f));
    return !(high * f_.size[2] < z.low || low * f_.size[2] > z.high);
  }
  CORTEN_HD void cell(const TriangleRay& ray, int r, int c) {
    const Vec3<Real> corner = node(r, c), opposite = node(r + 1, c + 1);
    triangle(ray, corner, node(r, c + 1), opposite);
    triangle(ray, corner, opposite, node(r + 1, c));
  }
  CORTEN_HD void triangle(const TriangleRay& ray, const Vec3<Real>& a, const Vec3<Real>& b,
                          const Vec3<Real>& c) {
    Vec3<Real> normal;
    const Real x = ray_triangle(ray, a, b, c, normal);
    if (x >= 0) offer(x, unit(normal));
  }

  // the side walls, up to the height of the border
  CORTEN_HD void walls(const BoxHits& top) {
    for (int face = 0; face < 4; ++face) {
      const Real x = top.x[face];
      if (x < 0 || (best_.hit() && x >= best_.x)) continue;
      const bool along_y = face < 2;
      const int last = (along_y ? f_.nrow : f_.ncol) - 1;
      const int k = along_y ? 1 : 0;
      const Real y = (l_.origin[k] + l_.direction[k] * x + f_.size[k]) / (along_y ? dy_ : dx_);
      const int cell = index(std::floor(y), last - 1);
      const int border = face % 2 ? (along_y ? f_.ncol : f_.nrow) - 1 : 0;
      const auto height = [&](int i) { return along_y ? data(i, border) : data(border, i); };
      const Real z = (l_.origin[2] + l_.direction[2] * x) / f_.size[2];
      if (z < height(cell) * (cell + 1 - y) + height(cell + 1) * (y - cell)) offer(x, face_normal(face));
    }
  }

  const Shape& s_;
  const HFieldView& f_;
  const Ray& ray_;
  Ray l_;         // in the frame of the field
  Real dx_, dy_;  // spacing of the grid
  RayHit best_;
};

CORTEN_HD inline RayHit ray_hfield(const Shape& shape, const Ray& ray) {
  if (shape.hfield->nrow < 2 || shape.hfield->ncol < 2) return {};
  return HFieldRay(shape, ray).run();
}

}  // namespace corten::core
