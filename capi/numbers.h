// Arguments of mju_ functions: rows of numbers as values, and back.
#pragma once

#include <algorithm>
#include <span>

#include "capi/problem.h"
#include "corten/math/mat3.h"
#include "corten/math/quat.h"

namespace corten::capi {

// Whether a pointer is null; the handler of errors has then been called.
template <class... Pointers>
bool refused(const char* function, Pointers... pointers) {
  if ((pointers && ...)) [[likely]]
    return false;
  keep_problem(function, "an argument is a null pointer");
  raise();
  return true;
}

template <class T>
T value(const Real* numbers) {
  T result;
  std::copy_n(numbers, sizeof(T) / sizeof(Real), reinterpret_cast<Real*>(&result));
  return result;
}
inline Vec3<Real> vec3(const Real* numbers) { return value<Vec3<Real>>(numbers); }
inline Quat<Real> quat(const Real* numbers) { return value<Quat<Real>>(numbers); }
inline Mat3<Real> mat3(const Real* numbers) { return value<Mat3<Real>>(numbers); }

template <class T>
void put(Real* numbers, const T& result) {
  std::copy_n(reinterpret_cast<const Real*>(&result), sizeof(T) / sizeof(Real), numbers);
}

inline std::size_t count(int n) { return n > 0 ? static_cast<std::size_t>(n) : 0; }
template <class T>
std::span<T> row(T* numbers, int n) {
  return {numbers, numbers ? count(n) : 0};
}

}  // namespace corten::capi
