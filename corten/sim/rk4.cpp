#include "corten/sim/forward.h"
#include "corten/sim/integrators.h"
#include "corten/sim/rk4_core.h"

namespace corten {

void rk4(const Model& m, Data& d, const Hooks& hooks) {
  Arena::Frame frame(d.arena);
  const std::span<Real> memory = frame.alloc<Real>(rk4_scratch(m.sizes()));
  const auto count = [](int n) { return static_cast<std::size_t>(n); };
  rk4_core(
      m, d, memory.data(), [&] { forward_skip(m, d, mjSTAGE_NONE, true, hooks); },
      [&](const Real* act_dot, const Real* qacc, const Real* qvel) {
        advance(m, d, {act_dot, count(m.na)}, {qacc, count(m.nv)}, {qvel, count(m.nv)}, hooks);
      });
}

}  // namespace corten
