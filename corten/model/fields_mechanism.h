// Fields of mechanisms between bodies: pairs, equalities, tendons, actuators, sensors, plugins.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Explicit contact pairs and exclusions.
struct PairFields {
  Array<int> pair_dim;
  Array<int> pair_geom1;
  Array<int> pair_geom2;
  Array<int> pair_signature;
  Array<Vec<Real, kNRef>> pair_solref;
  Array<Vec<Real, kNRef>> pair_solreffriction;
  Array<Vec<Real, kNImp>> pair_solimp;
  Array<Real> pair_margin;
  Array<Real> pair_gap;
  Array<Vec<Real, 5>> pair_friction;
  Array<int> exclude_signature;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("pair_dim", f.pair_dim, n.npair);
    fn("pair_geom1", f.pair_geom1, n.npair);
    fn("pair_geom2", f.pair_geom2, n.npair);
    fn("pair_signature", f.pair_signature, n.npair);
    fn("pair_solref", f.pair_solref, n.npair);
    fn("pair_solreffriction", f.pair_solreffriction, n.npair);
    fn("pair_solimp", f.pair_solimp, n.npair);
    fn("pair_margin", f.pair_margin, n.npair);
    fn("pair_gap", f.pair_gap, n.npair);
    fn("pair_friction", f.pair_friction, n.npair);
    fn("exclude_signature", f.exclude_signature, n.nexclude);
  }
};

// Equality constraints.
struct EqualityFields {
  Array<int> eq_type;
  Array<int> eq_obj1id;
  Array<int> eq_obj2id;
  Array<int> eq_objtype;
  Array<byte> eq_active0;
  Array<Vec<Real, kNRef>> eq_solref;
  Array<Vec<Real, kNImp>> eq_solimp;
  Array<Vec<Real, kNEqData>> eq_data;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("eq_type", f.eq_type, n.neq);
    fn("eq_obj1id", f.eq_obj1id, n.neq);
    fn("eq_obj2id", f.eq_obj2id, n.neq);
    fn("eq_objtype", f.eq_objtype, n.neq);
    fn("eq_active0", f.eq_active0, n.neq);
    fn("eq_solref", f.eq_solref, n.neq);
    fn("eq_solimp", f.eq_solimp, n.neq);
    fn("eq_data", f.eq_data, n.neq);
  }
};

