// Dense and sparse Cholesky, their rank-one updates, and products by rows.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "corten/linalg/cholesky_dense.h"
#include "corten/linalg/cholesky_sparse.h"
#include "corten/linalg/row_blocks.h"
#include "corten/linalg/span_kernels.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

using Vector = std::vector<Real>;

Vector random_vector(int n, std::mt19937& rng) {
  std::normal_distribution<Real> normal;
  Vector v(n);
  for (Real& x : v) x = normal(rng);
  return v;
}

// B Bᵀ + I
Vector random_spd(int n, std::mt19937& rng) {
  const Vector b = random_vector(n * n, rng);
  Vector a(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i * n + j] = dot(&b[i * n], &b[j * n], n) + (i == j);
  return a;
}

Vector mul_dense(const Vector& a, const Vector& x) {
  Vector y(x.size());
  mul(Csr::dense(static_cast<int>(x.size()), static_cast<int>(x.size()), a.data()), x, y);
  return y;
}

void expect_near(const Vector& a, const Vector& b, Real tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance);
}

TEST(Dense, DotHasTheBitsOfTheOracle) {  // judge: oracle
  std::mt19937 rng(1);
  for (int n = 0; n < 40; ++n) {
    const Vector a = random_vector(n, rng), b = random_vector(n, rng);
    EXPECT_EQ(dot(a, b), mju_dot(a.data(), b.data(), n)) << n;
  }
}

TEST(Cholesky, DenseSolveInvertsTheMatrix) {  // judge: definition
  std::mt19937 rng(2);
  for (int n : {1, 2, 7, 30}) {
    const Vector a = random_spd(n, rng), b = random_vector(n, rng);
    Vector factor = a, x(n);
    EXPECT_EQ(cholesky_factor(factor, n, 1e-15), n);
    cholesky_solve(factor, n, b, x);
    expect_near(mul_dense(a, x), b, 1e-9);
  }
}

TEST(Cholesky, UpdateAndDowndateEqualRefactoring) {  // judge: definition
  std::mt19937 rng(3);
  const int n = 12;
  const Vector a = random_spd(n, rng);
  const Vector v = random_vector(n, rng);
  Vector updated = a, direct = a, work = v;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) direct[i * n + j] += v[i] * v[j];
  cholesky_factor(updated, n, 1e-15);
  EXPECT_EQ(cholesky_update(updated, n, work, 1), n);
  cholesky_factor(direct, n, 1e-15);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) EXPECT_NEAR(updated[i * n + j], direct[i * n + j], 1e-11);
  work = v;
  Vector original = a;
  cholesky_factor(original, n, 1e-15);
  EXPECT_EQ(cholesky_update(updated, n, work, -1), n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) EXPECT_NEAR(updated[i * n + j], original[i * n + j], 1e-11);
}

TEST(Cholesky, DowndateToSingularLosesRank) {  // judge: definition
  Vector factor = {1}, x = {1};
  EXPECT_EQ(cholesky_update(factor, 1, x, -1), 0);
  EXPECT_DOUBLE_EQ(factor[0] * factor[0], 1e-15);
}

TEST(Cholesky, SparseEqualsDense) {  // judge: dense code
  std::mt19937 rng(4);
  const int n = 70;
  Arena arena(1 << 22);
  Arena::Frame frame(arena);
  LowerBits bits(n, frame);
  Vector a(n * n);
  std::vector<std::vector<int>> cliques;
  for (int k = 0; k < 40; ++k) {
    const int c = static_cast<int>(rng() % 60);
    cliques.push_back({c, c + 3, c + 7, std::min(n - 1, c + 9)});
    bits.add_clique(cliques.back());
    const Vector v = random_vector(4, rng);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) a[cliques.back()[i] * n + cliques.back()[j]] += v[i] * v[j];
  }
  for (int i = 0; i < n; ++i) {
    a[i * n + i] += 1;
    bits.add(i, i);
  }
  bits.add_fill();
  const LowerPattern p = bits.pattern(frame);
  Vector sparse(p.nnz()), dense = a;
  for (int row = 0; row < n; ++row)
    for (int k = p.begin(row); k <= p.diagonal(row); ++k) sparse[k] = a[row * n + p.colind[k]];
  EXPECT_EQ(cholesky_factor(p, sparse, 1e-15), n);
  cholesky_factor(dense, n, 1e-15);
  Vector x(n);
  for (int c : cliques[5]) x[c] = 0.7;
  Vector y = x;
  cholesky_update(p, sparse, x, 1);
  cholesky_update(dense, n, y, 1);
  for (int row = 0; row < n; ++row)
    for (int k = p.begin(row); k <= p.diagonal(row); ++k)
      EXPECT_NEAR(sparse[k], dense[row * n + p.colind[k]], 1e-12);
  const Vector b = random_vector(n, rng);
  Vector xs(n), xd(n);
  cholesky_solve(p, sparse, b, xs);
  cholesky_solve(dense, n, b, xd);
  expect_near(xs, xd, 1e-12);
}

TEST(RowBlocks, ProductsEqualThoseOfTheDenseMatrix) {  // judge: definition
  std::mt19937 rng(5);
  const int rows = 9, cols = 13;
  Vector a(rows * cols);
  const std::vector<int> key = {0, 1, 1, 1, 2, 2, 3, 4, 4};
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c)
      if ((c + key[r]) % 3 == 0) a[r * cols + c] = static_cast<Real>(rng() % 7) - 3;
  Arena arena(1 << 16);
  Arena::Frame frame(arena);
  const Csr dense = Csr::dense(rows, cols, a.data());
  const RowBlocks blocks = row_blocks(dense, key, frame);
  EXPECT_EQ(blocks.blocks.size(), 5u);
  Vector gathered(blocks.widest), x = random_vector(cols, rng), y(rows), expected(rows);
  mul(blocks, x, y, gathered);
  mul(dense, x, expected);
  expect_near(y, expected, 1e-14);
  Vector f = random_vector(rows, rng), jf(cols), jf_expected(cols);
  mul_transpose(blocks, f, jf, gathered);
  mul_transpose(dense, f, jf_expected);
  expect_near(jf, jf_expected, 1e-14);
}

}  // namespace
}  // namespace corten
