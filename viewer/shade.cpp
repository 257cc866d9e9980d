// Light as OpenGL's fixed pipeline has it, evaluated at every pixel: a light adds
//   spot · (ambient + max(0, n·l) diffuse + max(0, n·h)^shininess specular) / (a + b d + c d²),
// the first pass holds emission and the lights without shadows, each shadow light is a pass of its own, and
// every pass is limited to 1 before the texture multiplies it.
#include "viewer/shade.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "viewer/background.h"

namespace corten::viewer {
namespace {

constexpr float kNoLights = 0.3F;  // ambient light of a scene without lights

Rgb rgb(const Vec<float, 4>& c) { return {c[0], c[1], c[2]}; }

Rgb times(const Rgb& a, const Rgb& b) { return {a[0] * b[0], a[1] * b[1], a[2] * b[2]}; }

Rgb limited(Rgb c) {
  for (float& x : c) x = std::clamp(x, 0.0F, 1.0F);
  return c;
}

struct Incidence {
  Vec3<Real> to_light;  // unit
  Real distance = INFINITY;
  float strength = 1;  // after distance and cone
};

Incidence incidence(const Light& light, const Vec3<Real>& pos) {
  Incidence in;
  if (light.type == mjLIGHT_DIRECTIONAL) {
    in.to_light = -light.dir;
    normalize(in.to_light);
    return in;
  }
  in.to_light = light.pos - pos;
  in.distance = normalize(in.to_light);
  const auto d = static_cast<float>(in.distance);
  const float fade = light.attenuation[0] + d * (light.attenuation[1] + d * light.attenuation[2]);
  in.strength = fade > 0 ? 1 / fade : 1;
  if (light.type != mjLIGHT_SPOT || light.cutoff >= 90) return in;
  const Real along = -dot(in.to_light, light.dir);
  const Real edge = std::cos(light.cutoff * std::numbers::pi / 180);
  in.strength *= along < edge ? 0 : static_cast<float>(std::pow(std::max<Real>(along, 0), light.exponent));
  return in;
}

// Everything but shadow and texture.
Rgb reflected(const Light& light, const Incidence& in, const Surface& surface, const Rgb& color,
              const Vec3<Real>& normal, const Vec3<Real>& to_eye) {
  Rgb sum = times(light.ambient, color);
  const Real facing = dot(normal, in.to_light);
  if (facing > 0) {
    sum += times(light.diffuse, color) * static_cast<float>(facing);
    Vec3<Real> half = in.to_light + to_eye;
    normalize(half);
    const Real shine = dot(normal, half);
    const float exponent = surface.shininess * 128;
    if (surface.specular > 0 && shine > 0)
      sum += light.specular * (surface.specular * std::pow(static_cast<float>(shine), exponent));
  }
  return sum * in.strength;
}

PixelRays mirror_rays(const PixelRays& rays, const Vec3<Real>& point, const Vec3<Real>& normal) {
  const auto turn = [&](const Vec3<Real>& v) { return v - normal * (2 * dot(v, normal)); };
  const auto mirror = [&](const Ray& r) { return Ray{point + turn(r.origin - point), turn(r.direction)}; };
  return {mirror(rays.ray), mirror(rays.right), mirror(rays.below)};
}

}  // namespace

// A ray from just above the surface. A smooth normal may look at the light where the flat face does not:
// there the thing does not shadow itself, or its facets would show.
bool Shader::in_shadow(const Light& light, const Hit& hit, const Vec3<Real>& pos, const Vec3<Real>& to_light,
                       Real distance) const {
  if (!light.castshadow || !scene_.effects.shadow) return false;
  const Real gap = 2e-4 * scene_.unit;
  const bool turned_away = dot(hit.normal, to_light) <= 0.05;
  return tracer_.blocked({pos + hit.normal * gap, to_light}, 0, distance, turned_away ? hit.drawn : -1);
}

// dim: factor on the thing's own colour, for mirrors
Rgb Shader::lit(const Hit& hit, const PixelRays& rays, bool shadows, float dim) const {
  const Surface& surface = scene_.drawn[static_cast<std::size_t>(hit.drawn)].surface;
  const SurfacePoint point = surface_point(scene_, hit, rays);
  const Rgb color = rgb(surface.rgba) * dim;
  Vec3<Real> to_eye = -rays.ray.direction;
  normalize(to_eye);
  Rgb first = color * surface.emission;
  if (scene_.lights.empty()) first += color * kNoLights;
  Rgb others{};
  for (const Light& light : scene_.lights) {
    const Incidence in = incidence(light, point.pos);
    if (in.strength <= 0) continue;
    const Rgb added = reflected(light, in, surface, color, point.normal, to_eye);
    if (!light.castshadow || !shadows || !scene_.effects.shadow)
      first += added;
    else if (!in_shadow(light, hit, point.pos, in.to_light, in.distance))
      others += limited(added);
  }
  return times(limited(first) + others, rgb(point.texture));
}

// What the mirror adds to its own colour: the others without shadows, dimmed by its reflectance.
Rgb Shader::mirrored(const Hit& hit, const PixelRays& rays, std::vector<Hit>& scratch) const {
  const Drawn& mirror = scene_.drawn[static_cast<std::size_t>(hit.drawn)];
  constexpr int kTop = 5;  // only this side of a box reflects
  if (mirror.form == Form::box && hit.face != kTop) return {};
  const float dim = mirror.surface.reflectance;
  const PixelRays turned = mirror_rays(rays, rays.ray.at(hit.t), hit.normal);
  const Real far = scene_.view.zfar;
  const Hit opaque = tracer_.nearest(turned.ray, hit.t, far, Tracer::Seen::opaque, hit.drawn);
  const Rgb behind = opaque.hit() ? limited(lit(opaque, turned, false, dim)) : Rgb{};
  tracer_.transparent(turned.ray, hit.t, opaque.hit() ? opaque.t : far, hit.drawn, scratch);
  return over(behind, scratch, turned, dim);
}

// Blends transparent things twice, nearest first and then farthest first, as MuJoCo does: a lone one covers
// 1 − (1 − α)² of what is behind it.
Rgb Shader::over(Rgb behind, const std::vector<Hit>& hits, const PixelRays& rays, float dim) const {
  if (hits.empty()) return behind;
  std::vector<Vec<float, 4>> layers;
  for (const Hit& hit : hits) {
    const Rgb color = limited(lit(hit, rays, false, dim));
    const float alpha = scene_.drawn[static_cast<std::size_t>(hit.drawn)].surface.rgba[3];
    layers.push_back({color[0], color[1], color[2], alpha});
  }
  const auto blend = [&](const Vec<float, 4>& layer) {
    behind = behind * (1 - layer[3]) + rgb(layer) * layer[3];
  };
  std::for_each(layers.begin(), layers.end(), blend);
  std::for_each(layers.rbegin(), layers.rend(), blend);
  return behind;
}

Seen Shader::look(const PixelRays& rays, float spread, std::vector<Hit>& scratch) const {
  const View& view = scene_.view;
  const Hit hit = tracer_.nearest(rays.ray, view.znear, view.zfar, Tracer::Seen::opaque);
  Seen seen{{}, hit.drawn, hit.face, hit.hit() ? hit.t : view.zfar};
  if (hit.hit()) {
    seen.color = lit(hit, rays, true, 1);
    if (hit.drawn == scene_.mirror && scene_.effects.reflection) seen.color += mirrored(hit, rays, scratch);
    seen.color = fogged(scene_, limited(seen.color), hit.t);
  } else {
    seen.color = sky(scene_, rays.ray.direction, spread);
  }
  seen.color = hazed(scene_, seen.color, rays.ray, seen.depth);
  tracer_.transparent(rays.ray, view.znear, seen.depth, -1, scratch);
  seen.color = limited(over(seen.color, scratch, rays, 1));
  return seen;
}

}  // namespace corten::viewer
