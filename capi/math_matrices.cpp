// mju_ functions on vectors and matrices of any size.
#include <cmath>
#include <cstdio>

#include "capi/numbers.h"
#include "corten/base/arena.h"
#include "corten/linalg/band.h"
#include "corten/linalg/box_qp.h"
#include "corten/linalg/cholesky_lower.h"
#include "corten/linalg/csr.h"
#include "corten/linalg/dense_products.h"
#include "corten/linalg/qcqp.h"

namespace corten::capi {
namespace {

Dense matrix(Real* numbers, int rows, int cols) { return {numbers, count(rows), count(cols)}; }
ConstDense matrix(const Real* numbers, int rows, int cols) { return {numbers, count(rows), count(cols)}; }

std::span<Real> square(Real* numbers, int n) { return {numbers, count(n) * count(n)}; }
std::span<const Real> square(const Real* numbers, int n) { return {numbers, count(n) * count(n)}; }

}  // namespace

// ---- vectors ----
CORTEN_API void mju_zero(Real* res, int n) { std::fill_n(res, row(res, n).size(), Real(0)); }
CORTEN_API void mju_zeroInt(int* res, int n) { std::fill_n(res, row(res, n).size(), 0); }
CORTEN_API void mju_fill(Real* res, Real val, int n) { std::fill_n(res, row(res, n).size(), val); }
CORTEN_API void mju_copy(Real* res, const Real* vec, int n) {
  if (n > 0 && !refused("mju_copy", res, vec)) std::copy_n(vec, n, res);
}
CORTEN_API void mju_copyInt(int* res, const int* vec, int n) {
  if (n > 0 && !refused("mju_copyInt", res, vec)) std::copy_n(vec, n, res);
}
CORTEN_API Real mju_sum(const Real* vec, int n) {
  Real sum = 0;
  for (const Real x : row(vec, n)) sum += x;
  return sum;
}
CORTEN_API Real mju_L1(const Real* vec, int n) {
  Real sum = 0;
  for (const Real x : row(vec, n)) sum += std::abs(x);
  return sum;
}
CORTEN_API void mju_scl(Real* res, const Real* vec, Real scl, int n) {
  if (n > 0 && refused("mju_scl", res, vec)) return;
  for (int i = 0; i < n; ++i) res[i] = vec[i] * scl;
}
CORTEN_API void mju_add(Real* res, const Real* vec1, const Real* vec2, int n) {
  if (n > 0 && refused("mju_add", res, vec1, vec2)) return;
  for (int i = 0; i < n; ++i) res[i] = vec1[i] + vec2[i];
}
CORTEN_API void mju_sub(Real* res, const Real* vec1, const Real* vec2, int n) {
  if (n > 0 && refused("mju_sub", res, vec1, vec2)) return;
  for (int i = 0; i < n; ++i) res[i] = vec1[i] - vec2[i];
}
CORTEN_API void mju_addTo(Real* res, const Real* vec, int n) {
  if (n > 0 && refused("mju_addTo", res, vec)) return;
  for (int i = 0; i < n; ++i) res[i] += vec[i];
}
CORTEN_API void mju_subFrom(Real* res, const Real* vec, int n) {
  if (n > 0 && refused("mju_subFrom", res, vec)) return;
  for (int i = 0; i < n; ++i) res[i] -= vec[i];
}
CORTEN_API void mju_addToScl(Real* res, const Real* vec, Real scl, int n) {
  if (n > 0 && !refused("mju_addToScl", res, vec)) add_scaled(res, vec, scl, n);
}
CORTEN_API void mju_addScl(Real* res, const Real* vec1, const Real* vec2, Real scl, int n) {
  if (n > 0 && refused("mju_addScl", res, vec1, vec2)) return;
  for (int i = 0; i < n; ++i) res[i] = vec1[i] + vec2[i] * scl;
}
CORTEN_API Real mju_normalize(Real* res, int n) {
  return refused("mju_normalize", res) ? 0 : normalize(row(res, n));
}
CORTEN_API Real mju_norm(const Real* res, int n) { return norm(row(res, n)); }
CORTEN_API Real mju_dot(const Real* vec1, const Real* vec2, int n) {
  return n <= 0 || refused("mju_dot", vec1, vec2) ? 0 : dot(vec1, vec2, n);
}

// ---- matrices ----
CORTEN_API void mju_mulMatVec(Real* res, const Real* mat, const Real* vec, int nr, int nc) {
  if (!refused("mju_mulMatVec", res, mat, vec)) mul_mat_vec(row(res, nr), matrix(mat, nr, nc), row(vec, nc));
}
CORTEN_API void mju_mulMatTVec(Real* res, const Real* mat, const Real* vec, int nr, int nc) {
  if (!refused("mju_mulMatTVec", res, mat, vec))
    mul_mat_t_vec(row(res, nc), matrix(mat, nr, nc), row(vec, nr));
}
CORTEN_API Real mju_mulVecMatVec(const Real* vec1, const Real* mat, const Real* vec2, int n) {
  if (refused("mju_mulVecMatVec", vec1, mat, vec2)) return 0;
  return mul_vec_mat_vec(row(vec1, n), matrix(mat, n, n), row(vec2, n));
}
CORTEN_API void mju_mulMatMat(Real* res, const Real* mat1, const Real* mat2, int r1, int c1, int c2) {
  if (refused("mju_mulMatMat", res, mat1, mat2)) return;
  mul_mat_mat(matrix(res, r1, c2), matrix(mat1, r1, c1), matrix(mat2, c1, c2));
}
CORTEN_API void mju_mulMatMatT(Real* res, const Real* mat1, const Real* mat2, int r1, int c1, int r2) {
  if (refused("mju_mulMatMatT", res, mat1, mat2)) return;
  mul_mat_mat_t(matrix(res, r1, r2), matrix(mat1, r1, c1), matrix(mat2, r2, c1));
}
CORTEN_API void mju_mulMatTMat(Real* res, const Real* mat1, const Real* mat2, int r1, int c1, int c2) {
  if (refused("mju_mulMatTMat", res, mat1, mat2)) return;
  mul_mat_t_mat(matrix(res, c1, c2), matrix(mat1, r1, c1), matrix(mat2, r1, c2));
}
CORTEN_API void mju_sqrMatTD(Real* res, const Real* mat, const Real* diag, int nr, int nc) {
  if (!refused("mju_sqrMatTD", res, mat))
    square_mat_t(matrix(res, nc, nc), matrix(mat, nr, nc), row(diag, nr));
}
CORTEN_API void mju_transpose(Real* res, const Real* mat, int nr, int nc) {
  if (!refused("mju_transpose", res, mat)) transpose(matrix(res, nc, nr), matrix(mat, nr, nc));
}
CORTEN_API void mju_symmetrize(Real* res, const Real* mat, int n) {
  if (!refused("mju_symmetrize", res, mat)) symmetrize(matrix(res, n, n), matrix(mat, n, n));
}
CORTEN_API void mju_eye(Real* mat, int n) {
  if (!refused("mju_eye", mat)) make_identity(matrix(mat, n, n));
}

// ---- sparse ----
CORTEN_API int mju_dense2sparse(Real* res, const Real* mat, int nr, int nc, int* rownnz, int* rowadr,
                                int* colind, int nnz) {
  if (nnz <= 0 || refused("mju_dense2sparse", res, mat, rownnz, rowadr, colind)) return 1;
  return dense_to_sparse(matrix(mat, nr, nc), row(res, nnz), rownnz, rowadr, colind) ? 0 : 1;
}
CORTEN_API void mju_sparse2dense(Real* res, const Real* mat, int nr, int nc, const int* rownnz,
                                 const int* rowadr, const int* colind) {
  if (refused("mju_sparse2dense", res, mat, rownnz, rowadr, colind)) return;
  const Dense dense = matrix(res, nr, nc);
  dense.clear();
  for (int i = 0; i < nr; ++i)
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; ++k) dense.row(count(i))[count(colind[k])] = mat[k];
}
CORTEN_API void mju_mulMatVecSparse(Real* res, const Real* mat, const Real* vec, int nr, const int* rownnz,
                                    const int* rowadr, const int* colind, const int* /*rowsuper*/) {
  if (refused("mju_mulMatVecSparse", res, mat, vec, rownnz, rowadr, colind)) return;
  for (int i = 0; i < nr; ++i) res[i] = dot_sparse(mat + rowadr[i], colind + rowadr[i], rownnz[i], vec);
}

