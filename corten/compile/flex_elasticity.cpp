// Elastic constants of the elements of a flex: strain measured by squared edge lengths.
//   With B_e = −½(∇λ_a ∇λ_bᵀ + ∇λ_b ∇λ_aᵀ) for the edge e = (a, b), FᵀF = Σ l_e² B_e, and the energy of an
//   element is a quadratic form of the changes of l_e² with K_ef = W (μ tr B_e B_f + λ tr B_e tr B_f).
#include <cmath>

#include "corten/compile/draft_flex.h"
#include "corten/math/build_frame.h"
#include "corten/math/mat3.h"

namespace corten {
namespace {

// Twice the area of a face as a vector.
Vec3<Real> area_vector(const DraftFlex& flex, const int* v, const int (&face)[3]) {
  const auto x = [&](int k) -> const Vec3<Real>& { return flex.vert_w[v[face[k]]]; };
  return cross(x(1) - x(0), x(2) - x(0));
}

using Basis = Mat3<Real>;  // B_e

// The symmetric product of two vectors, over a number.
Basis symmetric(const Vec3<Real>& a, const Vec3<Real>& b, Real over) {
  Basis m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = (a[i] * b[j] + b[i] * a[j]) / over;
  return m;
}

// The bases of an element's edges, and its volume or area. Bits are the oracle's: the gradients are those of
// the two faces (of a triangle: edges) that do not hold the edge, here each with its measure.
Real solid(const DraftFlex& flex, const int* v, Basis* basis) {
  static constexpr int kFaces[6][2][3] = {{{1, 2, 3}, {2, 0, 3}}, {{0, 1, 3}, {2, 0, 3}},
                                          {{1, 2, 3}, {0, 1, 3}}, {{0, 1, 3}, {2, 1, 0}},
                                          {{2, 1, 0}, {1, 2, 3}}, {{2, 1, 0}, {2, 0, 3}}};
  const auto edge = [&](int k) { return flex.vert_w[v[k]] - flex.vert_w[v[0]]; };
  const Real volume = dot(cross(edge(1), edge(2)), edge(3)) / 6;
  for (int e = 0; e < 6; ++e)
    basis[e] = symmetric(area_vector(flex, v, kFaces[e][0]), area_vector(flex, v, kFaces[e][1]),
                         36 * 2 * volume * volume);
  return std::abs(volume);
}

Real sheet(const DraftFlex& flex, const int* v, Basis* basis) {
  const auto x = [&](int k) -> const Vec3<Real>& { return flex.vert_w[v[k % 3]]; };
  Vec3<Real> area = cross(x(1) - x(0), x(2) - x(0));
  // 0 for tiny triangles, whose constants are then not numbers
  const Real measure = build::normalize(area) / 2;
  for (int e = 0; e < 3; ++e) {  // edge e joins the corners e + 1 and e + 2
    const Vec3<Real> left = x(e + 2) - x(e), right = x(e + 1) - x(e);
    Vec3<Real> normal = cross(right, left);
    build::normalize(normal);
    basis[e] = symmetric(cross(normal, left), cross(right, normal), 8 * measure * measure);
  }
  return measure;
}

Real trace(const Basis& b) { return 0 + b(0, 0) + b(1, 1) + b(2, 2); }

Real trace_of_product(const Basis& a, const Basis& b) {
  Real sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += a(i, j) * b(j, i);
  return sum;
}

}  // namespace

void stiffen_elements(DraftFlex& flex) {
  const spec::FlexElasticity& e = flex.spec->elasticity;
  const Real young = *e.young, poisson = *e.poisson;
  const bool stretches = flex.dim == 2 && *e.elastic2d >= 2 && *e.thickness > 0;
  if (!(young > 0) || !(flex.dim == 3 || stretches)) return;
  const Real thickness = flex.dim == 3 ? 4 : *e.thickness;
  const int count = kEdgesOfElement[flex.dim];
  Basis basis[6];
  for (int i = 0; i < flex.nelem(); ++i) {
    const Real measure =
        flex.dim == 3 ? solid(flex, flex.corners(i), basis) : sheet(flex, flex.corners(i), basis);
    const Real mu = young / (2 * (1 + poisson)) * measure / 4 * thickness;
    const Real lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)) * measure / 4 * thickness;
    Real* out = flex.stiffness.data() + 21 * i;
    for (int a = 0; a < count; ++a)
      for (int b = a; b < count; ++b)
        *out++ = mu * trace_of_product(basis[a], basis[b]) + lambda * trace(basis[b]) * trace(basis[a]);
  }
}

}  // namespace corten
