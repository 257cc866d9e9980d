// The broad phase: pairs of bodies (and flexes) that may touch.
#pragma once

#include <cstdint>
#include <span>

#include "corten/base/arena.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// A pair of bodies as one number, (lower << 16) + higher; flex f counts as body nbody + f.
using PairSignature = std::uint32_t;

inline PairSignature pair_signature(int id1, int id2) {
  const auto lower = static_cast<PairSignature>(id1 < id2 ? id1 : id2);
  const auto higher = static_cast<PairSignature>(id1 < id2 ? id2 : id1);
  return (lower << 16) + higher;
}
inline int lower_id(PairSignature s) { return static_cast<int>(s >> 16); }
inline int higher_id(PairSignature s) { return static_cast<int>(s & 0xFFFF); }

// Ascending and without repeats. use_spheres: bodies of one geom each, or of trees with one leaf each, whose
// bounding spheres are apart are left out, too. The list lives in the frame.
std::span<const PairSignature> broadphase(const Model& m, const Data& d, bool use_spheres,
                                          Arena::Frame& frame);

}  // namespace corten
