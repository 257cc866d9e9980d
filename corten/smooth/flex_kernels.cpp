// The loop of flex_kernels.h.
#include "corten/smooth/flex_kernels.h"

#include "corten/math/pack.h"
#include "corten/smooth/flex_element.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;

// Δ = l² − l₀² + (l² − (l − h l̇)²) damping / h: squared elongation, with the part of it that damping adds.
double strain(const ElasticElements& of, int edge) {
  const double l = of.length[edge], l0 = of.rest[edge], before = l - of.timestep * of.velocity[edge];
  return l * l - l0 * l0 + (l * l - before * before) * of.rate;
}

// Force on the corners: −Σ Δ_e K_ef ∇(l_f²)/2, summed edge by edge e, then f.
template <int dim>
void add_all(const ElasticElements& of, const double* x, double* force) {
  constexpr int edges = kEdgesOfElement[dim];
  const int *corner = of.corner, *edge = of.edge;
  const double* stiffness = of.stiffness;
  for (int i = 0; i < of.count; ++i, corner += dim + 1, edge += edges, stiffness += 21) {
    double full[edges][edges];
    const double* k = stiffness;
    for (int e = 0; e < edges; ++e)
      for (int f = e; f < edges; ++f) full[e][f] = full[f][e] = *k++;
    Four at[dim + 1], along[edges], sum[dim + 1];
    for (int c = 0; c <= dim; ++c) {
      at[c] = Four::load(x + 4 * corner[c]);
      sum[c] = Four(0.0);
    }
    for (int f = 0; f < edges; ++f) along[f] = at[kElementEdge[dim][f][0]] - at[kElementEdge[dim][f][1]];
    for (int e = 0; e < edges; ++e) {
      const Four elongation(strain(of, edge[e]));
      for (int f = 0; f < edges; ++f) {
        const Four pull = along[f] * elongation * Four(full[e][f]);
        sum[kElementEdge[dim][f][0]] = sum[kElementEdge[dim][f][0]] - pull;
        sum[kElementEdge[dim][f][1]] = sum[kElementEdge[dim][f][1]] + pull;
      }
    }
    for (int c = 0; c <= dim; ++c) {
      double* to = force + 4 * corner[c];
      (Four::load(to) + sum[c]).store(to);
    }
  }
}

void add_elements(const ElasticElements& of, const double* x, double* force) {
  of.dim == 2 ? add_all<2>(of, x, force) : add_all<3>(of, x, force);
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
FlexKernels kernel_table<FlexKernels, Isa::CORTEN_ISA>() {
  return {add_elements};
}

}  // namespace corten
