#include "corten/smooth/rne.h"

#include "corten/model/awake.h"

namespace corten {

[[gnu::flatten]] void rne(const Model& m, Data& d, bool with_acceleration, std::span<Real> result) {
  Arena::Frame frame(d.arena);
  const auto acc = frame.alloc<Motion<Real>>(m.nbody);
  const auto force = frame.alloc<Force<Real>>(m.nbody);
  acc[0] = world_acceleration<Real>(m);
  among_awake(m, d, [&](auto who) {
    rne_core(m, d, who, with_acceleration, acc.data(), force.data(), result.data());
  });
}

}  // namespace corten
