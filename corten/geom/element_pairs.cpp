// Lines and triangles of a flex against spheres, capsules and boxes, in closed form.
#include <algorithm>
#include <cmath>

#include "corten/geom/element.h"
#include "corten/geom/primitive_pairs.h"
#include "corten/geom/round_contact.h"
#include "corten/math/quat.h"
#include "corten/math/scalar.h"

namespace corten {
namespace {

using Point2 = Vec2<Real>;

int sign(Real x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }

int area_sign(const Point2& a, const Point2& b, const Point2& c) {
  return sign((a[0] - c[0]) * (b[1] - c[1]) - (b[0] - c[0]) * (a[1] - c[1]));
}

// nearest point of a segment, and its squared distance
Real nearest_on_segment(const Point2& p, const Point2& u, const Point2& v, Point2& nearest) {
  const Point2 along = v - u, offset = p - u;
  const Real squared = along[0] * along[0] + along[1] * along[1];
  const Real t = (along[0] * offset[0] + along[1] * offset[1]) / std::max(kMinVal<Real>, squared);
  if (t <= 0) {
    nearest = u;
  } else if (t >= 1) {
    nearest = v;
  } else {
    nearest = u + along * t;
  }
  const Point2 gap = p - nearest;
  return gap[0] * gap[0] + gap[1] * gap[1];
}

// All in one plane; a point on an edge counts as outside.
bool in_triangle(const Point2& p, const Point2& a, const Point2& b, const Point2& c) {
  const int s1 = area_sign(p, a, b), s2 = area_sign(p, b, c), s3 = area_sign(p, c, a);
  return s1 == s2 && s2 == s3;
}

// Nearest point of the edges of a triangle to p.
Point2 nearest_on_edges(const Point2& p, const Point2& a, const Point2& b, const Point2& c) {
  Point2 ab, bc, ca;
  const Real d1 = nearest_on_segment(p, a, b, ab), d2 = nearest_on_segment(p, b, c, bc),
             d3 = nearest_on_segment(p, c, a, ca);
  if (d1 < d2 && d1 < d3) return ab;
  return d2 < d3 ? bc : ca;
}

// The line as a capsule; only the third axis of its frame counts. It is the line's direction as it comes back
// from a quaternion: the oracle's bits.
struct LineCapsule {
  Vec3<Real> pos, size;
  Mat3<Real> mat;

