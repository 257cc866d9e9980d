// One launch for one world: its state in, steps, its state out.
#pragma once

#include "corten/math/scalar.h"
#include "cuda/advance.h"
#include "cuda/apart.h"
#include "cuda/collide.h"
#include "cuda/implicit.h"
#include "cuda/watch.h"

namespace corten::gpu {

struct StepReport {
  int ncon = 0, nefc = 0, niter = 0, lost = 0;
  bool fits = true;
};

template <class C>
CORTEN_DEV void read_world(const C& c, int world) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& s = c.args.state;
  auto& d = c.world;
  const auto at = [&](int n) { return static_cast<std::size_t>(world) * static_cast<std::size_t>(n); };
  if (c.lane() == 0) d.time[0] = s.time[world];
  CORTEN_ROLLED for (int i = c.lane(); i < m.nq; i += c.width()) d.qpos[i] = s.qpos[at(m.nq) + i];
  CORTEN_ROLLED for (int i = c.lane(); i < c.np(); i += c.width()) {
    const bool real = i < m.nv;
    d.qvel[i] = real ? s.qvel[at(m.nv) + i] : T(0);
    d.qacc_warmstart[i] = real ? s.qacc_warmstart[at(m.nv) + i] : T(0);
    d.qacc_smooth[i] = d.qacc[i] = d.Ma[i] = d.search[i] = T(0);
  }
  CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) d.act[i] = s.act[at(m.na) + i],
                                                                 d.act_dot[i] = T(0);
  CORTEN_ROLLED for (int i = c.lane(); i < 3 * m.nmocap; i += c.width()) d.mocap_pos[0].e[i] =
      s.mocap_pos[at(3 * m.nmocap) + i];
  CORTEN_ROLLED for (int i = c.lane(); i < 4 * m.nmocap; i += c.width()) d.mocap_quat[0].e[i] =
      s.mocap_quat[at(4 * m.nmocap) + i];
  // zeros outside the pattern, ones on the diagonal beyond the dofs: no step changes them
  if constexpr (C::kRow > 0) {
    CORTEN_ROLLED for (int i = c.lane(); i < C::kRow * C::kRow; i += c.width()) d.M[i] =
        T(i % (C::kRow + 1) == 0 && i / (C::kRow + 1) >= m.nv);
  } else {
    const int row = C::kTreeRow, size = row * row;
    CORTEN_ROLLED for (int i = c.lane(); i < c.args.layout.sizes.nM; i += c.width()) d.M[i] =
        T(c.tables().apart && i % size % (row + 1) == 0 && i % size / (row + 1) >= m.tree_dofnum[i / size]);
  }
  c.sync();
}

template <class C>
CORTEN_DEV void read_control(const C& c, int world, int step) {
  const auto& m = c.model();
  const auto& s = c.args.state;
  const auto* row =
      s.ctrl + step * s.ctrl_stride + static_cast<std::size_t>(world) * static_cast<std::size_t>(m.nu);
  c.each(m.nu, [&](int i) { c.world.ctrl[i] = row[i]; });
}

template <class C>
CORTEN_DEV void write_world(const C& c, int world, const StepReport& r) {
  const auto& m = c.model();
  const auto& s = c.args.state;
  const auto& d = c.world;
  const auto at = [&](int n) { return static_cast<std::size_t>(world) * static_cast<std::size_t>(n); };
  CORTEN_ROLLED for (int i = c.lane(); i < m.nq; i += c.width()) s.qpos[at(m.nq) + i] = d.qpos[i];
  CORTEN_ROLLED for (int i = c.lane(); i < m.nv; i += c.width()) {
    s.qvel[at(m.nv) + i] = d.qvel[i];
    s.qacc_warmstart[at(m.nv) + i] = d.qacc_warmstart[i];
    s.qacc[at(m.nv) + i] = d.qacc[i];
  }
  CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) s.act[at(m.na) + i] = d.act[i];
  if (c.lane() == 0) {
    s.time[world] = d.time[0];
    s.ncon[world] = r.ncon, s.nefc[world] = r.nefc, s.niter[world] = r.niter;
    s.lost[world] += r.lost;
  }
}

// time, qpos, qvel, act after a step
template <class C>
CORTEN_DEV void record_state(const C& c, int world, int step) {
  const auto& m = c.model();
  const auto& d = c.world;
  const std::size_t width = static_cast<std::size_t>(1 + m.nq + m.nv + m.na);
  auto* row =
      c.args.state.record + (static_cast<std::size_t>(world) * static_cast<std::size_t>(c.args.nstep) +
                             static_cast<std::size_t>(step)) *
                                width;
  if (c.lane() == 0) row[0] = d.time[0];
  CORTEN_ROLLED for (int i = c.lane(); i < m.nq; i += c.width()) row[1 + i] = d.qpos[i];
  CORTEN_ROLLED for (int i = c.lane(); i < m.nv; i += c.width()) row[1 + m.nq + i] = d.qvel[i];
  CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) row[1 + m.nq + m.nv + i] = d.act[i];
}

