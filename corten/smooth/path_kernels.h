// The inner loop of spatial tendons, chosen at run time for the processor: how fast a straight stretch of a
// path lengthens with each dof. Every instruction set gives the same bits.
#pragma once

#include "corten/base/config.h"
#include "corten/base/kernels.h"

namespace corten {

// What the Jacobian column of a point needs of every dof, in the order a vector instruction reads it. Kernels
// for other instruction sets share no inline function with the rest of the program, so all is plain numbers.
struct ColumnTable {
  static constexpr int kSize = 12;  // cdof.ang as (y z x 0) and (z x y 0), cdof.lin as (x y z 0)
  const Real* columns = nullptr;    // kSize per dof
  const int* parent = nullptr;      // dof_parentid
};

// A point fixed to a body.
struct PathEnd {
  int last_dof = -1;             // deepest dof that moves it
  const Real* offset = nullptr;  // from the reference point of its tree
};

struct PathKernels {
  // row[dof] += scale · direction · (J(b) − J(a)) for every dof that moves a or b
  void (*add_stretch)(const ColumnTable& table, const PathEnd& a, const PathEnd& b, const Real* direction,
                      Real scale, Real* row);
};

inline const PathKernels& path_kernels() { return kernels<PathKernels>(); }

}  // namespace corten
