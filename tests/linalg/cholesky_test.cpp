// Dense and sparse Cholesky of Jᵀ W J + M, their rank-one updates, and products with J.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "corten/base/cpu.h"
#include "corten/linalg/cholesky_dense.h"
#include "corten/linalg/cholesky_sparse.h"
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

// A diagonal M and a J whose rows come in threes on the same few columns, dense and compressed.
struct System {
  static constexpr int kRows = 30;
  int n;
  Vector J, M, weight;                               // J by dense rows
  Vector val;                                        // the entries of the compressed J
  std::vector<int> nnz, adr, cols, super, dof, one;  // its pattern, and that of M
  Arena arena{1 << 22};
  Arena::Frame frame{arena};

  System(int size, std::mt19937& rng) : n(size), J(kRows * n), M(n), weight(random_vector(kRows, rng)) {
    std::vector<int> columns;
    for (int r = 0; r < kRows; ++r) {
      if (r % 3 == 0) {
        columns.clear();
        const int first = static_cast<int>(rng() % n), second = static_cast<int>(rng() % n);
        for (int c = 0; c < n; ++c)
          if ((c >= first && c < first + 5) || (c >= second && c < second + 3)) columns.push_back(c);
      }
      adr.push_back(static_cast<int>(cols.size()));
      nnz.push_back(static_cast<int>(columns.size()));
      super.push_back(2 - r % 3);
      for (int c : columns) {
        cols.push_back(c);
        val.push_back(random_vector(1, rng)[0]);
        J[r * n + c] = val.back();
      }
      weight[r] = r % 4 == 1 ? 0 : std::abs(weight[r]);
    }
    for (int i = 0; i < n; ++i) M[i] = 2 + i % 3, dof.push_back(i), one.push_back(1);
  }
  Csr dense() const { return Csr::dense(kRows, n, J.data()); }
  Csr compressed() const { return {kRows, n, nnz.data(), adr.data(), cols.data(), val.data(), super.data()}; }
  CsrPattern diagonal() const { return {one, dof, dof}; }

  // the matrix by rows, each entry summed row after row as the oracle's dense code does
  Vector matrix() const {
    Vector a(n * n);
    for (int r = 0; r < kRows; ++r)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) a[i * n + j] += J[r * n + j] * (J[r * n + i] * weight[r]);
    for (int i = 0; i < n; ++i) a[i * n + i] += M[i];
    return a;
  }
};

// factored, then some rows of J taken in and out
template <class Matrix, class Cholesky>
Vector solution(System& s, const Csr& rows, std::span<const int> in, std::span<const int> out,
                const Vector& b) {
  const Matrix J(rows, s.frame);
  const Cholesky cholesky(J, s.diagonal(), s.frame);
  Vector factor(cholesky.size()), x(s.n);
  cholesky.assemble(factor, J, s.weight, s.diagonal(), s.M);
  EXPECT_TRUE(cholesky.factor(factor, 1e-15));
  for (const auto& [list, sign] : {std::pair(in, 1.0), std::pair(out, -1.0)}) {
    Vector vectors(list.size() * cholesky.stride()), signs(list.size(), sign);
    for (std::size_t k = 0; k < list.size(); ++k) J.add_row(list[k], 0.5, &vectors[k * cholesky.stride()]);
    EXPECT_TRUE(list.empty() || cholesky.update(factor, vectors, signs));
  }
  cholesky.solve(factor, b, x);
  return x;
}

// the same by the oracle's functions
Vector oracle_solution(const System& s, std::span<const int> in, std::span<const int> out, const Vector& b) {
  Vector a = s.matrix(), x(s.n);
  mju_cholFactor(a.data(), s.n, 1e-15);
  for (const auto& [list, plus] : {std::pair(in, 1), std::pair(out, 0)})
    for (int row : list) {
      Vector v(s.n);
      for (int c = 0; c < s.n; ++c) v[c] = 0.5 * s.J[row * s.n + c];
      mju_cholUpdate(a.data(), v.data(), s.n, plus);
    }
  mju_cholSolve(x.data(), a.data(), b.data(), s.n);
  return x;
}

TEST(Cholesky, DenseHasTheBitsOfTheOracle) {  // judge: oracle
  std::mt19937 rng(2);
  const int in[] = {3, 4, 9, 20}, out[] = {0, 2};
  for (int n = 1; n < 40; ++n) {
    System s(n, rng);
    const Vector b = random_vector(n, rng);
    for (std::size_t k = 0; k <= 4; ++k) {
      const std::span<const int> added(in, k), removed(out, k / 2);
      EXPECT_EQ((solution<TiledMatrix, DenseCholesky>(s, s.dense(), added, removed, b)),
                oracle_solution(s, added, removed, b))
          << n;
    }
  }
}

