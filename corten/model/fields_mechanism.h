// Fields of mechanisms between bodies: pairs, equalities, tendons, actuators, sensors, plugins.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Explicit contact pairs and exclusions.
struct PairFields {
  Array<int> pair_dim;        // dimensions of the contact: 1, 3, 4 or 6
  Array<int> pair_geom1;      // first geom
  Array<int> pair_geom2;      // second geom
  Array<int> pair_signature;  // ids of the two bodies in one number, the smaller in the upper 16 bits
  Array<Vec<Real, kNRef>> pair_solref;          // reference of the normal direction
  Array<Vec<Real, kNRef>> pair_solreffriction;  // reference of friction; zero means pair_solref
  Array<Vec<Real, kNImp>> pair_solimp;          // impedance
  Array<Real> pair_margin;                      // distance at which the contact is detected [m]
  Array<Real> pair_gap;                         // part of the margin without force [m]
  Array<Vec<Real, 5>> pair_friction;            // tangent 1, 2, spin [m], roll 1, 2 [m]
  Array<int> exclude_signature;                 // as pair_signature, of bodies that never touch

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
  Array<int> eq_type;                  // mjtEq
  Array<int> eq_obj1id;                // first object
  Array<int> eq_obj2id;                // second object, −1 for the world or a constant
  Array<int> eq_objtype;               // mjtObj of both objects
  Array<byte> eq_active0;              // whether it acts after a reset
  Array<Vec<Real, kNRef>> eq_solref;   // reference
  Array<Vec<Real, kNImp>> eq_solimp;   // impedance
  Array<Vec<Real, kNEqData>> eq_data;  // anchors, relative pose or polynomial, by type

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
  Array<int> tendon_adr;                      // first element of its path in wrap_*
  Array<int> tendon_num;                      // number of path elements
  Array<int> tendon_matid;                    // material, −1 if none
  Array<int> tendon_group;                    // group for viewers
  Array<int> tendon_treenum;                  // kinematic trees along the path
  Array<Vec<int, 2>> tendon_treeid;           // the first two of them, −1 where missing
  Array<byte> tendon_limited;                 // whether tendon_range acts
  Array<byte> tendon_actfrclimited;           // whether tendon_actfrcrange acts
  Array<Real> tendon_width;                   // drawn width [m]
  Array<Vec<Real, kNRef>> tendon_solref_lim;  // reference of the limit
  Array<Vec<Real, kNImp>> tendon_solimp_lim;  // impedance of the limit
  Array<Vec<Real, kNRef>> tendon_solref_fri;  // reference of dry friction
  Array<Vec<Real, kNImp>> tendon_solimp_fri;  // impedance of dry friction
  Array<Vec<Real, 2>> tendon_range;           // least and largest length [m]
  Array<Vec<Real, 2>> tendon_actfrcrange;     // least and largest sum of actuator forces [N]
  Array<Real> tendon_margin;                  // distance from the limit at which its row appears [m]
  Array<Real> tendon_stiffness;               // spring [N/m]
  Array<Real> tendon_damping;                 // viscous damping [N s/m]
  Array<Real> tendon_armature;                // inertia along the length, added to M [kg]
  Array<Real> tendon_frictionloss;            // largest dry friction [N]
  Array<Vec<Real, 2>> tendon_lengthspring;    // the spring is slack between these lengths [m]
  Array<Real> tendon_length0;                 // length at qpos0 [m]
  Array<Real> tendon_invweight0;              // J M⁻¹ Jᵀ at qpos0 [1/kg]
  Array2<Real> tendon_user;                   // user numbers
  Array<Vec<float, 4>> tendon_rgba;           // colour without a material
  Array<int> wrap_type;                       // mjtWrap
  Array<int> wrap_objid;                      // joint, site or geom; −1 for a pulley
  Array<Real> wrap_prm;  // joint coefficient, pulley divisor, or side site of a geom (−1 if none)

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
  Array<int> actuator_trntype;        // mjtTrn: what it pulls on
  Array<int> actuator_dyntype;        // mjtDyn: how activation follows control
  Array<int> actuator_gaintype;       // mjtGain
  Array<int> actuator_biastype;       // mjtBias
  Array<Vec<int, 2>> actuator_trnid;  // target of the transmission, and reference or slider site; −1 if none
  Array<int> actuator_actadr;         // first activation, −1 if it has none
  Array<int> actuator_actnum;         // number of activations
  Array<int> actuator_group;          // group, for switching actuators off together
  Array<Vec<int, 2>> actuator_history;        // samples kept of its control, and mjtInterp between them
  Array<int> actuator_historyadr;             // start of its buffer in history, −1 if none
  Array<Real> actuator_delay;                 // age of the control that acts [s]
  Array<byte> actuator_ctrllimited;           // whether actuator_ctrlrange acts
  Array<byte> actuator_forcelimited;          // whether actuator_forcerange acts
  Array<byte> actuator_actlimited;            // whether actuator_actrange acts
  Array<Vec<Real, kNDyn>> actuator_dynprm;    // parameters of the activation dynamics
  Array<Vec<Real, kNGain>> actuator_gainprm;  // parameters of the gain
  Array<Vec<Real, kNBias>> actuator_biasprm;  // parameters of the bias
  Array<byte> actuator_actearly;              // whether force uses the activation of the end of the step
  Array<Vec<Real, 2>> actuator_ctrlrange;     // least and largest control
  Array<Vec<Real, 2>> actuator_forcerange;    // least and largest force
  Array<Vec<Real, 2>> actuator_actrange;      // least and largest activation
  Array<Vec<Real, 6>> actuator_gear;          // scale of the length; for sites a wrench, translation first
  Array<Real> actuator_cranklength;           // rod of a slider-crank [m]
  Array<Real> actuator_acc0;                  // size of the acceleration that unit force causes at qpos0
  Array<Real> actuator_length0;               // length at qpos0
  Array<Vec<Real, 2>> actuator_lengthrange;   // least and largest length the mechanism allows
  Array2<Real> actuator_user;                 // user numbers
  Array<int> actuator_plugin;                 // plugin instance, −1 if none

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
  Array<int> sensor_type;                 // mjtSensor
  Array<int> sensor_datatype;             // mjtDataType: real, positive, axis or quaternion
  Array<int> sensor_needstage;            // mjtStage after which it can be computed
  Array<int> sensor_objtype;              // mjtObj of what is measured
  Array<int> sensor_objid;                // what is measured, −1 if none
  Array<int> sensor_reftype;              // mjtObj of the reference frame
  Array<int> sensor_refid;                // reference frame, −1 for the world
  Array<Vec<int, kNSens>> sensor_intprm;  // integer parameters by type
  Array<int> sensor_dim;                  // numbers it produces
  Array<int> sensor_adr;                  // first of them in sensordata
  Array<Real> sensor_cutoff;              // largest magnitude reported, 0 for no limit
  Array<Real> sensor_noise;               // standard deviation for user code; the engine adds none
  Array<Vec<int, 2>> sensor_history;      // samples kept, and mjtInterp between them
  Array<int> sensor_historyadr;           // start of its buffer in history, −1 if none
  Array<Real> sensor_delay;               // age of the reading reported [s]
  Array<Vec<Real, 2>> sensor_interval;    // period and phase of sampling [s]; period 0 samples every step
  Array2<Real> sensor_user;               // user numbers
  Array<int> sensor_plugin;               // plugin instance, −1 if none

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
  Array<int> plugin;           // slot in the plugin registry
  Array<int> plugin_stateadr;  // first entry in plugin_state
  Array<int> plugin_statenum;  // number of state entries
  Array<char> plugin_attr;     // attribute texts, each ended by 0
  Array<int> plugin_attradr;   // first attribute text of each instance

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
