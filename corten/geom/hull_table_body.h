// Products of a direction with all vertices of a hull table, for the instruction set of the translation unit.
#pragma once

#include "corten/base/config.h"
#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace hull {

// xyz: room x, then y, then z; count fills whole packs
template <int room>
Real products(const Real* xyz, int count, const Real* direction, Real* value) {
  using P = NativePack<Real>;
  const P x(direction[0]), y(direction[1]), z(direction[2]);
  P largest(-1.7976931348623157e308);
  for (int i = 0; i < count; i += P::kLanes) {
    const P v = P::load(xyz + i) * x + P::load(xyz + room + i) * y + P::load(xyz + 2 * room + i) * z;
    v.store(value + i);
    largest = max(largest, v);
  }
  Real top = largest.lane(0);
  for (int i = 1; i < P::kLanes; ++i) top = top < largest.lane(i) ? largest.lane(i) : top;
  return top;
}

}  // namespace hull
}  // namespace CORTEN_ISA
}  // namespace corten
