// Velocities, passive and bias forces, transmissions and actuators: what the dofs feel without constraints.
#pragma once

#include "corten/smooth/actuation_core.h"
#include "corten/smooth/passive_core.h"
#include "corten/smooth/rne_core.h"
#include "corten/smooth/slider_crank_core.h"
#include "cuda/tendons.h"

namespace corten::gpu {

// Velocities of the bodies, and their accelerations where the dofs have none.
template <class C>
CORTEN_DEV void motions(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  if (c.lane() == 0) {
    d.cvel[0] = Motion<T>{};
    d.cacc[0] = Motion<T>{Vec3<T>{}, -c.tables().gravity};
  }
  c.sync();
  pass_down(c, &d.cdof[0].ang[0], d.qvel.data(), &d.cvel[0].ang[0]);
  c.each(m.nv, [&](int dof) {  // the velocity before a joint turns its axes; free translations keep theirs
    const int jnt = m.dof_jntid[dof], body = m.dof_bodyid[dof], start = m.jnt_dofadr[jnt];
    const bool free = m.jnt_type[jnt] == mjJNT_FREE;
    Motion<T> velocity = d.cvel[m.body_parentid[body]];
    CORTEN_ROLLED for (int e = m.body_dofadr[body]; e < start + (free ? 3 : 0); ++e) velocity +=
        d.cdof[e] * d.qvel[e];
    d.cdof_dot[dof] = free && dof < start + 3 ? Motion<T>{} : cross_motion(velocity, d.cdof[dof]);
  });
  pass_down(c, &d.cdof_dot[0].ang[0], d.qvel.data(), &d.cacc[0].ang[0]);
}

// The force that a user applies to a body, about its reference point.
template <class C>
CORTEN_DEV Force<typename C::Scalar> applied_push(const C& c, int body) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  if (!c.args.state.xfrc_applied) return {};
  const T* x = c.args.state.xfrc_applied +
               (static_cast<std::size_t>(c.number) * static_cast<std::size_t>(m.nbody) + body) * 6;
  return transport(Force<T>{load_vec3(x + 3), load_vec3(x)}, d.subtree_com[m.body_rootid[body]],
                   d.xipos[body]);
}

// What the bodies need to move so, less what is applied to them and what a medium does, summed over subtrees.
template <class C>
CORTEN_DEV void velocities(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  motions(c);
  c.each(m.nbody - 1, [&](int i) {
    const int body = i + 1;
    d.cfrc[body] = body_force(d.cinert[body], d.cvel[body], d.cacc[body]);
    if (c.args.state.xfrc_applied) d.cfrc[body] -= applied_push(c, body);
    if (C::has(kMedium) && c.tables().medium) d.cfrc[body] -= medium_push(c, body);
  });
  // the sums lie where the composite inertias were
  subtree_sums<6>(c, &d.cfrc[0].torque[0], reinterpret_cast<T*>(d.crb.data()));
}

template <class C>
CORTEN_DEV typename C::Scalar bias_force(const C& c, int dof) {
  using T = typename C::Scalar;
  const Force<T>* total = reinterpret_cast<const Force<T>*>(c.world.crb.data());
  return dot(c.world.cdof[dof], total[c.model().dof_bodyid[dof]]);
}

// Springs of joints, one item per joint: its dofs' numbers are its own.
template <class C>
CORTEN_DEV void springs(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  c.each(c.np(), [&](int dof) { d.qfrc_spring[dof] = T(0); });
  if (m.opt.disableflags & mjDSBL_SPRING) return;
  c.each(m.njnt, [&](int jnt) {
    if (m.jnt_stiffness[jnt] != 0) joint_spring(m, d, jnt);
  });
}

template <class C>
CORTEN_DEV typename C::Scalar tendon_passive(const C& c, int dof) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  T force = 0;
  CORTEN_ROLLED for (int tendon = 0; tendon < m.ntendon; ++tendon) {
    const T J = d.ten_J[tendon * c.np() + dof];
    if (J == 0) continue;
    if (!(m.opt.disableflags & mjDSBL_SPRING))
      force += J * (m.tendon_stiffness[tendon] *
                    deadband_displacement(d.ten_length[tendon], m.tendon_lengthspring[tendon]));
    if (!(m.opt.disableflags & mjDSBL_DAMPER))
      force += J * (-m.tendon_damping[tendon] * d.ten_velocity[tendon]);
  }
  return force;
}

template <class C>
CORTEN_DEV typename C::Scalar gravity_compensation(const C& c, int dof) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  T force = 0;
  if constexpr (!C::has(kCompensation)) return force;
  CORTEN_ROLLED for (int k = 0; k < t.ngravcomp; ++k) {
    const int body = t.gravcomp[k];
    if (!moves(c, body, dof)) continue;
    const Vec3<T> push = t.gravity * -(m.body_mass[body] * m.body_gravcomp[body]);
    force += dot(point_axis(c, dof, c.world.xipos[body]), push);
  }
  return force;
}

