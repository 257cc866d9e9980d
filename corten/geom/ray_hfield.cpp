// Rays against a height field: the box below, the triangles on top, the walls between.
#include <algorithm>
#include <cmath>

#include "corten/geom/ray.h"
#include "corten/geom/ray_triangle.h"

namespace corten {
namespace {

// The field in its own frame, with the ray.
class HFieldRay {
 public:
  HFieldRay(const Shape& shape, const Ray& ray)
      : s_(shape), f_(*shape.hfield), ray_(ray), l_(to_local(shape.pos, shape.mat, ray)) {
    dx_ = 2 * f_.size[0] / (f_.ncol - 1);
    dy_ = 2 * f_.size[1] / (f_.nrow - 1);
  }

  RayHit run() {
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
  void offer(Real x, const Vec3<Real>& normal_l) {
    if (!best_.hit() || x < best_.x) best_ = {x, normal_l};
  }
  static Vec3<Real> face_normal(int face) {
    Vec3<Real> n{};
    n[face / 2] = face % 2 ? 1 : -1;
    return n;
  }
  // the ray seen from a box centred at this height
  Ray from_height(Real z) const { return to_local(s_.pos + s_.mat.col(2) * z, s_.mat, ray_); }

  BoxHits base_faces() const {
    const Vec3<Real> half{f_.size[0], f_.size[1], f_.size[3] * Real(0.5)};
    return ray_box_faces(half, from_height(-f_.size[3] * Real(0.5)));
  }
  BoxHits top_faces() const {
    const Vec3<Real> half{f_.size[0], f_.size[1], f_.size[2] * Real(0.5)};
    return ray_box_faces(half, from_height(f_.size[2] * Real(0.5)));
  }

  Real data(int r, int c) const { return f_.data[r * f_.ncol + c]; }
  Vec3<Real> node(int r, int c) const {
    return {dx_ * c - f_.size[0], dy_ * r - f_.size[1], data(r, c) * f_.size[2]};
  }

  // x as an index in [0, last], whatever the number
  static int index(Real x, int last) { return !(x > 0) ? 0 : x >= last ? last : static_cast<int>(x); }

  // cells the ray passes on its way through the top box
  void surface(const BoxHits& top) {
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
    for (int r = rmin; r < rmax; ++r)
      for (int c = cmin; c < cmax; ++c) cell(ray, r, c);
  }
  void cell(const TriangleRay& ray, int r, int c) {
    triangle(ray, node(r, c), node(r, c + 1), node(r + 1, c + 1));
    triangle(ray, node(r, c), node(r + 1, c + 1), node(r + 1, c));
  }
  void triangle(const TriangleRay& ray, const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c) {
    Vec3<Real> normal;
    const Real x = ray_triangle(ray, a, b, c, normal);
    if (x >= 0) offer(x, unit(normal));
  }

  // the side walls, up to the height of the border
  void walls(const BoxHits& top) {
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

}  // namespace

RayHit ray_hfield(const Shape& shape, const Ray& ray) {
  if (shape.hfield->nrow < 2 || shape.hfield->ncol < 2) return {};
  return HFieldRay(shape, ray).run();
}

}  // namespace corten
