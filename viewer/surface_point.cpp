// Smooth normals and MuJoCo's texture mapping: coordinates of the corners, flat over x and y, or by direction
// (cube).
#include "viewer/surface_point.h"

#include <algorithm>
#include <cmath>

namespace corten::viewer {
namespace {

Vec3<float> to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

// Surfaces whose vertices carry their size, unlike unit shapes that are scaled.
bool has_own_scale(Form form) { return form == Form::plane || form == Form::triangles; }

// Half-sizes by which MuJoCo scales a unit shape.
Vec3<Real> scaling(const Drawn& drawn) {
  const Vec3<Real>& s = drawn.size;
  switch (drawn.form) {
    case Form::sphere:
      return {s[0], s[0], s[0]};
    case Form::capsule:
    case Form::cylinder:
      return {s[0], s[0], s[1]};
    default:
      return s;
  }
}

// s and t of a point in the frame of the thing: the texture lies flat on its x and y.
Vec<Real, 2> flat_coordinates(const Drawn& drawn, const Vec3<Real>& p) {
  const Vec3<Real> size = scaling(drawn);
  Vec<Real, 2> st;
  for (int i = 0; i < 2; ++i) {
    const Real unit = drawn.surface.texuniform || !(size[i] > 0) ? 1 : size[i];
    const Real along = 0.5 * drawn.surface.texrepeat[i] * p[i] / unit;
    st[i] = (i == 0 ? along : -along) - 0.5;
  }
  return st;
}

Vec<float, 2> to_float(const Vec<Real, 2>& v) { return {static_cast<float>(v[0]), static_cast<float>(v[1])}; }

// Whole repetitions do not show; taking them away keeps digits far from the origin.
Vec<float, 2> within_picture(const Vec<Real, 2>& st) {
  return to_float(Vec<Real, 2>{st[0] - std::floor(st[0]), st[1] - std::floor(st[1])});
}

// Position on the unit shape, the caps of a capsule beyond ±1.
Vec3<Real> unit_position(const Drawn& drawn, const Vec3<Real>& p, const Vec3<Real>& size) {
  if (has_own_scale(drawn.form)) return p;
  Vec3<Real> unit;
  for (int i = 0; i < 3; ++i) unit[i] = p[i] / std::max(size[i], kMinVal<Real>);
  if (drawn.form == Form::capsule && std::abs(p[2]) > size[2]) {
    const Real cap = (std::abs(p[2]) - size[2]) / std::max(size[0], kMinVal<Real>) + 1;
    unit[2] = std::copysign(cap, p[2]);
  }
  return unit;
}

Vec3<float> cube_direction(const Drawn& drawn, const Vec3<Real>& p) {
  const Vec3<Real> size = scaling(drawn);
  Vec3<Real> direction = unit_position(drawn, p, size);
  if (drawn.surface.texuniform)
    for (int i = 0; i < 3; ++i) direction[i] *= size[i];
  normalize(direction);
  return to_float(direction);
}

// Weights of a triangle's second and third corner at a point of its plane.
Vec<float, 2> weights(const TriangleCorners& c, const Vec3<float>& p) {
  const Vec3<float> a = c.vert[1] - c.vert[0];
  const Vec3<float> b = c.vert[2] - c.vert[0];
  const Vec3<float> d = p - c.vert[0];
  const float aa = dot(a, a), ab = dot(a, b), bb = dot(b, b);
  const float det = aa * bb - ab * ab;
  if (!(det > 0)) return {};
  return {(dot(d, a) * bb - dot(d, b) * ab) / det, (dot(d, b) * aa - dot(d, a) * ab) / det};
}

template <class T>
T blend(const T (&corner)[3], float u, float v) {
  return corner[0] * (1 - u - v) + corner[1] * u + corner[2] * v;
}

// Where a neighbouring ray meets the plane that touches the surface; the point itself if it runs along it.
Vec3<Real> on_tangent(const Ray& ray, const Vec3<Real>& pos, const Vec3<Real>& normal) {
  const Real speed = dot(ray.direction, normal);
  if (!(std::abs(speed) > 1e-9)) return pos;
  return ray.at(dot(pos - ray.origin, normal) / speed);
}

Vec3<Real> to_frame(const Drawn& drawn, const Vec3<Real>& p) {
  return transpose_mul(drawn.mat, p - drawn.pos);
}

Rgba texture_color(const Drawn& drawn, const Hit& hit, const Vec3<Real>& pos, const PixelRays& rays) {
  const Surface& surface = drawn.surface;
  const Vec3<Real> p = to_frame(drawn, pos);
  const Vec3<Real> p_right = to_frame(drawn, on_tangent(rays.right, pos, hit.normal));
  const Vec3<Real> p_below = to_frame(drawn, on_tangent(rays.below, pos, hit.normal));
  if (surface.texcoord && drawn.form == Form::triangles && !surface.texture->is_cube()) {
    const TriangleCorners& c = drawn.triangles->face(hit.face);
    const Vec<float, 2> st = blend(c.texcoord, hit.u, hit.v);
    const Vec<float, 2> right = weights(c, to_float(p_right));
    const Vec<float, 2> below = weights(c, to_float(p_below));
    return surface.texture->sample(
        st, {blend(c.texcoord, right[0], right[1]) - st, blend(c.texcoord, below[0], below[1]) - st});
  }
  if (!surface.texture->is_cube()) {
    const Vec<Real, 2> st = flat_coordinates(drawn, p);
    return surface.texture->sample(within_picture(st), {to_float(flat_coordinates(drawn, p_right) - st),
                                                        to_float(flat_coordinates(drawn, p_below) - st)});
  }
  const Vec3<float> direction = cube_direction(drawn, p);
  const float spread = std::min(distance(cube_direction(drawn, p_right), direction),
                                distance(cube_direction(drawn, p_below), direction));
  return surface.texture->sample(direction, spread);
}

// Between the normals of the corners; of the face where they have none or look away.
Vec3<Real> smooth_normal(const Drawn& drawn, const Hit& hit) {
  if (drawn.form != Form::triangles) return hit.normal;
  const Vec3<float> n = blend(drawn.triangles->face(hit.face).normal, hit.u, hit.v);
  Vec3<Real> normal = drawn.mat * Vec3<Real>{n[0], n[1], n[2]};
  if (!(dot(normal, normal) > 1e-6)) return hit.normal;
  normalize(normal);
  return normal;
}

}  // namespace

SurfacePoint surface_point(const Scene& scene, const Hit& hit, const PixelRays& rays) {
  const Drawn& drawn = scene.drawn[static_cast<std::size_t>(hit.drawn)];
  const Vec3<Real> pos = rays.ray.at(hit.t);
  SurfacePoint point{pos, smooth_normal(drawn, hit), {1, 1, 1, 1}};
  if (drawn.surface.texture) point.texture = texture_color(drawn, hit, pos, rays);
  return point;
}

}  // namespace corten::viewer
