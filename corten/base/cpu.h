// What the processor at run time can do beyond the baseline this build assumes.
#pragma once

namespace corten {

// Kernels in files named *_avx2.cpp may only be called when this holds.
inline bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

}  // namespace corten
