// The colour a ray sees: surfaces in light and shadow, mirror, things seen through, haze, fog and sky.
#pragma once

#include "viewer/surface_point.h"

namespace corten::viewer {

using Rgb = Vec3<float>;

struct Seen {
  Rgb color{};
  int drawn = -1;  // nearest opaque thing, −1 for the sky
  int face = -1;
  Real depth = 0;  // along the view [m]
};

class Shader {
 public:
  Shader(const Scene& scene, const Tracer& tracer) : scene_(scene), tracer_(tracer) {}

  // spread: angle a pixel covers [rad]; scratch: reused from ray to ray
  Seen look(const PixelRays& rays, float spread, std::vector<Hit>& scratch) const;

 private:
  Rgb lit(const Hit& hit, const PixelRays& rays, bool shadows, float dim) const;
  Rgb mirrored(const Hit& hit, const PixelRays& rays, std::vector<Hit>& scratch) const;
  Rgb over(Rgb behind, const std::vector<Hit>& hits, const PixelRays& rays, float dim) const;
  bool in_shadow(const Light& light, const Hit& hit, const Vec3<Real>& pos, const Vec3<Real>& to_light,
                 Real distance) const;

  const Scene& scene_;
  const Tracer& tracer_;
};

}  // namespace corten::viewer