// Entry of the moment of a slider-crank at a dof, and its length.
template <class C>
CORTEN_DEV SliderCrank<typename C::Scalar> crank_of(const C& c, int i) {
  const auto& m = c.model();
  const auto& d = c.world;
  const int crank = m.actuator_trnid[i][0], slider = m.actuator_trnid[i][1];
  return slider_crank(d.site_xmat[slider].col(2), d.site_xpos[crank] - d.site_xpos[slider],
                      m.actuator_cranklength[i]);
}
template <class C>
CORTEN_DEV typename C::Scalar crank_moment(const C& c, int i, int dof) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int crank = m.actuator_trnid[i][0], slider = m.actuator_trnid[i][1];
  const auto s = crank_of(c, i);
  T x = 0;
  if (moves(c, m.site_bodyid[slider], dof))
    x += dot(s.by_axis, cross(d.cdof[dof].ang, d.site_xmat[slider].col(2))) -
         dot(s.by_vec, point_axis(c, dof, d.site_xpos[slider]));
  if (moves(c, m.site_bodyid[crank], dof)) x += dot(s.by_vec, point_axis(c, dof, d.site_xpos[crank]));
  return x * m.actuator_gear[i][0];
}

// Of a site, perhaps against a reference: dofs that move both do not count.
template <class C>
CORTEN_DEV typename C::Scalar site_moment(const C& c, int i, int dof) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int site = m.actuator_trnid[i][0], ref = m.actuator_trnid[i][1];
  const Mat3<T>& rot = d.site_xmat[ref >= 0 ? ref : site];
  const Vec3<T> push = rot * load_vec3(m.actuator_gear[i].e),
                turn = rot * load_vec3(m.actuator_gear[i].e + 3);
  const bool first = moves(c, m.site_bodyid[site], dof),
             second = ref >= 0 && moves(c, m.site_bodyid[ref], dof);
  if (first == second) return 0;
  const T x = dot(point_axis(c, dof, d.site_xpos[first ? site : ref]), push) + dot(d.cdof[dof].ang, turn);
  return first ? x : -x;
}
// the oracle's order of factors, which is not the geometric one
template <class C>
CORTEN_DEV Quat<typename C::Scalar> reference_quat(const C& c, int site) {
  return c.model().site_quat[site] * c.world.xquat[c.model().site_bodyid[site]];
}
template <class C>
CORTEN_DEV typename C::Scalar reference_length(const C& c, int i) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  const int site = m.actuator_trnid[i][0], ref = m.actuator_trnid[i][1];
  const Vec3<T> push = load_vec3(m.actuator_gear[i].e), turn = load_vec3(m.actuator_gear[i].e + 3);
  T length = 0;
  if (dot(push, push) > 0)
    length += dot(transpose_mul(d.site_xmat[ref], d.site_xpos[site] - d.site_xpos[ref]), push);
  if (dot(turn, turn) > 0) length += dot(sub_quat(reference_quat(c, site), reference_quat(c, ref)), turn);
  return length;
}

// Of a body that adheres: it is pulled against the mean normal of its contacts, those within the gap
// included.
template <class C>
CORTEN_DEV typename C::Scalar adhesion_moment(const C& c, int body, int dof, int ncon) {
  using T = typename C::Scalar;
  const auto& d = c.world;
  T sum = 0;
  int count = 0;
  CORTEN_ROLLED for (int k = 0; k < ncon; ++k) {
    const auto& con = d.contact[k];
    const PairParams<T>& p = c.tables().pairs[con.pair];
    if (p.body1 != body && p.body2 != body) continue;
    ++count;
    const int sign = int(moves(c, p.body2, dof)) - int(moves(c, p.body1, dof));
    if (sign) sum += T(sign) * dot(con.normal, point_axis(c, dof, con.pos));
  }
  return count ? -sum / T(count) : T(0);
}

