// The search in distance fields, eight points at once, chosen at run time for the processor.
#pragma once

#include "corten/base/kernels.h"
#include "corten/geom/eight.h"
#include "corten/geom/shape.h"

namespace corten {

struct SdfKernels {
  // x = from − scale g for eight scales, each half of the one before; y = mat x + pos
  void (*trials)(const Vec3<Real>& from, const Vec3<Real>& g, Real scale, const Mat3<Real>& mat,
                 const Vec3<Real>& pos, EightPoints& x, EightPoints& y);
  void (*primitive)(ShapeType type, const Vec3<Real>& size, const EightPoints& points, Eight& distance);
  void (*torus)(const void* own, const EightPoints& points, Eight& distance);
  void (*bowl)(const void* own, const EightPoints& points, Eight& distance);
};

inline const SdfKernels& sdf_kernels() { return kernels<SdfKernels>(); }

}  // namespace corten
