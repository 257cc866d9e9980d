// MuJoCo's mju_ functions that factor, solve, pack and print matrices.
#include <cstdio>

#include "corten/linalg/band.h"
#include "corten/linalg/cholesky_lower.h"
#include "corten/linalg/dense_products.h"
#include "python/bindings/define.h"

namespace corten::python {
namespace {

constexpr const char* kSquare = "mat has another number of rows than of columns";

void bind_cholesky(nb::module_& m) {
  define(
      m, "mju_cholFactor",
      "Factors a symmetric matrix as L Lᵀ in place; pivots below mindiag are raised. Returns the rank.",
      [](const MatOut& mat, Real mindiag) {
        require(mat.rows() == mat.cols(), kSquare);
        return lower_factor(mat.span(), static_cast<int>(mat.rows()), mindiag);
      },
      "mat", "mindiag");
  define(
      m, "mju_cholSolve", "Solves (L Lᵀ) res = vec with a factor of mju_cholFactor.",
      [](const VecOut& res, const MatIn& mat, const VecIn& vec) {
        require(mat.rows() == mat.cols(), kSquare);
        require(res.size() == mat.rows(), "res needs one number per row of mat");
        require(vec.size() == mat.rows(), "vec needs one number per row of mat");
        lower_solve(mat.span(), vec.span(), res.span());
      },
      "res", "mat", "vec");
  define(
      m, "mju_cholUpdate", "Updates a factor for L Lᵀ ± x xᵀ; x is overwritten. Returns the rank.",
      [](const MatOut& mat, const VecOut& x, int flg_plus) {
        require(mat.rows() == mat.cols(), kSquare);
        require(x.size() == mat.rows(), "x needs one number per row of mat");
        return lower_update(mat.span(), x.span(), flg_plus ? 1 : -1);
      },
      "mat", "x", "flg_plus");
}

constexpr const char* kBandSize = "mat needs (ntotal-ndense)*nband + ndense*ntotal numbers";

// Without a band every row has to be dense: its address would lie before the matrix.
BandShape band_of(int ntotal, int nband, int ndense) {
  require(ndense >= 0 && ndense <= ntotal, "ndense needs to be from 0 to ntotal");
  require(nband >= 1 || ndense == ntotal, "nband needs to be at least 1");
  return {ntotal, nband, ndense};
}

void bind_band_forms(nb::module_& m) {
  define(
      m, "mju_bandDiag", "Address of the diagonal of row i in a band matrix.",
      [](int i, int ntotal, int nband, int ndense) {
        require(i >= 0 && i < ntotal, "i needs to be a row");
        return band_of(ntotal, nband, ndense).diagonal(i);
      },
      "i", "ntotal", "nband", "ndense");
  define(
      m, "mju_band2Dense", "A band matrix as a dense one, with the upper triangle if flg_sym.",
      [](const MatOut& res, const VecIn& mat, int ntotal, int nband, int ndense, int flg_sym) {
        const BandShape shape = band_of(ntotal, nband, ndense);
        require(mat.size() == shape.size(), kBandSize);
        require(res.rows() == std::size_t(ntotal), "res needs ntotal rows");
        require(res.cols() == std::size_t(ntotal), "res needs ntotal columns");
        band_to_dense(shape, mat.span(), flg_sym != 0, res.span());
      },
      "res", "mat", "ntotal", "nband", "ndense", "flg_sym");
  define(
      m, "mju_dense2Band", "The band and the dense rows of a matrix.",
      [](const VecOut& res, const MatIn& mat, int ntotal, int nband, int ndense) {
        const BandShape shape = band_of(ntotal, nband, ndense);
        require(res.size() == shape.size(), "res needs (ntotal-ndense)*nband + ndense*ntotal numbers");
        require(mat.rows() == std::size_t(ntotal), "mat needs ntotal rows");
        require(mat.cols() == std::size_t(ntotal), "mat needs ntotal columns");
        dense_to_band(shape, mat.span(), res.span());
      },
      "res", "mat", "ntotal", "nband", "ndense");
}

void bind_band_products(nb::module_& m) {
  define(
      m, "mju_bandMulMatVec", "Products of a band matrix with nvec vectors, one per row of vec.",
      [](const VecOut& res, const MatIn& mat, const MatIn& vec, int ntotal, int nband, int ndense, int nvec,
         int flg_sym) {
        const BandShape shape = band_of(ntotal, nband, ndense);
        const auto n = static_cast<std::size_t>(ntotal);
        require(mat.size() == shape.size(), kBandSize);
        require(res.size() == n, "res needs ntotal rows");
        require(vec.rows() == n, "vec needs ntotal rows");
        require(nvec <= 1, "res has room for one vector");
        if (nvec == 1) band_mul(shape, mat.span(), vec.span().first(n), flg_sym != 0, res.span());
      },
      "res", "mat", "vec", "ntotal", "nband", "ndense", "nvec", "flg_sym");
  define(
      m, "mju_cholFactorBand",
      "Factors a band matrix in place, with diagadd + diagmul·diagonal added. Returns the smallest pivot.",
      [](const VecOut& mat, int ntotal, int nband, int ndense, Real diagadd, Real diagmul) {
        const BandShape shape = band_of(ntotal, nband, ndense);
        require(mat.size() == shape.size(), kBandSize);
        return band_factor(shape, mat.span(), diagadd, diagmul);
      },
      "mat", "ntotal", "nband", "ndense", "diagadd", "diagmul");
  define(
      m, "mju_cholSolveBand", "Solves with a factor of mju_cholFactorBand.",
      [](const VecOut& res, const VecIn& mat, const VecIn& vec, int ntotal, int nband, int ndense) {
        const BandShape shape = band_of(ntotal, nband, ndense);
        require(mat.size() == shape.size(), kBandSize);
        require(res.size() == std::size_t(ntotal), "res needs ntotal numbers");
        require(vec.size() == std::size_t(ntotal), "vec needs ntotal numbers");
        band_solve(shape, mat.span(), vec.span(), res.span());
      },
      "res", "mat", "vec", "ntotal", "nband", "ndense");
}

void bind_products(nb::module_& m) {
  define(
      m, "mju_mulVecMatVec", "The bilinear form vec1ᵀ mat vec2.",
      [](const VecIn& vec1, const MatIn& mat, const VecIn& vec2) {
        require(vec1.size() == vec2.size(), "vec1 and vec2 differ in size");
        require(mat.rows() == vec1.size() && mat.cols() == vec1.size(),
                "mat needs as many rows and columns as vec1 has numbers");
        return mul_vec_mat_vec(vec1.span(), {mat.data(), mat.rows(), mat.cols()}, vec2.span());
      },
      "vec1", "mat", "vec2");
  define(
      m, "mju_sqrMatTD",
      "A matrix from both sides of a diagonal one: res = matᵀ diag mat; without diag, matᵀ mat.",
      [](const MatOut& res, const MatIn& mat, const std::optional<VecOut>& diag) {
        const std::size_t n = mat.cols();
        require(res.rows() == n, "res needs one row per column of mat");
        require(res.cols() == n, "res needs one column per column of mat");
        require(!diag || diag->size() == mat.rows(), "diag needs one number per row of mat");
        square_mat_t({res.data(), n, n}, {mat.data(), mat.rows(), n},
                     diag ? diag->span() : std::span<const Real>());
      },
      "res", "mat", "diag");
}

void bind_sparse(nb::module_& m) {
  define(
      m, "mju_dense2sparse", "The non-zero numbers of a matrix, row by row. Returns 1 if there is no room.",
      [](const VecOut& res, const MatIn& mat, const IntOut& rownnz, const IntOut& rowadr,
         const IntOut& colind) {
        require(mat.rows() == rownnz.size(), "rownnz needs one number per row of mat");
        require(mat.rows() == rowadr.size(), "rowadr needs one number per row of mat");
        require(res.size() == colind.size(), "res and colind differ in size");
        const ConstDense dense{mat.data(), mat.rows(), mat.cols()};
        return dense_to_sparse(dense, res.span(), rownnz.data(), rowadr.data(), colind.data()) ? 0 : 1;
      },
      "res", "mat", "rownnz", "rowadr", "colind");
  define(
      m, "mju_sparse2dense", "A sparse matrix as a dense one.",
      [](const MatOut& res, const VecIn& mat, const IntIn& rownnz, const IntIn& rowadr, const IntIn& colind) {
        require(res.rows() == rownnz.size(), "rownnz needs one number per row of res");
        require(res.rows() == rowadr.size(), "rowadr needs one number per row of res");
        std::fill_n(res.data(), res.size(), Real(0));
        for (std::size_t i = 0; i < res.rows(); ++i)
          for (int k = rowadr.data()[i]; k < rowadr.data()[i] + rownnz.data()[i]; ++k) {
            require(k >= 0 && std::size_t(k) < std::min(mat.size(), colind.size()),
                    "rowadr points outside of mat");
            const int column = colind[k];
            require(column >= 0 && std::size_t(column) < res.cols(), "colind points outside of res");
            res.data()[i * res.cols() + std::size_t(column)] = mat[k];
          }
      },
      "res", "mat", "rownnz", "rowadr", "colind");
}

template <class... Values>
std::string text(const char* format, Values... values) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

void bind_printing(nb::module_& m) {
  define(
      m, "mju_printMat", "Prints a matrix.",
      [](const MatIn& mat) {
        std::string lines;
        for (std::size_t i = 0; i < mat.rows(); ++i) {
          for (std::size_t j = 0; j < mat.cols(); ++j) lines += text("%.8f ", mat.data()[i * mat.cols() + j]);
          lines += "\n";
        }
        nb::print(nb::str(lines.c_str()));
      },
      "mat");
  define(
      m, "mju_printMatSparse", "Prints a sparse matrix.",
      [](const VecIn& mat, const IntIn& rownnz, const IntIn& rowadr, const IntIn& colind) {
        require(rownnz.size() == rowadr.size(), "rownnz and rowadr differ in size");
        require(mat.size() == colind.size(), "mat and colind differ in size");
        std::string lines;
        for (std::size_t i = 0; i < rownnz.size(); ++i) {
          for (int k = rowadr.data()[i]; k < rowadr.data()[i] + rownnz.data()[i]; ++k) {
            require(k >= 0 && std::size_t(k) < mat.size(), "rowadr points outside of mat");
            lines += text("(%d %d): %9.6f  ", int(i), colind[k], mat[k]);
          }
          lines += "\n";
        }
        nb::print(nb::str(lines.c_str()));
      },
      "mat", "rownnz", "rowadr", "colind");
}

}  // namespace

void bind_matrices(nb::module_& m) {
  bind_cholesky(m);
  bind_band_forms(m);
  bind_band_products(m);
  bind_products(m);
  bind_sparse(m);
  bind_printing(m);
}

}  // namespace corten::python
