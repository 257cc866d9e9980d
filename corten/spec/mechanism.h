// What acts on the tree: contact pairs and excludes, equality constraints, tendons, actuators, sensors.
#pragma once

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
};

struct Exclude : Node {
  std::string bodyname1;
  std::string bodyname2;
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
};

}  // namespace corten::spec
