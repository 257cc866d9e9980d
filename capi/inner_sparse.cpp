// Sparse matrices by rows, as MuJoCo's library exports them for its own tests. Columns ascend within a row.
#include <cmath>
#include <set>
#include <vector>

#include "capi/inner_rows.h"

namespace corten::capi {
namespace {

void put_supernodes(int nr, const Rows& m, int* rowsuper) {
  for (int r = nr - 1; r >= 0; --r) {
    const bool alike = r + 1 < nr && std::ranges::equal(m.columns(r), m.columns(r + 1));
    rowsuper[r] = alike ? rowsuper[r + 1] + 1 : 0;
  }
}

}  // namespace

// ---- vectors ----
CORTEN_API Real mju_dotSparse2(const Real* vec1, const int* ind1, int nnz1, const Real* vec2, const int* ind2,
                               int nnz2) {
  if (nnz1 <= 0 || nnz2 <= 0 || refused("mju_dotSparse2", vec1, ind1, vec2, ind2)) return 0;
  Real sum = 0;
  for (int i = 0, j = 0; i < nnz1 && j < nnz2;) {
    if (ind1[i] == ind2[j])
      sum += vec1[i++] * vec2[j++];
    else if (ind1[i] < ind2[j])
      ++i;
    else
      ++j;
  }
  return sum;
}

CORTEN_API int mju_combineSparseCount(int a_nnz, int b_nnz, const int* a_ind, const int* b_ind) {
  const int a = static_cast<int>(count(a_nnz)), b = static_cast<int>(count(b_nnz));
  if ((a && refused("mju_combineSparseCount", a_ind)) || (b && refused("mju_combineSparseCount", b_ind)))
    return 0;
  int common = 0;
  for (int i = 0, j = 0; i < a && j < b;) {
    if (a_ind[i] == b_ind[j])
      ++common, ++i, ++j;
    else if (a_ind[i] < b_ind[j])
      ++i;
    else
      ++j;
  }
  return a + b - common;
}

// ---- products ----
CORTEN_API void mju_mulMatTVecSparse(Real* res, const Real* mat, const Real* vec, int nr, int nc,
                                     const int* rownnz, const int* rowadr, const int* colind) {
  perform("mju_mulMatTVecSparse", [=] {
    const Rows m = rows_of(rownnz, rowadr, colind);
    require(res && mat && vec);
    std::fill_n(res, count(nc), 0.0);
    for (int r = 0; r < nr; ++r)
      if (vec[r] != 0)
        for (int k = m.adr[r]; k < m.adr[r] + m.nnz[r]; ++k) res[m.col[k]] += mat[k] * vec[r];
  });
}

// The matrix is given by its lower triangle.
CORTEN_API void mju_mulSymVecSparse(Real* res, const Real* mat, const Real* vec, int n, const int* rownnz,
                                    const int* rowadr, const int* colind) {
  perform("mju_mulSymVecSparse", [=] {
    const Rows m = rows_of(rownnz, rowadr, colind);
    require(res && mat && vec);
    std::fill_n(res, count(n), 0.0);
    for (int r = 0; r < n; ++r)
      for (int k = m.adr[r]; k < m.adr[r] + m.nnz[r]; ++k) {
        res[r] += mat[k] * vec[m.col[k]];
        if (m.col[k] != r) res[m.col[k]] += mat[k] * vec[r];
      }
  });
}

CORTEN_API void mju_addToSymSparse(Real* res, const Real* mat, int n, const int* rownnz, const int* rowadr,
                                   const int* colind, int flg_upper) {
  perform("mju_addToSymSparse", [=] {
    const Rows m = rows_of(rownnz, rowadr, colind);
    require(res && mat);
    for (int r = 0; r < n; ++r)
      for (int k = m.adr[r]; k < m.adr[r] + m.nnz[r]; ++k) {
        res[r * n + m.col[k]] += mat[k];
        if (flg_upper && m.col[k] < r) res[m.col[k] * n + r] += mat[k];
      }
  });
}

// Rows of the destination have room for the entries that come; the buffers hold one row.
CORTEN_API void mju_addToMatSparse(Real* dst, int* rownnz, int* rowadr, int* colind, int nr, const Real* M,
                                   const int* M_rownnz, const int* M_rowadr, const int* M_colind,
                                   Real* buf_val, int* buf_ind) {
  perform("mju_addToMatSparse", [=] {
    const Rows to = rows_of(rownnz, rowadr, colind), from = rows_of(M_rownnz, M_rowadr, M_colind);
    require(dst && M && buf_val && buf_ind);
    for (int r = 0; r < nr; ++r) {
      int n = 0, i = to.adr[r], j = from.adr[r];
      const int i_end = i + to.nnz[r], j_end = j + from.nnz[r];
      while (i < i_end || j < j_end) {
        const bool left = i < i_end && (j == j_end || to.col[i] <= from.col[j]);
        const bool right = j < j_end && (i == i_end || from.col[j] <= to.col[i]);
        buf_ind[n] = left ? to.col[i] : from.col[j];
        buf_val[n++] = left && right ? dst[i] + M[j] : left ? dst[i] : M[j];
        i += left, j += right;
      }
      std::copy_n(buf_val, n, dst + to.adr[r]);
      std::copy_n(buf_ind, n, colind + to.adr[r]);
      rownnz[r] = n;
    }
  });
}

// Drops entries that are not larger than minval, and the gaps between rows; how many stay.
CORTEN_API int mju_compressSparse(Real* mat, int nr, int, int* rownnz, int* rowadr, int* colind,
                                  Real minval) {
  return answer("mju_compressSparse", [=] {
    rows_of(rownnz, rowadr, colind), require(mat);
    int at = 0;
    for (int r = 0; r < nr; ++r) {
      const int first = rowadr[r], last = first + rownnz[r];
      rowadr[r] = at;
      for (int k = first; k < last; ++k)
        if (minval < 0 || std::abs(mat[k]) > minval) mat[at] = mat[k], colind[at++] = colind[k];
      rownnz[r] = at - rowadr[r];
    }
    return at;
  });
}

// ---- shapes ----
CORTEN_API void mju_transposeSparse(Real* res, const Real* mat, int nr, int nc, int* res_rownnz,
                                    int* res_rowadr, int* res_colind, int* res_rowsuper, const int* rownnz,
                                    const int* rowadr, const int* colind) {
  perform("mju_transposeSparse", [=] {
    rows_of(rownnz, rowadr, colind), rows_of(res_rownnz, res_rowadr, res_colind), require(!res == !mat);
    if (nr <= 0 || nc <= 0) return;
    // the rows may be a block of a larger matrix: columns and values begin with its first
    std::vector<int> own(rowadr, rowadr + nr);
    for (int& adr : own) adr -= rowadr[0];
    const Rows m{rownnz, own.data(), colind};
    std::fill_n(res_rownnz, count(nc), 0);
    for (int r = 0; r < nr; ++r)
      for (const int c : m.columns(r)) ++res_rownnz[c];
    for (int c = 0, at = 0; c < nc; at += res_rownnz[c++]) res_rowadr[c] = at;
    std::fill_n(res_rownnz, count(nc), 0);
    for (int r = 0; r < nr; ++r)
      for (int k = m.adr[r]; k < m.adr[r] + m.nnz[r]; ++k) {
        const int c = m.col[k], at = res_rowadr[c] + res_rownnz[c]++;
        res_colind[at] = r;
        if (res) res[at] = mat[k];
      }
    if (res_rowsuper) put_supernodes(nc, {res_rownnz, res_rowadr, res_colind}, res_rowsuper);
  });
}

// How many rows that follow have the same columns.
CORTEN_API void mju_superSparse(int nr, int* rowsuper, const int* rownnz, const int* rowadr,
                                const int* colind) {
  perform("mju_superSparse", [=] {
    const Rows m = rows_of(rownnz, rowadr, colind);
    require(rowsuper);
    put_supernodes(nr, m, rowsuper);
  });
}

// ---- squares: Mᵀ diag M ----
namespace {

// Columns of a row of MᵀM.
std::set<int> square_columns(const Rows& m, const Rows& transposed, int row) {
  std::set<int> columns;
  for (const int r : transposed.columns(row))
    for (const int c : m.columns(r)) columns.insert(c);
  return columns;
}

struct Square {
  Real* res;
  const Real *mat, *diag;
  int nc;
  int* nnz;
  const int* adr;
  int* col;
  int* diagind;
};

void put_square(const Square& out, const Rows& m, const Rows& transposed, const Real* matT) {
  for (int row = 0; row < out.nc; ++row) {
    std::vector<Real> sums(count(out.nc), 0);
    for (int k = transposed.adr[row]; k < transposed.adr[row] + transposed.nnz[row]; ++k) {
      const int r = transposed.col[k];
      const Real scale = out.diag ? matT[k] * out.diag[r] : matT[k];
      for (int i = m.adr[r]; i < m.adr[r] + m.nnz[r]; ++i) sums[count(m.col[i])] += scale * out.mat[i];
    }
    int n = 0;
    std::set<int> columns = square_columns(m, transposed, row);
    columns.insert(row);  // the diagonal always is there, what is above it if it is asked for
    for (const int c : columns) {
      if (c > row && !out.diagind) break;
      if (c == row && out.diagind) out.diagind[row] = out.adr[row] + n;
      out.col[out.adr[row] + n] = c, out.res[out.adr[row] + n++] = sums[count(c)];
    }
    out.nnz[row] = n;
  }
}

}  // namespace

CORTEN_API void mju_sqrMatTDUncompressedInit(int* res_rowadr, int nc) {
  if (nc > 0 && !refused("mju_sqrMatTDUncompressedInit", res_rowadr))
    for (int r = 0; r < nc; ++r) res_rowadr[r] = r * nc;
}

CORTEN_API int mju_sqrMatTDSparseCount(int* res_rownnz, int* res_rowadr, int nr, const int* rownnz,
                                       const int* rowadr, const int* colind, const int* rownnzT,
                                       const int* rowadrT, const int* colindT, const int*, mjData*,
                                       int flg_upper) {
  return answer("mju_sqrMatTDSparseCount", [=] {
    const Rows m = rows_of(rownnz, rowadr, colind), transposed = rows_of(rownnzT, rowadrT, colindT);
    require(res_rownnz && res_rowadr);
    int at = 0;
    for (int row = 0; row < nr; ++row) {
      const std::set<int> columns = square_columns(m, transposed, row);
      const auto end = flg_upper ? columns.end() : columns.upper_bound(row);
      res_rowadr[row] = at;
      res_rownnz[row] = static_cast<int>(std::distance(columns.begin(), end));
      at += res_rownnz[row];
    }
    return at;
  });
}

#define CORTEN_SQUARE(name)                                                                               \
  CORTEN_API void name(Real* res, const Real* mat, const Real* matT, const Real* diag, int, int nc,       \
                       int* res_rownnz, const int* res_rowadr, int* res_colind, const int* rownnz,        \
                       const int* rowadr, const int* colind, const int*, const int* rownnzT,              \
                       const int* rowadrT, const int* colindT, const int*, mjData*, int* diagind) {       \
    perform(#name, [=] {                                                                                  \
      const Rows m = rows_of(rownnz, rowadr, colind), transposed = rows_of(rownnzT, rowadrT, colindT);    \
      require(res&& mat&& matT&& res_rownnz&& res_rowadr&& res_colind);                                   \
      put_square({res, mat, diag, nc, res_rownnz, res_rowadr, res_colind, diagind}, m, transposed, matT); \
    });                                                                                                   \
  }
