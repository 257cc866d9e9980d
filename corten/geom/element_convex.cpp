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

// Along the normal from inside to the surface, whose normal there is the next guess.
bool normal_from_inside(const Vec3<Real>& size, const Vec3<Real>& q, Vec3<Real>& normal) {
  for (int i = 0; i < kMaxIterations; ++i) {
    Real a = 0, b = 0, c = -1;
    for (int k = 0; k < 3; ++k) {
      const Real weight = 1 / (size[k] * size[k]);
      a += weight * normal[k] * normal[k];
      b += weight * normal[k] * q[k];
      c += weight * q[k] * q[k];
    }
    const Real det = b * b - a * c;
    if (det < kMinVal<Real> || a < kMinVal<Real>) return i > 0;
    const Real x = (-b + std::sqrt(det)) / a;
    if (x < 0) return i > 0;
    Vec3<Real> next;
    for (int k = 0; k < 3; ++k) next[k] = (q[k] + x * normal[k]) / (size[k] * size[k]);
    next = unit(next);
    const Real change = distance(next, normal);
    normal = next;
    if (change < kTolerance) break;
  }
  return true;
}

// The nearest point of the surface: Newton's method for its multiplier.
bool normal_from_outside(const Vec3<Real>& size, const Vec3<Real>& q, Vec3<Real>& normal) {
  Real lambda = 0;
  for (int i = 0; i < kMaxIterations; ++i) {
    Real value = -1, slope = 0;
    for (int k = 0; k < 3; ++k) {
      const Real s2 = size[k] * size[k], d = 1 / (s2 + lambda);
      const Real term = q[k] * q[k] * s2 * d * d;
      value += term;
      slope -= 2 * term * d;
    }
    if (value < kTolerance || slope > -kMinVal<Real>) break;
    const Real step = -value / slope;
    lambda += step;
    if (step < kTolerance) break;
  }
  for (int k = 0; k < 3; ++k) normal[k] = q[k] / (size[k] * size[k] + lambda);
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
  Vec3<Real> local = transpose_mul(shape.mat, normal);
  const bool found = shape.type == ShapeType::cylinder    ? cylinder_normal(shape.size, q, local)
                     : shape.type == ShapeType::ellipsoid ? ellipsoid_normal(shape.size, q, local)
                                                          : false;
  return found ? shape.mat * unit(local) : normal;
}

}  // namespace corten
