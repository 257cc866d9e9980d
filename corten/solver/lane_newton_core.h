// Newton on the problems of several worlds at once, one per lane, with the bits of solve_primal on each:
// every sum keeps its order, lanes that are done or have no rows keep their numbers. Pyramidal and
// frictionless contacts, limits, equalities and friction loss; no elliptic cones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "corten/linalg/cholesky_lower_core.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/solver/lane_rows_core.h"
#include "corten/solver/line_walk.h"

namespace corten {

struct LaneNewtonOptions {
  Real tolerance = 1e-8;
  Real ls_tolerance = 0.01;
  int iterations = 100;
  int ls_iterations = 50;
};

template <class T>
class LaneNewton {
  using Lanes = LaneMaskOf<T>;
  static_assert(sizeof(Lanes) == sizeof(T));

 public:
  // scratch of a problem, in numbers T
  static std::size_t scratch(int nv, int nrow) {
    const auto n = static_cast<std::size_t>(nv), r = static_cast<std::size_t>(nrow);
    return 2 * n * n + 6 * n + r * (n + 9);
  }

  LaneNewton(const LaneProblem<T>& problem, const LaneNewtonOptions& options, T* memory)
      : p_(problem), o_(options) {
    const auto take = [&](int count) { return std::exchange(memory, memory + count); };
    const int n = p_.nv, r = p_.nrow;
    H_ = take(n * n);
    spare_ = take(n * n);
    for (T** v : {&Ma_, &Mv_, &grad_, &Mgrad_, &search_, &vector_}) *v = take(n);
    weighted_ = take(r * n);
    for (T** v : {&jar_, &jv_, &force_, &b_}) *v = take(r);
    quad_ = reinterpret_cast<LaneQuad<T>*>(take(3 * r));
    state_ = reinterpret_cast<Lanes*>(take(r));
    old_state_ = reinterpret_cast<Lanes*>(take(r));
  }

  void solve() {
    active_ = p_.has;
    guess();
    update_cost();
    factor();
    update_gradient();
    find_direction();
    for (int iter = 0; iter < o_.iterations && any(active_); ++iter) {
      const T alpha = search_line();
      active_ = active_ && alpha != T(0);
      if (!any(active_)) break;
      const T old_cost = cost_;
      advance(alpha);
      const T improvement = p_.scale * (old_cost - cost_), gradient = p_.scale * norm(grad_);
      active_ = active_ && !(improvement < T(o_.tolerance) || gradient < T(o_.tolerance));
      if (!any(active_)) break;
      update_factor();
      find_direction();
    }
  }

 private:
  T norm(const T* x) const { return sqrt(dot(x, x, p_.nv)); }
  // jar = J x − aref
  void residual(const T* x, T* jar) const {
    for (int i = 0; i < p_.nrow; ++i) jar[i] = dot(p_.J + i * p_.nv, x, p_.nv) - p_.aref[i];
  }
  T inertial_cost(const T* Ma, const T* acc) const {
    T sum(0);
    for (int i = 0; i < p_.nv; ++i) sum = sum + (Ma[i] - p_.frc_smooth[i]) * (acc[i] - p_.acc_smooth[i]);
    return T(0.5) * sum;
  }

  // the cheaper of the last acceleration and the smooth one, with what is known of it
  void guess() {
    residual(p_.acc_smooth, b_);
    Lanes cold = p_.has;
    if (p_.warmstart) {
      residual(p_.warmstart, jar_);
      mul_tree(p_.tree, p_.M, p_.warmstart, Ma_);
      const T warm = lane_rows_cost<T>(p_, jar_, nullptr, nullptr) + inertial_cost(Ma_, p_.warmstart);
      cold = warm > lane_rows_cost<T>(p_, b_, nullptr, nullptr);
    }
    const T* warm = p_.warmstart ? p_.warmstart : p_.acc_smooth;
    cold = cold || !p_.has;
    for (int i = 0; i < p_.nv; ++i) p_.acc[i] = select(cold, p_.acc_smooth[i], warm[i]);
    if (!p_.warmstart || any(cold)) mul_tree(p_.tree, p_.M, p_.acc, Ma_);
    for (int i = 0; i < p_.nrow; ++i) jar_[i] = select(cold, b_[i], jar_[i]);
  }