CORTEN_SQUARE(mju_sqrMatTDSparse)
CORTEN_SQUARE(mju_sqrMatTDSparse_row)
#undef CORTEN_SQUARE

// ---- factors: mat = LᵀL, rows from the last to the first ----
namespace {

// Takes row r, whose diagonal is last, out of the rows above: fill goes where rows have room.
void take_out(Real* mat, int r, int* nnz, const int* adr, int* col) {
  const int first = adr[r], last = first + nnz[r] - 1;
  for (int k = first; k < last; ++k) {
    const int above = col[k];
    int at = adr[above];
    for (int i = first; i <= k; ++i) {  // columns up to its diagonal
      while (at < adr[above] + nnz[above] && col[at] < col[i]) ++at;
      if (at == adr[above] + nnz[above] || col[at] != col[i]) {
        std::copy_backward(mat + at, mat + adr[above] + nnz[above], mat + adr[above] + nnz[above] + 1);
        std::copy_backward(col + at, col + adr[above] + nnz[above], col + adr[above] + nnz[above] + 1);
        mat[at] = 0, col[at] = col[i], ++nnz[above];
      }
      mat[at] -= mat[k] * mat[i];
    }
  }
}

}  // namespace

CORTEN_API int mju_cholFactorSparse(Real* mat, int n, Real mindiag, int* rownnz, const int* rowadr,
                                    int* colind, mjData*) {
  return answer("mju_cholFactorSparse", [=] {
    rows_of(rownnz, rowadr, colind), require(mat);
    int rank = n;
    for (int r = n - 1; r >= 0; --r) {
      const int diagonal = rowadr[r] + rownnz[r] - 1;
      if (rownnz[r] <= 0 || colind[diagonal] != r) throw Problem("a row does not end on its diagonal");
      if (mat[diagonal] < mindiag) mat[diagonal] = mindiag, --rank;
      mat[diagonal] = std::sqrt(mat[diagonal]);
      for (int k = rowadr[r]; k < diagonal; ++k) mat[k] *= 1 / mat[diagonal];
      take_out(mat, r, rownnz, rowadr, colind);
    }
    return rank;
  });
}

