// Rays into the scene (mj_ray, mj_multiRay): the nearest visible geom.
#pragma once

#include <span>

#include "corten/geom/ray.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Which geoms a ray sees. Invisible ones (alpha 0) never; contype and conaffinity play no role.
struct RayFilter {
  const byte* geomgroup = nullptr;  // kNGroup flags; null: all groups
  bool flg_static = true;           // also geoms of static bodies
  int bodyexclude = -1;             // not the geoms of this body
  Data* marks = nullptr;            // its bvh_active notes the nodes of meshes that are reached
};

bool is_transparent(const Model& m, int geom);
bool ray_sees(const Model& m, int geom, const RayFilter& filter);
// Whether rays that look this far never reach a geom of a body with a tree.
bool beyond_cutoff(const Model& m, const Data& d, int geom, const Vec3<Real>& pnt, Real cutoff);

struct SceneHit {
  Real dist = -1;  // multiple of the direction; −1: nothing
  int geomid = -1;
  Vec3<Real> normal{};
};

// The direction must not be zero.
SceneHit ray(const Model& m, const Data& d, const Ray& ray, const RayFilter& filter = {});

// Rays from one point. geomid and normal may be empty; a ray without direction gets dist −1 and leaves its
// geomid and normal alone. Geoms farther than cutoff are not seen. Unlike ray(), bodies are first tested by a
// sphere that is displaced when the body is turned, as in MuJoCo: some hits are lost.
struct MultiRay {
  Vec3<Real> pnt;
  std::span<const Vec3<Real>> vec;
  std::span<int> geomid;
  std::span<Real> dist;
  std::span<Vec3<Real>> normal;
};
void multi_ray(const Model& m, Data& d, const MultiRay& rays, const RayFilter& filter, Real cutoff);

}  // namespace corten
