// What is behind and between things: sky, haze at the horizon, fog.
#pragma once

#include "viewer/shade.h"

namespace corten::viewer {

// The skybox in a direction; black without one. spread: angle a pixel covers [rad].
Rgb sky(const Scene& scene, const Vec3<Real>& direction, float spread);

// Haze over a colour seen at this depth.
Rgb hazed(const Scene& scene, const Rgb& color, const Ray& ray, Real depth);

Rgb fogged(const Scene& scene, const Rgb& color, Real depth);

}  // namespace corten::viewer
