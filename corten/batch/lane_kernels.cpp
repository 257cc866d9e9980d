// The steps of lane_step.h.
#include <algorithm>

#include "corten/batch/lane_constraint_core.h"
#include "corten/batch/lane_data.h"
#include "corten/batch/lane_smooth_core.h"
#include "corten/batch/lane_step.h"
#include "corten/math/pack.h"
#include "corten/math/scalar.h"
#include "corten/sim/advance_core.h"
#include "corten/sim/rk4_core.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, kLanes>;

bool any_bad(const Array<Four>& values) {
  Mask<double, kLanes> good = Four(0) == Four(0);
  for (const Four& x : values) good = good && abs(x) <= Four(kMaxVal);  // is_bad(x), in fewer instructions
  return !all(good);
}

// Steps of four worlds at a time.
class Stepper {
 public:
  Stepper(const Model& m, const LanePlan& plan, Data& world, std::byte* memory)
      : m_(m), plan_(plan), world_(world) {
    Layout layout(memory);
    bind(m, plan, layout, d_, rows_);
    for (auto* zeros : {&d_.ctrl, &d_.act_dot, &d_.qfrc_applied, &d_.qfrc_constraint, &d_.dense})
      std::fill(zeros->begin(), zeros->end(), Four(0));
    std::fill(d_.touched.begin(), d_.touched.end(), std::uint64_t{0});
    for (int i = 0; i < m.nmocap; ++i) {
      d_.mocap_pos[i] = spread<Four>(world.mocap_pos[i]);
      d_.mocap_quat[i] = spread<Four>(world.mocap_quat[i]);
    }
  }

  static std::size_t scratch(const Model& m, const LanePlan& plan) {
    Layout layout;
    LaneData<Four> d;
    LaneRows<Four> rows;
    bind(m, plan, layout, d, rows);
    return layout.size();
  }

  // One step of each; false, and nothing moved, when it is not for lanes.
  bool step(LaneTrajectory* const (&group)[kLanes]) {
    if (!is_loaded(group)) read_state(group);
    read_control(group);
    if (!advance()) {
      loaded_[0] = nullptr;
      return false;
    }
    write_state(group);
    for (int lane = 0; lane < kLanes; ++lane) {
      group[lane]->made += 1;
      group[lane]->rows = row_count_[lane];
    }
    return true;
  }

 private:
  static void bind(const Model& m, const LanePlan& plan, Layout& layout, LaneData<Four>& d,
                   LaneRows<Four>& rows) {
    LaneData<Four>::visit(d, m.sizes(), layout);
    LaneRows<Four>::visit(rows, plan.rows ? m.nv : 0, plan, layout);
  }

  bool is_loaded(LaneTrajectory* const (&group)[kLanes]) const {
    bool same = true;
    for (int lane = 0; lane < kLanes; ++lane) same &= group[lane] == loaded_[lane];
    return same;
  }

  bool advance() {
    if (any_bad(d_.qpos) || any_bad(d_.qvel) || any_bad(d_.ctrl)) return false;
    if (!forward() || any_bad(d_.qacc)) return false;
    if (m_.opt.integrator == mjINT_RK4) return rk4();
    m_.opt.integrator == mjINT_EULER ? euler() : implicitfast();
    return true;
  }

  // out: d.qacc
  bool forward() {
    lane_positions(m_, d_, plan_);
    lane_velocities(m_, d_);
    lane_actuation(m_, d_);
    lane_smooth_acceleration(m_, d_);
    if (!plan_.rows) {
      std::copy(d_.qacc_smooth.begin(), d_.qacc_smooth.end(), d_.qacc.begin());
      return true;
    }
    LaneConstraint<Four> constraint(m_, plan_, d_, rows_, world_);
    const bool solved = constraint.solve();
    for (int lane = 0; lane < kLanes; ++lane) row_count_[lane] = constraint.count(lane);
    return solved;
  }

  // without rows nobody asks for it
  void keep_warmstart() {
    if (plan_.rows) std::copy(d_.qacc.begin(), d_.qacc.end(), d_.qacc_warmstart.begin());
  }

  void move(const Four* act_dot, const Four* qacc, const Four* qvel) {
    if (m_.na && core::has_actuation(m_)) core::advance_activations(m_, d_, act_dot);
    advance_velocities(m_, d_, Everybody{m_}, qacc);
    advance_positions(m_, d_, Everybody{m_}, qvel);
    d_.time += Four(m_.opt.timestep);
  }

