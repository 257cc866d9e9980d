// Dense and sparse Cholesky, their rank-one updates, and products by rows.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "corten/base/cpu.h"
#include "corten/linalg/cholesky_dense.h"
#include "corten/linalg/cholesky_sparse.h"
#include "corten/linalg/dense_kernels_avx2.h"
#include "corten/linalg/dense_kernels_body.h"
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

// a dense matrix, factored or not, with memory of its own
struct Dense {
  Arena arena{1 << 18};
  Arena::Frame frame{arena};
  DenseCholesky cholesky;

  Dense(const Vector& a, int n) : cholesky(n, frame) {
    cholesky.set_zero();
    for (int i = 0; i < n; ++i) std::copy_n(a.begin() + i * n, i + 1, cholesky.row(i));
  }
  Vector solve(const Vector& b) {
    Vector x(b.size());
    cholesky.solve(b, x);
    return x;
  }
};

TEST(Cholesky, DenseSolveInvertsTheMatrix) {  // judge: definition
  std::mt19937 rng(2);
  for (int n : {1, 2, 3, 4, 7, 30}) {
    const Vector a = random_spd(n, rng), b = random_vector(n, rng);
    Dense dense(a, n);
    EXPECT_EQ(dense.cholesky.factor(1e-15), n);
    expect_near(mul_dense(a, dense.solve(b)), b, 1e-9);
  }
}

TEST(Cholesky, UpdateAndDowndateEqualRefactoring) {  // judge: definition
  std::mt19937 rng(3);
  for (int n : {1, 5, 12}) {
    const Vector a = random_spd(n, rng), v = random_vector(n, rng), b = random_vector(n, rng);
    Vector sum = a;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) sum[i * n + j] += v[i] * v[j];
    Dense updated(a, n), direct(sum, n), original(a, n);
    updated.cholesky.factor(1e-15);
    direct.cholesky.factor(1e-15);
    original.cholesky.factor(1e-15);
    EXPECT_EQ(updated.cholesky.update(v, 1), n);
    expect_near(updated.solve(b), direct.solve(b), 1e-9);
    EXPECT_EQ(updated.cholesky.update(v, -1), n);
    expect_near(updated.solve(b), original.solve(b), 1e-8);
  }
}

// (A + D v vᵀ)⁻¹ b = y − z (vᵀ y)/(1/D + vᵀ z),  y = A⁻¹ b, z = A⁻¹ v
TEST(Cholesky, AStiffUpdateKeepsTheDigitsOfTheRest) {  // judge: Sherman and Morrison
  std::mt19937 rng(5);
  const int n = 20;
  const Real stiffness = 1e14;
  const Vector a = random_spd(n, rng), v = random_vector(n, rng), b = random_vector(n, rng);
  Dense updated(a, n), original(a, n);
  updated.cholesky.factor(1e-15);
  original.cholesky.factor(1e-15);
  const Vector y = original.solve(b), z = original.solve(v);
  Vector expected = y, scaled = v;
  const Real share = dot(v, y) / (1 / stiffness + dot(v, z));
  for (int i = 0; i < n; ++i) expected[i] -= share * z[i], scaled[i] *= std::sqrt(stiffness);
  EXPECT_EQ(updated.cholesky.update(scaled, 1), n);
  expect_near(updated.solve(b), expected, 1e-12);
  EXPECT_LT(updated.cholesky.update(scaled, -1), n) << "what is left of a cancelled pivot is not trusted";
}

TEST(Cholesky, DowndateToSingularLosesRank) {  // judge: definition
  Dense one({1}, 1);
  one.cholesky.factor(1e-15);
  EXPECT_EQ(one.cholesky.update(Vector{1}, -1), 0);
  EXPECT_NEAR(one.solve({1})[0], 1e15, 1);
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
  SparseCholesky sparse(p, frame);
  Dense dense(a, n);
  for (int row = 0; row < n; ++row)
    for (int k = p.begin(row); k <= p.diagonal(row); ++k) sparse.values()[k] = a[row * n + p.colind[k]];
  EXPECT_EQ(sparse.factor(1e-15), n);
  dense.cholesky.factor(1e-15);
  Vector x(n);
  for (int c : cliques[5]) x[c] = 0.7;
  Vector y = x;
  sparse.update(x, 1);
  dense.cholesky.update(y, 1);
  const Vector b = random_vector(n, rng);
  Vector xs(n);
  sparse.solve(b, xs);
  expect_near(xs, dense.solve(b), 1e-12);
}