  void update_cost() {
    gauss_cost_ = inertial_cost(Ma_, p_.acc);
    cost_ = lane_rows_cost(p_, jar_, force_, state_) + gauss_cost_;
  }

  void update_gradient() {
    int i = 0;
    for (; i + 4 <= p_.nv; i += 4) sum_forces<4>(i);
    for (; i < p_.nv; ++i) sum_forces<1>(i);
    for (i = 0; i < p_.nv; ++i) grad_[i] = Ma_[i] - p_.frc_smooth[i] - p_.frc_constraint[i];
  }

  // C entries of Jᵀ f from column i on, row after row
  template <int C>
  void sum_forces(int i) const {
    T sum[C];
    for (T& s : sum) s = T(0);
    const T* row = p_.J + i;
    for (int r = 0; r < p_.nrow; ++r, row += p_.nv)
      for (int c = 0; c < C; ++c) sum[c] = sum[c] + force_[r] * row[c];
    for (int c = 0; c < C; ++c) p_.frc_constraint[i + c] = sum[c];
  }

  void find_direction() {
    std::copy(grad_, grad_ + p_.nv, Mgrad_);
    lower_solve_core(H_, p_.nv, Mgrad_);
    for (int i = 0; i < p_.nv; ++i) search_[i] = -Mgrad_[i];
  }

  // H = Jᵀ diag(D active) J + M, factored
  void factor() {
    const int n = p_.nv;
    const T* rows[kMaxLaneRows];
    int count = 0;
    for (int r = 0; r < p_.nrow; ++r) {
      if (!any(state_[r])) continue;
      const T weight = select(state_[r], p_.D[r], T(0));
      for (int i = 0; i < n; ++i) weighted_[count * n + i] = p_.J[r * n + i] * weight;
      rows[count++] = p_.J + r * n;
    }
    for (int i = 0; i < n; ++i) {
      int j = 0;
      for (; j + 4 <= i + 1; j += 4) products<4>(rows, count, i, j);
      for (; j <= i; ++j) products<1>(rows, count, i, j);
    }
    for (int i = 0; i < n; ++i)
      for (int k = p_.tree.rowadr[i]; k < p_.tree.rowadr[i] + p_.tree.rownnz[i]; ++k)
        H_[i * n + p_.tree.colind[k]] += p_.M[k];
    lower_factor_core(H_, n, kMinVal<T>, [](Lanes) {});
  }

  // entries (i, j …) of Jᵀ W J, row after row
  template <int C>
  void products(const T* const* rows, int count, int i, int j) {
    T sum[C];
    for (T& s : sum) s = T(0);
    for (int r = 0; r < count; ++r) {
      const T weighted = weighted_[r * p_.nv + i];
      for (int c = 0; c < C; ++c) sum[c] = sum[c] + rows[r][j + c] * weighted;
    }
    for (int c = 0; c < C; ++c) H_[i * p_.nv + j + c] = sum[c];
  }

  // Rows that became or ceased to be quadratic go into the factor: of every lane its first, its second, …
  void update_factor() {
    int changed[T::kLanes][kMaxLaneRows], count[T::kLanes] = {}, most = 0;
    for (int r = 0; r < p_.nrow; ++r) {
      const Lanes change = active_ && Lanes{state_[r].v ^ old_state_[r].v};
      if (!any(change)) continue;
      for (int lane = 0; lane < T::kLanes; ++lane)
        if (change.lane(lane)) changed[lane][count[lane]++] = r;
    }
    for (const int n : count) most = std::max(most, n);
    Lanes lost = T(0) != T(0);
    for (int k = 0; k < most; ++k) {
      T sign(1);
      std::fill(vector_, vector_ + p_.nv, T(0));
      for (int lane = 0; lane < T::kLanes; ++lane) {
        if (k >= count[lane]) continue;
        const int r = changed[lane][k];
        sign.set_lane(lane, state_[r].lane(lane) ? 1 : -1);
        const Real root = std::sqrt(p_.D[r].lane(lane));
        for (int i = 0; i < p_.nv; ++i) vector_[i].set_lane(lane, p_.J[r * p_.nv + i].lane(lane) * root);
      }
      lower_update_core(H_, p_.nv, vector_, sign, [&](Lanes low) { lost = lost || low; });
    }
    if (any(lost)) start_over(lost);
  }

