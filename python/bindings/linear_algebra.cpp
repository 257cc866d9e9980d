// MuJoCo's mju_ functions on vectors and matrices of any size.
#include <algorithm>
#include <cmath>

#include "corten/linalg/box_qp.h"
#include "corten/linalg/dense_products.h"
#include "python/bindings/define.h"

namespace corten::python {
namespace {

std::span<const Real> same(const VecIn& vec, std::size_t size, const char* message) {
  return vec.span(size, message);
}

// res[i] = f(vec1[i], vec2[i])
template <class Fn>
void bind_elementwise(nb::module_& m, const char* name, const char* doc, Fn fn) {
  define(
      m, name, doc,
      [fn](const VecOut& res, const VecIn& vec1, const VecIn& vec2) {
        const auto a = same(vec1, res.size(), "res and vec1 differ in size");
        const auto b = same(vec2, res.size(), "res and vec2 differ in size");
        std::transform(a.begin(), a.end(), b.begin(), res.data(), fn);
      },
      "res", "vec1", "vec2");
}

// res[i] = f(res[i], vec[i])
template <class Fn>
void bind_in_place(nb::module_& m, const char* name, const char* doc, Fn fn) {
  define(
      m, name, doc,
      [fn](const VecOut& res, const VecIn& vec) {
        const auto a = same(vec, res.size(), "res and vec differ in size");
        std::transform(a.begin(), a.end(), res.data(), res.data(), [&](Real x, Real r) { return fn(r, x); });
      },
      "res", "vec");
}

void bind_vectors(nb::module_& m) {
  bind_elementwise(m, "mju_add", "Sum of two vectors: res = vec1 + vec2.",
                   [](Real a, Real b) { return a + b; });
  bind_elementwise(m, "mju_sub", "Difference of two vectors: res = vec1 - vec2.",
                   [](Real a, Real b) { return a - b; });
  bind_in_place(m, "mju_addTo", "Adds a vector: res += vec.", [](Real r, Real x) { return r + x; });
  bind_in_place(m, "mju_subFrom", "Subtracts a vector: res -= vec.", [](Real r, Real x) { return r - x; });
  define(
      m, "mju_scl", "A multiple of a vector: res = vec * scl.",
      [](const VecOut& res, const VecIn& vec, Real scl) {
        const auto a = same(vec, res.size(), "res and vec differ in size");
        std::transform(a.begin(), a.end(), res.data(), [scl](Real x) { return x * scl; });
      },
      "res", "vec", "scl");
  define(
      m, "mju_addToScl", "Adds a multiple of a vector: res += vec * scl.",
      [](const VecOut& res, const VecIn& vec, Real scl) {
        add_scaled(res.span(), same(vec, res.size(), "res and vec differ in size"), scl);
      },
      "res", "vec", "scl");
  define(
      m, "mju_addScl", "Adds a multiple of another vector: res = vec1 + vec2 * scl.",
      [](const VecOut& res, const VecIn& vec1, const VecIn& vec2, Real scl) {
        const auto a = same(vec1, res.size(), "res and vec1 differ in size");
        const auto b = same(vec2, res.size(), "res and vec2 differ in size");
        std::transform(a.begin(), a.end(), b.begin(), res.data(),
                       [scl](Real x, Real y) { return x + y * scl; });
      },
      "res", "vec1", "vec2", "scl");
  define(
      m, "mju_fill", "Fills a vector with one number: res = val.",
      [](const VecOut& res, Real val) { std::fill_n(res.data(), res.size(), val); }, "res", "val");
  define(
      m, "mju_zero", "Sets a vector to zero.",
      [](const VecOut& res) { std::fill_n(res.data(), res.size(), Real(0)); }, "res");
  define(
      m, "mju_copy", "Copies a vector: res = vec.",
      [](const VecOut& res, const VecIn& vec) {
        const auto a = same(vec, res.size(), "res and vec differ in size");
        std::copy(a.begin(), a.end(), res.data());
      },
      "res", "vec");
  define(
      m, "mju_dot", "Dot product of two vectors.",
      [](const VecIn& vec1, const VecIn& vec2) {
        return dot(vec1.span(), same(vec2, vec1.size(), "vec1 and vec2 differ in size"));
      },
      "vec1", "vec2");
  define(
      m, "mju_norm", "Length of a vector.", [](const VecIn& res) { return norm(res.span()); }, "res");
  define(
      m, "mju_normalize", "Scales to unit length and returns the old length.",
      [](const VecOut& res) { return normalize(res.span()); }, "res");
  define(
      m, "mju_sum", "Sum of all numbers.",
      [](const VecOut& vec) {
        Real sum = 0;
        for (const Real x : vec.span()) sum += x;
        return sum;
      },
      "vec");
  define(
      m, "mju_L1", "Sum of absolute values.",
      [](const VecOut& vec) {
        Real sum = 0;
        for (const Real x : vec.span()) sum += std::abs(x);
        return sum;
      },
      "vec");
}

ConstDense dense(const MatIn& mat) { return {mat.data(), mat.rows(), mat.cols()}; }
Dense dense(const MatOut& mat) { return {mat.data(), mat.rows(), mat.cols()}; }

void bind_matrix_products(nb::module_& m) {
  define(
      m, "mju_mulMatVec", "Product of a matrix and a vector: res = mat vec.",
      [](const VecOut& res, const MatIn& mat, const VecIn& vec) {
        require(vec.size() == mat.cols(), "vec needs one number per column of mat");
        require(res.size() == mat.rows(), "res needs one number per row of mat");
        mul_mat_vec(res.span(), dense(mat), vec.span());
      },
      "res", "mat", "vec");
  define(
      m, "mju_mulMatTVec", "Product of a transposed matrix and a vector: res = matᵀ vec.",
      [](const VecOut& res, const MatIn& mat, const VecIn& vec) {
        require(vec.size() == mat.rows(), "vec needs one number per row of mat");
        require(res.size() == mat.cols(), "res needs one number per column of mat");
        mul_mat_t_vec(res.span(), dense(mat), vec.span());
      },
      "res", "mat", "vec");
  define(
      m, "mju_mulMatMat", "Product of two matrices: res = mat1 mat2.",
      [](const MatOut& res, const MatIn& mat1, const MatIn& mat2) {
        require(mat1.cols() == mat2.rows() && res.rows() == mat1.rows() && res.cols() == mat2.cols(),
                "the shapes of res, mat1 and mat2 do not fit");
        mul_mat_mat(dense(res), dense(mat1), dense(mat2));
      },
      "res", "mat1", "mat2");
  define(
      m, "mju_mulMatMatT", "Product with the second matrix transposed: res = mat1 mat2ᵀ.",
      [](const MatOut& res, const MatIn& mat1, const MatIn& mat2) {
        require(mat1.cols() == mat2.cols() && res.rows() == mat1.rows() && res.cols() == mat2.rows(),
                "the shapes of res, mat1 and mat2 do not fit");
        mul_mat_mat_t(dense(res), dense(mat1), dense(mat2));
      },
      "res", "mat1", "mat2");
  define(
      m, "mju_mulMatTMat", "Product with the first matrix transposed: res = mat1ᵀ mat2.",
      [](const MatOut& res, const MatIn& mat1, const MatIn& mat2) {
        require(mat1.rows() == mat2.rows() && res.rows() == mat1.cols() && res.cols() == mat2.cols(),
                "the shapes of res, mat1 and mat2 do not fit");
        mul_mat_t_mat(dense(res), dense(mat1), dense(mat2));
      },
      "res", "mat1", "mat2");
  define(
      m, "mju_transpose", "Transposes a matrix: res = matᵀ.",
      [](const MatOut& res, const MatIn& mat) {
        require(res.rows() == mat.cols() && res.cols() == mat.rows(),
                "res should have the transposed shape of mat");
        transpose(dense(res), dense(mat));
      },
      "res", "mat");
  define(
      m, "mju_symmetrize", "The symmetric part of a matrix: res = (mat + matᵀ) / 2.",
      [](const MatOut& res, const MatIn& mat) {
        require(mat.rows() == mat.cols() && res.rows() == mat.rows() && res.cols() == mat.cols(),
                "res and mat should be square and of equal shape");
        symmetrize(dense(res), dense(mat));
      },
      "res", "mat");
  define(
      m, "mju_eye", "Makes a square matrix the identity.",
      [](const MatOut& mat) {
        require(mat.rows() == mat.cols(), "mat has another number of rows than of columns");
        make_identity(dense(mat));
      },
      "mat");
}

void bind_programs(nb::module_& m) {
  define(
      m, "mju_boxQP",
      "min ½ xᵀH x + xᵀg within bounds; returns the number of free coordinates, -1 if it fails.",
      [](const VecOut& res, const MatOut& R, const std::optional<IntOut>& index, const MatIn& H,
         const VecIn& g, const std::optional<VecIn>& lower, const std::optional<VecIn>& upper) {
        const std::size_t n = res.size();
        require(R.size() == n * (n + 7), "R needs n*(n+7) numbers, n being the size of res");
        require(!index || index->size() == n, "index needs as many numbers as res");
        require(H.rows() == n && H.cols() == n, "H needs as many rows and columns as res has numbers");
        require(g.size() == n, "g needs as many numbers as res");
        require(!lower || lower->size() == n, "lower needs as many numbers as res");
        require(!upper || upper->size() == n, "upper needs as many numbers as res");
        for (std::size_t i = 0; lower && upper && i < n; ++i)
          if (lower->data()[i] >= upper->data()[i])
            throw FatalError("mju_boxQP: a lower bound is not below its upper bound");
        Arena arena;
        const BoxQp problem{H.span(), g.span(), lower ? lower->span() : std::span<const Real>(),
                            upper ? upper->span() : std::span<const Real>()};
        return box_qp(problem, res.span(), R.span().first(n * n), index ? index->span() : std::span<int>(),
                      arena);
      },
      "res", "R", "index", "H", "g", "lower", "upper");
}

}  // namespace

void bind_linear_algebra(nb::module_& m) {
  bind_vectors(m);
  bind_matrix_products(m);
  bind_programs(m);
}

}  // namespace corten::python
