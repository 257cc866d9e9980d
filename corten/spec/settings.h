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
};

// A statistic that is set replaces the automatic one; NaN means automatic too, as in MuJoCo.
struct Statistic {
  Set<Real> meaninertia = kUndefined;
  Set<Real> meanmass = kUndefined;
  Set<Real> meansize = kUndefined;
  Set<Real> extent = kUndefined;
  Set<Real3> center = kUndefined3;
};

}  // namespace corten::spec
