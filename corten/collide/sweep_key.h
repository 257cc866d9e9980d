// Numbers for sweeps along an axis: they sort as (coordinate in single precision, place in the list before
// sorting).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace corten {

using SweepKey = std::uint64_t;

inline SweepKey sweep_key(float coordinate, std::size_t place) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(coordinate + 0.0f);  // −0 is 0
  const std::uint32_t ordered = bits >> 31 ? ~bits : bits | 0x80000000u;
  return SweepKey{ordered} << 32 | place;
}
inline std::size_t sweep_place(SweepKey key) { return key & 0xFFFFFFFFu; }

}  // namespace corten
