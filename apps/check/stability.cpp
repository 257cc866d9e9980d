// Why a model would blow up: every spring, damper, servo and constraint against the time step.
//
// One degree of freedom with inverse inertia w, stiffness k and damping b, both taken explicitly, follows
//   v' = v − h w (k x + b v),   x' = x + h v'
// and is stable exactly when h w b / 2 + h² w k / 4 < 1. That sum is the load of the element; damping that
// the integrator takes implicitly divides the rest by 1 + h w b instead.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "apps/check/finding.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/smooth/flex_element.h"
#include "corten/smooth/inertia.h"

namespace corten::app {
namespace {

constexpr Real kSpeedPerStep = 100;  // [rad/s or m/s] an actuator should not reach within one step
constexpr Real kLightDof = 1e-8;     // [kg m² or kg]

struct Element {
  Real stiffness = 0;
  Real damping = 0;
  Real inverse_inertia = 0;
  bool implicit_damping = false;
};

bool implicit_integrator(const CheckedModel& m) {
  return m.opt.integrator == mjINT_IMPLICIT || m.opt.integrator == mjINT_IMPLICITFAST;
}

Real load(const Element& e, Real h) {
  const Real damper = h * e.inverse_inertia * e.damping;
  const Real spring = h * h * e.inverse_inertia * e.stiffness / 4;
  return e.implicit_damping ? spring / (1 + damper) : spring + damper / 2;
}

// h at which the load is 1: the positive root of a quadratic
Real largest_timestep(const Element& e) {
  const Real a = e.inverse_inertia * e.stiffness / 4;
  const Real b = e.inverse_inertia * e.damping * (e.implicit_damping ? -1 : 0.5);
  if (a <= 0) return 1 / b;
  return (-b + std::sqrt(b * b + 4 * a)) / (2 * a);
}

void judge(const CheckedModel& m, const Element& e, const std::string& where, const std::string& what,
           const char* remedy, Findings& findings) {
  const Real x = load(e, m.opt.timestep);
  // RK4 is stable a little further out than one Euler step
  const Real limit = m.opt.integrator == mjINT_RK4 ? 1.4 : 1;
  if (!(x > 0.5 * limit)) return;
  const bool over = x > limit;
  findings.push_back({over ? Level::kWarning : Level::kNote, "stiff", where,
                      fmt::format("{} is {} for the time step {} s", what,
                                  over ? "too stiff" : "close to too stiff", m.opt.timestep),
                      fmt::format("use at most {:.2g} s, {}", largest_timestep(e), remedy)});
}

void check_joints(const CheckedModel& m, Findings& findings) {
  const bool springs = !(m.opt.disableflags & mjDSBL_SPRING);
  const bool dampers = !(m.opt.disableflags & mjDSBL_DAMPER);
  const bool euler_implicit = m.opt.integrator == mjINT_EULER && !(m.opt.disableflags & mjDSBL_EULERDAMP);
  for (int dof = 0; dof < m.nv; ++dof) {
    const int jnt = m.dof_jntid[dof];
    const Element e{springs ? m.jnt_stiffness[jnt] : 0, dampers ? m.dof_damping[dof] : 0,
                    m.dof_invweight0[dof], euler_implicit || implicit_integrator(m)};
    const std::string where = fmt::format("joint '{}'", shown_name(m, mjOBJ_JOINT, jnt));
    judge(m, e, where, fmt::format("stiffness {:.3g} with damping {:.3g}", e.stiffness, e.damping),
          e.implicit_damping ? "or add armature" : "an implicit integrator, or add armature", findings);
    if (m.dof_M0[dof] < kLightDof && m.dof_damping[dof] == 0 && m.dof_armature[dof] == 0)
      findings.push_back(
          {Level::kWarning, "light", where,
           fmt::format("moves an inertia of only {:.2g} without damping or armature", m.dof_M0[dof]),
           "add armature or damping"});
  }
}

void check_tendons(const CheckedModel& m, Findings& findings) {
  for (int i = 0; i < m.ntendon; ++i) {
    const Element e{m.tendon_stiffness[i], m.tendon_damping[i], m.tendon_invweight0[i],
                    implicit_integrator(m)};
    judge(m, e, fmt::format("tendon '{}'", shown_name(m, mjOBJ_TENDON, i)),
          fmt::format("stiffness {:.3g} with damping {:.3g}", e.stiffness, e.damping),
          implicit_integrator(m) ? "or less stiffness" : "integrator implicitfast, or less of both",
          findings);
  }
}

// 1/m of the body that carries a vertex; 0 for what does not move
Real inverse_mass(const CheckedModel& m, int flex, int vert) {
  const int body = m.flex_vertbodyid[m.flex_vertadr[flex] + vert];
  return body >= 0 && m.body_weldid[body] != 0 && m.body_mass[body] > 0 ? 1 / m.body_mass[body] : 0;
}

// Stiffness along each edge of a flex: its spring, and 2 K l² of the elements it belongs to, whose force is K
// (l² − l₀²) l.
std::vector<Real> edge_stiffness(const CheckedModel& m, int flex) {
  const int first = m.flex_edgeadr[flex], dim = m.flex_dim[flex], sides = kEdgesOfElement[dim];
  std::vector<Real> stiffness(static_cast<std::size_t>(m.flex_edgenum[flex]), m.flex_edgestiffness[flex]);
  for (int e = 0; e < m.flex_elemnum[flex] && dim > 1; ++e)
    for (int k = 0, diagonal = 0; k < sides; diagonal += sides - k, ++k) {
      const int edge = m.flex_elemedge[m.flex_elemedgeadr[flex] + e * sides + k];
      const Real length = m.flexedge_length0[first + edge];
      stiffness[static_cast<std::size_t>(edge)] +=
          2 * m.flex_stiffness[m.flex_elemadr[flex] + e][diagonal] * length * length;
    }
  return stiffness;
}

// The stiffest edge of every flex whose vertices move by themselves.
void check_flexes(const CheckedModel& m, Findings& findings) {
  for (int i = 0; i < m.nflex; ++i) {
    if (m.flex_rigid[i] || m.flex_interp[i]) continue;
    const std::vector<Real> stiffness = edge_stiffness(m, i);
    Element stiffest;
    for (int e = 0; e < m.flex_edgenum[i]; ++e) {
      const Vec<int, 2>& ends = m.flex_edge[m.flex_edgeadr[i] + e];
      const Element edge{stiffness[static_cast<std::size_t>(e)], m.flex_edgedamping[i],
                         inverse_mass(m, i, ends[0]) + inverse_mass(m, i, ends[1]), false};
      if (load(edge, m.opt.timestep) > load(stiffest, m.opt.timestep)) stiffest = edge;
    }
    judge(
        m, stiffest, fmt::format("flex '{}'", shown_name(m, mjOBJ_FLEX, i)),
        fmt::format("an edge of stiffness {:.3g} with damping {:.3g}", stiffest.stiffness, stiffest.damping),
        "a smaller young or more mass, or dof trilinear with integrator implicitfast", findings);
  }
}

// moment M⁻¹ momentᵀ: acceleration of the transmission's length per unit of force at qpos0
Real inverse_inertia(const CheckedModel& m, const Data& d, int actuator) {
  std::vector<Real> moment(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < d.moment_rownnz[actuator]; ++i) {
    const int entry = d.moment_rowadr[actuator] + i;
    moment[static_cast<std::size_t>(d.moment_colind[entry])] = d.actuator_moment[entry];
  }
  std::vector<Real> solved = moment;
  solve_m(m, d, solved);
  Real product = 0;
  for (std::size_t i = 0; i < moment.size(); ++i) product += moment[i] * solved[i];
  return product;
}

// largest force the control range and the force range allow; 0 when neither bounds it
Real largest_force(const CheckedModel& m, int i) {
  Real force = 0;
  if (m.actuator_ctrllimited[i] && m.actuator_gaintype[i] == mjGAIN_FIXED)
    force = std::abs(m.actuator_gainprm[i][0]) *
            std::max(std::abs(m.actuator_ctrlrange[i][0]), std::abs(m.actuator_ctrlrange[i][1]));
  if (m.actuator_forcelimited[i]) {
    const Real bound = std::max(std::abs(m.actuator_forcerange[i][0]), std::abs(m.actuator_forcerange[i][1]));
    force = force > 0 ? std::min(force, bound) : bound;
  }
  return force;
}

void check_actuator(const CheckedModel& m, const Data& d, int i, Findings& findings) {
  const std::string where = fmt::format("actuator '{}'", shown_name(m, mjOBJ_ACTUATOR, i));
  const Real w = inverse_inertia(m, d, i);
  if (m.actuator_biastype[i] == mjBIAS_AFFINE) {
    const Real kp = -m.actuator_biasprm[i][1];
    const Real kv = -m.actuator_biasprm[i][2];
    if (kp < 0 || kv < 0)
      findings.push_back({Level::kWarning, "feedback", where,
                          fmt::format("pushes away from rest: biasprm gives kp {:.3g}, kv {:.3g}", kp, kv),
                          "biasprm of a servo is 0 −kp −kv"});
    judge(m, {std::max(kp, 0.0), std::max(kv, 0.0), w, implicit_integrator(m)}, where,
          fmt::format("servo with kp {:.3g}, kv {:.3g}", kp, kv),
          implicit_integrator(m) ? "armature or smaller gains"
                                 : "integrator implicitfast, armature or smaller gains",
          findings);
  }
  // a servo far from its target is meant to push hard; a motor is not
  const Real speed = largest_force(m, i) * m.actuator_acc0[i] * m.opt.timestep;
  if (speed > kSpeedPerStep && m.actuator_biastype[i] == mjBIAS_NONE)
    findings.push_back(
        {Level::kWarning, "gear", where,
         fmt::format("full control changes the speed by {:.3g} within one step", speed),
         fmt::format("gear is {:.3g}; check its units or narrow ctrlrange", m.actuator_gear[i][0])});
}

void check_actuators(const CheckedModel& m, Findings& findings) {
  if (m.nu == 0 || (m.opt.disableflags & mjDSBL_ACTUATION)) return;
  Data d = make_data(m);
  fwd_position(m, d);
  for (int i = 0; i < m.nu; ++i) check_actuator(m, d, i, findings);
}

void check_solref(const CheckedModel& m, const Vec2<Real>& solref, const std::string& where,
                  Findings& findings) {
  const Real h = m.opt.timestep;
  if (solref[0] > 0) {
    if (solref[0] >= 2 * h) return;
    const bool safe = !(m.opt.disableflags & mjDSBL_REFSAFE);
    findings.push_back(
        {safe ? Level::kNote : Level::kWarning, "solref", where,
         fmt::format("time constant {:.3g} s is below two time steps ({} s)", solref[0], 2 * h),
         safe ? "the engine takes two time steps instead" : "enable refsafe or raise it"});
    return;
  }
  // stiffness and damping given directly, already divided by the inertia
  judge(m, {-solref[0], -solref[1], 1, false}, where,
        fmt::format("constraint with stiffness {:.3g} and damping {:.3g}", -solref[0], -solref[1]),
        "or a positive solref", findings);
}

void check_constraints(const CheckedModel& m, Findings& findings) {
  for (int i = 0; i < m.ngeom; ++i)
    if (m.geom_contype[i] || m.geom_conaffinity[i])
      check_solref(m, m.geom_solref[i], fmt::format("geom '{}'", shown_name(m, mjOBJ_GEOM, i)), findings);
  for (int i = 0; i < m.njnt; ++i)
    if (m.jnt_limited[i])
      check_solref(m, m.jnt_solref[i], fmt::format("limit of joint '{}'", shown_name(m, mjOBJ_JOINT, i)),
                   findings);
  for (int i = 0; i < m.neq; ++i)
    check_solref(m, m.eq_solref[i], fmt::format("equality '{}'", shown_name(m, mjOBJ_EQUALITY, i)), findings);
  for (int i = 0; i < m.npair; ++i)
    check_solref(m, m.pair_solref[i], fmt::format("pair '{}'", shown_name(m, mjOBJ_PAIR, i)), findings);
  for (int i = 0; i < m.ntendon; ++i)
    if (m.tendon_limited[i])
      check_solref(m, m.tendon_solref_lim[i],
                   fmt::format("limit of tendon '{}'", shown_name(m, mjOBJ_TENDON, i)), findings);
}

}  // namespace

void check_stability(const CheckedModel& m, Findings& findings) {
  if (m.opt.timestep > 0.02)
    findings.push_back({Level::kWarning, "timestep", "option",
                        fmt::format("time step {} s is long", m.opt.timestep),
                        "contacts need a few milliseconds"});
  check_joints(m, findings);
  check_tendons(m, findings);
  check_flexes(m, findings);
  check_actuators(m, findings);
  check_constraints(m, findings);
}

}  // namespace corten::app
