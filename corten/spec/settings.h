// Settings of a whole model: compiler, sizes, statistics; option and visual are the model's own structs.
#pragma once

#include <cstdint>
#include <string>

#include "corten/spec/node.h"

namespace corten::spec {

// options of the actuator length range computation (mjLROpt)
struct LengthRange {
  Set<int> mode = mjLRMODE_MUSCLE;
  Set<bool> useexisting = true;
  Set<bool> uselimit = false;
  Set<Real> accel = 20;
  Set<Real> maxforce = 0;
  Set<Real> timeconst = 1;
  Set<Real> timestep = 0.01;
  Set<Real> inttotal = 10;
  Set<Real> interval = 2;
  Set<Real> tolrange = 0.05;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.mode, both("mode").words(words::kLengthRangeMode));
    fn(n.useexisting, both("useexisting"));
    fn(n.uselimit, both("uselimit"));
    fn(n.accel, both("accel"));
    fn(n.maxforce, both("maxforce"));
    fn(n.timeconst, both("timeconst"));
    fn(n.timestep, both("timestep"));
    fn(n.inttotal, both("inttotal"));
    fn(n.interval, both("interval"));
    fn(n.tolrange, both("tolrange"));
  }
};

struct Compiler {
  Set<bool> autolimits = true;
  Set<Real> boundmass = 0;
  Set<Real> boundinertia = 0;
  Set<Real> settotalmass = -1;
  Set<bool> balanceinertia = false;
  Set<bool> strippath = false;
  Set<bool> fitaabb = false;
  Set<int> degree = 1;               // angles are written in 0: radians, 1: degrees
  Set<std::string> eulerseq{"xyz"};  // three letters; which letters is checked when an euler is resolved
  Set<std::string> meshdir;
  Set<std::string> texturedir;
  Set<bool> discardvisual = false;
  Set<bool> usethread = true;
  Set<bool> fusestatic = false;
  Set<int> inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
  Set<Vec<int, 2>> inertiagrouprange{{0, 5}};
  Set<bool> saveinertial = false;
  Set<bool> alignfree = false;
  LengthRange lengthrange;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.autolimits, both("autolimits"));
    fn(n.boundmass, both("boundmass"));
    fn(n.boundinertia, both("boundinertia"));
    fn(n.settotalmass, both("settotalmass"));
    fn(n.balanceinertia, both("balanceinertia"));
    fn(n.fitaabb, both("fitaabb"));
    fn(n.degree, named("degree", "angle").words(words::kAngleUnit));
    fn(n.eulerseq, both("eulerseq", kByHand).of("chars"));
    fn(n.discardvisual, both("discardvisual"));
    fn(n.usethread, both("usethread"));
    fn(n.fusestatic, both("fusestatic"));
    fn(n.inertiafromgeom, both("inertiafromgeom").words(words::kFalseTrueAuto));
    fn(n.inertiagrouprange, both("inertiagrouprange"));
    fn(n.saveinertial, both("saveinertial"));
    fn(n.alignfree, both("alignfree"));
    fn(n.meshdir, both("meshdir", kByHand));
    fn(n.texturedir, both("texturedir", kByHand));
    fn(n.strippath, in_text("strippath"));
    fn.only(in_text("coordinate"));
    fn.only(in_text("assetdir"));
  }
};

struct Size {
  Place place;                    // of the last <size> that was read
  Set<std::int64_t> memory = -1;  // bytes
  Set<int> nemax = 0;
  Set<int> njmax = -1;
  Set<int> nconmax = -1;
  Set<int> nstack = -1;
  Set<int> nuserdata = 0;
  Set<int> nkey = 0;
  Set<int> nuser_body = -1;  // -1: the longest user list
  Set<int> nuser_jnt = -1;
  Set<int> nuser_geom = -1;
  Set<int> nuser_site = -1;
  Set<int> nuser_cam = -1;
  Set<int> nuser_tendon = -1;
  Set<int> nuser_actuator = -1;
  Set<int> nuser_sensor = -1;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.memory, both("memory", kByHand));
    fn(n.nemax, in_program("nemax"));
    fn(n.njmax, both("njmax"));
    fn(n.nconmax, both("nconmax"));
    fn(n.nstack, both("nstack"));
    fn(n.nuserdata, both("nuserdata"));
    fn(n.nkey, both("nkey"));
    fn(n.nuser_body, both("nuser_body"));
    fn(n.nuser_jnt, both("nuser_jnt"));
    fn(n.nuser_geom, both("nuser_geom"));
    fn(n.nuser_site, both("nuser_site"));
    fn(n.nuser_cam, both("nuser_cam"));
    fn(n.nuser_tendon, both("nuser_tendon"));
    fn(n.nuser_actuator, both("nuser_actuator"));
    fn(n.nuser_sensor, both("nuser_sensor"));
  }
};

// A statistic that is set replaces the automatic one; NaN means automatic too, as in MuJoCo.
struct Statistic {
  Set<Real> meaninertia = kUndefined;
  Set<Real> meanmass = kUndefined;
  Set<Real> meansize = kUndefined;
  Set<Real> extent = kUndefined;
  Set<Real3> center = kUndefined3;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.meaninertia, both("meaninertia"));
    fn(n.meanmass, both("meanmass"));
    fn(n.meansize, both("meansize"));
    fn(n.extent, both("extent"));
    fn(n.center, both("center"));
  }
};

}  // namespace corten::spec
