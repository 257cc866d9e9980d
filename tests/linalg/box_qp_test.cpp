// Quadratic programs in a box.
#include "corten/linalg/box_qp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/oracle.h"

namespace corten {
namespace {

using Vector = std::vector<Real>;

struct Case {
  Vector H, g, lower, upper;
};

Case random_case(int n, std::mt19937& rng) {
  std::normal_distribution<Real> normal;
  Vector root(n * n);
  for (Real& x : root) x = normal(rng);
  Case c{Vector(n * n), Vector(n), Vector(n), Vector(n)};
  for (int i = 0; i < n; ++i) {
    c.g[i] = 3 * normal(rng);
    c.lower[i] = -std::abs(normal(rng));
    c.upper[i] = std::abs(normal(rng));
    for (int j = 0; j < n; ++j) {
      c.H[i * n + j] = i == j ? .1 : 0;
      for (int k = 0; k < n; ++k) c.H[i * n + j] += root[i * n + k] * root[j * n + k];
    }
  }
  return c;
}

TEST(BoxQp, SolutionFreeSetAndFactorEqualTheOracles) {  // judge: oracle
  std::mt19937 rng(3);
  Arena arena(1 << 16);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 9;
    const Case c = random_case(n, rng);
    Vector x(n), R(n * n), ox(n), oR(n * n + 7 * n);
    std::vector<int> free(n, -1), ofree(n, -1);
    const int nfree = box_qp({c.H, c.g, c.lower, c.upper}, x, R, free, arena);
    const int onfree = mju_boxQP(ox.data(), oR.data(), ofree.data(), c.H.data(), c.g.data(), n,
                                 c.lower.data(), c.upper.data());
    ASSERT_EQ(nfree, onfree) << trial;
    for (int i = 0; i < n; ++i) EXPECT_NEAR(x[i], ox[i], 1e-9 * std::max(1.0, std::abs(ox[i])));
    for (int i = 0; i < nfree; ++i) {
      EXPECT_EQ(free[i], ofree[i]);
      for (int j = 0; j <= i; ++j) EXPECT_NEAR(R[i * nfree + j], oR[i * nfree + j], 1e-9);
    }
  }
}

TEST(BoxQp, WithoutBoundsIsALinearSolve) {  // judge: definition
  Arena arena(1 << 12);
  Vector x(2), R(4);
  EXPECT_EQ(box_qp({Vector{2, 0, 0, 4}, Vector{-2, 8}, {}, {}}, x, R, {}, arena), 2);
  EXPECT_NEAR(x[0], 1, 1e-15);
  EXPECT_NEAR(x[1], -2, 1e-15);
}

TEST(BoxQp, IndefiniteMatrixIsRefused) {  // judge: oracle
  Arena arena(1 << 12);
  Vector x(2), R(4);
  EXPECT_EQ(box_qp({Vector{1, 0, 0, -1}, Vector{1, 1}, {}, {}}, x, R, {}, arena), -1);
}

}  // namespace
}  // namespace corten
