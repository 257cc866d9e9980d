// Height field against a convex shape: every prism under the shape is a convex query of its own.
#include "corten/geom/convex_pair.h"
#include "corten/geom/element.h"
#include "corten/geom/hfield_core.h"

namespace corten {
namespace {

using namespace core;

// What separated one prism from the shape mostly separates its neighbours, too, and is asked first. A prism
// that is apart by more than the search is exact to cannot touch. Meshes are always searched: a search of
// theirs begins where the last one ended, and ties show where that was.
class KeptDirections {
 public:
  KeptDirections(const ConvexSide& shape, Real slack)
      : shape_(shape),
        slack_(slack),
        useful_(shape.type != ShapeType::mesh && shape.type != ShapeType::sdf) {}

  bool apart(const ConvexSide& prism) {
    if (!useful_) return false;
    for (int i = 0; i < std::min(count_, kRoom); ++i)
      if (separates(kept_[i], prism)) return true;
    return separates(seen_along(top_normal(prism)), prism);
  }
  // the latest are kept
  void keep(const Vec3<Real>& direction) {
    if (useful_ && direction != Vec3<Real>{}) kept_[count_++ % kRoom] = seen_along(direction);
  }

 private:
  struct Kept {
    Vec3<Real> direction;  // from a prism to the shape
    Real shape_begins;     // along it
  };

  bool separates(const Kept& kept, const ConvexSide& prism) const {
    return dot(prism_support(prism, kept.direction), kept.direction) < kept.shape_begins - slack_;
  }
  Kept seen_along(const Vec3<Real>& direction) {
    Vec3<Real> nearest;
    support(shape_, -direction, nearest);
    return {direction, dot(nearest, direction)};
  }
  static Vec3<Real> top_normal(const ConvexSide& prism) {
    const Vec3<Real> n = unit(cross(prism.prism[4] - prism.prism[3], prism.prism[5] - prism.prism[3]));
    return n[2] < 0 ? -n : n;
  }

  static constexpr int kRoom = 4;
  ConvexSide shape_;
  Real slack_;
  bool useful_;
  int count_ = 0;
  Kept kept_[kRoom];
};

void visit_prisms(const Shape& field, LocalShape& shape, Real slack, const PairQuery& query,
                  ContactPoints& out) {
  const Window window = grid_window(*field.hfield, shape);
  ConvexSide prism = prism_side();
  KeptDirections kept(shape.side, query.ccd_tolerance + slack);
  for (int k = 0; k < window.prisms(); ++k) {
    if (!take_prism(*field.hfield, query.margin, window, k, shape.low[2], prism)) continue;
    if (kept.apart(prism)) continue;
    const ConvexAnswer answer =
        convex_query(prism, shape.side, 0, {query.ccd_tolerance, query.ccd_iterations}, *query.scratch);
    if (!(answer.dist < 0)) {
      kept.keep(answer.apart);
      continue;
    }
    const Vec3<Real> pos = (answer.x1 + answer.x2) * Real(0.5);
    out.add(answer.dist, field.mat * pos + field.pos, field.mat * unit(answer.x1 - answer.x2));
    if (out.full()) return;
  }
}

}  // namespace

void hfield_convex(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out) {
  LocalShape shape{convex_side(b, query.margin), {}, {}};
  shape.side.pos = transpose_mul(a.mat, b.pos - a.pos);
  if (sphere_misses(*a.hfield, shape.side.pos, b.rbound + query.margin)) return;
  shape.side.mat = transpose(a.mat) * b.mat;
  measure_box(shape);
  if (box_misses(*a.hfield, shape, query.margin)) return;
  visit_prisms(a, shape, Real(1e-6) * b.rbound, query, out);
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
  visit_prisms(hfield, shape, Real(1e-6) * distance(shape.low, shape.high), query, out);
}

}  // namespace corten
