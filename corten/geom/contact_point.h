// What a pair function finds: up to 50 points, each with distance, midpoint and normal.
#pragma once

#include <cassert>

#include "corten/base/arena.h"
#include "corten/geom/hull_table.h"
#include "corten/math/vec3.h"

namespace corten {

inline constexpr int kMaxConPair = 50;  // mjMAXCONPAIR

struct ContactPoint {
  Vec3<Real> pos;      // midpoint between the two surface points
  Real dist;           // negative when the shapes overlap [m]
  Vec3<Real> normal;   // from the first shape to the second
  Vec3<Real> tangent;  // wanted direction of the first tangent; zero when the pair has none
};

struct ContactPoints {
  int count = 0;
  ContactPoint point[kMaxConPair];

  bool full() const { return count == kMaxConPair; }
  void add(Real dist, const Vec3<Real>& pos, const Vec3<Real>& normal, const Vec3<Real>& tangent = {}) {
    assert(!full());
    point[count++] = {pos, dist, normal, tangent};
  }
};

// What the caller of a pair function asks for. Solvers take scratch from the arena's top.
struct PairQuery {
  Real margin = 0;            // shapes closer than this make contact
  Real ccd_tolerance = 1e-6;  // of the convex solver [m]
  int ccd_iterations = 35;
  bool multiccd = false;   // several contacts per convex pair
  int sdf_initpoints = 0;  // starting points of the search in distance fields
  int sdf_iterations = 0;  // steps from each
  Arena* scratch = nullptr;
  HullTable* tables = nullptr;  // two, for the first and the second shape, kept from pair to pair

  // What the last search for this pair left, renewed by the next: the direction from the first shape along
  // which they were apart, or zero, and the two hull vertices farthest along it. Both are there or none.
  Vec3<Real>* kept_direction = nullptr;
  int* kept_start = nullptr;
};

}  // namespace corten
