// The point of a surface that a ray met: its shading normal and the colour of its texture there.
#pragma once

#include "viewer/trace.h"

namespace corten::viewer {

struct SurfacePoint {
  Vec3<Real> pos;     // world [m]
  Vec3<Real> normal;  // for light: smooth over triangles, unit
  Rgba texture;       // white without one
};

// Two neighbouring rays tell how much of the texture a pixel covers.
struct PixelRays {
  Ray ray, right, below;
};

SurfacePoint surface_point(const Scene& scene, const Hit& hit, const PixelRays& rays);

}  // namespace corten::viewer
