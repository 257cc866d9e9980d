// The steps of lane_step.h.
#include <algorithm>

#include "corten/batch/lane_data.h"
#include "corten/batch/lane_step.h"
#include "corten/math/pack.h"
#include "corten/math/scalar.h"
#include "corten/sim/advance_core.h"
#include "corten/smooth/actuation_core.h"
#include "corten/smooth/com_core.h"
#include "corten/smooth/kinematics_core.h"
#include "corten/smooth/rne_core.h"
#include "corten/smooth/transmission_core.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, kLanes>;
using World = LaneData<Four>;

bool any_bad(const Array<Four>& values) {
  Mask<double, kLanes> good = Four(0) == Four(0);
  for (const Four& x : values) good = good && abs(x) <= Four(kMaxVal);  // is_bad(x), in fewer instructions
  return !all(good);
}

// What follows from the model for all steps.
struct Plan {
  bool sites;             // whether actuators pull on them
  bool implicit_damping;  // of Euler's method

  explicit Plan(const Model& m)
      : sites(std::ranges::any_of(m.actuator_trntype,
                                  [](int t) { return t == mjTRN_SITE || t == mjTRN_SLIDERCRANK; })),
        implicit_damping(damps_implicitly(m, Everybody{m})) {}
};

void position_stage(const Model& m, World& d, const Plan& plan) {
  place_bodies(m, d);
  if (plan.sites) place_site_frames(m, d, {0, m.nsite});
  com_pos_core(m, d, Everybody{m});
  RowBuilder<Four> row(d.dense.span(), d.touched.span());
  const bool sparse = is_sparse(m);
  for (int i = 0; i < m.ntendon; ++i) {
    d.ten_length[i] = fixed_tendon(m, d, i, sparse, row);
    store_tendon_row(d, i, sparse, row);
  }
  crb_core(m, d, Everybody{m});
}

void velocity_stage(const Model& m, World& d) {
  tendon_velocity_core(m, d);
  com_vel_core(m, d, Everybody{m});
  passive_core(m, d, Everybody{m}, OwnPassive{});
  d.acc[0] = world_acceleration<Four>(m);
  rne_core(m, d, Everybody{m}, false, d.acc.data(), d.force.data(), d.qfrc_bias.data());
}

// Controls inside their limits take the place of those given.
void actuation_stage(const Model& m, World& d) {
  if (!core::has_actuation(m)) return core::no_actuation(d);
  transmission_core(
      m, d, [](int) { return false; },
      [&](int i, MomentRow<Four>& row) { return transmit(m, d, i, d.dense.data(), row); });
  if (m.ntendon) std::fill(d.dense.begin(), d.dense.end(), Four(0));  // as their rows begin
  actuator_velocity_core(m, d);
  for (int i = 0; i < m.nu; ++i) d.ctrl[i] = core::limited_control(m, i, d.ctrl[i]);
  core::actuate(m, d, d.ctrl.data(), d.ten_total.data(), core::OwnActuators<Model, World>{m, d});
}

// x ← matrix⁻¹ x, the factor left in its place
void solve_with(const Model& m, Array<Four>& matrix, Array<Four>& inverse_diagonal, Array<Four>& x) {
  factor_inertia(m, matrix.data(), inverse_diagonal.data());
  solve_inertia(m, matrix.data(), inverse_diagonal.data(), x.data());
}

void accelerate(const Model& m, World& d) {
  sum_smooth_forces(d, Everybody{m});
  copy_inertia(d, Everybody{m}, d.qLD.data());
  std::copy(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), d.qacc.begin());
  solve_with(m, d.qLD, d.qLDiagInv, d.qacc);
}

void euler(const Model& m, World& d, const Plan& plan) {
  if (plan.implicit_damping) {
    sum_all_forces(d, Everybody{m}, d.qacc.data());
    damp_inertia(m, d, Everybody{m});
    solve_with(m, d.qH, d.qHDiagInv, d.qacc);
  }
  if (m.na && core::has_actuation(m)) core::advance_activations(m, d, d.act_dot.data());
  advance_velocities(m, d, Everybody{m}, d.qacc.data());
  advance_positions(m, d, Everybody{m}, d.qvel.data());
  d.time += Four(m.opt.timestep);
}

// One step; false, and nothing moved, when a number is bad.
bool step(const Model& m, World& d, const Plan& plan) {
  if (any_bad(d.qpos) || any_bad(d.qvel) || any_bad(d.ctrl)) return false;
  position_stage(m, d, plan);
  velocity_stage(m, d);
  actuation_stage(m, d);
  accelerate(m, d);
  if (any_bad(d.qacc)) return false;
  euler(m, d, plan);
  return true;
}

// One number of each lane's row.
Four gather(const Real* const (&rows)[kLanes], std::size_t at) {
  Four x;
  for (int lane = 0; lane < kLanes; ++lane) x.set_lane(lane, rows[lane][at]);
  return x;
}
void scatter(Four x, Real* const (&rows)[kLanes], std::size_t at) {
  for (int lane = 0; lane < kLanes; ++lane) rows[lane][at] = x.lane(lane);
}

void read_state(const Real* const (&rows)[kLanes], World& d) {
  std::size_t at = 0;
  d.time = gather(rows, at++);
  for (Four& q : d.qpos) q = gather(rows, at++);
  for (Four& v : d.qvel) v = gather(rows, at++);
  for (Four& a : d.act) a = gather(rows, at++);
}
void write_state(const World& d, Real* const (&rows)[kLanes], std::size_t at) {
  scatter(d.time, rows, at++);
  for (const Four& q : d.qpos) scatter(q, rows, at++);
  for (const Four& v : d.qvel) scatter(v, rows, at++);
  for (const Four& a : d.act) scatter(a, rows, at++);
}

std::size_t scratch(const Model& m) {
  Layout layout;
  World d;
  World::visit(d, m.sizes(), layout);
  return layout.size();
}

int run(const Model& m, const LaneTrajectories& t, std::byte* memory, Real* const (&last)[kLanes]) {
  World d;
  World::visit(d, m.sizes(), Layout(memory));
  read_state(t.initial, d);
  for (auto* zeros : {&d.ctrl, &d.act_dot, &d.qfrc_applied, &d.qfrc_constraint, &d.dense})
    std::fill(zeros->begin(), zeros->end(), Four(0));
  std::fill(d.touched.begin(), d.touched.end(), std::uint64_t{0});
  const auto nu = static_cast<std::size_t>(m.nu), nstate = static_cast<std::size_t>(1 + m.nq + m.nv + m.na);
  const Plan plan(m);
  int made = 0;
  for (; made < t.nstep; ++made) {
    const auto row = static_cast<std::size_t>(made);
    if (t.control[0])
      for (int i = 0; i < m.nu; ++i) d.ctrl[i] = gather(t.control, row * nu + static_cast<std::size_t>(i));
    if (!step(m, d, plan)) break;
    if (t.state[0]) write_state(d, t.state, row * nstate);
  }
  write_state(d, last, 0);
  return made;
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
LaneKernels kernel_table<LaneKernels, Isa::CORTEN_ISA>() {
  return {scratch, run};
}

}  // namespace corten
