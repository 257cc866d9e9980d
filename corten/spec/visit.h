// The fields of every element under the names of MuJoCo's mjs structs: fn(name, field) or, where the number
// is one of an enumeration's, fn(name, field, enumeration). Programs that edit a Spec by name (Python) are
// made of it.
#pragma once

#include "corten/spec/visit_asset.h"
#include "corten/spec/visit_body.h"
#include "corten/spec/visit_mechanism.h"

namespace corten::spec {

template <class Fn>
void visit(Compiler& n, Fn&& fn) {
  fn("autolimits", n.autolimits);
  fn("boundmass", n.boundmass);
  fn("boundinertia", n.boundinertia);
  fn("settotalmass", n.settotalmass);
  fn("balanceinertia", n.balanceinertia);
  fn("fitaabb", n.fitaabb);
  fn("degree", n.degree);
  fn("eulerseq", n.eulerseq, "chars");
  fn("discardvisual", n.discardvisual);
  fn("usethread", n.usethread);
  fn("fusestatic", n.fusestatic);
  fn("inertiafromgeom", n.inertiafromgeom);
  fn("inertiagrouprange", n.inertiagrouprange);
  fn("saveinertial", n.saveinertial);
  fn("alignfree", n.alignfree);
  fn("meshdir", n.meshdir);
  fn("texturedir", n.texturedir);
}

template <class Fn>
void visit(LengthRange& n, Fn&& fn) {
  fn("mode", n.mode);
  fn("useexisting", n.useexisting);
  fn("uselimit", n.uselimit);
  fn("accel", n.accel);
  fn("maxforce", n.maxforce);
  fn("timeconst", n.timeconst);
  fn("timestep", n.timestep);
  fn("inttotal", n.inttotal);
  fn("interval", n.interval);
  fn("tolrange", n.tolrange);
}

template <class Fn>
void visit(Statistic& n, Fn&& fn) {
  fn("meaninertia", n.meaninertia);
  fn("meanmass", n.meanmass);
  fn("meansize", n.meansize);
  fn("extent", n.extent);
  fn("center", n.center);
}

// Settings that MuJoCo keeps in the specification itself.
template <class Fn>
void visit(Spec& n, Fn&& fn) {
  fn("modelname", n.modelname);
  fn("comment", n.comment);
  fn("modelfiledir", n.modelfiledir);
  fn("strippath", n.compiler.strippath);
  fn("meshdir", n.compiler.meshdir);
  fn("texturedir", n.compiler.texturedir);
  fn("memory", n.size.memory);
  fn("nemax", n.size.nemax);
  fn("njmax", n.size.njmax);
  fn("nconmax", n.size.nconmax);
  fn("nstack", n.size.nstack);
  fn("nuserdata", n.size.nuserdata);
  fn("nkey", n.size.nkey);
  fn("nuser_body", n.size.nuser_body);
  fn("nuser_jnt", n.size.nuser_jnt);
  fn("nuser_geom", n.size.nuser_geom);
  fn("nuser_site", n.size.nuser_site);
  fn("nuser_cam", n.size.nuser_cam);
  fn("nuser_tendon", n.size.nuser_tendon);
  fn("nuser_actuator", n.size.nuser_actuator);
  fn("nuser_sensor", n.size.nuser_sensor);
}

}  // namespace corten::spec
