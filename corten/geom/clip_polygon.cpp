#include "corten/geom/clip_polygon.h"

namespace corten {
namespace {

constexpr Real kInside = -1e-15;

struct Plane {
  Vec3<Real> point;
  Vec3<Real> normal;
  Real offset;
  bool inside(const Vec3<Real>& p) const { return dot(p - point, normal) > kInside; }
};

void emit(Polygon& out, const Vec3<Real>& p) {
  if (out.count < static_cast<int>(sizeof out.vertex / sizeof *out.vertex)) out.vertex[out.count++] = p;
}

void emit_crossing(const Plane& plane, const Vec3<Real>& p, const Vec3<Real>& q, Polygon& out) {
  const Vec3<Real> d = q - p;
  const Real slope = dot(plane.normal, d);
  if (slope == 0) return;
  const Real t = (plane.offset - dot(plane.normal, p)) / slope;
  if (t >= 0 && t <= 1) emit(out, p + d * t);
}

Polygon clip_by(const Plane& plane, const Polygon& in) {
  Polygon out;
  for (int i = 0; i < in.count; ++i) {
    const Vec3<Real>&p = in.vertex[i], &q = in.vertex[(i + 1) % in.count];
    const bool p_inside = plane.inside(p), q_inside = plane.inside(q);
    if (p_inside != q_inside) emit_crossing(plane, p, q, out);
    if (q_inside) emit(out, q);
  }
  return out;
}

}  // namespace

Polygon clip(const Polygon& polygon, const Polygon& outline, const Vec3<Real>& normal) {
  if (outline.count < 3) return {};
  Polygon result = polygon;
  for (int i = 0; i < outline.count && result.count; ++i) {
    const Vec3<Real>&a = outline.vertex[i], &b = outline.vertex[(i + 1) % outline.count];
    const Vec3<Real> n = cross(b - a, (a + normal) - a);
    result = clip_by({a, n, dot(n, a)}, result);
  }
  return result;
}

Polygon largest_quadrilateral(const Polygon& polygon) {
  const auto& v = polygon.vertex;
  const auto next = [&](int i) { return (i + 1) % polygon.count; };
  const auto area = [&](int a, int b, int c, int d) {
    return Real(0.5) * norm(cross(v[d] - v[a], v[b] - v[d]) + cross(v[c] - v[b], v[a] - v[c]));
  };
  int b = 1, c = 2, d = 3, best[4] = {0, 1, 2, 3};
  Real best_area = area(0, 1, 2, 3);
  for (int a = 0; a < polygon.count; ++a) {
    const auto better = [&](int nb, int nc, int nd) {
      const Real candidate = area(a, nb, nc, nd);
      if (!(candidate > best_area)) return false;
      best_area = candidate;
      best[0] = a, best[1] = b = nb, best[2] = c = nc, best[3] = d = nd;
      return true;
    };
    while (better(b, c, next(d))) {
      while (better(b, next(c), d)) {
      }
      while (better(next(b), c, d)) {
      }
    }
    if (b != a) continue;
    b = next(b);
    if (c != b) continue;
    c = next(c);
    if (d == c) d = next(d);
  }
  Polygon result;
  result.count = 4;
  for (int i = 0; i < 4; ++i) result.vertex[i] = v[best[i]];
  return result;
}

}  // namespace corten
