// mjd_inverseFD: derivatives of inverse dynamics.
#include <algorithm>

#include "corten/sim/finite_difference.h"
#include "corten/sim/inverse.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/configuration.h"

namespace corten {
namespace {

// Where the derivatives by one kind of input go.
struct Rows {
  std::span<Real> force, sensors, inertia;

  bool wanted() const { return !force.empty() || !sensors.empty() || !inertia.empty(); }
};

class Inverse {
 public:
  Inverse(const Model& m, Data& d, Real eps, bool actuation, bool sensors, const Hooks& hooks)
      : m_(m),
        d_(d),
        eps_(eps),
        actuation_(actuation),
        skip_sensors_(!sensors),
        hooks_(hooks),
        frame_(d.arena),
        force_(frame_.alloc<Real>(m.nv)),
        sensors_(frame_.alloc<Real>(m.nsensordata)),
        inertia_(frame_.alloc<Real>(m.nM)) {
    run(mjSTAGE_NONE);
    std::copy(d.qfrc_inverse.begin(), d.qfrc_inverse.end(), force_.begin());
    std::copy(d.sensordata.begin(), d.sensordata.end(), sensors_.begin());
    std::copy(d.qM.begin(), d.qM.end(), inertia_.begin());
  }

  void by_value(Array<Real>& input, mjtStage skip, const Rows& rows) {
    for (int i = 0; i < m_.nv; ++i) {
      const Real saved = input[i];
      input[i] += eps_;
      run(skip);
      write_row(i, rows);
      input[i] = saved;
    }
  }

  void by_qpos(const Rows& rows) {
    Arena::Frame frame(d_.arena);
    const std::span<Real> direction = frame.zeros<Real>(m_.nv), saved = frame.alloc<Real>(m_.nq);
    std::copy(d_.qpos.begin(), d_.qpos.end(), saved.begin());
    for (int i = 0; i < m_.nv; ++i) {
      direction[i] = 1;
      integrate_pos(m_, d_.qpos.span(), direction, eps_);
      direction[i] = 0;
      run(mjSTAGE_NONE);
      write_row(i, rows);
      std::copy(saved.begin(), saved.end(), d_.qpos.begin());
    }
  }

 private:
  // sensors see the actuator forces of the evaluation before, as in the oracle
  void run(mjtStage skip) {
    inverse_skip(m_, d_, skip, skip_sensors_, hooks_);
    if (!actuation_) return;
    fwd_actuation(m_, d_, hooks_);
    for (int i = 0; i < m_.nv; ++i) d_.qfrc_inverse[i] -= d_.qfrc_actuator[i];
  }

  void write(int row, std::span<const Real> value, std::span<const Real> base, std::span<Real> to) const {
    if (to.empty()) return;
    const std::size_t n = value.size();
    for (std::size_t k = 0; k < n; ++k)
      to[static_cast<std::size_t>(row) * n + k] = (value[k] - base[k]) / eps_;
  }
  void write_row(int row, const Rows& to) const {
    write(row, d_.qfrc_inverse.span(), force_, to.force);
    write(row, d_.sensordata.span(), sensors_, to.sensors);
    write(row, d_.qM.span(), inertia_, to.inertia);
  }

  const Model& m_;
  Data& d_;
  Real eps_;
  bool actuation_, skip_sensors_;
  const Hooks& hooks_;
  Arena::Frame frame_;
  std::span<Real> force_, sensors_, inertia_;  // without perturbation
};

}  // namespace

std::string inverse_fd(const Model& m, Data& d, Real eps, bool actuation, const InverseDerivatives& out,
                       const Hooks& hooks) {
  if (m.opt.integrator == mjINT_RK4) return "a step of RK4 cannot be inverted; choose another integrator";
  if (m.opt.noslip_iterations > 0)
    return "forces of the noslip iterations cannot be differentiated; set noslip_iterations to 0";
  const Rows by_qacc{out.DfDa, out.DsDa, {}}, by_qvel{out.DfDv, out.DsDv, {}},
      by_qpos{out.DfDq, out.DsDq, out.DmDq};
  const bool sensors = !out.DsDq.empty() || !out.DsDv.empty() || !out.DsDa.empty();
  Inverse inverse(m, d, eps, actuation, sensors, hooks);
  if (by_qacc.wanted()) inverse.by_value(d.qacc, mjSTAGE_VEL, by_qacc);
  if (by_qvel.wanted()) inverse.by_value(d.qvel, mjSTAGE_POS, by_qvel);
  if (by_qpos.wanted()) inverse.by_qpos(by_qpos);
  return {};
}

}  // namespace corten
