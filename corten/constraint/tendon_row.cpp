#include "corten/constraint/tendon_row.h"

#include <algorithm>

#include "corten/smooth/transmission.h"

namespace corten {
namespace {

// One tendon's Jacobian; columns of a dense one are its positions.
struct TendonJacobian {
  int n = 0;
  const int* cols = nullptr;
  const Real* values = nullptr;
  int col(int k) const { return cols ? cols[k] : k; }
};

TendonJacobian tendon_jacobian(const Model& m, const Data& d, int tendon) {
  if (tendon < 0) return {};
  if (!is_sparse(m)) return {m.nv, nullptr, d.ten_J[tendon].data()};
  const int adr = d.ten_J_rowadr[tendon];
  return {d.ten_J_rownnz[tendon], d.ten_J_colind.data() + adr, d.ten_J.data() + adr};
}

}  // namespace

int tendon_row(const Model& m, const Data& d, int tendon1, Real scale1, int tendon2, Real scale2,
               std::span<int> cols, std::span<Real> values) {
  const TendonJacobian a = tendon_jacobian(m, d, tendon1), b = tendon_jacobian(m, d, tendon2);
  const bool keep_zeros = is_sparse(m);
  int n = 0;
  for (int i = 0, j = 0; i < a.n || j < b.n;) {
    const int col_a = i < a.n ? a.col(i) : m.nv, col_b = j < b.n ? b.col(j) : m.nv;
    const int col = std::min(col_a, col_b);
    Real value = 0;
    if (col_a == col) value = scale1 * a.values[i++];
    if (col_b == col) value += scale2 * b.values[j++];
    if (value == 0 && !keep_zeros) continue;
    cols[n] = col;
    values[n++] = value;
  }
  return n;
}

}  // namespace corten
