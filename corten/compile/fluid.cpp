#include "corten/compile/fluid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "corten/math/build_frame.h"
#include "corten/smooth/fluid_core.h"

namespace corten {
namespace {

// 15-point Kronrod rule on [0, 1], with the decimals of the oracle; nodes are symmetric about 1/2.
constexpr int kPoints = 15;
constexpr std::array<Real, kPoints> kNode = {0.00427231, 0.02544604, 0.06756779, 0.12923441, 0.20695638,
                                             0.29707742, 0.39610752, 0.5,        0.60389248, 0.70292258,
                                             0.79304362, 0.87076559, 0.93243221, 0.97455396, 0.99572769};
constexpr std::array<Real, kPoints> kWeight = {0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236,
                                               0.09517529, 0.10221647, 0.10474107, 0.10221647, 0.09517529,
                                               0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766};

// Added-mass integral of an ellipsoid along its first axis. The half-line is mapped to [0, 1] by
// λ = s·x³/(1−x)², scaled so that the integrand varies over the whole interval.
Real kappa(Real dx, Real dy, Real dz) {
  const Real inv_dx2 = 1 / (dx * dx), inv_dy2 = 1 / (dy * dy), inv_dz2 = 1 / (dz * dz);
  const Real scale = std::pow(dx * dx * dx * dy * dz, 0.4);
  Real sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Real x = kNode[i], rest = 1 - x;
    const Real lambda = scale * (x * x * x / (rest * rest));
    const Real slope = x * x * (3 - x) / (rest * rest * rest);
    const Real a = 1 + lambda * inv_dx2, b = 1 + lambda * inv_dy2, c = 1 + lambda * inv_dz2;
    sum += scale * slope * kWeight[i] / (a * std::sqrt(a * b * c));
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
    fluid[9 + i] =
        volume / 5 * (dy2 - dz2) * (dy2 - dz2) * std::abs(k[z] - k[y]) / std::max(kEps, denominator);
  }
  return fluid;
}

}  // namespace corten