TEST(Cholesky, SparseEqualsDense) {  // judge: dense code
  std::mt19937 rng(4);
  const int in[] = {3, 4, 9, 20}, out[] = {0, 2};
  for (int n : {1, 2, 5, 17, 70, 150}) {
    System s(n, rng);
    Vector b = random_vector(n, rng);
    for (int k = 0; k < 2; ++k) {  // also where some numbers are 0, whose rows take no part
      expect_near(solution<BlockMatrix, SparseCholesky>(s, s.compressed(), in, out, b),
                  solution<TiledMatrix, DenseCholesky>(s, s.dense(), in, out, b), 1e-12);
      for (int i = n / 2; i < n; i += 1 + i % 4) b[i] = 0;
    }
  }
}

TEST(Cholesky, DowndateToSingularLosesRank) {  // judge: definition
  std::mt19937 rng(5);
  System s(1, rng);
  const TiledMatrix J(s.dense(), s.frame);
  const DenseCholesky cholesky(1, s.frame);
  Vector factor(cholesky.size()), vector(cholesky.stride());
  factor[0] = vector[0] = 1;
  EXPECT_TRUE(cholesky.factor(factor, 1e-15));
  EXPECT_FALSE(cholesky.update(factor, vector, Vector{-1}));
  Vector x(1);
  cholesky.solve(factor, Vector{1}, x);
  EXPECT_NEAR(x[0], 1e15, 1);
}

TEST(Products, HaveTheBitsOfPlainSums) {  // judge: dot(), dot_sparse() and sums row after row
  std::mt19937 rng(6);
  for (int n = 1; n < 50; ++n) {
    System s(n, rng);
    const TiledMatrix tiled(s.dense(), s.frame);
    const BlockMatrix blocks(s.compressed(), s.frame);
    const Vector x = random_vector(n, rng), f = random_vector(System::kRows, rng);
    Vector ours(System::kRows), plain(System::kRows), sums(n), plain_sums(n);
    tiled.mul(x, ours);
    mul(s.dense(), x, plain);
    EXPECT_EQ(ours, plain) << n;
    blocks.mul(x, ours);
    mul(s.compressed(), x, plain);
    EXPECT_EQ(ours, plain) << n;
    tiled.mul_transpose(f, sums);
    mul_transpose(s.dense(), f, plain_sums);
    EXPECT_EQ(sums, plain_sums) << n;
    blocks.mul_transpose(f, sums);
    for (int c = 0; c < n; ++c) {  // a column as the row of a stored transpose
      Vector column;
      std::vector<int> rows;
      for (int r = 0; r < System::kRows; ++r)
        for (int k = s.adr[r]; k < s.adr[r] + s.nnz[r]; ++k)
          if (s.cols[k] == c) column.push_back(s.val[k]), rows.push_back(r);
      plain_sums[c] = dot_sparse(column.data(), rows.data(), static_cast<int>(rows.size()), f.data());
    }
    EXPECT_EQ(sums, plain_sums) << n;
  }
}

void expect_bits_of_baseline(Isa isa) {
  std::mt19937 rng(8);
  const auto wide = kernel_table<DenseKernels>(isa), narrow = kernel_table<DenseKernels>(Isa::baseline);
  for (int n = 1; n < 30; ++n) {
    System s(n, rng);
    const TiledMatrix J(s.dense(), s.frame);
    const int stride = padded(n);
    Vector results[2];
    for (const auto& [kernels, result] : {std::pair(&wide, &results[0]), std::pair(&narrow, &results[1])}) {
      Vector a(stride * stride), x(3 * stride), y(stride, 1), v(n, 1), p(System::kRows), t(stride);
      for (int i = 0; i < n; ++i) a[i * stride + i] = 2;
      for (const TiledMatrix::Block& block : J.blocks()) {
        const Real* const row[] = {J.row(block.row)};
        kernels->add_products({n, stride, a.data()}, block.rows, {row, &s.weight[0], 1});
        kernels->mul_tiles(block.rows, v.data(), &p[block.row]);
        kernels->add_transposed(block.rows, p.data(), t.data());
      }
      EXPECT_EQ(kernels->factor({n, stride, a.data()}, 1e-15), 0);
      for (int u = 0; u < 3; ++u) J.add_row(u, 1, &x[u * stride]);
      EXPECT_EQ(kernels->update({n, stride, a.data()}, x.data(), Vector{1, 1, 1}.data(), 3), 0);
      kernels->solve({n, stride, a.data()}, y.data());
      for (const Vector* part : {&y, &p, &t}) result->insert(result->end(), part->begin(), part->end());
    }
    EXPECT_EQ(results[0], results[1]) << n;
  }
}

TEST(DenseKernels, EveryInstructionSetGivesTheSameBits) {  // judge: baseline
  for (const Isa isa : {Isa::avx2, Isa::avx512})
    if (has(isa)) expect_bits_of_baseline(isa);
}

}  // namespace
}  // namespace corten