  explicit LineCapsule(const Element& line) {
    Vec3<Real> axis = line.corner[0] - line.corner[1];
    const Real length = normalize(axis);
    pos = (line.corner[0] + line.corner[1]) * Real(0.5);
    size = {line.radius, Real(0.5) * length, 0};
    mat = to_mat(quat_z_to_vec(axis));
  }
  Shape shape() const { return {ShapeType::capsule, pos, mat, size, 0, nullptr, nullptr}; }
};

}  // namespace

void ball_triangle(const Vec3<Real>& center, Real ball_radius, const Element& triangle, Real margin,
                   ContactPoints& out) {
  const Vec3<Real>&t1 = triangle.corner[0], &t2 = triangle.corner[1], &t3 = triangle.corner[2];
  const Real reach = margin + ball_radius + triangle.radius;
  // everything from t1
  const Vec3<Real> c = center - t1, a = t2 - t1, b = t3 - t1;
  const Vec3<Real> normal = unit(cross(a, b));
  const Real height = dot(normal, c);
  if (std::abs(height) > reach) return;
  const Vec3<Real> foot = c + normal * -height;
  // the plane's own axes, the first towards t2
  Vec3<Real> x = a;
  const Real length = normalize(x);
  const Vec3<Real> y = unit(cross(normal, a));
  const Point2 p{dot(x, foot), dot(y, foot)}, p1{0, 0}, p2{length, 0}, p3{dot(x, b), dot(y, b)};
  Vec3<Real> nearest = foot;
  if (!in_triangle(p, p1, p2, p3)) {
    const Point2 q = nearest_on_edges(p, p1, p2, p3);
    nearest = x * q[0] + y * q[1];
  }
  Vec3<Real> direction = nearest - c;
  const Real gap = normalize(direction);
  if (gap > reach) return;
  const Real dist = gap - ball_radius - triangle.radius;
  out.add(dist, center + direction * (ball_radius + Real(0.5) * dist), direction);
}

void capsule_triangle(const Shape& capsule, const Element& triangle, Real margin, ContactPoints& out) {
  const Vec3<Real> axis = z_axis(capsule), half = axis * capsule.size[1];
  const Real radius = capsule.size[0];
  ball_triangle(capsule.pos - half, radius, triangle, margin, out);
  ball_triangle(capsule.pos + half, radius, triangle, margin, out);
  const Vec3<Real> start = capsule.pos - half, along = capsule.pos + half - start;
  const Real squared = 4 * capsule.size[1] * capsule.size[1];
  for (int i = 0; i < 3; ++i) {
    const Vec3<Real>& v = triangle.corner[i];
    const Real t = dot(v - start, along) / std::max(kMinVal<Real>, squared);
    if (t <= kMinVal<Real> || t >= 1 - kMinVal<Real>) continue;
    const Vec3<Real> on_axis = start + along * t;
    Vec3<Real> direction = v - on_axis;
    const Real gap = normalize(direction);
    if (gap > radius + triangle.radius + margin) continue;
    const Vec3<Real> sum = on_axis + v + direction * (radius - triangle.radius);
    out.add(gap - radius - triangle.radius, sum * Real(0.5), direction);
  }
}

void box_triangle(const Shape& box, const Element& triangle, Real margin, ContactPoints& out) {
  const Real radius = triangle.radius;
  for (int i = 0; i < 3; ++i) {
    const Vec3<Real>& v = triangle.corner[i];
    const Vec3<Real> local = transpose_mul(box.mat, v - box.pos);
    int axis = 0;
    Real farthest = -kHuge;
    bool outside = false;
    for (int k = 0; k < 3; ++k) {
      const Real depth = std::abs(local[k]) - box.size[k];
      if (depth > farthest) farthest = depth, axis = k;
      outside = outside || std::abs(local[k]) > box.size[k] + margin + radius;
    }
    if (farthest - radius > margin || outside) continue;
    const Vec3<Real> normal = local[axis] > 0 ? box.mat.col(axis) : -box.mat.col(axis);
    const Real dist = farthest - radius;
    out.add(dist, v - normal * (radius + Real(0.5) * dist), normal);
  }
  for (int corner = 0; corner < 8; ++corner) {
    Vec3<Real> p;
    for (int k = 0; k < 3; ++k) p[k] = corner >> k & 1 ? box.size[k] : -box.size[k];
    ball_triangle(box.mat * p + box.pos, 0, triangle, margin, out);
  }
}

void shape_line(const Shape& shape, const Element& line, Real margin, ContactPoints& out) {
  const LineCapsule capsule(line);
  switch (shape.type) {
    case ShapeType::sphere:
      return sphere_capsule(shape, capsule.shape(), margin, out);
    case ShapeType::capsule:
      return capsule_capsule(shape, capsule.shape(), margin, out);
    default: {
      const int first = out.count;
      capsule_box(capsule.shape(), shape, margin, out);
      for (int i = first; i < out.count; ++i) out.point[i].normal = -out.point[i].normal;
    }
  }
}

void ball_line(const Vec3<Real>& center, Real ball_radius, const Element& line, Real margin,
               ContactPoints& out) {
  const LineCapsule capsule(line);
  const Mat3<Real> mat = Mat3<Real>::identity();
  const Vec3<Real> size{ball_radius, 0, 0};
  sphere_capsule({ShapeType::sphere, center, mat, size, 0, nullptr, nullptr}, capsule.shape(), margin, out);
}

void line_line(const Element& a, const Element& b, Real margin, ContactPoints& out) {
  const LineCapsule capsule_a(a), capsule_b(b);
  capsule_capsule(capsule_a.shape(), capsule_b.shape(), margin, out);
}

}  // namespace corten
