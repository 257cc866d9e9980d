// Actuators: what they act on, limits, activation.
#include <algorithm>

#include "corten/compile/history.h"
#include "corten/compile/limits.h"
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

// ---- transmission ----

const char* find_site(const Draft& draft, const std::string& name, int& id) {
  id = draft.names.find(mjOBJ_SITE, name);
  return id < 0 ? "unknown site" : nullptr;
}

const char* resolve_target(const Draft& draft, DraftActuator& actuator) {
  const spec::Actuator& node = *actuator.spec;
  int& target = actuator.target[0];
  switch (node.trntype) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      target = draft.names.find(mjOBJ_JOINT, node.target);
      return target < 0 ? "unknown joint" : nullptr;
    case mjTRN_TENDON:
      target = draft.names.find(mjOBJ_TENDON, node.target);
      return target < 0 ? "unknown tendon" : nullptr;
    case mjTRN_SLIDERCRANK:
      if (*node.cranklength <= 0) return "crank length must be positive";
      if (const char* wrong = find_site(draft, node.slidersite, actuator.target[1])) return wrong;
      return find_site(draft, node.target, target);
    case mjTRN_SITE:
      if (!node.refsite.empty())
        if (const char* wrong = find_site(draft, node.refsite, actuator.target[1])) return wrong;
      return find_site(draft, node.target, target);
    case mjTRN_BODY:
      target = draft.names.find(mjOBJ_BODY, node.target);
      return target < 0 ? "unknown body" : nullptr;
    default:
      return "transmission target not specified";
  }
}

// ---- ranges ----

// the range of the joint or tendon, 0 0 if there is none to inherit
const char* target_range(const Draft& draft, const DraftActuator& actuator, Vec<Real, 2>& range) {
  const int target = actuator.target[0];
  if (actuator.spec->trntype == mjTRN_TENDON) {
    range = *draft.tendons[target].spec->range;
  } else if (actuator.spec->trntype == mjTRN_JOINT) {
    const DraftJoint& joint = draft.joints[target];
    if (joint.type != mjJNT_HINGE && joint.type != mjJNT_SLIDE)
      return "inheritrange can only be used with hinge and slide joints or tendons";
    range = joint.range;
  } else {
    return "inheritrange can only be used with hinge and slide joints or tendons";
  }
  return range[0] == range[1] ? "inheritrange is used but the target has no range" : nullptr;
}

// Position servos may take the range of what they move.
const char* inherit_range(const Draft& draft, DraftActuator& actuator) {
  const spec::Actuator& node = *actuator.spec;
  const bool is_servo = *node.gaintype == mjGAIN_FIXED && *node.biastype == mjBIAS_AFFINE &&
                        (*node.gainprm)[0] == -(*node.biasprm)[1];
  if (!is_servo || !(*node.inheritrange > 0)) return nullptr;
  const bool to_ctrl = *node.dyntype == mjDYN_NONE || *node.dyntype == mjDYN_FILTEREXACT;
  if (!to_ctrl && *node.dyntype != mjDYN_INTEGRATOR)
    return "inheritrange only works with dyntype none, filterexact and integrator";
  Vec<Real, 2> target;
  if (const char* wrong = target_range(draft, actuator, target)) return wrong;
  const Real mean = 0.5 * (target[1] + target[0]);
  const Real radius = 0.5 * (target[1] - target[0]) * *node.inheritrange;
  (to_ctrl ? actuator.ctrlrange : actuator.actrange) = {mean - radius, mean + radius};
  return nullptr;
}

const char* limit(bool autolimits, int limited, const Vec<Real, 2>& range, bool& is) {
  if (const char* wrong = check_autolimits(autolimits, limited, range)) return wrong;
  is = is_limited(limited, range);
  return is && range[0] >= range[1] ? "lower limit must be smaller than the upper one" : nullptr;
}

const char* limit_all(const Spec& spec, DraftActuator& a) {
  const spec::Actuator& node = *a.spec;
  const bool autolimits = spec.compiler_of(node).autolimits;
  if (const char* wrong = limit(autolimits, *node.ctrllimited, a.ctrlrange, a.ctrllimited)) return wrong;
  if (const char* wrong = limit(autolimits, *node.forcelimited, *node.forcerange, a.forcelimited))
    return wrong;
  if (const char* wrong = limit(autolimits, *node.actlimited, a.actrange, a.actlimited)) return wrong;
  return a.actlimited && *node.dyntype == mjDYN_NONE ? "actrange specified but dyntype is 'none'" : nullptr;
}

