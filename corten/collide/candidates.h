// Pairs of geoms that a model lets touch, listed once in the order in which their contacts stand. Who steps
// many worlds tests the bounding spheres of a pair for several of them at a time, and needs neither sweep nor
// trees.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// geom1 has the smaller type number; it alone may be a plane.
struct Candidate {
  int geom1 = 0;
  int geom2 = 0;
  bool plane = false;
  bool boxes = false;  // the mid phase compares their boxes too
  Real reach = 0;      // apart beyond it: centre above a plane, or the square of the distance of two centres
};

// The list; none where it would be long, with <pair> elements or flexes, for moving planes and for geoms
// without a bounding sphere.
std::optional<std::vector<Candidate>> collision_candidates(const Model& m);

// The collision stage on those pairs that have `bit` in `near`: their spheres meet.
//   out: d.contact d.ncon
void collide_candidates(const Model& m, Data& d, std::span<const Candidate> list,
                        std::span<const std::uint8_t> near, std::uint8_t bit);

}  // namespace corten
