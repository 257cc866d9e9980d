// What the search for contacts remembers of pairs of geoms from one step to the next. It saves time and
// decides nothing: a slot may be empty, out of date or taken by another pair.
#pragma once

#include <cstddef>
#include <vector>

#include "corten/math/vec3.h"

namespace corten {

struct Model;

// Two shapes without a closed form for their distance, as they were when last looked at.
struct PairSlot {
  int geom[2] = {-1, -1};
  int start[2] = {-1, -1};  // hull vertices that were farthest towards each other
  Vec3<Real> direction{};   // unit vector from the first along which they were apart; zero when none is known
};

class PairMemory {
 public:
  PairMemory() = default;
  explicit PairMemory(const Model& m);

  // the slot of these geoms, empty if others had it; null when the model has no such shapes
  PairSlot* slot(int geom1, int geom2) {
    if (slots_.empty()) return nullptr;
    const unsigned mixed = static_cast<unsigned>(geom1) * 2654435761u + static_cast<unsigned>(geom2);
    PairSlot& slot = slots_[mixed & (slots_.size() - 1)];
    if (slot.geom[0] != geom1 || slot.geom[1] != geom2) slot = {{geom1, geom2}};
    return &slot;
  }

 private:
  std::vector<PairSlot> slots_;  // a power of two
};

}  // namespace corten
