// Actuator shortcuts in general form.
#include "corten/mjcf/actuator_shortcuts.h"

#include "corten/base/client_texts.h"

namespace corten::mjcf {

namespace {

using spec::Actuator;

constexpr Real kPi = 3.14159265358979323846;

void set_types(Actuator& a, int dyn, int gain, int bias) {
  a.dyntype = dyn;
  a.gaintype = gain;
  a.biastype = bias;
}

void set_servo_types(Actuator& a) {
  a.gaintype = int{mjGAIN_FIXED};
  a.biastype = int{mjBIAS_AFFINE};
}

bool has_range(const spec::Set<spec::Real2>& range) { return (*range)[0] != 0 || (*range)[1] != 0; }

// Parameters of position; a text if they contradict each other, in which case the rest is skipped.
std::string apply_position(const Shortcut& s, Actuator& a) {
  auto& gain = *a.gainprm;
  auto& bias = *a.biasprm;
  if (s.kp.set) gain[0] = *s.kp;
  bias[1] = -gain[0];
  if (s.kv.set && s.dampratio.set) return "kv and dampratio both say how it is damped; keep one";
  if (s.kv.set) {
    if (*s.kv < 0) return "kv cannot be negative: it would drive instead of damp";
    bias[2] = -*s.kv;
  }
  if (s.dampratio.set) {
    if (*s.dampratio < 0) return "dampratio is below zero, which would drive instead of damp";
    bias[2] = *s.dampratio;
  }
  if (s.timeconst.set) {
    if (*s.timeconst < 0) return "timeconst is below zero; time runs forward";
    (*a.dynprm)[0] = *s.timeconst;
    a.dyntype = *s.timeconst == 0 ? int{mjDYN_NONE} : int{mjDYN_FILTEREXACT};
  }
  if (*a.inheritrange > 0 && has_range(a.ctrlrange))
    return "ctrlrange and inheritrange both set the range of the control; keep one";
  set_servo_types(a);
  return {};
}

std::string apply_intvelocity(const Shortcut& s, Actuator& a) {
  (void)apply_position(s, a);  // its contradictions are not reported, as in the oracle
  a.dyntype = int{mjDYN_INTEGRATOR};
  a.actlimited = int{mjLIMITED_TRUE};
  return *a.inheritrange > 0 && has_range(a.actrange)
             ? "actrange and inheritrange both set the range of the activation; keep one"
             : "";
}

std::string apply_velocity(const Shortcut& s, Actuator& a) {
  if (s.kv.set) (*a.gainprm)[0] = *s.kv;
  *a.biasprm = {};
  (*a.biasprm)[2] = -(*a.gainprm)[0];
  set_types(a, mjDYN_NONE, mjGAIN_FIXED, mjBIAS_AFFINE);
  return {};
}

bool has_negative_ctrl(const Actuator& a) { return (*a.ctrlrange)[0] < 0 || (*a.ctrlrange)[1] < 0; }

std::string apply_damper(const Shortcut& s, Actuator& a) {
  if (*s.kv < 0) return client_text::kNegativeDamping;
  if (has_negative_ctrl(a)) return client_text::kNegativeDamperRange;
  *a.gainprm = {};
  (*a.gainprm)[2] = -*s.kv;
  a.ctrllimited = int{mjLIMITED_TRUE};
  set_types(a, mjDYN_NONE, mjGAIN_AFFINE, mjBIAS_NONE);
  return {};
}

std::string apply_cylinder(const Shortcut& s, Actuator& a) {
  if (s.timeconst.set) (*a.dynprm)[0] = *s.timeconst;
  if (s.bias.set) (*a.biasprm)[0] = (*s.bias)[0];
  if (s.area.set) (*a.gainprm)[0] = *s.area;
  if (s.diameter.set && *s.diameter >= 0) (*a.gainprm)[0] = kPi / 4 * *s.diameter * *s.diameter;
  set_types(a, mjDYN_FILTER, mjGAIN_FIXED, mjBIAS_AFFINE);
  return {};
}

void replace(Real& value, Real builtin, Real muscle) {
  if (value == builtin) value = muscle;
}

void overwrite(Real& value, const spec::Set<Real>& given) {
  if (given.set && *given >= 0) value = *given;
}

std::string apply_muscle(const Shortcut& s, Actuator& a) {
  auto& dyn = *a.dynprm;
  auto& gain = *a.gainprm;
  replace(dyn[0], 1, 0.01);
  replace(dyn[1], 0, 0.04);
  static constexpr Real kMuscle[] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  for (int i = 0; i < 9; ++i) replace(gain[i], i == 0 ? 1 : 0, kMuscle[i]);
  if (s.tausmooth.set) dyn[2] = *s.tausmooth;
  if (dyn[2] < 0) return client_text::kNegativeTausmooth;  // that of the class neither
  for (int i = 0; i < 2; ++i) {
    if (s.timeconst2.set && (*s.timeconst2)[i] >= 0) dyn[i] = (*s.timeconst2)[i];
    if (s.range.set && (*s.range)[i] >= 0) gain[i] = (*s.range)[i];
  }
  const spec::Set<Real>* const given[] = {&s.force, &s.scale, &s.lmin, &s.lmax, &s.vmax, &s.fpmax, &s.fvmax};
  for (int i = 0; i < 7; ++i) overwrite(gain[2 + i], *given[i]);
  for (int i = 0; i < 9; ++i) (*a.biasprm)[i] = gain[i];
  set_types(a, mjDYN_MUSCLE, mjGAIN_MUSCLE, mjBIAS_MUSCLE);
  return {};
}

std::string apply_adhesion(const Shortcut& s, Actuator& a) {
  if (s.gain.set) (*a.gainprm)[0] = *s.gain;
  if ((*a.gainprm)[0] < 0) return "gain of an adhesion is below zero; it only pulls";
  if (has_negative_ctrl(a)) return "adhesion control range cannot be negative: it only pulls";
  a.ctrllimited = int{mjLIMITED_TRUE};
  a.gaintype = int{mjGAIN_FIXED};
  a.biastype = int{mjBIAS_NONE};
  return {};
}

std::string apply_motor(const Shortcut&, Actuator& a) {
  (*a.gainprm)[0] = 1;
  set_types(a, mjDYN_NONE, mjGAIN_FIXED, mjBIAS_NONE);
  return {};
}

std::string apply_nothing(const Shortcut&, Actuator&) { return {}; }

// The attributes that an element has of all that actuators have.
struct CommonRows {
  Rows all = rows_of<spec::Actuator>();
  RowList driven = pick(all, {"name", "class", "group", "nsample", "interp", "delay", "forcelimited",
                              "ctrlrange", "forcerange", "lengthrange", "gear", "cranklength", "user",
                              "joint", "jointinparent", "tendon", "slidersite", "cranksite"});
  RowList damper = with(driven, {"site", "refsite"});
  RowList motor = with(damper, {"ctrllimited"});
  RowList general = with(motor, {"actlimited", "actrange", "body", "actdim", "dyntype", "dynprm", "actearly",
                                 "gaintype", "biastype", "gainprm", "biasprm"});
  RowList position = with(motor, {"inheritrange"});
  RowList intvelocity = with(position, {"actrange"});
  RowList muscle = with(driven, {"ctrllimited"});
  RowList adhesion = pick(all, {"name", "class", "group", "nsample", "interp", "delay", "forcelimited",
                                "ctrlrange", "forcerange", "user", "body"});
  RowList plugin = joined({with(driven, {"ctrllimited", "actlimited", "actrange", "site", "actdim", "dyntype",
                                         "dynprm", "actearly"}),
                           rows(by_hand("plugin"), by_hand("instance"))});

  RowList with(const RowList& rows, std::initializer_list<std::string_view> names) const {
    return joined({rows, pick(all, names)});
  }
};

}  // namespace

std::span<const ActuatorKind> actuator_kinds() {
  static const CommonRows common;
  static const ActuatorKind kinds[] = {
      {"general", common.general, {}, apply_nothing},
      {"motor", common.motor, {}, apply_motor},
      {"position", common.position, shortcut_rows::kPosition, apply_position},
      {"velocity", common.motor, shortcut_rows::kKv, apply_velocity},
      {"intvelocity", common.intvelocity, shortcut_rows::kServo, apply_intvelocity},
      {"damper", common.damper, shortcut_rows::kKv, apply_damper},
      {"cylinder", common.motor, shortcut_rows::kCylinder, apply_cylinder},
      {"muscle", common.muscle, shortcut_rows::kMuscle, apply_muscle},
      {"adhesion", common.adhesion, shortcut_rows::kAdhesion, apply_adhesion},
      {"plugin", common.plugin, {}, apply_nothing},
  };
  return kinds;
}

const ActuatorKind* find_actuator_kind(std::string_view name) {
  for (const ActuatorKind& kind : actuator_kinds()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace corten::mjcf
