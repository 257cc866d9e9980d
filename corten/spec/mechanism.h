// What acts on the tree: contact pairs and excludes, equality constraints, tendons, actuators, sensors.
#pragma once

#include "corten/model/fields_mechanism.h"
#include "corten/spec/kept_state.h"
#include "corten/spec/node.h"

namespace corten::spec {

struct Pair : Node {
  std::string geomname1;
  std::string geomname2;
  Set<int> condim = 3;
  Set<SolRef> solref = kSolRef;
  Set<SolRef> solreffriction;
  Set<SolImp> solimp = kSolImp;
  Set<Real> margin = 0;
  Set<Real> gap = 0;
  Set<Vec<Real, 5>> friction{{1, 1, 0.005, 0.0001, 0.0001}};

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.geomname1, named("geomname1", "geom1", kNoDefault));
    fn(n.geomname2, named("geomname2", "geom2", kNoDefault));
    fn(n.condim, both("condim"), &PairFields::pair_dim);
    fn(n.solref, both("solref", kUpTo));
    fn(n.solreffriction, both("solreffriction", kUpTo), &PairFields::pair_solreffriction);
    fn(n.solimp, both("solimp", kUpTo));
    fn(n.margin, both("margin"));
    fn(n.gap, both("gap"));
    fn(n.friction, both("friction", kUpTo));
  }
};

struct Exclude : Node {
  std::string bodyname1;
  std::string bodyname2;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.bodyname1, named("bodyname1", "body1", kRequired));
    fn(n.bodyname2, named("bodyname2", "body2", kRequired));
  }
};

struct Equality : Node {
  Set<int> type = mjEQ_CONNECT;
  // connect 0..2 anchor; weld 0..2 anchor, 3..5 relpose position, 6..9 quaternion (all zero: take it from the
  // reference configuration), 10 torquescale; joint and tendon 0..4 polycoef
  Set<Vec<Real, kNEqData>> data{{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
  Set<bool> active = true;
  int objtype = mjOBJ_UNKNOWN;  // connect, weld: mjOBJ_BODY or mjOBJ_SITE; not looked at otherwise
  std::string name1;
  std::string name2;  // empty: none (connect, weld: the world)
  Set<SolRef> solref = kSolRef;
  Set<SolImp> solimp = kSolImp;

  // what the two names are names of
  int named_objects() const {
    switch (*type) {
      case mjEQ_JOINT:
        return mjOBJ_JOINT;
      case mjEQ_TENDON:
        return mjOBJ_TENDON;
      case mjEQ_FLEX:
      case mjEQ_FLEXVERT:
        return mjOBJ_FLEX;
      default:
        return objtype;
    }
  }

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.type, in_program("type").of("mjtEq"), &EqualityFields::eq_type);
    fn(n.data, in_program("data"), &EqualityFields::eq_data);
    fn(n.active, both("active"), &EqualityFields::eq_active0);
    fn(n.name1, in_program("name1"));
    fn(n.name2, in_program("name2"));
    fn(n.objtype, in_program("objtype").of("mjtObj"));
    fn(n.solref, both("solref", kUpTo), &EqualityFields::eq_solref);
    fn(n.solimp, both("solimp", kUpTo), &EqualityFields::eq_solimp);
  }
};

// One element of a tendon's path.
struct Wrap {
  int type = mjWRAP_SITE;  // mjWRAP_JOINT, mjWRAP_SITE, mjWRAP_PULLEY; mjWRAP_SPHERE stands for any geom
  std::string target;      // name of the joint, site or geom
  std::string sidesite;    // geom only, may be empty
  Real prm = 0;            // joint: coef; pulley: divisor
  Place place;
};

