#include "corten/geom/hull_kernels.h"

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

Real products(const Real* xyz, int count, const Real* direction, Real* value) {
  using P = NativePack<Real>;
  const P x(direction[0]), y(direction[1]), z(direction[2]);
  P largest(-1.7976931348623157e308);
  for (int i = 0; i < count; i += P::kLanes) {
    const P v = P::load(xyz + i) * x + P::load(xyz + HullKernels::kRoom + i) * y +
                P::load(xyz + 2 * HullKernels::kRoom + i) * z;
    v.store(value + i);
    largest = max(largest, v);
  }
  Real top = largest.lane(0);
  for (int i = 1; i < P::kLanes; ++i) top = top < largest.lane(i) ? largest.lane(i) : top;
  return top;
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
HullKernels kernel_table<HullKernels, Isa::CORTEN_ISA>() {
  return {products};
}

}  // namespace corten
