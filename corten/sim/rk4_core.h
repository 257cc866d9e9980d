// Runge-Kutta of fourth order for any scalar. D is Data or has its fields.
#pragma once

#include <algorithm>
#include <utility>

#include "corten/model/sizes.h"
#include "corten/smooth/configuration_core.h"
#include "corten/smooth/lane_scalar.h"

namespace corten {

constexpr int kRk4Stages = 4;
// the tableau is diagonal: stage i depends on i − 1 alone
constexpr Real kRk4Nodes[kRk4Stages] = {0, 0.5, 0.5, 1};
constexpr Real kRk4Weights[kRk4Stages] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

// numbers of scratch
[[gnu::always_inline]] inline int rk4_scratch(const Sizes& n) { return n.nq + 5 * n.nv + 3 * n.na; }

// The start of the step, the rates of a stage and their weighted sum.
template <class T>
struct Rk4 {
  int nq, nv, na;
  T *qpos, *qvel, *act;  // the start
  T *stage_qvel, *stage_qacc, *stage_act_dot;
  T *sum_qvel, *sum_qacc, *sum_act_dot;
  T time;

  template <class M>
  static Rk4 in(const M& m, T* memory) {
    Rk4 r;
    r.nq = m.nq, r.nv = m.nv, r.na = m.na;
    const auto take = [&](int count) { return std::exchange(memory, memory + count); };
    r.qpos = take(r.nq), r.qvel = take(r.nv), r.act = take(r.na);
    r.stage_qvel = take(r.nv), r.stage_qacc = take(r.nv), r.stage_act_dot = take(r.na);
    r.sum_qvel = take(r.nv), r.sum_qacc = take(r.nv), r.sum_act_dot = take(r.na);
    return r;
  }

  template <class D>
  void begin(const D& d) {
    std::copy(d.qpos.begin(), d.qpos.end(), qpos);
    std::copy(d.qvel.begin(), d.qvel.end(), qvel);
    std::copy(d.act.begin(), d.act.end(), act);
    time = d.time;
    std::fill(sum_qvel, sum_qvel + nv, T(0));
    std::fill(sum_qacc, sum_qacc + nv, T(0));
    std::fill(sum_act_dot, sum_act_dot + na, T(0));
  }

  template <class D>
  void restore(D& d) const {
    std::copy(qpos, qpos + nq, d.qpos.begin());
    std::copy(qvel, qvel + nv, d.qvel.begin());
    std::copy(act, act + na, d.act.begin());
    d.time = time;
  }

  // rates at the stage that was computed last
  template <class D>
  void accumulate(const D& d, int stage) {
    std::copy(d.qvel.begin(), d.qvel.end(), stage_qvel);
    std::copy(d.qacc.begin(), d.qacc.end(), stage_qacc);
    std::copy(d.act_dot.begin(), d.act_dot.end(), stage_act_dot);
    const T weight(kRk4Weights[stage]);
    add_scaled(stage_qvel, weight, sum_qvel, nv);
    add_scaled(stage_qacc, weight, sum_qacc, nv);
    add_scaled(stage_act_dot, weight, sum_act_dot, na);
  }

  // State at a stage: the start moved along the rates of the stage before. It is these that are scaled, not
  // the time: below a smallest speed a rotation has no axis of its own.
  template <class M, class D>
  void set_stage(const M& m, D& d, int stage) {
    const T node(kRk4Nodes[stage]), dt(kRk4Nodes[stage] * m.opt.timestep);
    restore(d);
    for (int i = 0; i < nv; ++i) stage_qvel[i] *= node;
    integrate_pos_core(m, d.qpos.data(), stage_qvel, T(m.opt.timestep), {0, m.njnt});
    add_scaled(stage_qacc, dt, d.qvel.data(), nv);
    add_scaled(stage_act_dot, dt, d.act.data(), na);
    d.time = time + dt;
  }

 private:
  static void add_scaled(const T* x, T scale, T* y, int n) {
    for (int i = 0; i < n; ++i) y[i] += scale * x[i];
  }
};

// From the rates of a first pass: forward() computes those of the state in d, advance(act_dot, qacc, qvel)
// moves the state along the weighted ones.
template <class M, class D, class Forward, class Advance, class T = ScalarOf<D>>
static void rk4_core(const M& m, D& d, T* memory, Forward&& forward, Advance&& advance) {
  Rk4<T> r = Rk4<T>::in(m, memory);
  r.begin(d);
  r.accumulate(d, 0);
  for (int stage = 1; stage < kRk4Stages; ++stage) {
    r.set_stage(m, d, stage);
    forward();
    r.accumulate(d, stage);
  }
  r.restore(d);
  advance(r.sum_act_dot, r.sum_qacc, r.sum_qvel);
}

}  // namespace corten