struct Tendon : Node {
  bool spatial = true;  // else fixed
  Set<Real> stiffness = 0;
  Set<Real2> springlength{{-1, -1}};
  Set<Real> damping = 0;
  Set<Real> frictionloss = 0;
  Set<SolRef> solref_friction = kSolRef;
  Set<SolImp> solimp_friction = kSolImp;
  Set<Real> armature = 0;
  Set<int> limited = mjLIMITED_AUTO;
  Set<int> actfrclimited = mjLIMITED_FALSE;  // not auto, although documented so
  Set<Real2> range;
  Set<Real2> actfrcrange;
  Set<Real> margin = 0;
  Set<SolRef> solref_limit = kSolRef;
  Set<SolImp> solimp_limit = kSolImp;
  std::string material;
  Set<Real> width = 0.003;
  Set<Rgba> rgba = kGrey;
  Set<int> group = 0;
  std::vector<Real> userdata;
  List<Wrap> path;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.stiffness, both("stiffness"), &TendonFields::tendon_stiffness);
    fn(n.springlength, both("springlength", kByHand), &TendonFields::tendon_lengthspring);
    fn(n.damping, both("damping"), &TendonFields::tendon_damping);
    fn(n.frictionloss, both("frictionloss"), &TendonFields::tendon_frictionloss);
    fn(n.solref_friction, named("solref_friction", "solreffriction", kUpTo),
       &TendonFields::tendon_solref_fri);
    fn(n.solimp_friction, named("solimp_friction", "solimpfriction", kUpTo),
       &TendonFields::tendon_solimp_fri);
    fn(n.armature, both("armature", kNoDefault), &TendonFields::tendon_armature);
    fn(n.limited, both("limited").words(words::kFalseTrueAuto));
    fn(n.actfrclimited,
       named("actfrclimited", "actuatorfrclimited", kNoDefault).words(words::kFalseTrueAuto));
    fn(n.range, both("range"), &TendonFields::tendon_range);
    fn(n.actfrcrange, named("actfrcrange", "actuatorfrcrange", kNoDefault),
       &TendonFields::tendon_actfrcrange);
    fn(n.margin, both("margin"), &TendonFields::tendon_margin);
    fn(n.solref_limit, named("solref_limit", "solreflimit", kUpTo), &TendonFields::tendon_solref_lim);
    fn(n.solimp_limit, named("solimp_limit", "solimplimit", kUpTo), &TendonFields::tendon_solimp_lim);
    fn(n.material, both("material").in("spatial"));
    fn(n.width, both("width").in("spatial"), &TendonFields::tendon_width);
    fn(n.rgba, both("rgba").in("spatial"), &TendonFields::tendon_rgba);
    fn(n.group, both("group"), &TendonFields::tendon_group);
    fn(n.userdata, named("userdata", "user"), &TendonFields::tendon_user);
  }
};