TEST(DenseKernels, EveryInstructionSetGivesTheSameBits) {  // judge: baseline
  if (!has_avx2()) GTEST_SKIP() << "this processor has no AVX2";
  std::mt19937 rng(8);
  const DenseKernels wide = dense_kernels_avx2(), narrow = dense::table();
  for (int n = 1; n < 30; ++n) {
    const int stride = padded(n), nrow = n % 5 + 1;
    Vector rows(stride * stride), diag(n), inverse(stride), x(stride);
    const Vector a = random_spd(n, rng), v = random_vector(n, rng), s(nrow, 0.7);
    for (int i = 0; i < n; ++i) std::copy_n(a.begin() + i * n, i + 1, rows.begin() + i * stride);
    std::copy(v.begin(), v.end(), x.begin());
    Vector rows2 = rows, diag2 = diag, inverse2 = inverse, x2 = x, y = x, y2 = x;
    const Vector block = random_vector(nrow * stride, rng);
    const DenseFactor f{n, stride, rows.data(), diag.data(), inverse.data()};
    const DenseFactor f2{n, stride, rows2.data(), diag2.data(), inverse2.data()};
    wide.add_products(rows.data(), {block.data(), nrow, n}, s.data());
    narrow.add_products(rows2.data(), {block.data(), nrow, n}, s.data());
    EXPECT_EQ(wide.factor(f, 1e-15), narrow.factor(f2, 1e-15));
    EXPECT_EQ(wide.update(f, x.data(), 1), narrow.update(f2, x2.data(), 1));
    wide.solve(f, y.data());
    narrow.solve(f2, y2.data());
    EXPECT_EQ(rows, rows2) << n;
    EXPECT_EQ(diag, diag2) << n;
    EXPECT_EQ(y, y2) << n;
    Vector p(nrow), p2(nrow), t(n), t2(n);
    wide.mul({block.data(), nrow, n}, y.data(), p.data());
    narrow.mul({block.data(), nrow, n}, y.data(), p2.data());
    EXPECT_EQ(p, p2) << n;
    wide.mul_transpose({block.data(), nrow, n}, s.data(), t.data());
    narrow.mul_transpose({block.data(), nrow, n}, s.data(), t2.data());
    EXPECT_EQ(t, t2) << n;
  }
}

TEST(RowBlocks, ProductsEqualThoseOfTheDenseMatrix) {  // judge: definition
  std::mt19937 rng(5);
  const int rows = 9;
  const std::vector<int> key = {0, 1, 1, 1, 2, 2, 3, 4, 4};
  for (int cols : {13, 7}) {  // by objects, and in one block
    Vector a(rows * cols);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c)
        if ((c + key[r]) % 3 == 0) a[r * cols + c] = static_cast<Real>(rng() % 7) - 3;
    Arena arena(1 << 16);
    Arena::Frame frame(arena);
    const Csr dense = Csr::dense(rows, cols, a.data());
    const RowBlocks blocks = row_blocks(dense, key, frame);
    EXPECT_EQ(blocks.blocks.size(), cols == 13 ? 5u : 1u);
    Vector gathered(blocks.widest), x = random_vector(cols, rng), y(rows), expected(rows);
    mul(blocks, x, y, gathered);
    mul(dense, x, expected);
    expect_near(y, expected, 1e-14);
    Vector f = random_vector(rows, rng), jf(cols), jf_expected(cols);
    mul_transpose(blocks, f, jf, gathered);
    mul_transpose(dense, f, jf_expected);
    expect_near(jf, jf_expected, 1e-14);
  }
}

}  // namespace
}  // namespace corten
