// The inner loop of elastic flexes, chosen at run time for the processor: a vector of three numbers fills a
// register of four. Sums run in the oracle's order.
#pragma once

#include "corten/base/config.h"
#include "corten/base/kernels.h"

namespace corten {

// The elements of a flex of triangles or tetrahedra, and the state of its edges.
struct ElasticElements {
  int count = 0;
  int dim = 0;
  const int* corner = nullptr;      // dim + 1 per element
  const int* edge = nullptr;        // 3 or 6 per element
  const Real* stiffness = nullptr;  // 21 per element: upper triangle of K by rows
  const Real *length = nullptr, *rest = nullptr, *velocity = nullptr;  // by edge
  Real timestep = 0, rate = 0;                                         // rate: damping / timestep
};

struct FlexKernels {
  // Adds the forces of all elements on their corners; x and force have four numbers per vertex.
  void (*add_elements)(const ElasticElements& elements, const Real* x, Real* force);
};

inline const FlexKernels& flex_kernels() { return kernels<FlexKernels>(); }

}  // namespace corten
