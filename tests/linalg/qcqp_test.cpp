// The friction step of the dual solvers.
#include "corten/linalg/qcqp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

// exported by the oracle's library, not declared in its header
extern "C" int mju_QCQP2(double* res, const double* A, const double* b, const double* d, double r);
extern "C" int mju_QCQP3(double* res, const double* A, const double* b, const double* d, double r);

namespace corten {
namespace {

using Vector = std::vector<Real>;

struct Problem {
  Vector A, b, d;
  Real r;
};

Problem random_problem(int n, std::mt19937& rng) {
  std::normal_distribution<Real> normal;
  Problem p{Vector(n * n), Vector(n), Vector(n), 0.01 * static_cast<Real>(rng() % 100)};
  Vector root(n * n);
  for (Real& x : root) x = normal(rng);
  for (Real& x : p.b) x = normal(rng);
  for (Real& x : p.d) x = 0.1 + 0.001 * static_cast<Real>(rng() % 1000);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      p.A[i * n + j] = i == j ? 1 : 0;
      for (int k = 0; k < n; ++k) p.A[i * n + j] += root[i * n + k] * root[j * n + k];
    }
  return p;
}

TEST(Qcqp, TwoAndThreeDimensionsMatchTheOracle) {  // judge: oracle
  std::mt19937 rng(6);
  for (int trial = 0; trial < 400; ++trial) {
    const int n = 2 + trial % 2;
    const Problem p = random_problem(n, rng);
    Vector y(n), expected(n);
    const bool active = qcqp(y, p.A, p.b, p.d, p.r);
    const auto solve = n == 2 ? mju_QCQP2 : mju_QCQP3;
    EXPECT_EQ(active, solve(expected.data(), p.A.data(), p.b.data(), p.d.data(), p.r) != 0);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(y[i], expected[i], 1e-13);
  }
}

// At the minimum on the ellipsoid the gradient A y + b points along −y_i/d_i².
TEST(Qcqp, FiveDimensionsMeetTheOptimalityConditions) {  // judge: KKT conditions
  std::mt19937 rng(7);
  for (int trial = 0; trial < 100; ++trial) {
    Problem p = random_problem(5, rng);
    p.r += 0.2;  // twenty iterations do not converge on a tiny ellipsoid
    Vector y(5);
    const bool active = qcqp(y, p.A, p.b, p.d, p.r);
    Real ratio = 0, first_multiplier = 0;
    for (int i = 0; i < 5; ++i) ratio += y[i] * y[i] / (p.d[i] * p.d[i]);
    EXPECT_LE(ratio, p.r * p.r + 1e-8);
    for (int i = 0; i < 5; ++i) {
      Real gradient = p.b[i];
      for (int j = 0; j < 5; ++j) gradient += p.A[i * 5 + j] * y[j];
      if (!active) {
        EXPECT_NEAR(gradient, 0, 1e-9);
      }
      if (!active || p.r == 0) continue;
      const Real multiplier = -gradient * p.d[i] * p.d[i] / y[i];
      if (i == 0) first_multiplier = multiplier;
      EXPECT_NEAR(multiplier, first_multiplier, 1e-6 * (1 + std::abs(first_multiplier)));
    }
  }
}

TEST(Qcqp, NearlySingularMatrixGivesZero) {  // judge: oracle's absolute rank test
  Vector y = {1, 1};
  EXPECT_FALSE(qcqp(y, Vector{1e-6, 0, 0, 1e-6}, Vector{1, 1}, Vector{1, 1}, 1));
  EXPECT_EQ(y, (Vector{0, 0}));
}

}  // namespace
}  // namespace corten