// Tendons and their paths.
struct TendonFields {
  Array<int> tendon_adr;
  Array<int> tendon_num;
  Array<int> tendon_matid;
  Array<int> tendon_group;
  Array<int> tendon_treenum;
  Array<Vec<int, 2>> tendon_treeid;
  Array<byte> tendon_limited;
  Array<byte> tendon_actfrclimited;
  Array<Real> tendon_width;
  Array<Vec<Real, kNRef>> tendon_solref_lim;
  Array<Vec<Real, kNImp>> tendon_solimp_lim;
  Array<Vec<Real, kNRef>> tendon_solref_fri;
  Array<Vec<Real, kNImp>> tendon_solimp_fri;
  Array<Vec<Real, 2>> tendon_range;
  Array<Vec<Real, 2>> tendon_actfrcrange;
  Array<Real> tendon_margin;
  Array<Real> tendon_stiffness;
  Array<Real> tendon_damping;
  Array<Real> tendon_armature;
  Array<Real> tendon_frictionloss;
  Array<Vec<Real, 2>> tendon_lengthspring;
  Array<Real> tendon_length0;
  Array<Real> tendon_invweight0;
  Array2<Real> tendon_user;
  Array<Vec<float, 4>> tendon_rgba;
  Array<int> wrap_type;
  Array<int> wrap_objid;
  Array<Real> wrap_prm;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("tendon_adr", f.tendon_adr, n.ntendon);
    fn("tendon_num", f.tendon_num, n.ntendon);
    fn("tendon_matid", f.tendon_matid, n.ntendon);
    fn("tendon_group", f.tendon_group, n.ntendon);
    fn("tendon_treenum", f.tendon_treenum, n.ntendon);
    fn("tendon_treeid", f.tendon_treeid, n.ntendon);
    fn("tendon_limited", f.tendon_limited, n.ntendon);
    fn("tendon_actfrclimited", f.tendon_actfrclimited, n.ntendon);
    fn("tendon_width", f.tendon_width, n.ntendon);
    fn("tendon_solref_lim", f.tendon_solref_lim, n.ntendon);
    fn("tendon_solimp_lim", f.tendon_solimp_lim, n.ntendon);
    fn("tendon_solref_fri", f.tendon_solref_fri, n.ntendon);
    fn("tendon_solimp_fri", f.tendon_solimp_fri, n.ntendon);
    fn("tendon_range", f.tendon_range, n.ntendon);
    fn("tendon_actfrcrange", f.tendon_actfrcrange, n.ntendon);
    fn("tendon_margin", f.tendon_margin, n.ntendon);
    fn("tendon_stiffness", f.tendon_stiffness, n.ntendon);
    fn("tendon_damping", f.tendon_damping, n.ntendon);
    fn("tendon_armature", f.tendon_armature, n.ntendon);
    fn("tendon_frictionloss", f.tendon_frictionloss, n.ntendon);
    fn("tendon_lengthspring", f.tendon_lengthspring, n.ntendon);
    fn("tendon_length0", f.tendon_length0, n.ntendon);
    fn("tendon_invweight0", f.tendon_invweight0, n.ntendon);
    fn("tendon_user", f.tendon_user, n.ntendon, n.nuser_tendon);
    fn("tendon_rgba", f.tendon_rgba, n.ntendon);
    fn("wrap_type", f.wrap_type, n.nwrap);
    fn("wrap_objid", f.wrap_objid, n.nwrap);
    fn("wrap_prm", f.wrap_prm, n.nwrap);
  }
};

// Actuators.
struct ActuatorFields {
  Array<int> actuator_trntype;
  Array<int> actuator_dyntype;
  Array<int> actuator_gaintype;
  Array<int> actuator_biastype;
  Array<Vec<int, 2>> actuator_trnid;
  Array<int> actuator_actadr;
  Array<int> actuator_actnum;
  Array<int> actuator_group;
  Array<Vec<int, 2>> actuator_history;
  Array<int> actuator_historyadr;
  Array<Real> actuator_delay;
  Array<byte> actuator_ctrllimited;
  Array<byte> actuator_forcelimited;
  Array<byte> actuator_actlimited;
  Array<Vec<Real, kNDyn>> actuator_dynprm;
  Array<Vec<Real, kNGain>> actuator_gainprm;
  Array<Vec<Real, kNBias>> actuator_biasprm;
  Array<byte> actuator_actearly;
  Array<Vec<Real, 2>> actuator_ctrlrange;
  Array<Vec<Real, 2>> actuator_forcerange;
  Array<Vec<Real, 2>> actuator_actrange;
  Array<Vec<Real, 6>> actuator_gear;
  Array<Real> actuator_cranklength;
  Array<Real> actuator_acc0;
  Array<Real> actuator_length0;
  Array<Vec<Real, 2>> actuator_lengthrange;
  Array2<Real> actuator_user;
  Array<int> actuator_plugin;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("actuator_trntype", f.actuator_trntype, n.nu);
    fn("actuator_dyntype", f.actuator_dyntype, n.nu);
    fn("actuator_gaintype", f.actuator_gaintype, n.nu);
    fn("actuator_biastype", f.actuator_biastype, n.nu);
    fn("actuator_trnid", f.actuator_trnid, n.nu);
    fn("actuator_actadr", f.actuator_actadr, n.nu);
    fn("actuator_actnum", f.actuator_actnum, n.nu);
    fn("actuator_group", f.actuator_group, n.nu);
    fn("actuator_history", f.actuator_history, n.nu);
    fn("actuator_historyadr", f.actuator_historyadr, n.nu);
    fn("actuator_delay", f.actuator_delay, n.nu);
    fn("actuator_ctrllimited", f.actuator_ctrllimited, n.nu);
    fn("actuator_forcelimited", f.actuator_forcelimited, n.nu);
    fn("actuator_actlimited", f.actuator_actlimited, n.nu);
    fn("actuator_dynprm", f.actuator_dynprm, n.nu);
    fn("actuator_gainprm", f.actuator_gainprm, n.nu);
    fn("actuator_biasprm", f.actuator_biasprm, n.nu);
    fn("actuator_actearly", f.actuator_actearly, n.nu);
    fn("actuator_ctrlrange", f.actuator_ctrlrange, n.nu);
    fn("actuator_forcerange", f.actuator_forcerange, n.nu);
    fn("actuator_actrange", f.actuator_actrange, n.nu);
    fn("actuator_gear", f.actuator_gear, n.nu);
    fn("actuator_cranklength", f.actuator_cranklength, n.nu);
    fn("actuator_acc0", f.actuator_acc0, n.nu);
    fn("actuator_length0", f.actuator_length0, n.nu);
    fn("actuator_lengthrange", f.actuator_lengthrange, n.nu);
    fn("actuator_user", f.actuator_user, n.nu, n.nuser_actuator);
    fn("actuator_plugin", f.actuator_plugin, n.nu);
  }
};

