#include "corten/batch/rollout.h"

#include <algorithm>
#include <cassert>

#include "corten/batch/lane_step.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"

namespace corten {
namespace {

template <class T>
std::span<T> row(std::span<T> rows, std::size_t index, int width) {
  if (rows.empty()) return {};
  return rows.subspan(index * static_cast<std::size_t>(width), static_cast<std::size_t>(width));
}

void default_mocap(const Model& m, Data& d, int spec) {
  for (int body = 0; body < m.nbody; ++body) {
    const int mocap = m.body_mocapid[body];
    if (mocap < 0) continue;
    if (!(spec & mjSTATE_MOCAP_POS)) d.mocap_pos[mocap] = m.body_pos[body];
    if (!(spec & mjSTATE_MOCAP_QUAT)) d.mocap_quat[mocap] = m.body_quat[body];
  }
}

// Inputs that no control row will set.
void default_inputs(const Model& m, Data& d, int spec) {
  if (!(spec & mjSTATE_CTRL)) std::ranges::fill(d.ctrl, 0);
  if (!(spec & mjSTATE_QFRC_APPLIED)) std::ranges::fill(d.qfrc_applied, 0);
  if (!(spec & mjSTATE_XFRC_APPLIED)) std::ranges::fill(d.xfrc_applied, Wrench<Real>{});
  if (!(spec & mjSTATE_EQ_ACTIVE)) std::ranges::copy(m.eq_active0, d.eq_active.begin());
  default_mocap(m, d, spec);
}

bool has_warned(const Data& d) {
  return std::ranges::any_of(d.warning, [](const WarningStat& w) { return w.number > 0; });
}

// One trajectory of the batch.
class Trajectory {
 public:
  Trajectory(const RolloutArrays& arrays, const Model& m, Data& d, std::size_t index)
      : a_(arrays),
        m_(m),
        d_(d),
        index_(index),
        nstate_(state_size(m, mjSTATE_FULLPHYSICS)),
        ncontrol_(state_size(m, arrays.control_spec)) {}

  void run(const Hooks& hooks) {
    begin();
    run_from(0, hooks);
  }

  // The rest of a trajectory whose first steps were made elsewhere and ended in `state`.
  void resume(std::span<const Real> state, int first, const Hooks& hooks) {
    begin();
    set_state(m_, d_, state, mjSTATE_FULLPHYSICS);
    run_from(first, hooks);
  }

  void run_from(int first, const Hooks& hooks) {
    for (int t = first; t < a_.nstep; ++t) {
      if (a_.interrupted && a_.interrupted()) return;
      if (has_warned(d_)) return repeat_from(t);
      if (!a_.control.empty()) set_state(m_, d_, row(a_.control, at(t), ncontrol_), a_.control_spec);
      step(m_, d_, hooks);
      write(t);
    }
  }

 private:
  std::size_t at(int t) const {
    return index_ * static_cast<std::size_t>(a_.nstep) + static_cast<std::size_t>(t);
  }

  void begin() {
    default_inputs(m_, d_, a_.control_spec);
    set_state(m_, d_, row(a_.initial_state, index_, nstate_), mjSTATE_FULLPHYSICS);
    if (a_.initial_warmstart.empty())
      std::ranges::fill(d_.qacc_warmstart, 0);
    else
      std::ranges::copy(row(a_.initial_warmstart, index_, m_.nv), d_.qacc_warmstart.begin());
    for (WarningStat& w : d_.warning) w.number = 0;
  }

  void write(int t) {
    if (!a_.state.empty()) get_state(m_, d_, row(a_.state, at(t), nstate_), mjSTATE_FULLPHYSICS);
    if (!a_.sensordata.empty())
      std::ranges::copy(d_.sensordata, row(a_.sensordata, at(t), m_.nsensordata).begin());
  }

  void repeat_from(int t) {
    for (; t < a_.nstep; ++t) {
      std::ranges::copy(row(a_.state, at(t - 1), nstate_), row(a_.state, at(t), nstate_).begin());
      std::ranges::copy(row(a_.sensordata, at(t - 1), m_.nsensordata),
                        row(a_.sensordata, at(t), m_.nsensordata).begin());
    }
  }

