#include "corten/geom/sdf_kernels.h"

#include "corten/geom/primitive_distance_core.h"
#include "corten/geom/round_field.h"
#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using P = NativePack<Real>;

void trials(const Vec3<Real>& from, const Vec3<Real>& g, Real scale, const Mat3<Real>& mat,
            const Vec3<Real>& pos, EightPoints& x, EightPoints& y) {
  static constexpr Real kHalves[8] = {1, 0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7};
  for (int i = 0; i < 8; i += P::kLanes) {
    const P step = P(-scale) * P::load(kHalves + i);
    Vec3<P> p;
    for (int k = 0; k < 3; ++k) (p[k] = P(from[k]) + P(g[k]) * step).store(&x[k][i]);
    for (int k = 0; k < 3; ++k)
      (P(mat(k, 0)) * p[0] + P(mat(k, 1)) * p[1] + P(mat(k, 2)) * p[2] + P(pos[k])).store(&y[k][i]);
  }
}

template <class Distance>
void by_lanes(const EightPoints& points, Eight& distance, Distance&& of) {
  for (int i = 0; i < 8; i += P::kLanes)
    of(Vec3<P>{P::load(&points[0][i]), P::load(&points[1][i]), P::load(&points[2][i])}).store(&distance[i]);
}

void primitive(ShapeType type, const Vec3<Real>& size, const EightPoints& points, Eight& distance) {
  by_lanes(points, distance, [&](const Vec3<P>& x) { return core::primitive_distance(type, size, x); });
}

template <class Field>
void field(const void* own, const EightPoints& points, Eight& distance) {
  const Field shape = *static_cast<const Field*>(own);
  by_lanes(points, distance, [&](const Vec3<P>& x) { return shape.distance(x); });
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
SdfKernels kernel_table<SdfKernels, Isa::CORTEN_ISA>() {
  return {trials, primitive, field<TorusField>, field<BowlField>};
}

}  // namespace corten
