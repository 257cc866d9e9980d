// Sums side by side, and inertias of dofs that move by themselves: the same bits as one by one.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "corten/linalg/dots.h"
#include "corten/linalg/tree_ldl.h"
#include "tests/support/random_state.h"

namespace corten {
namespace {

std::vector<Real> numbers(int n, unsigned seed) {
  oracle::Random random(seed);
  std::vector<Real> x(static_cast<std::size_t>(n));
  for (Real& v : x) v = random();
  return x;
}

TEST(Dots, EachIsTheDotAlone) {  // judge: dot, whose order is mju_dot's
  for (int n = 0; n < 23; ++n) {
    const std::vector<Real> x = numbers(n, 1), y = numbers(n, 2), z = numbers(n, 3);
    Real sums[3];
    dots(x.data(), {x.data(), y.data(), z.data()}, n, sums);
    EXPECT_EQ(sums[0], mju_dot(x.data(), x.data(), n)) << n;
    EXPECT_EQ(sums[1], mju_dot(x.data(), y.data(), n)) << n;
    EXPECT_EQ(sums[2], mju_dot(x.data(), z.data(), n)) << n;
  }
}

TEST(TreeLdl, ADiagonalIsMultipliedEntryByEntry) {  // judge: mathematics
  constexpr int n = 9;
  const std::vector<int> one(n, 1);
  std::vector<int> adr(n);
  std::iota(adr.begin(), adr.end(), 0);
  const std::vector<Real> diagonal = numbers(n, 4), x = numbers(n, 5);
  EXPECT_TRUE(is_diagonal({one, adr, adr}));
  std::vector<Real> product(n);
  mul_tree_symmetric({one, adr, adr}, diagonal, x, product);
  for (int i = 0; i < n; ++i) EXPECT_EQ(product[i], diagonal[i] * x[i]);
}

}  // namespace
}  // namespace corten