// sensors of a step
template <class C>
CORTEN_DEV void record_sensors(const C& c, int world, int step) {
  const auto& s = c.args.state;
  const int n = c.model().nsensordata;
  const auto at = [&](std::size_t row) { return row * static_cast<std::size_t>(n); };
  const auto w = static_cast<std::size_t>(world);
  auto* to =
      s.sensor_record + at(w * static_cast<std::size_t>(c.args.nstep) + static_cast<std::size_t>(step));
  CORTEN_ROLLED for (int i = c.lane(); i < n; i += c.width()) to[i] = s.sensordata[at(w) + i];
}

// As reset_data: the configuration of the model, everything else zero.
template <class C>
CORTEN_DEV void reset_world(const C& c, int world) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  if (c.lane() == 0) {
    d.time[0] = T(0);
    c.args.state.warning[world] += 1;
  }
  CORTEN_ROLLED for (int i = c.lane(); i < m.nq; i += c.width()) d.qpos[i] = m.qpos0[i];
  CORTEN_ROLLED for (int i = c.lane(); i < c.np(); i += c.width()) d.qvel[i] = d.qacc_warmstart[i] =
      d.qacc[i] = T(0);
  CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) d.act[i] = d.act_dot[i] = T(0);
  CORTEN_ROLLED for (int i = c.lane(); i < m.nu; i += c.width()) d.ctrl[i] = T(0);
  const auto& s = c.args.state;
  const auto clear = [&](T* rows, int n) {
    if (rows)
      CORTEN_ROLLED for (int i = c.lane(); i < n; i += c.width())
          rows[static_cast<std::size_t>(world) * static_cast<std::size_t>(n) + i] = T(0);
  };
  clear(s.qfrc_applied, m.nv);
  clear(s.xfrc_applied, 6 * m.nbody);
  CORTEN_ROLLED for (int b = c.lane(); b < m.nbody; b += c.width()) if (const int k = m.body_mocapid[b];
                                                                        k >= 0)
      d.mocap_pos[k] = m.body_pos[b],
      d.mocap_quat[k] = m.body_quat[b];
  c.sync();
}

template <class C>
CORTEN_DEV bool any_bad(const C& c, const typename C::Scalar* values, int n) {
  bool bad = false;
  CORTEN_ROLLED for (int i = c.lane(); i < n; i += c.width()) bad |= is_bad(values[i]);
  return c.team.any(bad);
}

// Constraint rows, of which no more are kept than there is room for.
template <class C>
CORTEN_DEV RowCounts make_rows(const C& c, int ncon, StepReport& report) {
  const auto& room = c.args.layout.sizes;
  RowCounts n = soften_rows(c, ncon);
  if (n.nefc > room.nefc) {
    const int kept = n.ne + n.nf + n.nl + n.kept;
    report.lost += n.nefc - kept;
    n.nefc = kept;
    report.fits = c.args.last_resort;
  }
  report.nefc = n.nefc;
  report.fits = report.fits && solvable(c, n);
  return n;
}

// Rows and accelerations of a world whose dofs are not solved for in registers, in a function of its own.
template <class C>
CORTEN_COLD StepReport solve_together_of(const StepArgs<typename C::Scalar>& args, unsigned char* memory,
                                         double* mail, int number, int ncon, StepReport report) {
  const C c = C::again(args, memory, mail, number);
  const RowCounts n = make_rows(c, ncon, report);
  if (!report.fits) return report;
  jacobian(c, n);
  references(c, n);
  report.niter = newton(c, n, ncon);
  return report;
}

// Everything from the state to the accelerations, and the sensors where they are asked for. The worlds of a
// block pass here together, those that are not `on` only to meet.
template <class C>
CORTEN_DEV StepReport forward(const C& c, bool on, Readings wanted) {
  const auto& room = c.args.layout.sizes;
  StepReport report;
  RowCounts n;
  int ncon = 0;
  const auto go_on_if_it_fits = [&] {
    if (report.fits) return;
    report = {report.ncon, 0, 0, 0, false};
    on = false;
  };
  c.meet_block(0);
  if (on) {
    poses(c);
    centers(c);
    axes_and_inertias(c);
    tendons(c);
    c.finish(kPoses);
  }
  c.meet_block(1);
  if (on) {
    inertia_matrix(c);
    c.finish(kInertia);
  }
  c.meet_block(2);
  if (on) {
    velocities(c);
    if (lopsided(c)) bias_slopes(c);
    c.finish(kVelocity);
  }
  c.meet_block(3);
  if (on) {
    smooth_forces(c);
    if (wanted.sensors) early_sensors(c);
    c.finish(kForces);
  }
  c.meet_block(4);
  if (on) {
    report.ncon = ncon = collide(c);
    c.finish(kCollision);
    if (ncon > room.ncon) {
      report.lost = ncon - room.ncon;
      ncon = room.ncon;
      report.fits = c.args.last_resort;
      go_on_if_it_fits();
    }
    if (on && adheres(c)) adhere(c, ncon);
  }
  c.meet_block(5);
  if constexpr (C::kRow == 0) {
    int ncoupling = 0;
    const bool together = on && solved_together(c, ncon, ncoupling);
    if (together) {
      report = solve_together_of<C>(c.args, c.memory, c.team.mail(), c.number, ncon, report);
      go_on_if_it_fits();
    } else if (on) {
      report.nefc = rows_before(c, c.model().ntree) + ncoupling;
      c.sync();
      report.niter = solve_by_trees(c, ncon, ncoupling);
    }
    if (on) late_readings(c, ncon, wanted);
    if (on) c.finish(kSolver);
    return report;
  }
  if (on) {
    n = make_rows(c, ncon, report);
    go_on_if_it_fits();
    c.finish(kRows);
  }
  c.meet_block(6);
  if (on) {
    jacobian(c, n);
    references(c, n);
    c.finish(kJacobian);
  }
  c.meet_block(7);
  if (on) {
    report.niter = newton(c, n, ncon);
    late_readings(c, ncon, wanted);
    c.finish(kSolver);
  }
  return report;
}

