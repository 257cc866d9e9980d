// The loops of product_kernels.h.
#include "corten/linalg/product_kernels.h"

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;

// Terms go to four sums in turn, which are joined; the last up to three follow one by one.
template <class Term>
Four sum_in_turn(int count, Term&& term) {
  Four s0(0.0), s1(0.0), s2(0.0), s3(0.0);
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    s0 = s0 + term(k);
    s1 = s1 + term(k + 1);
    s2 = s2 + term(k + 2);
    s3 = s3 + term(k + 3);
  }
  Four sum = (s0 + s2) + (s1 + s3);
  for (; k < count; ++k) sum = sum + term(k);
  return sum;
}

// x at four places
Four at(const double* x, const int* c) { return Four::Native{x[c[0]], x[c[1]], x[c[2]], x[c[3]]}; }

Four row_sums(const RowSlice& slice, const double* x) {
  return sum_in_turn(slice.count,
                     [&](int k) { return Four::load(slice.val + 4 * k) * at(x, slice.col + 4 * k); });
}

// The same for rows in triples: a column is looked up once for three entries. Unrolled, because which entry
// of a triple comes next must be known to the compiler.
template <int kCount>
Four triple_sums(const RowSlice& slice, const double* x) {
  const auto term = [&](int k) {
    return Four::load(slice.val + 4 * k) * at(x + k % 3, slice.col + 4 * (k / 3));
  };
  Four turn[4] = {Four(0.0), Four(0.0), Four(0.0), Four(0.0)};
  constexpr int kTurns = kCount / 4 * 4;
#pragma GCC unroll 20
  for (int k = 0; k < kTurns; ++k) turn[k % 4] = turn[k % 4] + term(k);
  Four sum = (turn[0] + turn[2]) + (turn[1] + turn[3]);
#pragma GCC unroll 4
  for (int k = kTurns; k < kCount; ++k) sum = sum + term(k);
  return sum;
}

Four sums(const RowSlice& slice, const double* x) {
  if (!slice.triples) return row_sums(slice, x);
  switch (slice.count / 3) {
    case 1:
      return triple_sums<3>(slice, x);
    case 2:
      return triple_sums<6>(slice, x);
    case 3:
      return triple_sums<9>(slice, x);
    case 4:
      return triple_sums<12>(slice, x);
    case 5:
      return triple_sums<15>(slice, x);
    default:
      return triple_sums<3 * kMostTriples>(slice, x);
  }
}

void mul(const RowSlice* slice, int nslice, const double* x, double* y) {
  for (const RowSlice* end = slice + nslice; slice < end; ++slice) {
    const Four sum = sums(*slice, x);
    for (int lane = 0; lane < 4; ++lane) y[slice->row[lane]] = sum.lane(lane);
  }
}

void mul_transpose(const ColumnSlice* slice, int nslice, const double* s, double* y) {
  for (const ColumnSlice* end = slice + nslice; slice < end; ++slice) {
    const double* val = slice->val;
    const int* row = slice->row;
    const Four sum =
        sum_in_turn(slice->nrow, [&](int k) { return Four::load(val + 4 * k) * Four(s[row[k]]); });
    double* to = y + slice->col;
    if (slice->count == 4) {
      sum.store(to);
      continue;
    }
    to[0] = sum.lane(0);
    if (slice->count > 1) to[1] = sum.lane(1);
    if (slice->count > 2) to[2] = sum.lane(2);
  }
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
ProductKernels kernel_table<ProductKernels, Isa::CORTEN_ISA>() {
  return {mul, mul_transpose};
}

}  // namespace corten
