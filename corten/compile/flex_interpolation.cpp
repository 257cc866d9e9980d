// Stiffness between the nodes of an interpolated flex: linear elasticity of the box they span, with the sign
// of a force.
#include <array>
#include <cmath>

#include "corten/compile/draft_flex.h"
#include "corten/math/mat3.h"
#include "corten/smooth/flex_basis.h"

namespace corten {
namespace {

// Points and weights of the quadrature on [0, 1]. For order 2 the outer points lie outside of the box, by a
// division where Gauss' rule multiplies: the oracle's numbers.
struct Quadrature {
  int count;
  std::array<Real, 3> point, weight;
};

Quadrature quadrature(int order) {
  constexpr Real half = 0.5;
  if (order == 1) return {2, {-half / std::sqrt(3.0) + half, half / std::sqrt(3.0) + half}, {half, half}};
  const Real d = half / std::sqrt(3.0 / 5.0);
  return {3, {half, -d + half, d + half}, {8.0 / 9.0 * half, 5.0 / 9.0 * half, 5.0 / 9.0 * half}};
}

// Gradients of all basis functions at a point, by the size of the box.
std::vector<Vec3<Real>> gradients(int order, const Vec3<Real>& s, const Vec3<Real>& box) {
  const Vec3<Real> inverse{1 / box[0], 1 / box[1], 1 / box[2]};
  std::vector<Vec3<Real>> all;
  for_flex_gradients(order, s, [&](int, const Vec3<Real>& g) {
    all.push_back({inverse[0] * g[0], inverse[1] * g[1], inverse[2] * g[2]});
  });
  return all;
}

// The strain of a field that moves along one axis only, with this gradient.
Mat3<Real> strain(const Vec3<Real>& gradient, int axis) {
  Mat3<Real> field{}, s;
  for (int k = 0; k < 3; ++k) field(axis, k) = gradient[k];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) s(i, j) = (field(i, j) + field(j, i)) / 2;
  return s;
}

Real trace_of_product(const Mat3<Real>& a, const Mat3<Real>& b) {
  const auto diagonal = [&](int i) { return a(i, 0) * b(0, i) + a(i, 1) * b(1, i) + a(i, 2) * b(2, i); };
  return diagonal(0) + diagonal(1) + diagonal(2);
}

}  // namespace

void stiffen_nodes(DraftFlex& flex) {
  const spec::FlexElasticity& e = flex.spec->elasticity;
  if (!(*e.young > 0)) return;
  const Real lambda = *e.young * *e.poisson / (1 + *e.poisson) / (1 - 2 * *e.poisson);
  const Real mu = *e.young / (2 * (1 + *e.poisson));
  const Vec3<Real> box = flex.node_w.back() - flex.node_w.front();
  const Quadrature rule = quadrature(flex.order);
  const std::size_t n = flex.node_w.size();
  std::vector<Mat3<Real>> strains(3 * n);
  for (int i = 0; i < rule.count; ++i)
    for (int j = 0; j < rule.count; ++j)
      for (int k = 0; k < rule.count; ++k) {
        const Real weight = rule.weight[i] * rule.weight[j] * rule.weight[k] * (box[0] * box[1] * box[2]);
        const auto g = gradients(flex.order, {rule.point[i], rule.point[j], rule.point[k]}, box);
        for (std::size_t p = 0; p < 3 * n; ++p) strains[p] = strain(g[p / 3], static_cast<int>(p % 3));
        for (std::size_t p = 0; p < 3 * n; ++p)
          for (std::size_t q = 0; q < 3 * n; ++q) {
            Real& entry = flex.stiffness[3 * n * p + q];
            entry -= lambda * g[p / 3][static_cast<int>(p % 3)] * g[q / 3][static_cast<int>(q % 3)] * weight;
            entry -= mu * trace_of_product(strains[p], strains[q]) * weight;
          }
      }
}

}  // namespace corten
