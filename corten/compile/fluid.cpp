#include "corten/compile/fluid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "corten/math/build_frame.h"
#include "corten/smooth/fluid_core.h"

namespace corten {
namespace {

// The 15-point Gauss-Kronrod rule on [-1, 1]: its nodes from the outer one to the middle, and their weights.
constexpr int kHalf = 8, kPoints = 2 * kHalf - 1;
constexpr Real kNodes[kHalf] = {
    0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993944,
    0.5860872354676911, 0.4058451513773972, 0.2077849550078985, 0};
constexpr Real kNodeWeights[kHalf] = {0.0229353220105292, 0.0630920926299786, 0.1047900103222502,
                                      0.1406532597155259, 0.1690047266392679, 0.1903505780647854,
                                      0.2044329400752989, 0.2094821410847278};

// The rule on the half-line, which x in [0, 1] covers by λ = x³/(1−x)²: λ, dλ/dx and weight of a node.
struct Point {
  Real lambda, slope, weight;
};

// the oracle's rule has eight decimals
Real eight_decimals(Real x) { return std::round(x * 1e8) / 1e8; }

Point half_line_point(int i) {
  const int node = std::min(i, kPoints - 1 - i);
  const Real x = eight_decimals((1 + (i < kHalf ? -kNodes[node] : kNodes[node])) / 2);
  return {std::pow(x, 3) / ((1 - x) * (1 - x)), (3 - x) * (x * x * std::pow(1 - x, -3)),
          eight_decimals(kNodeWeights[node] / 2)};
}

std::array<Point, kPoints> half_line_rule() {
  std::array<Point, kPoints> rule;
  for (int i = 0; i < kPoints; ++i) rule[static_cast<std::size_t>(i)] = half_line_point(i);
  // the oracle's power rounds up here: without it one in 80,000 shapes differs in the last bit
  rule[0].slope = std::nextafter(rule[0].slope, Real(1));
  return rule;
}

// Added-mass integral of an ellipsoid along its first axis, λ scaled so that the integrand varies over the
// whole interval.
Real kappa(Real dx, Real dy, Real dz) {
  const Real inv_dx2 = 1 / (dx * dx), inv_dy2 = 1 / (dy * dy), inv_dz2 = 1 / (dz * dz);
  const Real scale = std::pow(dx * dx * dx * dy * dz, 0.4);
  static const std::array<Point, kPoints> kRule = half_line_rule();
  Real sum = 0;
  for (const Point& point : kRule) {
    const Real lambda = scale * point.lambda;
    const Real a = 1 + lambda * inv_dx2, b = 1 + lambda * inv_dy2, c = 1 + lambda * inv_dz2;
    sum += scale * point.slope / (a * std::sqrt(a * b * c)) * point.weight;
  }
  return sum * inv_dx2;
}

}  // namespace

Vec<Real, kNFluid> fluid_coefficients(mjtGeom type, const Vec3<Real>& size, const Vec<Real, 5>& coefs) {
  using build::kEps;
  using build::kPi;
  const Vec3<Real> d = fluid_semiaxes(type, size);
  const Real volume = 4.0 / 3.0 * kPi * d[0] * d[1] * d[2];
  const Vec3<Real> k{kappa(d[0], d[1], d[2]), kappa(d[1], d[2], d[0]), kappa(d[2], d[0], d[1])};
  Vec<Real, kNFluid> fluid{1, coefs[0], coefs[1], coefs[2], coefs[3], coefs[4]};
  for (int i = 0; i < 3; ++i) {
    const int y = (i + 1) % 3, z = (i + 2) % 3;
    const Real dy2 = d[y] * d[y], dz2 = d[z] * d[z];
    const Real virtual_mass = volume * k[i] / std::max(kEps, 2 - k[i]);
    const Real denominator = std::abs(2 * (dy2 - dz2) + (dy2 + dz2) * (k[y] - k[z]));
    fluid[6 + i] = virtual_mass;
    const Real difference = dy2 - dz2;
    const Real factor = difference * difference * std::abs(k[z] - k[y]) / std::max(kEps, denominator);
    fluid[9 + i] = volume * factor / 5;
  }
  return fluid;
}

}  // namespace corten
