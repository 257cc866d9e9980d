// Loops of the dense dual problem: products of rows and Gauss–Seidel, in every instruction set.
#include "corten/linalg/dual_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "corten/base/cpu.h"
#include "corten/linalg/dense_kernels.h"
#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

using Vector = std::vector<Real>;

constexpr Real kMaxRise = 1e-10;

Vector random_vector(int n, std::mt19937& rng) {
  std::normal_distribution<Real> normal;
  Vector v(n);
  for (Real& x : v) x = normal(rng);
  return v;
}

// n vectors of this length side by side
struct Columns {
  Columns(int n, int length, std::mt19937& rng) : val(length * padded(n)), filled(padded(n) / 4) {
    view = {n, length, padded(n), val.data(), filled.data()};
    for (int k = 0; k < length; ++k) {
      const Vector row = random_vector(n, rng);
      std::copy(row.begin(), row.end(), val.begin() + k * padded(n));
    }
  }
  Vector val;
  std::vector<std::uint64_t> filled;
  VectorColumns view;
};

// A = V Vᵀ + 1, a third of the rows each free, bounded on both sides, and bounded below
struct Box {
  Box(int n, std::mt19937& rng) : A(n * n), b(random_vector(n, rng)), inverse(n), lower(n), upper(n), x(n) {
    const Columns v(n, n + 3, rng);
    dual_kernels().products(v.view, A.data());
    for (int i = 0; i < n; ++i) {
      A[i * n + i] += 1;
      inverse[i] = 1 / A[i * n + i];
      lower[i] = i % 3 == 0 ? -INFINITY : i % 3 == 1 ? -0.1 : 0;
      upper[i] = i % 3 == 1 ? 0.1 : INFINITY;
    }
  }
  BoxProblem problem() {
    return {
        static_cast<int>(x.size()), A.data(), b.data(), inverse.data(), lower.data(), upper.data(), x.data()};
  }
  Vector A, b, inverse, lower, upper, x;
};

// one row after the other, as dot() of vector_kernels.h sums
Real relax_plainly(const BoxProblem& p, int first, int last) {
  Real change = 0;
  for (int i = first; i < last; ++i) {
    const Real residual = p.b[i] + dot(p.A + i * p.n, p.x, p.n), old = p.x[i];
    p.x[i] = std::clamp(old - residual * p.inverse_diagonal[i], p.lower[i], p.upper[i]);
    const Real delta = p.x[i] - old;
    change += 0.5 * delta * delta * (1 / p.inverse_diagonal[i]) + delta * residual;
  }
  return change;
}

void expect_plain_products(const Columns& v, int n, int length) {
  Vector mat(n * n), expected(n * n);
  for (int k = 0; k < length; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) expected[i * n + j] += v.val[k * padded(n) + i] * v.val[k * padded(n) + j];
  dual_kernels().products(v.view, mat.data());
  EXPECT_EQ(mat, expected) << n << " vectors of " << length;
}

TEST(DualKernels, ProductsAreSummedFromTheFirstNumberOn) {  // judge: definition
  std::mt19937 rng(1);
  for (int n : {1, 3, 4, 7, 12}) {
    const int length = 9;
    const Columns v(n, length, rng);
    expect_plain_products(v, n, length);
  }
}

TEST(DualKernels, ProductsOfVectorsWithGapsAreThoseOfAllNumbers) {  // judge: definition
  std::mt19937 rng(4);
  for (const int length : {9, 64, 150}) {
    const int n = 11;
    Columns v(n, length, rng);
    for (int k = 0; k < length; ++k)
      for (int i = 0; i < n; ++i)
        if ((k / 3 + i / 4) % 3 != 0) v.val[k * padded(n) + i] = 0;
    expect_plain_products(v, n, length);
  }
}

TEST(DualKernels, FourRowsAtATimeEqualOneByOne) {  // judge: plain loop
  std::mt19937 rng(2);
  for (int n = 1; n < 30; ++n) {
    Box box(n, rng), plain = box;
    for (int sweep = 0; sweep < 3; ++sweep)
      for (int first : {0, n / 3}) {
        const int last = first == 0 ? n : n - n / 4;
        const Real change = dual_kernels().relax(box.problem(), first, last, kMaxRise, 0);
        EXPECT_EQ(change, relax_plainly(plain.problem(), first, last)) << n;
        EXPECT_EQ(box.x, plain.x) << n;
      }
  }
}

TEST(DualKernels, StepThatRaisesTheCostIsNotTaken) {  // judge: definition
  Vector A = {1}, b = {1}, inverse = {3}, lower = {-10}, upper = {10}, x = {0};
  const BoxProblem p{1, A.data(), b.data(), inverse.data(), lower.data(), upper.data(), x.data()};
  lower[0] = 1;  // the bound is uphill
  EXPECT_EQ(dual_kernels().relax(p, 0, 1, kMaxRise, 0), 0);
  EXPECT_EQ(x[0], 0);
}

void expect_bits_of_baseline(Isa isa) {
  std::mt19937 rng(3);
  const auto wide = kernel_table<DualKernels>(isa), narrow = kernel_table<DualKernels>(Isa::baseline);
  for (int n = 1; n < 20; ++n) {
    const int length = 5;  // a chain of five dofs
    Columns v(n, length, rng), v2 = v;
    v2.view.val = v2.val.data();
    v2.view.filled = v2.filled.data();
    const std::vector<int> rownnz = {1, 2, 3, 4, 5}, rowadr = {0, 1, 3, 6, 10};
    const std::vector<int> colind = {0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4};
    Vector LD = random_vector(15, rng);
    const Vector scale = random_vector(length, rng);
    const TreeMatrix tree{length, rownnz.data(), rowadr.data(), colind.data(), LD.data()};
    wide.half_solve(tree, scale.data(), v.view);
    narrow.half_solve(tree, scale.data(), v2.view);
    EXPECT_EQ(v.val, v2.val) << n;
    Vector mat(n * n), mat2(n * n);
    wide.products(v.view, mat.data());
    narrow.products(v2.view, mat2.data());
    EXPECT_EQ(mat, mat2) << n;
    Box box(n, rng), box2 = box;
    EXPECT_EQ(wide.relax(box.problem(), 0, n, kMaxRise, 0), narrow.relax(box2.problem(), 0, n, kMaxRise, 0));
    EXPECT_EQ(box.x, box2.x) << n;
  }
}

TEST(DualKernels, EveryInstructionSetGivesTheSameBits) {  // judge: baseline
  for (const Isa isa : {Isa::avx2, Isa::avx512})
    if (has(isa)) expect_bits_of_baseline(isa);
}

}  // namespace
}  // namespace corten
