// Several sums of products at once. An addition waits for the one before it: sums side by side fill the time.
#pragma once

#include "corten/linalg/vector_kernels.h"
#include "corten/math/pack.h"

namespace corten {

// sums[k] = dot(x, y[k], n), to the bit: four partial sums are the lanes of a pack.
template <int K>
inline void dots(const Real* x, const Real* const (&y)[K], int n, Real (&sums)[K]) {
  using Four = Pack<Real, 4>;
  Four partial[K];
  for (Four& sum : partial) sum = Four(0);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Four xs = Four::load(x + i);
    for (int k = 0; k < K; ++k) partial[k] = partial[k] + xs * Four::load(y[k] + i);
  }
  for (int k = 0; k < K; ++k) {
    const Four& s = partial[k];
    sums[k] = (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3)) + dot(x + i, y[k] + i, n - i);
  }
}

}  // namespace corten
