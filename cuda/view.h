// A row of numbers in device memory. Unlike Array it has no size: the stages know their counts from the
// model.
#pragma once

#include "corten/math/mat3.h"
#include "corten/math/spatial.h"

namespace corten::gpu {

template <class T>
struct View {
  using value_type = T;
  T* p = nullptr;

  CORTEN_HD T& operator[](int i) const { return p[i]; }
  CORTEN_HD T* data() const { return p; }
};

// Element types of Model in another scalar: Vec3<Real> becomes Vec3<float>, int stays int.
template <class T, class U>
struct ConvertedType {
  using type = U;
};
template <class T>
struct ConvertedType<T, Real> {
  using type = T;
};
template <class T, int N>
struct ConvertedType<T, Vec<Real, N>> {
  using type = Vec<T, N>;
};
template <class T>
struct ConvertedType<T, Quat<Real>> {
  using type = Quat<T>;
};
template <class T>
struct ConvertedType<T, Aabb<Real>> {
  using type = Aabb<T>;
};
template <class T, class U>
using Converted = typename ConvertedType<T, U>::type;

}  // namespace corten::gpu
