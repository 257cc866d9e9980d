// Rays into a scene by two levels of box trees: over the things drawn, and over the triangles of each.
#include "viewer/trace.h"

#include <algorithm>
#include <cmath>

namespace corten::viewer {
namespace {

constexpr int kMaxLayers = 8;  // of one transparent surface behind each other

Vec3<float> to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

ShapeType shape_type(Form form) {
  switch (form) {
    case Form::plane:
      return ShapeType::plane;
    case Form::capsule:
      return ShapeType::capsule;
    case Form::ellipsoid:
      return ShapeType::ellipsoid;
    case Form::cylinder:
      return ShapeType::cylinder;
    case Form::box:
      return ShapeType::box;
    default:
      return ShapeType::sphere;
  }
}

// Half-sizes of the box around a thing, in its own frame, and its centre.
void local_box(const Drawn& drawn, Vec3<Real>& center, Vec3<Real>& half) {
  const Vec3<Real>& s = drawn.size;
  center = {};
  switch (drawn.form) {
    case Form::sphere:
      half = {s[0], s[0], s[0]};
      break;
    case Form::capsule:
      half = {s[0], s[0], s[0] + s[1]};
      break;
    case Form::cylinder:
      half = {s[0], s[0], s[1]};
      break;
    case Form::cone:
      half = {s[0], s[0], s[1] / 2};
      center = {0, 0, s[1] / 2};
      break;
    case Form::triangles: {
      const Box box = drawn.triangles->bounds();
      for (int i = 0; i < 3; ++i) {
        center[i] = (Real(box.lower[i]) + box.upper[i]) / 2;
        half[i] = (Real(box.upper[i]) - box.lower[i]) / 2;
      }
      break;
    }
    default:
      half = s;
  }
}

Box world_box(const Drawn& drawn) {
  Vec3<Real> center_l, half_l;
  local_box(drawn, center_l, half_l);
  const Vec3<Real> center_w = drawn.pos + drawn.mat * center_l;
  Box box;
  for (int i = 0; i < 3; ++i) {
    Real half = 0;
    for (int k = 0; k < 3; ++k) half += std::abs(drawn.mat(i, k)) * half_l[k];
    // room for rounding to single precision
    half += 1e-6 * (half + std::abs(center_w[i])) + 1e-9;
    box.lower[i] = static_cast<float>(center_w[i] - half);
    box.upper[i] = static_cast<float>(center_w[i] + half);
  }
  return box;
}

// Both sides of a plane, within its half-sizes where those are positive.
RayHit ray_plane(const Drawn& drawn, const Ray& ray) {
  const Ray local = to_local(drawn.pos, drawn.mat, ray);
  if (std::abs(local.direction[2]) < kMinVal<Real>) return {};
  const Real x = -local.origin[2] / local.direction[2];
  if (!(x >= 0)) return {};
  const Vec3<Real> p = local.at(x);
  for (int i = 0; i < 2; ++i)
    if (drawn.size[i] > 0 && std::abs(p[i]) > drawn.size[i]) return {};
  const Vec3<Real> normal = drawn.mat.col(2);
  return {x, local.origin[2] >= 0 ? normal : -normal};
}

// Base disc of radius r at z = 0, tip at z = h: x² + y² = (r (1 − z / h))².
RayHit ray_cone(const Drawn& drawn, const Ray& ray) {
  const Real r = drawn.size[0];
  const Real h = drawn.size[1];
  if (!(h > 0) || !(r > 0)) return {};
  const Ray l = to_local(drawn.pos, drawn.mat, ray);
  const Vec3<Real>& o = l.origin;
  const Vec3<Real>& v = l.direction;
  RayHit best;
  const auto keep = [&](Real x, const Vec3<Real>& normal_l) {
    if (x >= 0 && (!best.hit() || x < best.x)) best = {x, normal_l};
  };
  if (v[2] > 0) {
    const Real x = -o[2] / v[2];
    const Vec3<Real> p = l.at(x);
    if (p[0] * p[0] + p[1] * p[1] <= r * r) keep(x, {0, 0, -1});
  }
  const Real k = r / h;
  const Real w = k * (h - o[2]);
  const Real a = v[0] * v[0] + v[1] * v[1] - k * k * v[2] * v[2];
  const Real b = o[0] * v[0] + o[1] * v[1] + w * k * v[2];
  const Real c = o[0] * o[0] + o[1] * o[1] - w * w;
  const Real det = b * b - a * c;
  if (det >= 0 && std::abs(a) > kMinVal<Real>)
    for (const Real sign : {-1.0, 1.0}) {
      const Real x = (-b + sign * std::sqrt(det)) / a;
      const Vec3<Real> p = l.at(x);
      if (p[2] < 0 || p[2] > h) continue;
      Vec3<Real> n{p[0], p[1], k * k * (h - p[2])};
      normalize(n);
      keep(x, n);
    }
  if (best.hit()) best.normal = drawn.mat * best.normal;
  return best;
}

RayHit ray_drawn(const Drawn& drawn, const Ray& ray) {
  if (drawn.form == Form::plane) return ray_plane(drawn, ray);
  if (drawn.form == Form::cone) return ray_cone(drawn, ray);
  return ray_primitive({shape_type(drawn.form), drawn.pos, drawn.mat, drawn.size, 0, nullptr, nullptr}, ray);
}

int box_side(const Drawn& drawn, const Vec3<Real>& normal) {
  const Vec3<Real> n = transpose_mul(drawn.mat, normal);
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(n[i]) > std::abs(n[axis])) axis = i;
  return 2 * axis + (n[axis] > 0);
}

// A ray in the frame of triangles, in single precision. It starts near the box around them: far origins would
// cost digits.
struct LocalRay {
  Vec3<float> origin, direction;
  Real start = 0;  // t where origin is
};

LocalRay to_triangles(const Drawn& drawn, const Ray& ray, Real tmin) {
  const Ray l = to_local(drawn.pos, drawn.mat, ray);
  Vec3<Real> center, half;
  local_box(drawn, center, half);
  const Real speed = norm(l.direction);
  const Real reach = norm(half) * 1.01;
  const Real closest = dot(center - l.origin, l.direction) / (speed * speed);
  const Real start = std::max(tmin, closest - reach / speed);
  return {to_float(l.at(start)), to_float(l.direction), start};
}

}  // namespace

