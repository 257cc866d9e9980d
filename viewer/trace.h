// Rays into a scene: nearest surface, anything in between, all that is transparent on the way.
#pragma once

#include <vector>

#include "viewer/scene.h"

namespace corten::viewer {

struct Hit {
  Real t = INFINITY;    // multiple of the ray's direction
  int drawn = -1;       // −1 for a miss
  int face = -1;        // of triangles; of a box its side −x, +x, −y, +y, −z, +z
  float u = 0, v = 0;   // place on a triangle
  Vec3<Real> normal{};  // geometric, outward unit, world

  bool hit() const { return drawn >= 0; }
};

class Tracer {
 public:
  explicit Tracer(const Scene& scene);

  enum class Seen { opaque, all };
  // Nearest front with tmin ≤ t < tmax. skip: a thing not seen.
  Hit nearest(const Ray& ray, Real tmin, Real tmax, Seen seen, int skip = -1) const;
  // Fronts of transparent things with tmin ≤ t < tmax, nearest first.
  void transparent(const Ray& ray, Real tmin, Real tmax, int skip, std::vector<Hit>& hits) const;
  // Whether anything that casts shadows is between.
  bool blocked(const Ray& ray, Real tmin, Real tmax, int skip) const;

 private:
  struct Group {  // things that are found by the same rays
    BoxTree tree;
    std::vector<int> bounded;  // the tree's items
    std::vector<int> planes;
  };

  template <class Visit>
  void visit(const Group& group, const Ray& ray, Real tmin, const float& reach, Visit&& visit) const;
  bool front(int drawn, const Ray& ray, Real tmin, Real tmax, Hit& hit) const;
  bool blocks(int drawn, const Ray& ray, Real tmin, Real tmax) const;

  const Scene& scene_;
  Group opaque_, transparent_;
};

}  // namespace corten::viewer