// ---- dynamics, gain, bias ----

const char* resolve_activation(DraftActuator& actuator) {
  const spec::Actuator& node = *actuator.spec;
  const int dim = *node.actdim;
  const bool stateful = *node.dyntype != mjDYN_NONE;
  actuator.actnum = dim < 0 ? stateful : dim;
  if (dim > 1 && *node.dyntype != mjDYN_USER) return "actdim > 1 is only allowed for dyntype 'user'";
  if (dim == 1 && !stateful) return "invalid actdim 1 in stateless actuator";
  if (dim == 0 && stateful) return "invalid actdim 0 in stateful actuator";
  return nullptr;
}

const char* check_muscle(const Vec<Real, 10>& prm) {
  if (prm[0] >= prm[1]) return "range[0] must be less than range[1] in muscle";
  if (prm[4] >= 1 || prm[5] <= 1) return "lmin must be less than 1 and lmax more than 1 in muscle";
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0)
    return "scale, vmax, fpmax and fvmax must be positive in muscle";
  return nullptr;
}

const char* check_parameters(const spec::Actuator& node) {
  if (*node.gaintype == mjGAIN_MUSCLE)
    if (const char* wrong = check_muscle(*node.gainprm)) return wrong;
  if (*node.biastype == mjBIAS_MUSCLE)
    if (const char* wrong = check_muscle(*node.biasprm)) return wrong;
  return check_history(*node.delay, *node.nsample);
}

DraftActuator resolve(const Spec& spec, const spec::Actuator& node, const Draft& draft,
                      Diagnostics& diagnostics) {
  DraftActuator actuator{&node};
  actuator.ctrlrange = *node.ctrlrange;
  actuator.actrange = *node.actrange;
  const char* wrong = resolve_target(draft, actuator);
  if (!wrong) wrong = inherit_range(draft, actuator);
  if (!wrong) wrong = limit_all(spec, actuator);
  if (!wrong) wrong = resolve_activation(actuator);
  if (!wrong) wrong = check_parameters(node);
  if (wrong) refuse(diagnostics, "actuator", node, wrong);
  return actuator;
}

void fill_actuator(const DraftActuator& actuator, int id, Model& m) {
  const spec::Actuator& node = *actuator.spec;
  m.actuator_trntype[id] = node.trntype;
  m.actuator_dyntype[id] = *node.dyntype;
  m.actuator_gaintype[id] = *node.gaintype;
  m.actuator_biastype[id] = *node.biastype;
  m.actuator_trnid[id] = actuator.target;
  m.actuator_actnum[id] = actuator.actnum;
  m.actuator_group[id] = *node.group;
  m.actuator_history[id] = {*node.nsample, *node.interp};
  m.actuator_delay[id] = *node.delay;
  m.actuator_ctrllimited[id] = actuator.ctrllimited;
  m.actuator_forcelimited[id] = actuator.forcelimited;
  m.actuator_actlimited[id] = actuator.actlimited;
  m.actuator_dynprm[id] = *node.dynprm;
  m.actuator_gainprm[id] = *node.gainprm;
  m.actuator_biasprm[id] = *node.biasprm;
  m.actuator_actearly[id] = *node.actearly;
  m.actuator_ctrlrange[id] = actuator.ctrlrange;
  m.actuator_forcerange[id] = *node.forcerange;
  m.actuator_actrange[id] = actuator.actrange;
  m.actuator_gear[id] = *node.gear;
  m.actuator_cranklength[id] = *node.cranklength;
  m.actuator_lengthrange[id] = *node.lengthrange;
  m.actuator_plugin[id] = -1;
  std::copy(node.userdata.begin(), node.userdata.end(), m.actuator_user[id].begin());
}

}  // namespace

void resolve_actuators(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const spec::Actuator& node : spec.actuators)
    draft.actuators.push_back(resolve(spec, node, draft, diagnostics));
}

void fill_actuators(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int act = 0, history = 0;
  for (int id = 0; id < m.nu; ++id) {
    const DraftActuator& actuator = draft.actuators[id];
    fill_actuator(actuator, id, m);
    m.actuator_actadr[id] = actuator.actnum > 0 ? act : -1;
    act += actuator.actnum;
    m.actuator_historyadr[id] = *actuator.spec->nsample > 0 ? history : -1;
    history += history_size(*actuator.spec->nsample, 1);
  }
}

}  // namespace corten