// ---- factors ----
CORTEN_API int mju_cholFactor(Real* mat, int n, Real mindiag) {
  return refused("mju_cholFactor", mat) ? 0 : lower_factor(square(mat, n), n, mindiag);
}
CORTEN_API void mju_cholSolve(Real* res, const Real* mat, const Real* vec, int n) {
  if (!refused("mju_cholSolve", res, mat, vec)) lower_solve(square(mat, n), row(vec, n), row(res, n));
}
CORTEN_API int mju_cholUpdate(Real* mat, Real* x, int n, int flg_plus) {
  return refused("mju_cholUpdate", mat, x) ? 0 : lower_update(square(mat, n), row(x, n), flg_plus ? 1 : -1);
}

// ---- band matrices ----
CORTEN_API int mju_bandDiag(int i, int ntotal, int nband, int ndense) {
  return BandShape{ntotal, nband, ndense}.diagonal(i);
}
CORTEN_API void mju_band2Dense(Real* res, const Real* mat, int ntotal, int nband, int ndense, byte flg_sym) {
  if (refused("mju_band2Dense", res, mat)) return;
  const BandShape shape{ntotal, nband, ndense};
  band_to_dense(shape, {mat, shape.size()}, flg_sym != 0, square(res, ntotal));
}
CORTEN_API void mju_dense2Band(Real* res, const Real* mat, int ntotal, int nband, int ndense) {
  if (refused("mju_dense2Band", res, mat)) return;
  const BandShape shape{ntotal, nband, ndense};
  dense_to_band(shape, square(mat, ntotal), {res, shape.size()});
}
CORTEN_API void mju_bandMulMatVec(Real* res, const Real* mat, const Real* vec, int ntotal, int nband,
                                  int ndense, int nvec, byte flg_sym) {
  if (refused("mju_bandMulMatVec", res, mat, vec)) return;
  const BandShape shape{ntotal, nband, ndense};
  for (int i = 0; i < nvec; ++i)
    band_mul(shape, {mat, shape.size()}, row(vec + i * ntotal, ntotal), flg_sym != 0,
             row(res + i * ntotal, ntotal));
}
CORTEN_API Real mju_cholFactorBand(Real* mat, int ntotal, int nband, int ndense, Real diagadd, Real diagmul) {
  if (refused("mju_cholFactorBand", mat)) return 0;
  const BandShape shape{ntotal, nband, ndense};
  return band_factor(shape, {mat, shape.size()}, diagadd, diagmul);
}
CORTEN_API void mju_cholSolveBand(Real* res, const Real* mat, const Real* vec, int ntotal, int nband,
                                  int ndense) {
  if (refused("mju_cholSolveBand", res, mat, vec)) return;
  const BandShape shape{ntotal, nband, ndense};
  band_solve(shape, {mat, shape.size()}, row(vec, ntotal), row(res, ntotal));
}

