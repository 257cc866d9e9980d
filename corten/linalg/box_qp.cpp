#include "corten/linalg/box_qp.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/span_kernels.h"
#include "corten/math/vec3.h"

namespace corten {
namespace {

// L Lᵀ in place, lower triangle; false if a pivot is too small
bool factor_lower(Real* a, int n) {
  for (int j = 0; j < n; ++j) {
    const Real pivot = a[j * n + j] - dot(a + j * n, a + j * n, j);
    if (pivot < kMinVal<Real>) return false;
    a[j * n + j] = std::sqrt(pivot);
    const Real inv = 1 / a[j * n + j];
    for (int i = j + 1; i < n; ++i) a[i * n + j] = (a[i * n + j] - dot(a + i * n, a + j * n, j)) * inv;
  }
  return true;
}

void solve_lower(const Real* l, int n, Real* x) {
  for (int i = 0; i < n; ++i) x[i] = (x[i] - dot(l + i * n, x, i)) / l[i * n + i];
  for (int i = n - 1; i >= 0; --i) {
    x[i] /= l[i * n + i];
    for (int j = 0; j < i; ++j) x[j] -= l[i * n + j] * x[i];
  }
}

class ProjectedNewton {
 public:
  ProjectedNewton(const BoxQp& p, std::span<Real> x, std::span<Real> R, const BoxQpOptions& o, Arena& arena)
      : p_(p), x_(x), R_(R), o_(o), frame_(arena), n_(static_cast<int>(x.size())) {
    for (std::span<Real>* v : {&grad_, &search_, &trial_, &step_}) *v = frame_.alloc<Real>(n_);
    H_ = frame_.alloc<Real>(n_ * n_);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j) H_[i * n_ + j] = H_[j * n_ + i] = p.H[i * n_ + j];
    clamped_ = frame_.zeros<byte>(n_);
    old_clamped_ = frame_.zeros<byte>(n_);
    clamp(x_);
  }

  int run(BoxQpReport& report) {
    Real& value = report.value = cost(x_);
    for (int& iter = report.iterations = 0; iter < o_.maxiter; ++iter) {
      const bool changed = find_clamped();
      if (nfree() == 0) return 0;
      if (iter == 0 || changed) {
        ++report.factorizations;
        if (!factor_free()) return -1;
      }
      if (free_gradient_norm() < o_.mingrad) break;
      const Real slope = newton_direction();
      if (slope >= 0 || !line_search(slope, value)) break;
    }
    return nfree();
  }

  void list_free(std::span<int> free) const {
    for (int i = 0, k = 0; i < n_; ++i)
      if (!clamped_[i]) free[k++] = i;
  }

 private:
  int nfree() const { return n_ - static_cast<int>(std::count(clamped_.begin(), clamped_.end(), 1)); }

  void clamp(std::span<Real> v) const {
    for (int i = 0; i < n_; ++i) {
      if (!p_.lower.empty()) v[i] = std::max(v[i], p_.lower[i]);
      if (!p_.upper.empty()) v[i] = std::min(v[i], p_.upper[i]);
    }
  }

  Real cost(std::span<const Real> v) const {
    Real sum = dot(v, p_.g);
    for (int i = 0; i < n_; ++i) sum += 0.5 * v[i] * dot(H_.data() + i * n_, v.data(), n_);
    return sum;
  }

  // coordinates at a bound that the gradient pushes further out; true if the set changed
  bool find_clamped() {
    std::copy(clamped_.begin(), clamped_.end(), old_clamped_.begin());
    for (int i = 0; i < n_; ++i) {
      grad_[i] = p_.g[i] + dot(H_.data() + i * n_, x_.data(), n_);
      const bool low = !p_.lower.empty() && x_[i] == p_.lower[i] && grad_[i] > 0;
      const bool high = !p_.upper.empty() && x_[i] == p_.upper[i] && grad_[i] < 0;
      clamped_[i] = low || high;
    }
    return !std::equal(clamped_.begin(), clamped_.end(), old_clamped_.begin());
  }

  bool factor_free() {
    int k = 0;
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_ && !clamped_[i]; ++j)
        if (!clamped_[j]) R_[k++] = H_[i * n_ + j];
    return factor_lower(R_.data(), nfree());
  }

  Real free_gradient_norm() const {
    Real squared = 0;
    for (int i = 0; i < n_; ++i)
      if (!clamped_[i]) squared += grad_[i] * grad_[i];
    return std::sqrt(squared);
  }

  // −H_free⁻¹ grad on free coordinates; returns its slope
  Real newton_direction() {
    int k = 0;
    for (int i = 0; i < n_; ++i)
      if (!clamped_[i]) step_[k++] = -grad_[i];
    solve_lower(R_.data(), k, step_.data());
    k = 0;
    for (int i = 0; i < n_; ++i) search_[i] = clamped_[i] ? 0 : step_[k++];
    return dot(search_, grad_);
  }

  bool line_search(Real slope, Real& value) {
    for (Real size = 1; size >= o_.minstep; size *= o_.backtrack) {
      for (int i = 0; i < n_; ++i) trial_[i] = x_[i] + size * search_[i];
      clamp(trial_);
      const Real trial_value = cost(trial_);
      if ((trial_value - value) / (size * slope) < o_.armijo) continue;
      std::copy(trial_.begin(), trial_.end(), x_.begin());
      value = trial_value;
      return true;
    }
    return false;
  }

  const BoxQp& p_;
  std::span<Real> x_;
  std::span<Real> R_;
  const BoxQpOptions& o_;
  Arena::Frame frame_;
  int n_;
  std::span<Real> H_, grad_, search_, trial_, step_;
  std::span<byte> clamped_, old_clamped_;
};

}  // namespace

int box_qp(const BoxQp& problem, std::span<Real> x, std::span<Real> R, std::span<int> free, Arena& arena,
           const BoxQpOptions& options, BoxQpReport* report) {
  ProjectedNewton newton(problem, x, R, options, arena);
  BoxQpReport unread;
  const int nfree = newton.run(report ? *report : unread);
  if (nfree > 0 && !free.empty()) newton.list_free(free);
  return nfree;
}

}  // namespace corten