// One step of the worlds that are on, with the sensors of its start; false, and the world as it was, when it
// needs more memory.
template <class C>
CORTEN_DEV bool step(const C& c, int world, bool on, bool sense, StepReport& report) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  const bool reset = !(m.opt.disableflags & mjDSBL_AUTORESET);
  if (on && reset && (any_bad(c, d.qpos.data(), m.nq) || any_bad(c, d.qvel.data(), m.nv)))
    reset_world(c, world);
  const bool rk4 = C::has(kRungeKutta) && m.opt.integrator == mjINT_RK4;
  const RungeKutta<C> rk(c);
  if (rk4 && on) rk.keep();
  const T h = m.opt.timestep;
  bool fits = true, checked = false;
  for (int pass = 0;;) {
    // as in MuJoCo: sensors of the first pass, what is watched of the last
    const bool last = pass == (rk4 && !c.args.stays ? 3 : 0);
    const StepReport r = forward(c, on, {sense && pass == 0, sense && last});
    const bool bad = on && pass == 0 && r.fits && reset && !checked && any_bad(c, d.qacc.data(), m.nv);
    if (on && pass == 0) report = r;
    if (on && (!r.fits ||
               (bad && c.in_step))) {  // also bad worlds go on in device memory: here the others would wait
      if (rk4) rk.restore();
      on = fits = false;
    } else if (bad) {
      checked = true;
      reset_world(c, world);
      if (rk4) rk.keep();
      continue;
    }
    if (c.args.stays) {
      if (rk4 && on) rk.restore();
      return fits;
    }
    if (!rk4) {
      if (on) advance(c, d.act_dot.data(), d.Ma.data(), static_cast<const T*>(nullptr));
      return fits;
    }
    if (on) rk.accumulate(pass == 0 || pass == 3 ? T(1.0 / 6.0) : T(1.0 / 3.0));
    if (++pass == 4) break;
    if (on) rk.next_point(pass == 3 ? h : h * T(0.5));
  }
  if (on) {
    rk.restore();
    advance(c, rk.sum_act_dot, rk.sum_qacc, rk.sum_qvel);
  }
  return fits;
}

// All steps of a launch for one world. in_step: with the other worlds of the block, which have the same steps
// to make.
template <class T, int W, int NP, unsigned F>
CORTEN_DEV void run_world(const StepArgs<T>& args, int world, unsigned char* memory, double* mail,
                          bool in_step) {
  const auto& s = args.state;
  const bool exists = world < args.nworld && !(s.active && !s.active[world]);
  int made = exists ? s.done[world] : args.until;
  if (!in_step && made >= args.until) return;
  const int number = world < args.nworld ? world : args.nworld - 1;  // a model, also where there is no world
  const Context<T, W, NP, F> c{args, bind<T>(args.layout, memory), Team<W>(mail), in_step, memory, number};
  c.read_model();
  const bool goes = made < args.until;
  if (goes) read_world(c, world);
  StepReport report;
  CORTEN_ROLLED for (int k = in_step ? args.first : made; k < args.until; ++k) {
    const bool on = made == k;
    if (!in_step && !on) break;
    if (on) read_control(c, world, k);
    const bool fits = step(c, world, on, k == args.nstep - 1 || s.sensor_record, report);
    if (!on || !fits) continue;
    if (s.record) record_state(c, world, k);
    if (s.sensor_record) record_sensors(c, world, k);
    c.finish(kAdvance);
    ++made;
  }
  if (!goes) return;
  write_world(c, world, report);
  if (c.lane() == 0) {
    if (args.slots) s.spilled[world] += made - s.done[world];
    s.done[world] = made;
  }
  c.sync();
}

}  // namespace corten::gpu
