// Sky, haze and fog as MuJoCo draws them.
#include "viewer/background.h"

#include <algorithm>
#include <cmath>

namespace corten::viewer {
namespace {

// radius of the sky, in far-plane distances
constexpr Real kSkyRadius = 0.7;

// Haze is a cone around the eye. From the horizon, at the eye's height and the sky's radius D, it comes down
// to the plane, E below, at D (1 − share); u runs from 0 at the horizon to 1 at the plane. Nothing when the
// ray misses it.
struct OnCone {
  Real u = -1;
  Real radius = 0;
};

OnCone meet_cone(const Vec3<Real>& direction_l, Real elevation, Real sky_radius, Real share) {
  const Real flat = std::hypot(direction_l[0], direction_l[1]);
  if (!(direction_l[2] < 0) || !(flat > 0)) return {};
  const Real slope = -direction_l[2] / flat;
  const Real u = slope * sky_radius / (elevation + slope * sky_radius * share);
  return {u <= 1 ? u : -1, sky_radius * (1 - share * u)};
}

// Strongest at height h, gone at both ends.
Real haze_strength(Real u, Real share) {
  const Real alpha = std::atan2(1, share);
  const Real h = std::sqrt(0.5) * share * std::sin(alpha) / std::sin(0.75 * M_PI - alpha);
  const Real height = 1 - u;
  return height < h ? height / h : (1 - height) / (1 - h);
}

}  // namespace

Rgb sky(const Scene& scene, const Vec3<Real>& direction, float spread) {
  if (!scene.skybox || !scene.effects.skybox) return {};
  Vec3<Real> d = direction;
  normalize(d);
  // the sky's own y is up
  const Rgba color = scene.skybox->sample(
      Vec3<float>{static_cast<float>(d[0]), static_cast<float>(d[2]), static_cast<float>(-d[1])}, spread);
  return {color[0], color[1], color[2]};
}

Rgb hazed(const Scene& scene, const Rgb& color, const Ray& ray, Real depth) {
  const bool wanted = scene.skybox && scene.effects.skybox && scene.effects.haze;
  if (!wanted || !scene.haze || !(scene.haze->share > 0)) return color;
  const Haze& haze = *scene.haze;
  const Real elevation = dot(scene.view.pos - haze.plane_pos, haze.plane_mat.col(2));
  if (!(elevation > 0)) return color;
  const Vec3<Real> direction_l = transpose_mul(haze.plane_mat, ray.direction);
  const OnCone cone = meet_cone(direction_l, elevation, kSkyRadius * scene.view.zfar, haze.share);
  if (cone.u < 0) return color;
  const Real flat = std::hypot(direction_l[0], direction_l[1]);
  if (cone.radius / flat > depth && depth < scene.view.zfar) return color;
  const auto strength = static_cast<float>(haze_strength(cone.u, haze.share)) * haze.rgba[3];
  return color + (Rgb{haze.rgba[0], haze.rgba[1], haze.rgba[2]} - color) * std::clamp(strength, 0.0F, 1.0F);
}

Rgb fogged(const Scene& scene, const Rgb& color, Real depth) {
  const Fog& fog = scene.fog;
  if (!scene.effects.fog || !(fog.end > fog.start)) return color;
  const float thickness = (static_cast<float>(depth) - fog.start) / (fog.end - fog.start);
  return color + (fog.color - color) * std::clamp(thickness, 0.0F, 1.0F);
}

}  // namespace corten::viewer
