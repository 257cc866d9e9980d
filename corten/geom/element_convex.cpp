// Elements of a flex in the convex solver.
#include <cmath>

#include "corten/geom/element.h"

namespace corten {
namespace {

void add_single(ConvexSide& a, ConvexSide& b, const PairQuery& query, ContactPoints& out) {
  const ConvexAnswer answer =
      convex_query(a, b, 0, {query.ccd_tolerance, query.ccd_iterations}, *query.scratch);
  if (answer.dist < 0)
    out.add(query.margin + answer.dist, (answer.x1 + answer.x2) * Real(0.5), unit(answer.x1 - answer.x2));
}

// ---- normals of round shapes, in their frames ----

constexpr int kMaxIterations = 30;
constexpr Real kTolerance = 1e-6;

bool cylinder_normal(const Vec3<Real>& size, const Vec3<Real>& q, Vec3<Real>& normal) {
  const Real to_cap = std::abs(std::abs(q[2]) - size[1]);
  const Real to_side = std::abs(std::sqrt(q[0] * q[0] + q[1] * q[1]) - size[0]);
  if (std::abs(q[2]) > Real(0.95) * size[1] || to_cap < Real(0.25) * to_side) return false;
  normal = {q[0], q[1], 0};
  return true;
}

// Σ x_k y_k / s_k²
Real weighted_dot(const Vec3<Real>& x, const Vec3<Real>& y, const Vec3<Real>& inverse) {
  return x[0] * y[0] * inverse[0] + x[1] * y[1] * inverse[1] + x[2] * y[2] * inverse[2];
}

// Along the normal from inside to the surface, whose normal there is the next guess.
bool normal_from_inside(const Vec3<Real>& size, const Vec3<Real>& q, Vec3<Real>& normal) {
  Vec3<Real> inverse;
  for (int k = 0; k < 3; ++k) inverse[k] = 1 / (size[k] * size[k]);
  const Real c = weighted_dot(q, q, inverse) - 1;
  for (int i = 0; i < kMaxIterations; ++i) {
    const Real a = weighted_dot(normal, normal, inverse), b = weighted_dot(normal, q, inverse);
    const Real det = b * b - a * c;
    if (det < kMinVal<Real> || a < kMinVal<Real>) return i > 0;
    const Real x = (-b + std::sqrt(det)) / a;
    if (x < 0) return i > 0;
    Vec3<Real> next;
    for (int k = 0; k < 3; ++k) next[k] = (q[k] + x * normal[k]) * inverse[k];
    next = unit(next);
    const Real change = distance(next, normal);
    normal = next;
    if (change < kTolerance) break;
  }
  return true;
}

// The nearest point of the surface: Newton's method for its multiplier. The last, small step is not taken.
bool normal_from_outside(const Vec3<Real>& size, const Vec3<Real>& q, Vec3<Real>& normal) {
  Real lambda = 0;
  for (int i = 0; i < kMaxIterations; ++i) {
    Vec3<Real> term, slope_term;
    for (int k = 0; k < 3; ++k) {
      const Real s2 = size[k] * size[k], inverse = 1 / (s2 + lambda);
      term[k] = q[k] * q[k] * s2 * inverse * inverse;
      slope_term[k] = term[k] * inverse;
    }
    const Real value = term[0] + term[1] + term[2] - 1;
    const Real slope = -2 * (slope_term[0] + slope_term[1] + slope_term[2]);
    if (value < kTolerance || slope > -kMinVal<Real>) break;
    const Real step = -value / slope;
    if (step < kTolerance) break;
    lambda += step;
  }
  for (int k = 0; k < 3; ++k) normal[k] = q[k] / (size[k] * size[k] + lambda);
  normal = unit(normal);
  return true;
}

bool ellipsoid_normal(const Vec3<Real>& size, const Vec3<Real>& q, Vec3<Real>& normal) {
  Real sum = 0;
  for (int k = 0; k < 3; ++k) sum += q[k] * q[k] / (size[k] * size[k]);
  return sum <= 1 ? normal_from_inside(size, q, normal) : normal_from_outside(size, q, normal);
}

}  // namespace

ConvexSide element_side(const Element& element, Real margin) {
  ConvexSide side;
  side.type = ShapeType::element;
  side.pos = element.center;
  side.mat = Mat3<Real>::identity();
  side.size = {element.radius, 0, 0};
  side.corners = element.count;
  for (int i = 0; i < element.count; ++i) side.prism[i] = element.corner[i];
  side.margin = margin;
  return side;
}

void convex_element(const Shape& shape, const Element& element, const PairQuery& query, ContactPoints& out) {
  ConvexSide a = convex_side(shape, query.margin, query.tables), b = element_side(element, query.margin);
  add_single(a, b, query, out);
}

void element_element(const Element& a, const Element& b, const PairQuery& query, ContactPoints& out) {
  ConvexSide sa = element_side(a, query.margin), sb = element_side(b, query.margin);
  add_single(sa, sb, query, out);
}

Vec3<Real> smooth_normal(const Shape& shape, const Vec3<Real>& pos, const Vec3<Real>& normal) {
  const Vec3<Real> q = transpose_mul(shape.mat, pos - shape.pos);
  Vec3<Real> local = unit(transpose_mul(shape.mat, normal));
  const bool found = shape.type == ShapeType::cylinder    ? cylinder_normal(shape.size, q, local)
                     : shape.type == ShapeType::ellipsoid ? ellipsoid_normal(shape.size, q, local)
                                                          : false;
  return found ? shape.mat * unit(local) : normal;
}

}  // namespace corten
