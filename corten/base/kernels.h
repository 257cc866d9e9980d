// Kernels: inner loops compiled once per instruction set and chosen at run time. A table of function pointers
// is declared in x_kernels.h and defined in x_kernels.cpp, which the build compiles for every set, each in
// the namespace CORTEN_ISA of its name; it ends with
//   template <>
//   XKernels kernel_table<XKernels, Isa::CORTEN_ISA>() { return {…}; }
// Kernels use Pack types, plain pointers and nothing of their own that has a symbol outside the file: an
// inline function shared with the rest of the program could reach it with instructions the processor does not
// have.
#pragma once

#include "corten/base/cpu.h"

namespace corten {

template <class Table, Isa isa>
Table kernel_table();

// The kernels for a set the processor has.
template <class Table>
Table kernel_table(Isa isa) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (isa == Isa::avx512) return kernel_table<Table, Isa::avx512>();
  if (isa == Isa::avx2) return kernel_table<Table, Isa::avx2>();
#endif
  return kernel_table<Table, Isa::baseline>();
}

// The kernels for the best set there is.
template <class Table>
const Table& kernels() {
  static const Table table = kernel_table<Table>(best_isa());
  return table;
}

}  // namespace corten