// All actuator elements in general form; the shortcuts (position, muscle, …) were mapped by the reader.
struct Actuator : Node {
  Set<int> gaintype = mjGAIN_FIXED;
  Set<Vec<Real, kNGain>> gainprm{{1}};
  Set<int> biastype = mjBIAS_NONE;
  Set<Vec<Real, kNBias>> biasprm;  // position with dampratio: biasprm[2] > 0 is the ratio, compile converts
  Set<int> dyntype = mjDYN_NONE;
  Set<Vec<Real, kNDyn>> dynprm{{1}};
  Set<int> actdim = -1;  // -1: automatic
  Set<bool> actearly = false;
  int trntype = mjTRN_UNDEFINED;
  std::string target;
  std::string refsite;
  std::string slidersite;
  Set<Vec<Real, 6>> gear{{1}};
  Set<Real> cranklength = 0;
  Set<Real2> lengthrange;
  Set<Real> inheritrange = 0;
  Set<int> ctrllimited = mjLIMITED_AUTO;
  Set<Real2> ctrlrange;
  Set<int> forcelimited = mjLIMITED_AUTO;
  Set<Real2> forcerange;
  Set<int> actlimited = mjLIMITED_AUTO;
  Set<Real2> actrange;
  Set<int> group = 0;
  Set<int> nsample = 0;
  Set<int> interp = 0;  // 0 zoh, 1 linear, 2 cubic
  Set<Real> delay = 0;
  std::vector<Real> userdata;
  PluginUse plugin;
  KeptState kept;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.gaintype, both("gaintype").words(words::kGainType).of("mjtGain"),
       &ActuatorFields::actuator_gaintype);
    fn(n.gainprm, both("gainprm", kUpTo), &ActuatorFields::actuator_gainprm);
    fn(n.biastype, both("biastype").words(words::kBiasType).of("mjtBias"),
       &ActuatorFields::actuator_biastype);
    fn(n.biasprm, both("biasprm", kUpTo), &ActuatorFields::actuator_biasprm);
    fn(n.dyntype, both("dyntype").words(words::kDynType).of("mjtDyn"), &ActuatorFields::actuator_dyntype);
    fn(n.dynprm, both("dynprm", kUpTo), &ActuatorFields::actuator_dynprm);
    fn(n.actdim, both("actdim"));
    fn(n.actearly, both("actearly"), &ActuatorFields::actuator_actearly);
    fn(n.trntype, in_program("trntype").of("mjtTrn"));
    fn(n.gear, both("gear", kUpTo), &ActuatorFields::actuator_gear);
    fn(n.target, in_program("target"));
    fn(n.refsite, both("refsite", kNoDefault | kByHand));
    fn(n.slidersite, both("slidersite", kNoDefault | kByHand));
    fn(n.cranklength, both("cranklength"));
    fn(n.lengthrange, both("lengthrange", kNoDefault), &ActuatorFields::actuator_lengthrange);
    fn(n.inheritrange, both("inheritrange"));
    fn(n.ctrllimited, both("ctrllimited").words(words::kFalseTrueAuto));
    fn(n.ctrlrange, both("ctrlrange"));
    fn(n.forcelimited, both("forcelimited").words(words::kFalseTrueAuto));
    fn(n.forcerange, both("forcerange"), &ActuatorFields::actuator_forcerange);
    fn(n.actlimited, both("actlimited").words(words::kFalseTrueAuto));
    fn(n.actrange, both("actrange"));
    fn(n.group, both("group"), &ActuatorFields::actuator_group);
    fn(n.nsample, both("nsample"));
    fn(n.interp, both("interp").words(words::kInterp));
    fn(n.delay, both("delay"), &ActuatorFields::actuator_delay);
    fn(n.userdata, named("userdata", "user"), &ActuatorFields::actuator_user);
    fn(n.plugin, in_program("plugin"));
    fn.only(in_text("joint", kNoDefault));
    fn.only(in_text("jointinparent", kNoDefault));
    fn.only(in_text("tendon", kNoDefault));
    fn.only(in_text("cranksite", kNoDefault));
    fn.only(in_text("site", kNoDefault));
    fn.only(in_text("body", kNoDefault));
  }
};

struct Sensor : Node {
  int type = mjSENS_TOUCH;
  int objtype = mjOBJ_UNKNOWN;
  std::string objname;
  int reftype = mjOBJ_UNKNOWN;
  std::string refname;
  Vec<int, kNSens> intprm{};            // contact: data bits, reduce, num; rangefinder: data bits
  Set<int> datatype = mjDATATYPE_REAL;  // user sensors; compile decides for the others
  Set<int> needstage = mjSTAGE_ACC;     // user sensors; compile decides for the others
  Set<int> dim = 0;                     // user sensors; compile decides for the others
  Set<Real> cutoff = 0;
  Set<Real> noise = 0;
  Set<int> nsample = 0;
  Set<int> interp = 0;
  Set<Real> delay = 0;
  Set<Real2> interval;
  std::vector<Real> userdata;
  PluginUse plugin;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.type, in_program("type").of("mjtSensor"));
    fn(n.objtype, in_program("objtype").of("mjtObj"));
    fn(n.objname, in_program("objname"));
    fn(n.reftype, in_program("reftype").of("mjtObj"));
    fn(n.refname, in_program("refname"));
    fn(n.intprm, in_program("intprm"));
    fn(n.datatype, both("datatype").words(words::kDataType).of("mjtDataType").in("user"));
    fn(n.needstage, both("needstage").words(words::kStage).of("mjtStage").in("user"));
    fn(n.dim, both("dim", kRequired).in("user"));
    fn(n.cutoff, both("cutoff"), &SensorFields::sensor_cutoff);
    fn(n.noise, both("noise"), &SensorFields::sensor_noise);
    fn(n.nsample, both("nsample"));
    fn(n.interp, both("interp").words(words::kInterp));
    fn(n.delay, both("delay"), &SensorFields::sensor_delay);
    fn(n.interval, both("interval", kUpTo), &SensorFields::sensor_interval);
    fn(n.userdata, named("userdata", "user"), &SensorFields::sensor_user);
    fn(n.plugin, in_program("plugin"));
  }
};

}  // namespace corten::spec