// Rows of moments, dof by dof.
template <class C>
CORTEN_DEV void moments(const C& c, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  CORTEN_ROLLED for (int i = 0; i < m.nu && t.nmoment > 0; ++i) {
    const int row = t.moment_row[i];
    if (row < 0) continue;
    const int id = m.actuator_trnid[i][0];
    c.each_unsynced(m.nv, [&](int dof) {
      T x = 0;
      if (m.actuator_trntype[i] == mjTRN_TENDON) {
        x = d.ten_J[id * c.np() + dof] * m.actuator_gear[i][0];
      } else if (m.actuator_trntype[i] == mjTRN_SITE) {
        x = site_moment(c, i, dof);
      } else if (m.actuator_trntype[i] == mjTRN_SLIDERCRANK) {
        x = crank_moment(c, i, dof);
      } else if (m.actuator_trntype[i] == mjTRN_BODY) {
        x = adhesion_moment(c, id, dof, ncon);
      } else {  // ball or free joint
        const int first = m.jnt_dofadr[id], k = dof - first;
        const bool free = m.jnt_type[id] == mjJNT_FREE;
        if (k >= 0 && k < (free ? 6 : 3)) {
          const Quat<T> quat = unit(load_quat(&d.qpos[m.jnt_qposadr[id] + (free ? 3 : 0)]));
          Vec3<T> gear = load_vec3(m.actuator_gear[i].e + (free ? 3 : 0));
          if (m.actuator_trntype[i] == mjTRN_JOINTINPARENT) gear = rotate(conjugate(quat), gear);
          x = free && k < 3 ? m.actuator_gear[i][k] : gear[free ? k - 3 : k];
        }
      }
      d.moment[row * c.np() + dof] = x;
    });
  }
  c.sync();
}

// Length, velocity and moment of every actuator.
template <class C>
CORTEN_DEV void transmissions(const C& c, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  if constexpr (C::has(kMoments)) moments(c, ncon);
  c.each(m.nu, [&](int i) {
    const int id = m.actuator_trnid[i][0], row = t.moment_row[i];
    const T gear = m.actuator_gear[i][0];
    T length = 0, velocity = 0;
    if (!C::has(kMoments) || row < 0) {
      length = d.qpos[m.jnt_qposadr[id]] * gear;
      velocity = gear * d.qvel[m.jnt_dofadr[id]];
    } else {
      CORTEN_ROLLED for (int dof = 0; dof < m.nv; ++dof) velocity +=
          d.moment[row * c.np() + dof] * d.qvel[dof];
      if (m.actuator_trntype[i] == mjTRN_TENDON) {
        length = d.ten_length[id] * gear;
      } else if (m.actuator_trntype[i] == mjTRN_SLIDERCRANK) {
        length = crank_of(c, i).length * gear;
      } else if (m.actuator_trntype[i] == mjTRN_SITE) {
        if (m.actuator_trnid[i][1] >= 0) length = reference_length(c, i);
      } else if (m.actuator_trntype[i] != mjTRN_BODY && m.jnt_type[id] == mjJNT_BALL) {
        const Vec3<T> turn = quat_to_vel(unit(load_quat(&d.qpos[m.jnt_qposadr[id]])), T(1));
        const int first = m.jnt_dofadr[id];
        for (int k = 0; k < 3; ++k) length += turn[k] * d.moment[row * c.np() + first + k];
      }
    }
    d.actuator_length[i] = length;
    d.actuator_velocity[i] = velocity;
  });
}

// One bad number silences all controls.
template <class C>
CORTEN_DEV bool controls_are_bad(const C& c) {
  const auto& m = c.model();
  bool bad = false;
  CORTEN_ROLLED for (int i = c.lane(); i < m.nu; i += c.width()) bad |= is_bad(c.world.ctrl[i]);
  return c.team.any(bad);
}

// ncon: contacts, where they are known
template <class C>
CORTEN_DEV void actuators(const C& c, int ncon) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  auto& d = c.world;
  if (m.nu == 0) return;
  transmissions(c, ncon);
  if (m.opt.disableflags & mjDSBL_ACTUATION) {
    c.each(m.nu, [&](int i) { d.actuator_force[i] = T(0); });
    return;
  }
  const bool silent = controls_are_bad(c);
  c.each(m.nu, [&](int i) {
    const T ctrl = silent ? T(0) : core::limited_control(m, i, d.ctrl[i]);
    T input = ctrl;
    if (C::has(kActivations) && m.actuator_actadr[i] >= 0) {
      const int act = core::driving_act(m, i);
      CORTEN_ROLLED for (int k = m.actuator_actadr[i]; k < act; ++k) d.act_dot[k] = T(0);
      d.act_dot[act] = core::activation_rate(m, i, ctrl, d.act[act]);
      input = core::actuator_input(m, d, i, ctrl);
    }
    T force = 0;
    if (!core::actuator_disabled(m, i)) {
      const T length = d.actuator_length[i], velocity = d.actuator_velocity[i];
      if constexpr (C::has(kActivations)) {
        force = core::actuator_gain(m, i, length, velocity) * input;
        force += core::actuator_bias(m, i, length, velocity);
      } else {  // no muscles
        const T *gain = m.actuator_gainprm[i].e, *bias = m.actuator_biasprm[i].e;
        force =
            (m.actuator_gaintype[i] == mjGAIN_FIXED ? gain[0] : core::affine(gain, length, velocity)) * input;
        force += m.actuator_biastype[i] == mjBIAS_NONE ? T(0) : core::affine(bias, length, velocity);
      }
    }
    d.actuator_force[i] = force;
  });
  if (C::has(kTendons) && t.tendon_limits) {  // the sum of all actuators of a tendon stays within its limit
    T* total = d.ten_note.data();
    c.each(m.ntendon, [&](int tendon) {
      T sum = 0;
      CORTEN_ROLLED for (int i = 0; i < m.nu;
                         ++i) if (m.actuator_trntype[i] == mjTRN_TENDON && m.actuator_trnid[i][0] == tendon)
          sum += d.actuator_force[i];
      total[tendon] = sum;
    });
    c.each(m.nu, [&](int i) {
      const int tendon = m.actuator_trnid[i][0];
      if (m.actuator_trntype[i] == mjTRN_TENDON && m.tendon_actfrclimited[tendon])
        d.actuator_force[i] *= core::scale_into(total[tendon], m.tendon_actfrcrange[tendon]);
    });
  }
  c.each(m.nu, [&](int i) {
    if (m.actuator_forcelimited[i])
      d.actuator_force[i] = core::within(d.actuator_force[i], m.actuator_forcerange[i]);
  });
}

