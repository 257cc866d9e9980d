#include "corten/linalg/qcqp.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

constexpr int kMaxIterations = 20;
constexpr Real kSmall = 1e-10;  // singularity, constraint violation and multiplier step

using Vector = std::array<Real, kMaxQcqp>;
using Matrix = std::array<Real, kMaxQcqp * kMaxQcqp>;

// K⁻¹ and its application in closed form for n = 2
struct Inverse2 {
  Real p00, p01, p11;
  bool set(const Matrix& a, Real la) {
    const Real k00 = a[0] + la, k11 = a[3] + la, k01 = a[1];
    const Real det = k00 * k11 - k01 * k01;
    if (det < kSmall) return false;
    const Real inv = 1 / det;
    p00 = k11 * inv, p11 = k00 * inv, p01 = -k01 * inv;
    return true;
  }
  void apply(const Vector& v, Vector& out) const {
    out[0] = p00 * v[0] + p01 * v[1];
    out[1] = p01 * v[0] + p11 * v[1];
  }
  // vᵀ K⁻¹ v
  Real norm2(const Vector& v) const { return p00 * v[0] * v[0] + 2 * p01 * v[0] * v[1] + p11 * v[1] * v[1]; }
};

// the same for n = 3, by cofactors
struct Inverse3 {
  Real p00, p01, p02, p11, p12, p22;
  bool set(const Matrix& a, Real la) {
    const Real k00 = a[0] + la, k11 = a[4] + la, k22 = a[8] + la, k01 = a[1], k02 = a[2], k12 = a[5];
    p00 = k11 * k22 - k12 * k12;
    p11 = k00 * k22 - k02 * k02;
    p22 = k00 * k11 - k01 * k01;
    p01 = k02 * k12 - k01 * k22;
    p02 = k01 * k12 - k02 * k11;
    p12 = k01 * k02 - k00 * k12;
    const Real det = k00 * p00 + k01 * p01 + k02 * p02;
    if (det < kSmall) return false;
    const Real inv = 1 / det;
    for (Real* p : {&p00, &p01, &p02, &p11, &p12, &p22}) *p *= inv;
    return true;
  }
  void apply(const Vector& v, Vector& out) const {
    out[0] = p00 * v[0] + p01 * v[1] + p02 * v[2];
    out[1] = p01 * v[0] + p11 * v[1] + p12 * v[2];
    out[2] = p02 * v[0] + p12 * v[1] + p22 * v[2];
  }
  Real norm2(const Vector& v) const {
    return (p00 * v[0] * v[0] + p11 * v[1] * v[1] + p22 * v[2] * v[2]) +
           2 * (p01 * v[0] * v[1] + p02 * v[0] * v[2] + p12 * v[1] * v[2]);
  }
};

// the general case by Cholesky, K = L Lᵀ
struct InverseN {
  int n;
  Matrix l;
  bool set(const Matrix& a, Real la) {
    l = a;
    for (int i = 0; i < n; ++i) l[i * n + i] += la;
    for (int j = 0; j < n; ++j) {
      const Real* row = &l[j * n];
      const Real pivot = row[j] - dot(row, row, j);
      if (pivot < kSmall) return false;
      l[j * n + j] = std::sqrt(pivot);
      const Real inv = 1 / row[j];
      for (int i = j + 1; i < n; ++i) l[i * n + j] = (l[i * n + j] - dot(&l[i * n], row, j)) * inv;
    }
    return true;
  }
  void apply(const Vector& v, Vector& out) const {
    for (int i = 0; i < n; ++i) {
      out[i] = (v[i] - dot(&l[i * n], out.data(), i)) / l[i * n + i];
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int k = i + 1; k < n; ++k) out[i] -= l[k * n + i] * out[k];
      out[i] /= l[i * n + i];
    }
  }
  Real norm2(const Vector& v) const {
    Vector solved{};
    apply(v, solved);
    return dot(v.data(), solved.data(), n);
  }
};

// y = −(A+λI)⁻¹ b with |y| ≤ r; false when singular
template <class Inverse>
bool minimise(Inverse inverse, const Matrix& A, const Vector& b, Real r, int n, Vector& y, Real& multiplier) {
  Real la = 0;
  for (int iter = 0; iter < kMaxIterations; ++iter) {
    if (!inverse.set(A, la)) return false;
    inverse.apply(b, y);
    for (int i = 0; i < n; ++i) y[i] = -y[i];
    const Real violation = dot(y.data(), y.data(), n) - r * r;
    if (violation < kSmall) break;
    const Real slope = -2 * inverse.norm2(y);
    const Real step = -violation / slope;
    if (step < kSmall) break;
    la += step;
  }
  multiplier = la;
  return true;
}

}  // namespace

bool qcqp(std::span<Real> y, std::span<const Real> A, std::span<const Real> b, std::span<const Real> d,
          Real r) {
  const int n = static_cast<int>(y.size());
  assert(n <= kMaxQcqp && static_cast<int>(A.size()) == n * n);
  Matrix scaled{};
  Vector rhs{}, solution{};
  for (int i = 0; i < n; ++i) {
    rhs[i] = b[i] * d[i];
    for (int j = 0; j < n; ++j) scaled[i * n + j] = A[i * n + j] * d[i] * d[j];
  }
  Real la = 0;
  const bool regular = n == 2   ? minimise(Inverse2{}, scaled, rhs, r, n, solution, la)
                       : n == 3 ? minimise(Inverse3{}, scaled, rhs, r, n, solution, la)
                                : minimise(InverseN{n, {}}, scaled, rhs, r, n, solution, la);
  for (int i = 0; i < n; ++i) y[i] = regular ? solution[i] * d[i] : 0;
  return regular && la != 0;
}

}  // namespace corten