Tracer::Tracer(const Scene& scene) : scene_(scene) {
  for (Group* group : {&opaque_, &transparent_}) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < scene.drawn.size(); ++i) {
      const Drawn& drawn = scene.drawn[i];
      if (drawn.transparent != (group == &transparent_)) continue;
      if (drawn.form == Form::plane) {
        group->planes.push_back(static_cast<int>(i));
      } else {
        group->bounded.push_back(static_cast<int>(i));
        boxes.push_back(world_box(drawn));
      }
    }
    group->tree = BoxTree(boxes);
  }
}

// Calls visit(thing) for everything the ray may meet before `reach`, which visit may make smaller; ends when
// it returns true.
template <class Visit>
void Tracer::visit(const Group& group, const Ray& ray, Real tmin, const float& reach, Visit&& visit) const {
  for (int plane : group.planes)
    if (visit(plane)) return;
  const BoxRay boxes(to_float(ray.origin), to_float(ray.direction));
  group.tree.walk(boxes, static_cast<float>(tmin), reach, [&](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      const int item = group.tree.order()[static_cast<std::size_t>(i)];
      if (visit(group.bounded[static_cast<std::size_t>(item)])) return true;
    }
    return false;
  });
}

bool Tracer::front(int drawn, const Ray& ray, Real tmin, Real tmax, Hit& hit) const {
  const Drawn& thing = scene_.drawn[static_cast<std::size_t>(drawn)];
  if (thing.form == Form::triangles) {
    const LocalRay l = to_triangles(thing, ray, tmin);
    if (!(tmax > l.start)) return false;
    const TriangleHit found = thing.triangles->nearest(
        l.origin, l.direction, 0, static_cast<float>(std::min<Real>(tmax - l.start, 3e38)));
    if (found.face < 0) return false;
    const Vec3<float> n = thing.triangles->flat_normal(found.face);
    Vec3<Real> normal = thing.mat * Vec3<Real>{n[0], n[1], n[2]};
    normalize(normal);
    hit = {l.start + found.t, drawn, found.face, found.u, found.v, normal};
    return hit.t < tmax;
  }
  const RayHit found = ray_drawn(thing, ray);
  if (!found.hit() || found.x < tmin || found.x >= tmax) return false;
  if (dot(found.normal, ray.direction) > 0) return false;  // from inside
  const int face = thing.form == Form::box ? box_side(thing, found.normal) : 0;
  hit = {found.x, drawn, face, 0, 0, found.normal};
  return true;
}

bool Tracer::blocks(int drawn, const Ray& ray, Real tmin, Real tmax) const {
  const Drawn& thing = scene_.drawn[static_cast<std::size_t>(drawn)];
  if (thing.decor) return false;
  if (thing.form == Form::triangles) {
    const LocalRay l = to_triangles(thing, ray, tmin);
    if (!(tmax > l.start)) return false;
    return thing.triangles->occludes(l.origin, l.direction, 0,
                                     static_cast<float>(std::min<Real>(tmax - l.start, 3e38)));
  }
  const RayHit found = ray_drawn(thing, ray);
  return found.hit() && found.x >= tmin && found.x < tmax;
}

Hit Tracer::nearest(const Ray& ray, Real tmin, Real tmax, Seen seen, int skip) const {
  Hit best;
  best.t = tmax;
  auto reach = static_cast<float>(tmax * (1 + 1e-6));
  const auto look = [&](int drawn) {
    Hit hit;
    if (drawn != skip && front(drawn, ray, tmin, best.t, hit)) {
      best = hit;
      reach = static_cast<float>(hit.t * (1 + 1e-6));
    }
    return false;
  };
  visit(opaque_, ray, tmin, reach, look);
  if (seen == Seen::all) visit(transparent_, ray, tmin, reach, look);
  return best;
}

void Tracer::transparent(const Ray& ray, Real tmin, Real tmax, int skip, std::vector<Hit>& hits) const {
  hits.clear();
  const auto reach = static_cast<float>(tmax * (1 + 1e-6));
  visit(transparent_, ray, tmin, reach, [&](int drawn) {
    Hit hit;
    Real from = tmin;
    for (int i = 0; i < kMaxLayers && drawn != skip && front(drawn, ray, from, tmax, hit); ++i) {
      hits.push_back(hit);
      if (scene_.drawn[static_cast<std::size_t>(drawn)].form != Form::triangles) break;
      from = hit.t * (1 + 1e-5);
    }
    return false;
  });
  std::sort(hits.begin(), hits.end(),
            [](const Hit& a, const Hit& b) { return a.t != b.t ? a.t < b.t : a.drawn < b.drawn; });
}

bool Tracer::blocked(const Ray& ray, Real tmin, Real tmax, int skip) const {
  bool found = false;
  const auto reach = static_cast<float>(std::min<Real>(tmax * (1 + 1e-6), 3e38));
  const auto look = [&](int drawn) { return found = drawn != skip && blocks(drawn, ray, tmin, tmax); };
  visit(opaque_, ray, tmin, reach, look);
  if (!found) visit(transparent_, ray, tmin, reach, look);
  return found;
}

}  // namespace corten::viewer
