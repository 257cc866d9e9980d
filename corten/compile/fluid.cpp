#include "corten/compile/fluid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "corten/math/build_frame.h"
#include "corten/smooth/fluid_core.h"

namespace corten {
namespace {

// 15-point Kronrod rule on the half-line, mapped to x in [0, 1] by λ = x³/(1−x)²: λ and dλ/dx at the nodes
// and the weights, with the decimals of the oracle.
constexpr int kPoints = 15;
constexpr std::array<Real, kPoints> kLambda = {
    7.865151709349917e-08, 1.7347976913907274e-05, 0.0003548008144506193, 0.002846636252924549,
    0.014094260903596077,  0.053063261727396636,   0.17041978741317773,   0.5,
    1.4036301548686991,    3.9353484827022642,     11.644841677041734,    39.53187807410903,
    177.5711362220801,     1429.4772912937397,     54087.416549217705};
constexpr std::array<Real, kPoints> kSlope = {
    5.538677720489877e-05, 0.002080868285293228, 0.016514126520723166, 0.07261900344370877,
    0.23985243401862602,   0.6868318249020725,   1.8551129519182894,   5.0,
    14.060031152313941,    43.28941239611009,    156.58546376397112,   747.9826085305024,
    5827.4042950027115,    116754.0197944512,    25482945.327264845};
constexpr std::array<Real, kPoints> kWeight = {0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236,
                                               0.09517529, 0.10221647, 0.10474107, 0.10221647, 0.09517529,
                                               0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766};

// Added-mass integral of an ellipsoid along its first axis, λ scaled so that the integrand varies over the
// whole interval.
Real kappa(Real dx, Real dy, Real dz) {
  const Real inv_dx2 = 1 / (dx * dx), inv_dy2 = 1 / (dy * dy), inv_dz2 = 1 / (dz * dz);
  const Real scale = std::pow(dx * dx * dx * dy * dz, 0.4);
  Real sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Real lambda = scale * kLambda[i];
    const Real a = 1 + lambda * inv_dx2, b = 1 + lambda * inv_dy2, c = 1 + lambda * inv_dz2;
    sum += scale * kSlope[i] / (a * std::sqrt(a * b * c)) * kWeight[i];
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
