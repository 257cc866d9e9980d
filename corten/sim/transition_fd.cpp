// mjd_transitionFD: derivatives of one step.
#include <algorithm>

#include "corten/model/state.h"
#include "corten/sim/finite_difference.h"
#include "corten/sim/forward.h"
#include "corten/smooth/configuration.h"

namespace corten {
namespace {

// What one step gives: next state (qpos, qvel, act) and sensordata.
struct Outcome {
  std::span<Real> state, sensors;
};

// A matrix that is written column by column.
struct Columns {
  std::span<Real> matrix;
  int count;

  void set(int column, std::span<const Real> values) const {
    for (std::size_t row = 0; row < values.size(); ++row)
      matrix[row * static_cast<std::size_t>(count) + static_cast<std::size_t>(column)] = values[row];
  }
  explicit operator bool() const { return !matrix.empty(); }
};

class Transition {
 public:
  Transition(const Model& m, Data& d, Real eps, bool centered, bool sensors, const Hooks& hooks)
      : m_(m),
        d_(d),
        eps_(eps),
        centered_(centered),
        skip_sensors_(!sensors),
        hooks_(hooks),
        frame_(d.arena),
        signature_(mjSTATE_FULLPHYSICS | mjSTATE_CTRL |
                   (m.opt.disableflags & mjDSBL_WARMSTART ? 0 : mjSTATE_WARMSTART)),
        saved_(frame_.alloc<Real>(state_size(m, signature_))),
        base_(outcome()),
        plus_(outcome()),
        minus_(outcome()),
        state_change_(frame_.alloc<Real>(2 * m.nv + m.na)),
        sensor_change_(frame_.alloc<Real>(m.nsensordata)) {
    get_state(m, d, saved_, signature_);
    run(mjSTAGE_NONE, base_);
  }

  void by_ctrl(const Columns& state, const Columns& sensors) {
    for (int i = 0; i < m_.nu; ++i) {
      const bool forward = may_move(i, d_.ctrl[i], d_.ctrl[i] + eps_);
      const bool backward = (centered_ || !forward) && may_move(i, d_.ctrl[i] - eps_, d_.ctrl[i]);
      if (forward) run_moved(d_.ctrl[i], eps_, mjSTAGE_VEL, plus_);
      if (backward) run_moved(d_.ctrl[i], -eps_, mjSTAGE_VEL, minus_);
      write_control_column(i, forward, backward, state, sensors);
    }
  }

  void by_act(const Columns& state, const Columns& sensors) {
    for (int i = 0; i < m_.na; ++i) {
      run_moved(d_.act[i], eps_, mjSTAGE_VEL, plus_);
      if (centered_) run_moved(d_.act[i], -eps_, mjSTAGE_VEL, minus_);
      write_column(2 * m_.nv + i, state, sensors);
    }
  }

  void by_qvel(const Columns& state, const Columns& sensors) {
    for (int i = 0; i < m_.nv; ++i) {
      run_moved(d_.qvel[i], eps_, mjSTAGE_POS, plus_);
      if (centered_) run_moved(d_.qvel[i], -eps_, mjSTAGE_POS, minus_);
      write_column(m_.nv + i, state, sensors);
    }
  }

  void by_qpos(const Columns& state, const Columns& sensors) {
    Arena::Frame frame(d_.arena);
    const std::span<Real> direction = frame.zeros<Real>(m_.nv);
    for (int i = 0; i < m_.nv; ++i) {
      direction[i] = 1;
      run_turned(direction, eps_, plus_);
      if (centered_) run_turned(direction, -eps_, minus_);
      direction[i] = 0;
      write_column(i, state, sensors);
    }
  }

 private:
  Outcome outcome() {
    return {frame_.alloc<Real>(m_.nq + m_.nv + m_.na), frame_.alloc<Real>(m_.nsensordata)};
  }

