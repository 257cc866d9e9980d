// Numbers with a formula of their own that programs ask for: Halton's sequence, a spring with a damper.
#pragma once

#include <cmath>

namespace corten {

// Digits of index in a base, mirrored behind the point.
template <class T>
T halton(int index, int base) {
  T result = 0, fraction = T(1) / base;
  for (int n = index; n > 0; n /= base) {
    result += fraction * (n % base);
    fraction /= base;
  }
  return result;
}

// Position after dt of x'' = −stiffness x − damping x'.
template <class T>
T spring_damper(T pos0, T vel0, T stiffness, T damping, T dt) {
  const T determinant = damping * damping - 4 * stiffness;
  if (determinant > T(1e-15)) {  // over-damped
    const T root = std::sqrt(determinant);
    const T r1 = (-damping + root) / 2, r2 = (-damping - root) / 2;
    const T c1 = (pos0 * r2 - vel0) / (r2 - r1), c2 = (pos0 * r1 - vel0) / (r1 - r2);
    return c1 * std::exp(r1 * dt) + c2 * std::exp(r2 * dt);
  }
  if (determinant < T(-1e-15)) {  // under-damped
    const T frequency = std::sqrt(-determinant) / 2, decay = damping / 2;
    const T c2 = (vel0 + decay * pos0) / frequency;
    return std::exp(-decay * dt) * (pos0 * std::cos(frequency * dt) + c2 * std::sin(frequency * dt));
  }
  const T r = -damping / 2;  // critically damped
  return std::exp(r * dt) * (pos0 + (vel0 - r * pos0) * dt);
}

}  // namespace corten
