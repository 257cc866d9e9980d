// Height field against a convex shape: every prism under the shape is a convex query of its own.
#include <algorithm>
#include <cmath>

#include "corten/geom/convex_pair.h"
#include "corten/geom/element.h"

namespace corten {
namespace {

struct Window {
  int cmin, cmax, rmin, rmax;
};

// The shape in the frame of the height field, and its box there.
struct LocalShape {
  ConvexSide side;
  Vec3<Real> low;
  Vec3<Real> high;
};

bool sphere_misses(const HFieldView& field, const Vec3<Real>& p, Real radius) {
  const auto& s = field.size;
  return p[0] - radius > s[0] || p[0] + radius < -s[0] || p[1] - radius > s[1] || p[1] + radius < -s[1] ||
         p[2] - radius > s[2] || p[2] + radius < -s[3];
}

bool box_misses(const HFieldView& field, const LocalShape& shape, Real margin) {
  const auto& s = field.size;
  const auto& lo = shape.low;
  const auto& hi = shape.high;
  return lo[0] - margin > s[0] || hi[0] + margin < -s[0] || lo[1] - margin > s[1] || hi[1] + margin < -s[1] ||
         lo[2] - margin > s[2] || hi[2] + margin < -s[3];
}

// the margin does not count here
void measure_box(LocalShape& shape) {
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

Window grid_window(const HFieldView& f, const LocalShape& s) {
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

class PrismPair {
 public:
  PrismPair(const Shape& field, LocalShape& shape, const PairQuery& query, ContactPoints& out)
      : field_(field), shape_(shape), query_(query), out_(out) {
    prism_.type = ShapeType::hfield;
    prism_.mat = Mat3<Real>::identity();
  }

  void visit(const Window& w) {
    for (int r = w.rmin; r < w.rmax; ++r)
      for (int c = w.cmin + 1; c <= w.cmax; ++c) {
        if (!test(point(r + 1, c - 1), point(r, c - 1), point(r + 1, c))) return;
        if (!test(point(r, c - 1), point(r + 1, c), point(r, c))) return;
      }
  }

 private:
  // the margin raises the surface: MuJoCo's way to include it, odd distances and all
  Vec3<Real> point(int r, int c) const {
    const HFieldView& f = *field_.hfield;
    const Real dx = 2 * f.size[0] / (f.ncol - 1), dy = 2 * f.size[1] / (f.nrow - 1);
    return {dx * c - f.size[0], dy * r - f.size[1],
            static_cast<Real>(f.data[r * f.ncol + c]) * f.size[2] + query_.margin};
  }

  // false when there is no room for more contacts
  bool test(const Vec3<Real>& p0, const Vec3<Real>& p1, const Vec3<Real>& p2) {
    const Vec3<Real>* top[3] = {&p0, &p1, &p2};
    bool below = true;
    for (int i = 0; i < 3; ++i) {
      prism_.prism[3 + i] = prism_.prism[i] = *top[i];
      prism_.prism[i][2] = -field_.hfield->size[3];
      below = below && (*top[i])[2] < shape_.low[2];
    }
    if (below) return true;
    const ConvexAnswer answer =
        convex_query(prism_, shape_.side, 0, {query_.ccd_tolerance, query_.ccd_iterations}, *query_.scratch);
    if (!(answer.dist < 0)) return true;
    const Vec3<Real> pos = (answer.x1 + answer.x2) * Real(0.5);
    out_.add(answer.dist, field_.mat * pos + field_.pos, field_.mat * unit(answer.x1 - answer.x2));
    return !out_.full();
  }

  const Shape& field_;
  LocalShape& shape_;
  const PairQuery& query_;
  ContactPoints& out_;
  ConvexSide prism_;
};

}  // namespace

void hfield_convex(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out) {
  LocalShape shape{convex_side(b, query.margin), {}, {}};
  shape.side.pos = transpose_mul(a.mat, b.pos - a.pos);
  if (sphere_misses(*a.hfield, shape.side.pos, b.rbound + query.margin)) return;
  shape.side.mat = transpose(a.mat) * b.mat;
  measure_box(shape);
  if (box_misses(*a.hfield, shape, query.margin)) return;
  PrismPair(a, shape, query, out).visit(grid_window(*a.hfield, shape));
}

// The box is that of the corners, without their radius.
void hfield_element(const Shape& hfield, const Element& element, const PairQuery& query, ContactPoints& out) {
  Element local = element;
  local.center = transpose_mul(hfield.mat, element.center - hfield.pos);
  for (int i = 0; i < element.count; ++i)
    local.corner[i] = transpose_mul(hfield.mat, element.corner[i] - hfield.pos);
  LocalShape shape{element_side(local, query.margin), local.corner[0], local.corner[0]};
  for (int i = 1; i < element.count; ++i)
    for (int k = 0; k < 3; ++k) {
      shape.low[k] = std::min(shape.low[k], local.corner[i][k]);
      shape.high[k] = std::max(shape.high[k], local.corner[i][k]);
    }
  if (box_misses(*hfield.hfield, shape, query.margin)) return;
  PrismPair(hfield, shape, query, out).visit(grid_window(*hfield.hfield, shape));
}

}  // namespace corten
