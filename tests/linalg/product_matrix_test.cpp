// Products with a matrix that is laid out for them.
#include "corten/linalg/product_matrix.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

struct Compressed {
  int cols;
  std::vector<int> nnz, adr, colind;
  std::vector<Real> val;

  Csr view() const {
    return {static_cast<int>(nnz.size()), cols, nnz.data(), adr.data(), colind.data(), val.data(), nullptr};
  }
};

// Rows as edges and contacts have them: some triples of neighbouring columns, or columns from anywhere.
Compressed random_matrix(int rows, int cols, std::mt19937& random) {
  Compressed a{cols, {}, {}, {}, {}};
  std::uniform_int_distribution<int> kind(0, 9);
  std::uniform_real_distribution<Real> number(-1, 1);
  for (int r = 0; r < rows; ++r) {
    const int wanted = kind(random);
    a.adr.push_back(static_cast<int>(a.colind.size()));
    for (int c = 0; c < cols; ++c) {
      const bool triple = wanted > 4 && (c / 3 * 7 + r) % 5 == 0,
                 single = wanted <= 4 && kind(random) < wanted;
      if (!triple && !single) continue;
      a.colind.push_back(c);
      a.val.push_back(number(random));
    }
    a.nnz.push_back(static_cast<int>(a.colind.size()) - a.adr.back());
  }
  return a;
}

class ProductMatrixTest : public testing::TestWithParam<int> {};

TEST_P(ProductMatrixTest, BothProductsAreSumsOfSparseRowsToTheBit) {  // judge: the plain sums
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const int rows = 1 + GetParam() * 3, cols = 1 + GetParam() * 2;
  const Compressed a = random_matrix(rows, cols, random);
  Arena arena(1 << 20);
  Arena::Frame frame(arena);
  const ProductMatrix product(a.view(), frame);

  std::uniform_real_distribution<Real> number(-1, 1);
  std::vector<Real> x(static_cast<std::size_t>(cols)), y(static_cast<std::size_t>(rows), 7);
  for (Real& v : x) v = number(random);
  product.mul(x, y);
  for (std::size_t r = 0; r < y.size(); ++r)
    EXPECT_EQ(y[r], dot_sparse(a.val.data() + a.adr[r], a.colind.data() + a.adr[r], a.nnz[r], x.data()));

  std::vector<Real> back(static_cast<std::size_t>(cols), 7);
  product.mul_transpose(y, back);
  for (int c = 0; c < cols; ++c) {
    std::vector<Real> column;
    std::vector<int> in_row;
    for (std::size_t r = 0; r < y.size(); ++r)
      for (int k = a.adr[r]; k < a.adr[r] + a.nnz[r]; ++k)
        if (a.colind[static_cast<std::size_t>(k)] == c) {
          column.push_back(a.val[static_cast<std::size_t>(k)]);
          in_row.push_back(static_cast<int>(r));
        }
    EXPECT_EQ(back[static_cast<std::size_t>(c)],
              dot_sparse(column.data(), in_row.data(), static_cast<int>(column.size()), y.data()));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ProductMatrixTest, testing::Range(0, 40));

}  // namespace
}  // namespace corten