  void euler() {
    keep_warmstart();
    if (plan_.implicit_damping) {
      damp_inertia(m_, d_, Everybody{m_});
      solve_damped();
    }
    move(d_.act_dot.data(), d_.qacc.data(), d_.qvel.data());
  }

  void implicitfast() {
    keep_warmstart();
    lane_damped_inertia(m_, d_);
    solve_damped();
    move(d_.act_dot.data(), d_.qacc.data(), d_.qvel.data());
  }

  // qacc = qH⁻¹ (all forces)
  void solve_damped() {
    sum_all_forces(d_, Everybody{m_}, d_.qacc.data());
    lane_solve_with(m_, d_.qH, d_.qHDiagInv, d_.qacc);
  }

  bool rk4() {
    bool solved = true;
    rk4_core(
        m_, d_, d_.stages.data(), [&] { solved = forward() && solved; },
        [&](const Four* act_dot, const Four* qacc, const Four* qvel) {
          keep_warmstart();
          move(act_dot, qacc, qvel);
        });
    return solved;
  }

  // fn(where in the row of a world, number) over its state
  template <class Fn>
  void for_state(Fn&& fn) {
    int at = 0;
    fn(at++, d_.time);
    for (Array<Four>* part : {&d_.qpos, &d_.qvel, &d_.act})
      for (Four& x : *part) fn(at++, x);
  }

  void read_state(LaneTrajectory* const (&group)[kLanes]) {
    for (int lane = 0; lane < kLanes; ++lane) {
      loaded_[lane] = group[lane];
      for_state([&](int at, Four& x) { x.set_lane(lane, group[lane]->state[at]); });
      for (int i = 0; i < m_.nv; ++i) d_.qacc_warmstart[i].set_lane(lane, group[lane]->warmstart[i]);
    }
  }

  void read_control(LaneTrajectory* const (&group)[kLanes]) {
    if (!group[0]->control) return;
    for (int lane = 0; lane < kLanes; ++lane) {
      const Real* row = group[lane]->control + static_cast<std::ptrdiff_t>(group[lane]->made) * m_.nu;
      for (int i = 0; i < m_.nu; ++i) d_.ctrl[i].set_lane(lane, row[i]);
    }
  }

  void write_state(LaneTrajectory* const (&group)[kLanes]) {
    const std::ptrdiff_t nstate = 1 + m_.nq + m_.nv + m_.na;
    for (int lane = 0; lane < kLanes; ++lane) {
      LaneTrajectory& t = *group[lane];
      for_state([&](int at, const Four& x) { t.state[at] = x.lane(lane); });
      for (int i = 0; plan_.rows && i < m_.nv; ++i) t.warmstart[i] = d_.qacc_warmstart[i].lane(lane);
      if (Real* to = t.output + t.made * nstate; t.output)
        for_state([&](int at, const Four& x) { to[at] = x.lane(lane); });
    }
  }

  const Model& m_;
  const LanePlan& plan_;
  Data& world_;
  LaneData<Four> d_;
  LaneRows<Four> rows_;
  LaneTrajectory* loaded_[kLanes] = {};  // whose state is in the lanes
  int row_count_[kLanes] = {};
};

// Worlds with about as many rows step together: none waits for the rows of others. Stable, and quick where
// little has changed since the step before.
void sort_by_rows(LaneTrajectory** first, int count) {
  for (int i = 1; i < count; ++i) {
    LaneTrajectory* const moving = first[i];
    int to = i;
    for (; to > 0 && first[to - 1]->rows > moving->rows; --to) first[to] = first[to - 1];
    first[to] = moving;
  }
}

std::size_t scratch(const Model& m, const LanePlan& plan) { return Stepper::scratch(m, plan); }

void run(const Model& m, const LanePlan& plan, std::span<LaneTrajectory> worlds, int last, Data& d,
         std::byte* memory) {
  Stepper stepper(m, plan, d, memory);
  LaneTrajectory* order[LaneKernels::kTogether];
  int count = 0;
  for (LaneTrajectory& t : worlds) order[count++] = &t;
  for (int made = count ? order[0]->made : last; made < last && count > 0; ++made) {
    sort_by_rows(order, count);
    int kept = 0;
    for (int i = 0; i < count; i += kLanes) {
      LaneTrajectory* const group[kLanes] = {order[i], order[i + 1], order[i + 2], order[i + 3]};
      if (!stepper.step(group)) continue;  // they stop here
      for (LaneTrajectory* t : group) order[kept++] = t;
    }
    count = kept;
  }
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
LaneKernels kernel_table<LaneKernels, Isa::CORTEN_ISA>() {
  return {scratch, run};
}

}  // namespace corten