// ---- programs ----
// Undeclared; the log of the search stays empty.
CORTEN_API int mju_boxQPoption(Real* res, Real* R, int* index, const Real* H, const Real* g, int n,
                               const Real* lower, const Real* upper, int maxiter, Real mingrad,
                               Real backtrack, Real minstep, Real armijo, char* log, int logsz) {
  put_text("", log, logsz);
  return answer("mju_boxQPoption", [=] {
    given(res, "res"), given(R, "R"), given(H, "H"), given(g, "g");
    for (int i = 0; lower && upper && i < n; ++i)
      if (lower[i] >= upper[i]) throw Problem("a lower bound is not below its upper bound");
    Arena arena;
    BoxQpReport report;
    const int nfree =
        box_qp({square(H, n), row(g, n), row(lower, n), row(upper, n)}, row(res, n), square(R, n),
               row(index, n), arena, {maxiter, mingrad, backtrack, minstep, armijo}, &report);
    put_text("iterations=" + std::to_string(report.iterations) +
                 " factorizations=" + std::to_string(report.factorizations) +
                 " free=" + std::to_string(nfree) + " value=" + std::to_string(report.value) + "\n",
             log, logsz);
    return nfree;
  });
}

CORTEN_API int mju_boxQP(Real* res, Real* R, int* index, const Real* H, const Real* g, int n,
                         const Real* lower, const Real* upper) {
  const BoxQpOptions usual;
  return mju_boxQPoption(res, R, index, H, g, n, lower, upper, usual.maxiter, usual.mingrad, usual.backtrack,
                         usual.minstep, usual.armijo, nullptr, 0);
}

CORTEN_API void* mju_malloc(std::size_t size);

CORTEN_API void mju_boxQPmalloc(Real** res, Real** R, int** index, Real** H, Real** g, int n, Real** lower,
                                Real** upper) {
  if (refused("mju_boxQPmalloc", res, R, H, g)) return;
  const auto room = [&](auto** pointer, std::size_t numbers) {
    if (pointer)
      *pointer =
          static_cast<std::remove_reference_t<decltype(*pointer)>>(mju_malloc(numbers * sizeof **pointer));
  };
  room(res, count(n)), room(R, count(n) * count(n + 7)), room(index, count(n));
  room(H, count(n) * count(n)), room(g, count(n)), room(lower, count(n)), room(upper, count(n));
}

CORTEN_API int mju_QCQP2(Real* res, const Real* A, const Real* b, const Real* d, Real r) {
  return !refused("mju_QCQP2", res, A, b, d) && qcqp(row(res, 2), square(A, 2), row(b, 2), row(d, 2), r);
}
CORTEN_API int mju_QCQP3(Real* res, const Real* A, const Real* b, const Real* d, Real r) {
  return !refused("mju_QCQP3", res, A, b, d) && qcqp(row(res, 3), square(A, 3), row(b, 3), row(d, 3), r);
}

// ---- printing ----
CORTEN_API void mju_printMat(const Real* mat, int nr, int nc) {
  if (refused("mju_printMat", mat)) return;
  for (int i = 0; i < nr; ++i) {
    for (int j = 0; j < nc; ++j) std::printf("%.8f ", mat[i * nc + j]);
    std::printf("\n");
  }
  std::printf("\n");
}
CORTEN_API void mju_printMatSparse(const Real* mat, int nr, const int* rownnz, const int* rowadr,
                                   const int* colind) {
  if (refused("mju_printMatSparse", mat, rownnz, rowadr, colind)) return;
  for (int i = 0; i < nr; ++i) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; ++k)
      std::printf("(%d %d): %9.6f  ", i, colind[k], mat[k]);
    std::printf("\n");
  }
  std::printf("\n");
}

}  // namespace corten::capi
