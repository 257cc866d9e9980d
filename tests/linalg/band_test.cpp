// Cholesky on plain arrays and on band matrices.
#include "corten/linalg/band.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "corten/linalg/cholesky_lower.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

using Vector = std::vector<Real>;

constexpr int kSize = 9;
constexpr BandShape kShape{kSize, 3, 2};

Vector random_vector(int n, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<Real> normal;
  Vector v(static_cast<std::size_t>(n));
  for (Real& x : v) x = normal(rng);
  return v;
}

// diagonally dominant, so positive
Vector random_spd(int n) {
  Vector a = random_vector(n * n, 1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      a[static_cast<std::size_t>(i * n + j)] = a[static_cast<std::size_t>(j * n + i)];
    a[static_cast<std::size_t>(i * n + i)] = 3 * n;
  }
  return a;
}

Vector random_band() {
  Vector band(kShape.size());
  dense_to_band(kShape, random_spd(kSize), band);
  return band;
}

TEST(CholeskyLower, FactorSolutionAndUpdateAreTheOracles) {  // judge: oracle
  Vector ours = random_spd(kSize), theirs = ours, x(kSize), y(kSize);
  const Vector b = random_vector(kSize, 2);
  EXPECT_EQ(lower_factor(ours, kSize, 1e-15), mju_cholFactor(theirs.data(), kSize, 1e-15));
  EXPECT_EQ(ours, theirs);
  lower_solve(ours, b, x);
  mju_cholSolve(y.data(), theirs.data(), b.data(), kSize);
  EXPECT_EQ(x, y);
  for (const bool plus : {true, false}) {
    Vector u = random_vector(kSize, 3), v = u;
    EXPECT_EQ(lower_update(ours, u, plus ? 1 : -1), mju_cholUpdate(theirs.data(), v.data(), kSize, plus));
    EXPECT_EQ(ours, theirs);
  }
}

TEST(CholeskyLower, SingularPivotsAreRaisedAndCounted) {  // judge: hand value
  Vector zero(4, 0);
  EXPECT_EQ(lower_factor(zero, 2, 4), 0);
  EXPECT_EQ(zero, (Vector{2, 0, 0, 2}));
}

TEST(Band, FormsAndProductsAreTheOracles) {  // judge: oracle
  const Vector band = random_band(), vec = random_vector(kSize, 4);
  for (const bool symmetric : {false, true}) {
    Vector ours(kSize * kSize, 9), theirs = ours, u(kSize), v(kSize);
    band_to_dense(kShape, band, symmetric, ours);
    mju_band2Dense(theirs.data(), band.data(), kSize, kShape.nband, kShape.ndense, symmetric);
    EXPECT_EQ(ours, theirs);
    band_mul(kShape, band, vec, symmetric, u);
    mju_bandMulMatVec(v.data(), band.data(), vec.data(), kSize, kShape.nband, kShape.ndense, 1, symmetric);
    for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(u[i], v[i], 1e-13);  // sums in another order
  }
  for (int i = 0; i < kSize; ++i)
    EXPECT_EQ(kShape.diagonal(i), mju_bandDiag(i, kSize, kShape.nband, kShape.ndense));
}

TEST(Band, FactorAndSolutionAreTheOracles) {  // judge: oracle
  Vector ours = random_band(), theirs = ours, x(kSize), y(kSize);
  const Vector b = random_vector(kSize, 5);
  const Real smallest = band_factor(kShape, ours, 0.5, 0.1);
  EXPECT_NEAR(smallest, mju_cholFactorBand(theirs.data(), kSize, kShape.nband, kShape.ndense, 0.5, 0.1),
              1e-12);
  for (std::size_t i = 0; i < ours.size(); ++i)
    EXPECT_NEAR(ours[i], theirs[i], 1e-13);  // sums in another order
  band_solve(kShape, ours, b, x);
  mju_cholSolveBand(y.data(), theirs.data(), b.data(), kSize, kShape.nband, kShape.ndense);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], y[i], 1e-14);
}

TEST(Band, AMatrixThatIsNotPositiveHasNoFactor) {  // judge: oracle
  Vector ours = random_band(), theirs = ours;
  EXPECT_EQ(band_factor(kShape, ours, -100, 0), 0);
  EXPECT_EQ(mju_cholFactorBand(theirs.data(), kSize, kShape.nband, kShape.ndense, -100, 0), 0);
}

}  // namespace
}  // namespace corten
