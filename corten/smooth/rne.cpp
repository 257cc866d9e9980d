#include "corten/smooth/rne.h"

#include "corten/model/awake.h"

namespace corten {

[[gnu::flatten]] void rne(const Model& m, Data& d, bool with_acceleration, std::span<Real> result) {
  Arena::Frame frame(d.arena);
  const auto acc = frame.alloc<Motion<Real>>(m.nbody);
  const auto force = frame.alloc<Force<Real>>(m.nbody);
  acc[0] = world_acceleration<Real>(m);
  // by value: what is captured by reference is read from memory again and again
  among_awake(m, d,
              [&m, &d, with_acceleration, a = acc.data(), f = force.data(), to = result.data()](auto who) {
                rne_core(m, d, who, with_acceleration, a, f, to);
              });
}

}  // namespace corten
