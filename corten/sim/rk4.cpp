// Runge-Kutta of fourth order.
#include <algorithm>

#include "corten/sim/forward.h"
#include "corten/sim/integrators.h"
#include "corten/smooth/configuration.h"

namespace corten {
namespace {

constexpr int kStages = 4;
constexpr Real kNodes[kStages] = {0, 0.5, 0.5, 1};  // the tableau is diagonal: stage i depends on i − 1 alone
constexpr Real kWeights[kStages] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

struct Rates {
  std::span<Real> qvel, qacc, act_dot;

  Rates(const Model& m, Arena::Frame& frame)
      : qvel(frame.alloc<Real>(m.nv)), qacc(frame.alloc<Real>(m.nv)), act_dot(frame.alloc<Real>(m.na)) {}
  void load(const Data& d) {
    std::copy(d.qvel.begin(), d.qvel.end(), qvel.begin());
    std::copy(d.qacc.begin(), d.qacc.end(), qacc.begin());
    std::copy(d.act_dot.begin(), d.act_dot.end(), act_dot.begin());
  }
};

struct State {
  std::span<Real> qpos, qvel, act;
  Real time;

  State(const Model& m, const Data& d, Arena::Frame& frame)
      : qpos(frame.alloc<Real>(m.nq)),
        qvel(frame.alloc<Real>(m.nv)),
        act(frame.alloc<Real>(m.na)),
        time(d.time) {
    std::copy(d.qpos.begin(), d.qpos.end(), qpos.begin());
    std::copy(d.qvel.begin(), d.qvel.end(), qvel.begin());
    std::copy(d.act.begin(), d.act.end(), act.begin());
  }
  void restore(Data& d) const {
    std::copy(qpos.begin(), qpos.end(), d.qpos.begin());
    std::copy(qvel.begin(), qvel.end(), d.qvel.begin());
    std::copy(act.begin(), act.end(), d.act.begin());
    d.time = time;
  }
};

void add_scaled(std::span<const Real> x, Real scale, std::span<Real> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += scale * x[i];
}

// State at a stage: the start moved along the rates of the stage before. It is these that are scaled, not the
// time: below a smallest speed a rotation has no axis of its own.
void set_stage(const Model& m, Data& d, const State& start, Rates& rates, Real node) {
  const Real dt = node * m.opt.timestep;
  start.restore(d);
  for (Real& v : rates.qvel) v *= node;
  integrate_pos(m, d.qpos.span(), rates.qvel, m.opt.timestep);
  add_scaled(rates.qacc, dt, d.qvel.span());
  add_scaled(rates.act_dot, dt, d.act.span());
  d.time = start.time + dt;
}

}  // namespace

void rk4(const Model& m, Data& d, const Hooks& hooks) {
  Arena::Frame frame(d.arena);
  const State start(m, d, frame);
  Rates rates(m, frame), sum(m, frame);
  const auto accumulate = [&](int stage) {
    add_scaled(rates.qvel, kWeights[stage], sum.qvel);
    add_scaled(rates.qacc, kWeights[stage], sum.qacc);
    add_scaled(rates.act_dot, kWeights[stage], sum.act_dot);
  };
  for (std::span<Real> s : {sum.qvel, sum.qacc, sum.act_dot}) std::fill(s.begin(), s.end(), Real(0));
  rates.load(d);
  accumulate(0);
  for (int stage = 1; stage < kStages; ++stage) {
    set_stage(m, d, start, rates, kNodes[stage]);
    forward_skip(m, d, mjSTAGE_NONE, true, hooks);
    rates.load(d);
    accumulate(stage);
  }
  start.restore(d);
  advance(m, d, sum.act_dot, sum.qacc, sum.qvel, hooks);
}

}  // namespace corten
