#include "corten/smooth/rne.h"

#include "corten/model/awake.h"

namespace corten {

Motion<Real> world_acceleration(const Model& m) {
  if (m.opt.disableflags & mjDSBL_GRAVITY) return {};
  return {{}, m.opt.gravity * Real(-1)};
}

[[gnu::flatten]] void rne(const Model& m, Data& d, bool with_acceleration, std::span<Real> result) {
  Arena::Frame frame(d.arena);
  const auto acc = frame.alloc<Motion<Real>>(m.nbody);
  const auto force = frame.alloc<Force<Real>>(m.nbody);
  acc[0] = world_acceleration(m);
  among_awake(m, d, [&](auto who) {
    rne_core(m, d, who, with_acceleration, acc.data(), force.data(), result.data());
  });
}

}  // namespace corten
