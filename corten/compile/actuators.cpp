// Actuators: what they act on, limits, activation.
#include <algorithm>

#include "corten/base/client_texts.h"
#include "corten/compile/history.h"
#include "corten/compile/limits.h"
#include "corten/compile/passes.h"
#include "corten/compile/size_sum.h"
#include "corten/compile/unknown_name.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

// ---- transmission ----

// One object a transmission refers to, and the attribute that names it.
struct Reference {
  mjtObj type;
  const char* kind;
  const char* attribute;
  const std::string* name;
  int* id;
};

std::vector<Reference> references(DraftActuator& actuator) {
  const spec::Actuator& node = *actuator.spec;
  int *first = &actuator.target[0], *second = &actuator.target[1];
  switch (node.trntype) {
    case mjTRN_JOINT:
      return {{mjOBJ_JOINT, "joint", "joint", &node.target, first}};
    case mjTRN_JOINTINPARENT:
      return {{mjOBJ_JOINT, "joint", "jointinparent", &node.target, first}};
    case mjTRN_TENDON:
      return {{mjOBJ_TENDON, "tendon", "tendon", &node.target, first}};
    case mjTRN_BODY:
      return {{mjOBJ_BODY, "body", "body", &node.target, first}};
    case mjTRN_SLIDERCRANK:
      return {{mjOBJ_SITE, "site", "slidersite", &node.slidersite, second},
              {mjOBJ_SITE, "site", "cranksite", &node.target, first}};
    default:
      break;
  }
  if (node.refsite.empty()) return {{mjOBJ_SITE, "site", "site", &node.target, first}};
  return {{mjOBJ_SITE, "site", "refsite", &node.refsite, second},
          {mjOBJ_SITE, "site", "site", &node.target, first}};
}

// True if all objects exist; the others are refused.
bool resolve_target(const Draft& draft, DraftActuator& actuator, Diagnostics& diagnostics) {
  const spec::Actuator& node = *actuator.spec;
  if (node.trntype == mjTRN_UNDEFINED) {
    refuse(diagnostics, "actuator", node, "transmission target not specified",
           "give it a joint, tendon, site or body");
    return false;
  }
  bool found = true;
  for (const Reference& r : references(actuator)) {
    *r.id = draft.names.find(r.type, *r.name);
    if (*r.id >= 0) continue;
    refuse_unknown(draft, r.type, r.kind, r.attribute, *r.name, "actuator", node, diagnostics);
    found = false;
  }
  return found;
}

const char* check_crank(const spec::Actuator& node) {
  return node.trntype == mjTRN_SLIDERCRANK && *node.cranklength <= 0
             ? "cranklength is not given or not positive; a slider-crank needs the length of its rod"
             : nullptr;
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
    return "inheritrange needs dyntype none, filterexact or integrator";
  Vec<Real, 2> target;
  if (const char* wrong = target_range(draft, actuator, target)) return wrong;
  const Real mean = 0.5 * (target[1] + target[0]);
  const Real radius = 0.5 * (target[1] - target[0]) * *node.inheritrange;
  (to_ctrl ? actuator.ctrlrange : actuator.actrange) = {mean - radius, mean + radius};
  return nullptr;
}

// What is said of a range: that it is given without a word about limits, and that it is empty.
struct RangeWords {
  const char *unsaid, *empty;
};
const char* limit(bool autolimits, int limited, const Vec<Real, 2>& range, const RangeWords& words,
                  bool& is) {
  if (const char* wrong = check_autolimits(autolimits, limited, range, words.unsaid)) return wrong;
  is = is_limited(limited, range);
  return is && range[0] >= range[1] ? words.empty : nullptr;
}