template <class C>
CORTEN_DEV typename C::Scalar actuator_push(const C& c, int dof, typename C::Scalar compensation) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& t = c.tables();
  const auto& d = c.world;
  T force = 0;
  if (m.nu == 0 || (m.opt.disableflags & mjDSBL_ACTUATION))
    return force;  // compensation through actuators, too
  CORTEN_ROLLED for (int k = t.dof_actadr[dof]; k < t.dof_actadr[dof + 1]; ++k) {
    const int i = t.dof_act[k], row = t.moment_row[i];
    const T gear = !C::has(kMoments) || row < 0 ? m.actuator_gear[i][0] : d.moment[row * c.np() + dof];
    force += gear * d.actuator_force[i];
  }
  const int jnt = m.dof_jntid[dof];
  if (m.jnt_actgravcomp[jnt]) force += compensation;
  if (m.jnt_actfrclimited[jnt] && m.jnt_type[jnt] >= mjJNT_SLIDE)
    force = core::within(force, m.jnt_actfrcrange[jnt]);
  return force;
}

// Gravity compensation is a passive force: gone with both kinds of these.
template <class C>
CORTEN_DEV typename C::Scalar compensation_of(const C& c, int dof) {
  constexpr int off = mjDSBL_SPRING | mjDSBL_DAMPER;
  return (c.model().opt.disableflags & off) != off ? gravity_compensation(c, dof) : typename C::Scalar(0);
}

// Whether actuators have to wait for contacts.
template <class C>
CORTEN_DEV bool adheres(const C& c) {
  return C::has(kMoments) && c.tables().adheres;
}

// qfrc_smooth = passive − bias + actuators + applied
template <class C>
CORTEN_DEV void smooth_forces(const C& c) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  constexpr int off = mjDSBL_SPRING | mjDSBL_DAMPER;
  const bool passive = (m.opt.disableflags & off) != off;
  const bool swings = C::has(kTendons) && c.tables().tendon_armature;
  springs(c);
  actuators(c, 0);
  if (swings) c.each(m.ntendon, [&](int k) { d.ten_note[k] = m.tendon_armature[k] * tendon_swing(c, k); });
  c.each(c.np(), [&](int dof) {
    T force = 0;
    if (dof < m.nv) {
      const T compensation = compensation_of(c, dof);
      if (passive) {
        force = d.qfrc_spring[dof];
        if (!(m.opt.disableflags & mjDSBL_DAMPER)) force += -m.dof_damping[dof] * d.qvel[dof];
        if (C::has(kTendons) && m.ntendon > 0) force += tendon_passive(c, dof);
        if (!m.jnt_actgravcomp[m.dof_jntid[dof]]) force += compensation;
      }
      T bias = bias_force(c, dof);
      if (swings)
        CORTEN_ROLLED for (int k = 0; k < m.ntendon; ++k) bias += d.ten_note[k] * d.ten_J[k * c.np() + dof];
      force -= bias;
      if (!adheres(c)) force += actuator_push(c, dof, compensation);
      if (c.args.state.qfrc_applied)
        force += c.args.state
                     .qfrc_applied[static_cast<std::size_t>(c.number) * static_cast<std::size_t>(m.nv) + dof];
    }
    d.qfrc_smooth[dof] = force;
  });
}

// What waited for the contacts.
template <class C>
CORTEN_DEV void adhere(const C& c, int ncon) {
  actuators(c, ncon);
  c.each(c.model().nv,
         [&](int dof) { c.world.qfrc_smooth[dof] += actuator_push(c, dof, compensation_of(c, dof)); });
}

}  // namespace corten::gpu
