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

void mul(const RowSlice* slice, int nslice, const double* x, double* y) {
  for (const RowSlice* end = slice + nslice; slice < end; ++slice) {
    const double* val = slice->val;
    const int* col = slice->col;
    const Four sum = sum_in_turn(slice->count, [&](int k) {
      const int* c = col + 4 * k;
      return Four::load(val + 4 * k) * Four(Four::Native{x[c[0]], x[c[1]], x[c[2]], x[c[3]]});
    });
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