  // lanes that lost their rank are factored anew
  [[gnu::cold, gnu::noinline]] void start_over(Lanes lost) {
    const int entries = p_.nv * p_.nv;
    std::copy(H_, H_ + entries, spare_);
    factor();
    for (int i = 0; i < entries; ++i) H_[i] = select(lost, H_[i], spare_[i]);
  }

  T search_line() {
    const T length = norm(search_);
    mul_tree(p_.tree, p_.M, search_, Mv_);
    for (int i = 0; i < p_.nrow; ++i) jv_[i] = dot(p_.J + i * p_.nv, search_, p_.nv);
    lane_row_quads(p_, jar_, jv_, quad_);
    const LaneQuad<T> always{gauss_cost_, dot(search_, Ma_, p_.nv) - dot(p_.frc_smooth, search_, p_.nv),
                             T(0.5) * dot(search_, Mv_, p_.nv)};
    const T tolerance = T(o_.tolerance * o_.ls_tolerance) * length / p_.scale;
    return walk(always, tolerance, active_ && !(length < kMinVal<T>));
  }

  // every lane walks its own line; one evaluation answers them all
  T walk(const LaneQuad<T>& always, T tolerance, Lanes wanted) {
    LineWalk walks[T::kLanes];
    for (int lane = 0; lane < T::kLanes; ++lane)
      if (wanted.lane(lane)) walks[lane] = LineWalk(tolerance.lane(lane), o_.ls_iterations);
    T alpha(0);
    for (bool going = any(wanted); going;) {
      const LaneQuad<T> q = lane_rows_at(p_, jar_, jv_, quad_, always, alpha);
      const T cost = alpha * alpha * q.c + alpha * q.b + q.a, slope = T(2) * alpha * q.c + q.b;
      const T curvature = select(T(2) * q.c <= T(0), T(1e-15), T(2) * q.c);
      going = false;
      for (int lane = 0; lane < T::kLanes; ++lane) {
        LineWalk& walk = walks[lane];
        if (walk.done()) continue;
        walk.take({alpha.lane(lane), cost.lane(lane), slope.lane(lane), curvature.lane(lane)});
        alpha.set_lane(lane, walk.done() ? walk.found().alpha : walk.alpha());
        going |= !walk.done();
      }
    }
    return alpha;
  }

  void advance(T alpha) {
    const auto add = [&](T* y, const T* x, int n) {
      for (int i = 0; i < n; ++i) y[i] = select(active_, y[i] + x[i] * alpha, y[i]);
    };
    add(p_.acc, search_, p_.nv);
    add(Ma_, Mv_, p_.nv);
    add(jar_, jv_, p_.nrow);
    std::swap(state_, old_state_);
    update_cost();
    update_gradient();
  }

  const LaneProblem<T>& p_;
  const LaneNewtonOptions& o_;
  Lanes active_;  // lanes still at work
  T cost_, gauss_cost_;
  T *H_, *spare_;  // factor by rows
  T *Ma_, *Mv_, *grad_, *Mgrad_, *search_, *vector_;
  T* weighted_;  // rows times their weights
  T *jar_, *jv_, *force_, *b_;
  LaneQuad<T>* quad_;
  Lanes *state_, *old_state_;  // quadratic rows
};

}  // namespace corten