// Factor of LᵀL ± x xᵀ without new entries.
CORTEN_API int mju_cholUpdateSparse(Real* mat, const Real* x, int n, int flg_plus, const int* rownnz,
                                    const int* rowadr, const int* colind, int x_nnz, const int* x_ind,
                                    mjData*) {
  return answer("mju_cholUpdateSparse", [=] {
    const Rows m = rows_of(rownnz, rowadr, colind);
    require(mat && (x_nnz <= 0 || (x && x_ind)));
    std::vector<Real> left(count(n), 0);
    for (int i = 0; i < x_nnz; ++i) left[count(x_ind[i])] = x[i];
    int rank = n;
    const Real sign = flg_plus ? 1 : -1;
    for (int r = n - 1; r >= 0; --r) {
      const Real v = left[count(r)];
      if (v == 0) continue;
      const int diagonal = m.adr[r] + m.nnz[r] - 1;
      Real square = mat[diagonal] * mat[diagonal] + sign * v * v;
      if (square < kMinVal<Real>) square = kMinVal<Real>, --rank;
      const Real root = std::sqrt(square), c = root / mat[diagonal], s = v / mat[diagonal];
      mat[diagonal] = root;
      for (int k = m.adr[r]; k < diagonal; ++k) {
        Real& other = left[count(m.col[k])];
        mat[k] = (mat[k] + sign * s * other) / c;
        other = c * other - s * mat[k];
      }
    }
    return rank;
  });
}