const char* limit_all(const Spec& spec, DraftActuator& a) {
  const spec::Actuator& node = *a.spec;
  const bool autolimits = spec.compiler_of(node).autolimits;
  constexpr RangeWords kCtrl{kUnsaid, "invalid control range: its first value must be below the second"};
  constexpr RangeWords kForce{kForceUnsaid, "invalid forcerange: its first value must be below the second"};
  constexpr RangeWords kAct{kUnsaid,
                            "invalid actrange for actuator: its first value must be below the second"};
  if (const char* wrong = limit(autolimits, *node.ctrllimited, a.ctrlrange, kCtrl, a.ctrllimited))
    return wrong;
  if (const char* wrong = limit(autolimits, *node.forcelimited, *node.forcerange, kForce, a.forcelimited))
    return wrong;
  if (const char* wrong = limit(autolimits, *node.actlimited, a.actrange, kAct, a.actlimited)) return wrong;
  return a.actlimited && *node.dyntype == mjDYN_NONE
             ? "actrange specified but dyntype is 'none', which has no activation"
             : nullptr;
}

// ---- dynamics, gain, bias ----

const char* resolve_activation(DraftActuator& actuator) {
  const spec::Actuator& node = *actuator.spec;
  const int dim = *node.actdim;
  const bool stateful = *node.dyntype != mjDYN_NONE;
  actuator.actnum = dim < 0 ? stateful : dim;
  if (node.plugin.active) return nullptr;  // the plugin judges
  if (dim > 1 && *node.dyntype != mjDYN_USER) return client_text::kActdimOfUser;
  if (dim == 1 && !stateful) return "invalid actdim 1 in stateless actuator; remove it or choose a dyntype";
  if (dim == 0 && stateful) return "invalid actdim 0 in stateful actuator; remove it or use dyntype 'none'";
  return nullptr;
}

const char* check_muscle(const Vec<Real, 10>& prm) {
  if (prm[0] >= prm[1]) return "the muscle's range is empty: its first value must be below the second";
  if (prm[4] >= 1 || prm[5] <= 1) return "a muscle needs lmin below 1 and lmax above 1";
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0)
    return "a muscle needs positive scale, vmax, fpmax and fvmax";
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
  if (!resolve_target(draft, actuator, diagnostics)) return actuator;
  const char* wrong = check_crank(node);
  if (!wrong) wrong = inherit_range(draft, actuator);
  if (!wrong) wrong = limit_all(spec, actuator);
  if (!wrong) wrong = resolve_activation(actuator);
  if (!wrong) wrong = check_parameters(node);
  if (wrong) refuse(diagnostics, "actuator", node, wrong);
  return actuator;
}

void fill_actuator(const DraftActuator& actuator, int id, int plugin, Model& m) {
  const spec::Actuator& node = *actuator.spec;
  m.actuator_trntype[id] = node.trntype;
  spec::to_model<ActuatorFields>(node, id, m);
  m.actuator_trnid[id] = actuator.target;
  m.actuator_actnum[id] = actuator.actnum;
  m.actuator_history[id] = {*node.nsample, *node.interp};
  m.actuator_ctrllimited[id] = actuator.ctrllimited;
  m.actuator_forcelimited[id] = actuator.forcelimited;
  m.actuator_actlimited[id] = actuator.actlimited;
  m.actuator_ctrlrange[id] = actuator.ctrlrange;
  m.actuator_actrange[id] = actuator.actrange;
  m.actuator_cranklength[id] = *node.cranklength;
  m.actuator_plugin[id] = plugin;
}

}  // namespace

void resolve_actuators(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const spec::Actuator& node : spec.actuators) {
    DraftActuator actuator = resolve(spec, node, draft, diagnostics);
    grow(draft.sizes.na, actuator.actnum, "na", "actuator", node, draft, diagnostics);
    draft.actuators.push_back(std::move(actuator));
  }
}

void fill_actuators(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int act = 0, history = 0;
  for (int id = 0; id < m.nu; ++id) {
    const DraftActuator& actuator = draft.actuators[id];
    fill_actuator(actuator, id, draft.plugin_id(actuator.spec->plugin), m);
    m.actuator_actadr[id] = actuator.actnum > 0 ? act : -1;
    act += actuator.actnum;
    m.actuator_historyadr[id] = *actuator.spec->nsample > 0 ? history : -1;
    history += static_cast<int>(history_size(*actuator.spec->nsample, 1));
  }
}

}  // namespace corten
