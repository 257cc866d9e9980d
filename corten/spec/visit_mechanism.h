// Fields of pairs, tendons, actuators, sensors, keys …, under the names of MuJoCo's mjs structs; see visit.h.
#pragma once

#include "corten/spec/spec.h"

namespace corten::spec {

template <class Fn>
void visit(Pair& n, Fn&& fn) {
  fn("geomname1", n.geomname1);
  fn("geomname2", n.geomname2);
  fn("condim", n.condim);
  fn("solref", n.solref);
  fn("solreffriction", n.solreffriction);
  fn("solimp", n.solimp);
  fn("margin", n.margin);
  fn("gap", n.gap);
  fn("friction", n.friction);
}

template <class Fn>
void visit(Exclude& n, Fn&& fn) {
  fn("bodyname1", n.bodyname1);
  fn("bodyname2", n.bodyname2);
}

template <class Fn>
void visit(Equality& n, Fn&& fn) {
  fn("type", n.type, "mjtEq");
  fn("data", n.data);
  fn("active", n.active);
  fn("name1", n.name1);
  fn("name2", n.name2);
  fn("objtype", n.objtype, "mjtObj");
  fn("solref", n.solref);
  fn("solimp", n.solimp);
}

template <class Fn>
void visit(Tendon& n, Fn&& fn) {
  fn("stiffness", n.stiffness);
  fn("springlength", n.springlength);
  fn("damping", n.damping);
  fn("frictionloss", n.frictionloss);
  fn("solref_friction", n.solref_friction);
  fn("solimp_friction", n.solimp_friction);
  fn("armature", n.armature);
  fn("limited", n.limited);
  fn("actfrclimited", n.actfrclimited);
  fn("range", n.range);
  fn("actfrcrange", n.actfrcrange);
  fn("margin", n.margin);
  fn("solref_limit", n.solref_limit);
  fn("solimp_limit", n.solimp_limit);
  fn("material", n.material);
  fn("width", n.width);
  fn("rgba", n.rgba);
  fn("group", n.group);
  fn("userdata", n.userdata);
}

template <class Fn>
void visit(Actuator& n, Fn&& fn) {
  fn("gaintype", n.gaintype, "mjtGain");
  fn("gainprm", n.gainprm);
  fn("biastype", n.biastype, "mjtBias");
  fn("biasprm", n.biasprm);
  fn("dyntype", n.dyntype, "mjtDyn");
  fn("dynprm", n.dynprm);
  fn("actdim", n.actdim);
  fn("actearly", n.actearly);
  fn("trntype", n.trntype, "mjtTrn");
  fn("gear", n.gear);
  fn("target", n.target);
  fn("refsite", n.refsite);
  fn("slidersite", n.slidersite);
  fn("cranklength", n.cranklength);
  fn("lengthrange", n.lengthrange);
  fn("inheritrange", n.inheritrange);
  fn("ctrllimited", n.ctrllimited);
  fn("ctrlrange", n.ctrlrange);
  fn("forcelimited", n.forcelimited);
  fn("forcerange", n.forcerange);
  fn("actlimited", n.actlimited);
  fn("actrange", n.actrange);
  fn("group", n.group);
  fn("nsample", n.nsample);
  fn("interp", n.interp);
  fn("delay", n.delay);
  fn("userdata", n.userdata);
  fn("plugin", n.plugin);
}

template <class Fn>
void visit(Sensor& n, Fn&& fn) {
  fn("type", n.type, "mjtSensor");
  fn("objtype", n.objtype, "mjtObj");
  fn("objname", n.objname);
  fn("reftype", n.reftype, "mjtObj");
  fn("refname", n.refname);
  fn("intprm", n.intprm);
  fn("datatype", n.datatype, "mjtDataType");
  fn("needstage", n.needstage, "mjtStage");
  fn("dim", n.dim);
  fn("cutoff", n.cutoff);
  fn("noise", n.noise);
  fn("nsample", n.nsample);
  fn("interp", n.interp);
  fn("delay", n.delay);
  fn("interval", n.interval);
  fn("userdata", n.userdata);
  fn("plugin", n.plugin);
}

template <class Fn>
void visit(Numeric& n, Fn&& fn) {
  fn("data", n.data);
  fn("size", n.size);
}

template <class Fn>
void visit(Text& n, Fn&& fn) {
  fn("data", n.data);
}

template <class Fn>
void visit(Tuple& n, Fn&& fn) {
  fn("objtype", n.objtype);
  fn("objname", n.objname);
  fn("objprm", n.objprm);
}

template <class Fn>
void visit(Key& n, Fn&& fn) {
  fn("time", n.time);
  fn("qpos", n.qpos);
  fn("qvel", n.qvel);
  fn("act", n.act);
  fn("mpos", n.mpos);
  fn("mquat", n.mquat);
  fn("ctrl", n.ctrl);
}

template <class Fn>
void visit(PluginInstance& n, Fn&& fn) {
  fn("plugin_name", n.plugin_name);
  fn("active", n.active);
  fn("config", n.config);
}

template <class Fn>
void visit(PluginUse& n, Fn&& fn) {
  fn("name", n.name);
  fn("plugin_name", n.plugin_name);
  fn("active", n.active);
  fn("config", n.config);
  fn("info", n.info);
}

}  // namespace corten::spec