// ---- from one layout to another ----
// For every entry of the result, its place in the source; −1 where the source has none.
CORTEN_API void mju_sparseMap(int* map, int nr, const int* res_rowadr, const int* res_rownnz,
                              const int* res_colind, const int* src_rowadr, const int* src_rownnz,
                              const int* src_colind) {
  perform("mju_sparseMap", [=] {
    const Rows res = rows_of(res_rownnz, res_rowadr, res_colind),
               src = rows_of(src_rownnz, src_rowadr, src_colind);
    require(map);
    for (int r = 0; r < nr; ++r)
      for (int k = res.adr[r]; k < res.adr[r] + res.nnz[r]; ++k) map[k] = find(src, r, res.col[k]);
  });
}

// The same from a lower triangle to both.
CORTEN_API void mju_lower2SymMap(int* map, int nr, const int* res_rowadr, const int* res_rownnz,
                                 const int* res_colind, const int* src_rowadr, const int* src_rownnz,
                                 const int* src_colind, int*) {
  perform("mju_lower2SymMap", [=] {
    const Rows res = rows_of(res_rownnz, res_rowadr, res_colind),
               src = rows_of(src_rownnz, src_rowadr, src_colind);
    require(map);
    for (int r = 0; r < nr; ++r)
      for (int k = res.adr[r]; k < res.adr[r] + res.nnz[r]; ++k)
        map[k] = find(src, std::max(r, res.col[k]), std::min(r, res.col[k]));
  });
}

// Blocks one behind the other, each dense: rows and columns of the matrix by their permutations.
CORTEN_API void mju_blockDiag(Real* res, const Real* mat, int nc_mat, int nc_res, int nb, const int* perm_r,
                              const int* perm_c, const int* block_nr, const int* block_nc,
                              const int* blockadr_r, const int* blockadr_c) {
  perform("mju_blockDiag", [=] {
    require(res && mat && perm_r && perm_c && block_nr && block_nc && blockadr_r && blockadr_c);
    for (int b = 0; b < nb; ++b) {
      Real* block = res + nc_res * blockadr_r[b];
      for (int r = 0; r < block_nr[b]; ++r)
        for (int c = 0; c < block_nc[b]; ++c)
          *block++ = mat[nc_mat * perm_r[blockadr_r[b] + r] + perm_c[blockadr_c[b] + c]];
    }
  });
}

CORTEN_API void mju_blockDiagSparse(Real* res, int* res_rownnz, int* res_rowadr, int* res_colind,
                                    const Real* mat, const int* rownnz, const int* rowadr, const int* colind,
                                    int nr, int nb, const int* perm_r, const int* perm_c, const int* block_r,
                                    const int* block_c, Real* res2, const Real* mat2) {
  perform("mju_blockDiagSparse", [=] {
    const Rows m = rows_of(rownnz, rowadr, colind);
    rows_of(res_rownnz, res_rowadr, res_colind);
    require(res && mat && perm_r && perm_c && block_r && block_c && !res2 == !mat2);
    for (int b = 0, at = 0; b < nb; ++b)
      for (int r = block_r[b]; r < (b + 1 < nb ? block_r[b + 1] : nr); ++r) {
        res_rowadr[r] = at;
        for (int k = m.adr[perm_r[r]]; k < m.adr[perm_r[r]] + m.nnz[perm_r[r]]; ++k, ++at) {
          res_colind[at] = perm_c[m.col[k]] - block_c[b], res[at] = mat[k];
          if (res2) res2[at] = mat2[k];
        }
        res_rownnz[r] = at - res_rowadr[r];
      }
  });
}

}  // namespace corten::capi
