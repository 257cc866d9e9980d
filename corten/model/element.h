// What an array element is made of: files, numpy and comparers see a Vec3 as three scalars in a row.
#pragma once

#include "corten/math/spatial.h"

namespace corten {

template <class T>
struct Element {
  using Scalar = T;
  static constexpr int kCount = 1;
};

template <class S, int N>
struct Element<Vec<S, N>> {
  using Scalar = S;
  static constexpr int kCount = N;
};

template <template <class> class Compound, class S>
struct Element<Compound<S>> {
  using Scalar = S;
  static constexpr int kCount = Compound<S>::kSize;
  static_assert(sizeof(Compound<S>) == kCount * sizeof(S));
};

}  // namespace corten