// Sensors.
struct SensorFields {
  Array<int> sensor_type;
  Array<int> sensor_datatype;
  Array<int> sensor_needstage;
  Array<int> sensor_objtype;
  Array<int> sensor_objid;
  Array<int> sensor_reftype;
  Array<int> sensor_refid;
  Array<Vec<int, kNSens>> sensor_intprm;
  Array<int> sensor_dim;
  Array<int> sensor_adr;
  Array<Real> sensor_cutoff;
  Array<Real> sensor_noise;
  Array<Vec<int, 2>> sensor_history;
  Array<int> sensor_historyadr;
  Array<Real> sensor_delay;
  Array<Vec<Real, 2>> sensor_interval;
  Array2<Real> sensor_user;
  Array<int> sensor_plugin;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("sensor_type", f.sensor_type, n.nsensor);
    fn("sensor_datatype", f.sensor_datatype, n.nsensor);
    fn("sensor_needstage", f.sensor_needstage, n.nsensor);
    fn("sensor_objtype", f.sensor_objtype, n.nsensor);
    fn("sensor_objid", f.sensor_objid, n.nsensor);
    fn("sensor_reftype", f.sensor_reftype, n.nsensor);
    fn("sensor_refid", f.sensor_refid, n.nsensor);
    fn("sensor_intprm", f.sensor_intprm, n.nsensor);
    fn("sensor_dim", f.sensor_dim, n.nsensor);
    fn("sensor_adr", f.sensor_adr, n.nsensor);
    fn("sensor_cutoff", f.sensor_cutoff, n.nsensor);
    fn("sensor_noise", f.sensor_noise, n.nsensor);
    fn("sensor_history", f.sensor_history, n.nsensor);
    fn("sensor_historyadr", f.sensor_historyadr, n.nsensor);
    fn("sensor_delay", f.sensor_delay, n.nsensor);
    fn("sensor_interval", f.sensor_interval, n.nsensor);
    fn("sensor_user", f.sensor_user, n.nsensor, n.nuser_sensor);
    fn("sensor_plugin", f.sensor_plugin, n.nsensor);
  }
};

// Plugin instances.
struct PluginFields {
  Array<int> plugin;
  Array<int> plugin_stateadr;
  Array<int> plugin_statenum;
  Array<char> plugin_attr;
  Array<int> plugin_attradr;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("plugin", f.plugin, n.nplugin);
    fn("plugin_stateadr", f.plugin_stateadr, n.nplugin);
    fn("plugin_statenum", f.plugin_statenum, n.nplugin);
    fn("plugin_attr", f.plugin_attr, n.npluginattr);
    fn("plugin_attradr", f.plugin_attradr, n.nplugin);
  }
};

}  // namespace corten
