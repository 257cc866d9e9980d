// Instruction sets that kernels are compiled for, and which of them the processor at run time has.
#pragma once

namespace corten {

// In rising order; `baseline` is what the whole build assumes.
enum class Isa { baseline, avx2, avx512 };

inline bool has(Isa isa) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (isa == Isa::avx512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (isa == Isa::avx2) return __builtin_cpu_supports("avx2");
#endif
  return isa == Isa::baseline;
}

// The highest that the processor has and the environment allows: CORTENFORGE_ISA=baseline or avx2 asks for
// less, to see that every set gives the same bits.
Isa best_isa();

}  // namespace corten
