// Several sums of products at once. An addition waits for the one before it: sums side by side fill the time.
#pragma once

#include "corten/linalg/vector_kernels.h"
#include "corten/math/pack.h"

namespace corten {

// sums[k] = dot(x, y[k], n), to the bit: its four partial sums are lanes of one or two registers.
template <int K>
inline void dots(const Real* x, const Real* const (&y)[K], int n, Real (&sums)[K]) {
  using Lanes = NativePack<Real>;
  constexpr int kLanes = Lanes::kLanes, kParts = 4 / kLanes;
  Lanes partial[K][kParts];
  for (auto& parts : partial)
    for (Lanes& sum : parts) sum = Lanes(0);
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int part = 0; part < kParts; ++part) {
      const Lanes xs = Lanes::load(x + i + part * kLanes);
      for (int k = 0; k < K; ++k)
        partial[k][part] = partial[k][part] + xs * Lanes::load(y[k] + i + part * kLanes);
    }
  for (int k = 0; k < K; ++k) {
    const auto s = [&](int lane) { return partial[k][lane / kLanes].lane(lane % kLanes); };
    sums[k] = (s(0) + s(2)) + (s(1) + s(3)) + dot(x + i, y[k] + i, n - i);
  }
}

}  // namespace corten