  // one step from the present state, which is then put back
  void run(mjtStage skip, const Outcome& to) {
    step_skip(m_, d_, skip, skip_sensors_, hooks_);
    get_state(m_, d_, to.state, mjSTATE_QPOS | mjSTATE_QVEL | mjSTATE_ACT);
    std::copy(d_.sensordata.begin(), d_.sensordata.end(), to.sensors.begin());
    set_state(m_, d_, saved_, signature_);
  }
  void run_moved(Real& input, Real by, mjtStage skip, const Outcome& to) {
    input += by;
    run(skip, to);
  }
  void run_turned(std::span<const Real> direction, Real by, const Outcome& to) {
    integrate_pos(m_, d_.qpos.span(), direction, by);
    run(mjSTAGE_NONE, to);
  }

  // both ends of the move are in the range of the control
  bool may_move(int ctrl, Real low, Real high) const {
    if (!m_.actuator_ctrllimited[ctrl]) return true;
    const Vec<Real, 2>& range = m_.actuator_ctrlrange[ctrl];
    return low >= range[0] && low <= range[1] && high >= range[0] && high <= range[1];
  }

  // (b − a) / h in coordinates of velocity
  std::span<const Real> state_change(const Outcome& a, const Outcome& b, Real h) {
    const std::size_t nq = static_cast<std::size_t>(m_.nq), nv = static_cast<std::size_t>(m_.nv);
    if (nq != nv) differentiate_pos(m_, state_change_.first(nv), h, a.state.first(nq), b.state.first(nq));
    const std::size_t first = nq == nv ? 0 : nv, shift = nq - nv;
    for (std::size_t i = first; i < state_change_.size(); ++i)
      state_change_[i] = (b.state[i + shift] - a.state[i + shift]) * (1 / h);
    return state_change_;
  }
  std::span<const Real> sensor_change(const Outcome& a, const Outcome& b, Real h) {
    for (std::size_t i = 0; i < sensor_change_.size(); ++i)
      sensor_change_[i] = (b.sensors[i] - a.sensors[i]) * (1 / h);
    return sensor_change_;
  }

  void write_column(int i, const Columns& state, const Columns& sensors) {
    const Outcome& from = centered_ ? minus_ : base_;
    const Real h = centered_ ? 2 * eps_ : eps_;
    if (state) state.set(i, state_change(from, plus_, h));
    if (sensors) sensors.set(i, sensor_change(from, plus_, h));
  }

  // as far as the range of the control allows: centred, one-sided, or zero
  void write_control_column(int i, bool forward, bool backward, const Columns& state,
                            const Columns& sensors) {
    if (!forward && !backward) {
      std::fill(state_change_.begin(), state_change_.end(), Real(0));
      std::fill(sensor_change_.begin(), sensor_change_.end(), Real(0));
      if (state) state.set(i, state_change_);
      if (sensors) sensors.set(i, sensor_change_);
      return;
    }
    const bool both = forward && backward;
    const Outcome& from = backward ? minus_ : base_;
    const Outcome& to = forward ? plus_ : base_;
    const Real h = both ? 2 * eps_ : eps_;
    if (state) state.set(i, state_change(from, to, h));
    // centred differences of sensors by controls have the opposite sign in the oracle
    if (sensors) sensors.set(i, both ? sensor_change(to, from, h) : sensor_change(from, to, h));
  }

  const Model& m_;
  Data& d_;
  Real eps_;
  bool centered_, skip_sensors_;
  const Hooks& hooks_;
  Arena::Frame frame_;
  int signature_;
  std::span<Real> saved_;  // state and inputs before the step
  Outcome base_, plus_, minus_;
  std::span<Real> state_change_, sensor_change_;
};

}  // namespace

std::string transition_fd(const Model& m, Data& d, Real eps, bool centered, const TransitionDerivatives& out,
                          const Hooks& hooks) {
  if (m.opt.integrator == mjINT_RK4)
    return "a step of RK4 cannot be differentiated; choose another integrator";
  if (m.nhistory > 0)
    return "the state does not hold the histories of delayed actuators and sensors; remove the delays";
  const int ndx = 2 * m.nv + m.na;
  const Columns a{out.A, ndx}, b{out.B, m.nu}, c{out.C, ndx}, s{out.D, m.nu};
  Transition transition(m, d, eps, centered, c || s, hooks);
  if (b || s) transition.by_ctrl(b, s);
  if (a || c) {
    transition.by_act(a, c);
    transition.by_qvel(a, c);
    transition.by_qpos(a, c);
  }
  return {};
}

}  // namespace corten
