// What lets one stage serve a Data and worlds that share SIMD lanes: the scalar of its numbers, and constants
// of the model in that scalar. The stages are static templates: called once in a translation unit they are
// inlined, and no other unit takes a copy made for another instruction set.
#pragma once

#include <type_traits>

#include "corten/math/quat.h"

// A loop that stays one: device code must fit the instruction cache.
#ifdef __CUDACC__
#define CORTEN_ROLLED _Pragma("unroll 1")
#else
#define CORTEN_ROLLED
#endif

namespace corten {

// Real in Data, a Pack of them in lanes.
template <class D>
using ScalarOf = typename std::remove_cvref_t<decltype(D::qpos)>::value_type;

// The same value in every lane; on plain numbers the value itself, not a copy.
template <class T, class S>
CORTEN_HD constexpr T spread(S x) {
  return T(x);
}
template <class T, class S>
CORTEN_HD constexpr decltype(auto) spread(const Vec3<S>& v) {
  if constexpr (std::is_same_v<T, S>)
    return (v);
  else
    return Vec3<T>{T(v[0]), T(v[1]), T(v[2])};
}
template <class T, class S>
CORTEN_HD constexpr decltype(auto) spread(const Quat<S>& q) {
  if constexpr (std::is_same_v<T, S>)
    return (q);
  else
    return Quat<T>{T(q[0]), T(q[1]), T(q[2]), T(q[3])};
}

// fn of numbers, lane by lane: for what has more branches than lanes have use for
template <class Fn, class T, class... More>
CORTEN_HD static T each_lane(Fn fn, const T& x, const More&... more) {
  if constexpr (std::is_arithmetic_v<T>) {
    return fn(x, more...);
  } else {
    T result;
    for (int i = 0; i < T::kLanes; ++i) result.set_lane(i, fn(x.lane(i), more.lane(i)...));
    return result;
  }
}

}  // namespace corten
