// Costs of constraint rows: forces are their slopes, zones meet without a jump.
#include "corten/solver/row_cost.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace corten {
namespace {

constexpr Real kD = 40, kR = 1 / kD, kLoss = 0.7;

// slope by central differences; costs are quadratic within a zone, so what is left is rounding
Real slope(const std::function<Real(Real)>& f, Real x) {
  constexpr Real kH = 1e-5;
  return (f(x + kH) - f(x - kH)) / (2 * kH);
}

TEST(RowCost, ForceIsMinusTheSlopeOfTheCost) {  // judge: mathematics
  for (const Real jar : {-0.5, -0.01, 0.003, 0.2}) {
    EXPECT_NEAR(equality_cost(kD, jar).force, -slope([](Real x) { return equality_cost(kD, x).cost; }, jar),
                1e-8);
    EXPECT_NEAR(friction_cost(kD, kR, kLoss, jar).force,
                -slope([](Real x) { return friction_cost(kD, kR, kLoss, x).cost; }, jar), 1e-8);
    EXPECT_NEAR(unilateral_cost(kD, jar).force,
                -slope([](Real x) { return unilateral_cost(kD, x).cost; }, jar), 1e-8);
  }
}

TEST(RowCost, FrictionLossIsReachedAtTheEndOfTheQuadraticZone) {  // judge: mathematics
  const Real end = kR * kLoss;
  EXPECT_EQ(friction_cost(kD, kR, kLoss, end).state, kLinearPos);
  EXPECT_EQ(friction_cost(kD, kR, kLoss, -end).state, kLinearNeg);
  EXPECT_EQ(friction_cost(kD, kR, kLoss, end).force, -kLoss);
  EXPECT_NEAR(friction_cost(kD, kR, kLoss, end).cost, 0.5 * kD * end * end, 1e-15);
}

TEST(RowCost, AContactThatLeavesCostsNothing) {  // judge: definition
  const RowCost leaving = unilateral_cost(kD, Real(0.1));
  EXPECT_EQ(leaving.cost, 0);
  EXPECT_EQ(leaving.force, 0);
  EXPECT_EQ(leaving.state, kSatisfied);
}

// One elliptic contact of dimension 3. D of tangential rows as the engine scales them: D_j = D₀ (f_j/μ)²
struct Cone {
  static constexpr Real kMu = 0.8;
  Real friction[2] = {0.8, 0.4};
  Real hessian[9] = {};
  std::vector<Real> D{kD, kD, kD * 0.25};
  std::vector<Real> force = std::vector<Real>(3);
  std::vector<int> state = std::vector<int>(3);

  Real cost(const std::vector<Real>& jar) {
    const ContactRows cone{0, 3, kMu, friction, hessian};
    Real sum = 0;
    add_cone_cost(cone, D, jar, force, state, true, sum);
    return sum;
  }
};

// jar of the three zones: leaving, sliding, sticking
const std::vector<Real> kLeaving{0.5, 0.01, 0.02}, kSliding{-0.02, 0.3, -0.2}, kSticking{-0.5, 0.01, 0.02};

TEST(ConeCost, ZonesAreThoseOfTheFrictionCone) {  // judge: definition
  Cone cone;
  EXPECT_EQ(cone.cost(kLeaving), 0);
  EXPECT_EQ(cone.state[0], kSatisfied);
  EXPECT_GT(cone.cost(kSliding), 0);
  EXPECT_EQ(cone.state[0], kConeZone);
  EXPECT_GT(cone.cost(kSticking), 0);
  EXPECT_EQ(cone.state[0], kQuadratic);
}

TEST(ConeCost, ForceIsMinusTheGradient) {  // judge: mathematics
  for (const std::vector<Real>& jar : {kLeaving, kSliding, kSticking}) {
    Cone cone;
    cone.cost(jar);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto along = [&](Real x) {
        std::vector<Real> moved = jar;
        moved[k] = x;
        return Cone().cost(moved);
      };
      EXPECT_NEAR(cone.force[k], -slope(along, jar[k]), 1e-7) << k;
    }
  }
}

TEST(ConeCost, SlidingForceLiesOnTheCone) {  // judge: mathematics: |f_t / friction| = f_n
  Cone cone;
  cone.cost(kSliding);
  EXPECT_NEAR(std::hypot(cone.force[1] / cone.friction[0], cone.force[2] / cone.friction[1]), cone.force[0],
              1e-14);
}

TEST(ConeCost, HessianIsTheSlopeOfTheForce) {  // judge: mathematics
  Cone cone;
  cone.cost(kSliding);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto along = [&](Real x) {
        Cone moved;
        std::vector<Real> jar = kSliding;
        jar[k] = x;
        moved.cost(jar);
        return moved.force[i];
      };
      EXPECT_NEAR(cone.hessian[3 * i + k], -slope(along, kSliding[k]), 1e-6) << i << " " << k;
    }
}

}  // namespace
}  // namespace corten
