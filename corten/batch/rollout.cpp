#include "corten/batch/rollout.h"

#include <algorithm>
#include <cassert>
#include <vector>

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

  // The rest of a trajectory whose first steps were made elsewhere.
  void resume(const LaneTrajectory& t, const Hooks& hooks) {
    begin();
    set_state(m_, d_, {t.state, static_cast<std::size_t>(nstate_)}, mjSTATE_FULLPHYSICS);
    std::copy_n(t.warmstart, m_.nv, d_.qacc_warmstart.begin());
    run_from(t.made, hooks);
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

  // Inputs and state of the first step.
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

// Trajectories that go through SIMD lanes together.
class LaneBatch {
 public:
  LaneBatch(const RolloutArrays& arrays, std::span<const Model* const> models, std::span<const Hooks> hooks,
            int workers)
      : a_(arrays), m_(*models[0]) {
    if (!is_plain(arrays, models, hooks)) return;
    plan_ = lane_plan(m_);
    if (!plan_.fits) return;
    nstate_ = state_size(m_, mjSTATE_FULLPHYSICS);
    for (int worker = 0; worker < workers; ++worker) {
      scratch_.push_back(Buffer::uninitialized(lane_kernels().scratch(m_, plan_)));
      rows_.emplace_back(kMost * static_cast<std::size_t>(nstate_ + m_.nv));
    }
  }

  bool serves() const { return plan_.fits; }

  // Trajectories of one chunk: enough to put those with as many rows side by side, few enough for all
  // workers.
  int chunk(int wanted, int workers) const {
    if (!serves()) return wanted;
    const int fair = a_.nbatch / std::max(1, workers);
    return std::clamp(std::max(wanted, plan_.rows ? fair : 0) / kLanes * kLanes, kLanes, kMost);
  }

  // Trajectories [first, first + count), count a multiple of kLanes and kMost at most.
  void run(std::size_t first, int count, Data& d, std::size_t worker) {
    LaneTrajectory list[kMost];
    const std::span<LaneTrajectory> all(list, static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = trajectory(first + i, i, worker);
    default_inputs(m_, d, a_.control_spec);
    for (WarningStat& w : d.warning) w.number = 0;
    const std::span<LaneTrajectory> going = run_lanes(all, d, worker);
    for (const LaneTrajectory& t : all.subspan(going.size())) Trajectory(a_, m_, d, t.index).resume(t, {});
    for (const LaneTrajectory& t : going)
      if (t.index + 1 == first + all.size()) set_state(m_, d, state_of(t), mjSTATE_FULLPHYSICS);
  }

 private:
  static constexpr int kMost = LaneKernels::kTogether;
  static constexpr int kUninterrupted = 200;  // steps that nobody waits long for

  static bool is_plain(const RolloutArrays& a, std::span<const Model* const> models,
                       std::span<const Hooks> hooks) {
    const bool one_model = std::ranges::all_of(models, [&](const Model* m) { return m == models[0]; });
    const bool plain_input = !(a.control_spec & ~mjSTATE_CTRL) && (a.control_spec == 0 || !a.control.empty());
    const bool no_hooks = std::ranges::all_of(hooks, [](const Hooks& h) { return is_empty(h); });
    return a.nbatch >= kLanes && one_model && plain_input && no_hooks && a.sensordata.empty();
  }

  static bool is_empty(const Hooks& h) {
    return !h.control && !h.passive && !h.act_dyn && !h.act_gain && !h.act_bias && !h.sensor &&
           !h.contact_filter;
  }

  bool is_interrupted() const { return a_.interrupted && a_.interrupted(); }

  std::span<const Real> state_of(const LaneTrajectory& t) const {
    return {t.state, static_cast<std::size_t>(nstate_)};
  }

  LaneTrajectory trajectory(std::size_t index, std::size_t place, std::size_t worker) {
    const auto steps = static_cast<std::size_t>(a_.nstep);
    LaneTrajectory t;
    t.index = index;
    if (!a_.control.empty() && a_.control_spec) t.control = row(a_.control, index * steps, m_.nu).data();
    if (!a_.state.empty() && steps) t.output = row(a_.state, index * steps, nstate_).data();
    t.state = row(std::span(rows_[worker]), place, nstate_ + m_.nv).data();
    t.warmstart = t.state + nstate_;
    std::ranges::copy(row(a_.initial_state, index, nstate_), t.state);
    if (a_.initial_warmstart.empty())
      std::fill_n(t.warmstart, m_.nv, Real(0));
    else
      std::ranges::copy(row(a_.initial_warmstart, index, m_.nv), t.warmstart);
    return t;
  }

  // Returns those that are done, or were interrupted; the ones after them stopped before a step that is not
  // for lanes.
  std::span<LaneTrajectory> run_lanes(std::span<LaneTrajectory> going, Data& d, std::size_t worker) {
    for (int last = 0; last < a_.nstep && !going.empty() && !is_interrupted();) {
      last = std::min(a_.nstep, last + kUninterrupted);
      lane_kernels().run(m_, plan_, going, last, d, scratch_[worker].data());
      const auto stopped =
          std::partition(going.begin(), going.end(), [&](const LaneTrajectory& t) { return t.made == last; });
      going = {going.begin(), stopped};
    }
    return going;
  }

  const RolloutArrays& a_;
  const Model& m_;
  LanePlan plan_;
  int nstate_ = 0;
  std::vector<Buffer> scratch_;          // per worker
  std::vector<std::vector<Real>> rows_;  // per worker: states and warm starts
};

}  // namespace

int default_chunk(int nbatch, int threads) { return std::max(1, nbatch / (10 * std::max(1, threads))); }

void rollout(Crew& crew, std::span<const Model* const> models, std::span<Data* const> data,
             const RolloutArrays& arrays, int chunk, std::span<const Hooks> hooks) {
  assert(static_cast<int>(data.size()) >= crew.size());
  assert(models.size() == 1 || static_cast<int>(models.size()) == arrays.nbatch);
  LaneBatch lanes(arrays, models, hooks, crew.size());
  crew.for_chunks(arrays.nbatch, lanes.chunk(chunk, crew.size()), [&](int first, int last, int worker) {
    const auto w = static_cast<std::size_t>(worker);
    auto r = static_cast<std::size_t>(first);
    const int together = lanes.serves() ? (last - first) / kLanes * kLanes : 0;
    if (together) lanes.run(r, together, *data[w], w);
    r += static_cast<std::size_t>(together);
    for (; r < static_cast<std::size_t>(last) && !(arrays.interrupted && arrays.interrupted()); ++r) {
      const Model& m = *models[models.size() == 1 ? 0 : r];
      Trajectory(arrays, m, *data[w], r).run(hooks.empty() ? Hooks{} : hooks[w]);
    }
  });
}

}  // namespace corten
