// The loops of csr_kernels.h.
#include "corten/linalg/csr_kernels.h"

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;

double sum_of_lanes(Four v) { return (v.lane(0) + v.lane(2)) + (v.lane(1) + v.lane(3)); }

// four numbers of v at these columns
Four gather(const double* v, const int* cols) {
  if (cols[3] - cols[0] == 3) return Four::load(v + cols[0]);
  const double numbers[4] = {v[cols[0]], v[cols[1]], v[cols[2]], v[cols[3]]};
  return Four::load(numbers);
}

// R rows from `row` on: as row_product(), v is gathered once for all
template <int R>
void mul_some(const double* row, int n, const int* cols, const double* v, double* y) {
  Four lanes[R];
  for (Four& l : lanes) l = Four(0.0);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Four part = gather(v, cols + i);
    for (int r = 0; r < R; ++r) lanes[r] = lanes[r] + Four::load(row + r * n + i) * part;
  }
  double sum[R];
  for (int r = 0; r < R; ++r) sum[r] = sum_of_lanes(lanes[r]);
  for (; i < n; ++i)
    for (int r = 0; r < R; ++r) sum[r] += row[r * n + i] * v[cols[i]];
  for (int r = 0; r < R; ++r) y[r] = sum[r];
}

// Members of Csr are read here and its functions are not called: one compiled for this processor could be
// taken by code for another.
void mul(const Csr& a, const double* v, double* y) {
  for (int i = 0; i < a.rows;) {
    const int n = a.rownnz[i], left = a.rows - i;
    const int alike = a.rowsuper && left > 1 ? a.rowsuper[i] + 1 : 1;
    const double* row = a.val + a.rowadr[i];
    const int* cols = a.colind + a.rowadr[i];
    switch (alike < left ? alike : left) {
      case 1:
        mul_some<1>(row, n, cols, v, y + i);
        i += 1;
        break;
      case 2:
        mul_some<2>(row, n, cols, v, y + i);
        i += 2;
        break;
      case 3:
        mul_some<3>(row, n, cols, v, y + i);
        i += 3;
        break;
      default:
        mul_some<4>(row, n, cols, v, y + i);
        i += 4;
    }
  }
}

// Four columns: all but the last up to three rows go to four sums in turn, which are joined; the rest follows
// one by one.
Four column_sums(const ColumnPart* part, int nrow, int column, const double* s) {
  Four s0(0.0), s1(0.0), s2(0.0), s3(0.0);
  int in_turn = nrow / 4 * 4, rest = nrow % 4, r = 0;
  const auto product = [&](int row) {
    return Four::load(part->val + row * part->stride + column) * Four(s[part->row + row]);
  };
  while (in_turn > 0) {
    for (; in_turn >= 4 && r + 4 <= part->nrow; r += 4, in_turn -= 4) {
      s0 = s0 + product(r);
      s1 = s1 + product(r + 1);
      s2 = s2 + product(r + 2);
      s3 = s3 + product(r + 3);
    }
    for (; in_turn > 0 && r < part->nrow; ++r, --in_turn) {  // the sums change places
      const Four next = s0 + product(r);
      s0 = s1, s1 = s2, s2 = s3, s3 = next;
    }
    if (r < part->nrow) break;
    ++part, r = 0;
  }
  Four sum = (s0 + s2) + (s1 + s3);
  for (; rest > 0; ++part, r = 0)
    for (; rest > 0 && r < part->nrow; ++r, --rest) sum = sum + product(r);
  return sum;
}

void mul_columns(const ColumnPart* part, int nrow, int count, const double* s, double* y) {
  int c = 0;
  for (; c + 4 <= count; c += 4) column_sums(part, nrow, c, s).store(y + c);
  if (c == count) return;
  double rest[4];
  column_sums(part, nrow, c, s).store(rest);
  for (int k = 0; c + k < count; ++k) y[c + k] = rest[k];
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
CsrKernels kernel_table<CsrKernels, Isa::CORTEN_ISA>() {
  return {mul, mul_columns};
}

}  // namespace corten