  const RolloutArrays& a_;
  const Model& m_;
  Data& d_;
  std::size_t index_;
  int nstate_;
  int ncontrol_;
};

// Groups of trajectories that go through SIMD lanes together.
class LaneGroup {
 public:
  LaneGroup(const RolloutArrays& arrays, const Model& m)
      : a_(arrays), m_(m), nstate_(1 + m.nq + m.nv + m.na) {}

  // Whether every trajectory of a batch can: smooth dynamics, controls and nothing else.
  static bool serves(const RolloutArrays& a, std::span<const Model* const> models,
                     std::span<const Hooks> hooks) {
    const bool one_model = std::ranges::all_of(models, [&](const Model* m) { return m == models[0]; });
    const bool plain_input = !(a.control_spec & ~mjSTATE_CTRL) && (a.control_spec == 0 || !a.control.empty());
    const bool no_hooks = std::ranges::all_of(hooks, [](const Hooks& h) { return is_empty(h); });
    constexpr int kUninterrupted = 20'000;  // steps that nobody waits long for
    if (a.interrupted && a.nstep > kUninterrupted) return false;
    return one_model && plain_input && no_hooks && a.sensordata.empty() && fits_lanes(*models[0]);
  }

  // Trajectories [first, first + kLanes).
  void run(std::size_t first, Data& d) {
    Arena::Frame frame(d.arena);
    const auto scratch = frame.alloc<std::byte>(static_cast<int>(lane_kernels().scratch(m_)));
    const auto last = frame.alloc<Real>(kLanes * nstate_);
    LaneTrajectories t;
    Real* rows[kLanes];
    t.nstep = a_.nstep;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t r = first + lane, steps = static_cast<std::size_t>(a_.nstep);
      t.initial[lane] = row(a_.initial_state, r, nstate_).data();
      if (!a_.control.empty() && a_.control_spec) t.control[lane] = row(a_.control, r * steps, m_.nu).data();
      if (!a_.state.empty() && steps) t.state[lane] = row(a_.state, r * steps, nstate_).data();
      rows[lane] = row(last, lane, nstate_).data();
    }
    const int made = lane_kernels().run(m_, t, scratch.data(), rows);
    set_state(m_, d, row(last, kLanes - 1, nstate_), mjSTATE_FULLPHYSICS);
    if (made == a_.nstep) return;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      Trajectory(a_, m_, d, first + lane).resume(row(last, lane, nstate_), made, {});
  }

 private:
  static bool is_empty(const Hooks& h) {
    return !h.control && !h.passive && !h.act_dyn && !h.act_gain && !h.act_bias && !h.sensor &&
           !h.contact_filter;
  }

  const RolloutArrays& a_;
  const Model& m_;
  int nstate_;
};

}  // namespace

int default_chunk(int nbatch, int threads) { return std::max(1, nbatch / (10 * std::max(1, threads))); }

void rollout(Crew& crew, std::span<const Model* const> models, std::span<Data* const> data,
             const RolloutArrays& arrays, int chunk, std::span<const Hooks> hooks) {
  assert(static_cast<int>(data.size()) >= crew.size());
  assert(models.size() == 1 || static_cast<int>(models.size()) == arrays.nbatch);
  const bool lanes = LaneGroup::serves(arrays, models, hooks);
  const int step = lanes ? std::max(kLanes, chunk) / kLanes * kLanes : chunk;
  crew.for_chunks(arrays.nbatch, step, [&](int first, int last, int worker) {
    const auto w = static_cast<std::size_t>(worker);
    auto r = static_cast<std::size_t>(first);
    if (lanes)
      for (; r + kLanes <= static_cast<std::size_t>(last) && !(arrays.interrupted && arrays.interrupted());
           r += kLanes)
        LaneGroup(arrays, *models[0]).run(r, *data[w]);
    for (; r < static_cast<std::size_t>(last) && !(arrays.interrupted && arrays.interrupted()); ++r) {
      const Model& m = *models[models.size() == 1 ? 0 : r];
      Trajectory(arrays, m, *data[w], r).run(hooks.empty() ? Hooks{} : hooks[w]);
    }
  });
}

}  // namespace corten
