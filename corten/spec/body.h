// The tree: bodies and what they carry. Field names are those of MuJoCo's mjs structs, values as written
// (angles in the unit of the element's compiler settings, poses relative to the frame it stands in).
#pragma once

#include "corten/spec/kept_state.h"
#include "corten/spec/node.h"

namespace corten::spec {

struct Joint : BodyNode {
  Set<int> type = mjJNT_HINGE;
  Set<Real3> pos;
  Set<Real3> axis{{0, 0, 1}};
  Set<Real> ref = 0;                  // hinge: angle unit
  Set<int> align = mjALIGNFREE_AUTO;  // freejoint only
  Set<Real> stiffness = 0;
  Set<Real> springref = 0;  // hinge: angle unit
  Set<Real2> springdamper;
  Set<int> limited = mjLIMITED_AUTO;
  Set<Real2> range;  // hinge, ball: angle unit
  Set<Real> margin = 0;
  Set<SolRef> solref_limit = kSolRef;
  Set<SolImp> solimp_limit = kSolImp;
  Set<int> actfrclimited = mjLIMITED_AUTO;
  Set<Real2> actfrcrange;
  Set<Real> armature = 0;
  Set<Real> damping = 0;
  Set<Real> frictionloss = 0;
  Set<SolRef> solref_friction = kSolRef;
  Set<SolImp> solimp_friction = kSolImp;
  Set<int> group = 0;
  Set<bool> actgravcomp = false;
  std::vector<Real> userdata;
  KeptState kept;
};

struct Geom : BodyNode {
  Set<int> type = mjGEOM_SPHERE;
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Set<Vec<Real, 6>> fromto = kUndefined6;
  Set<Real3> size;
  Set<int> contype = 1;
  Set<int> conaffinity = 1;
  Set<int> condim = 3;
  Set<int> priority = 0;
  Set<Real3> friction{{1, 0.005, 0.0001}};
  Set<Real> solmix = 1;
  Set<SolRef> solref = kSolRef;
  Set<SolImp> solimp = kSolImp;
  Set<Real> margin = 0;
  Set<Real> gap = 0;
  Set<Real> mass = kUndefined;  // given: wins over density
  Set<Real> density = 1000;
  Set<bool> shellinertia = false;  // mjs typeinertia == mjINERTIA_SHELL
  Set<int> fluid_ellipsoid = 0;    // 1: ellipsoid fluid model
  Set<Vec<Real, 5>> fluid_coefs{{0.5, 0.25, 1.5, 1, 1}};
  std::string material;
  Set<Rgba> rgba = kGrey;
  Set<int> group = 0;
  std::string hfieldname;
  std::string meshname;
  Set<Real> fitscale = 1;
  std::vector<Real> userdata;
  PluginUse plugin;
};

struct Site : BodyNode {
  Set<int> type = mjGEOM_SPHERE;
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Set<Vec<Real, 6>> fromto = kUndefined6;
  Set<Real3> size{{0.005, 0.005, 0.005}};
  std::string material;
  Set<int> group = 0;
  Set<Rgba> rgba = kGrey;
  std::vector<Real> userdata;
};

struct Camera : BodyNode {
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Set<int> mode = mjCAMLIGHT_FIXED;
  std::string targetbody;
  Set<int> proj = mjPROJ_PERSPECTIVE;
  Set<Vec<int, 2>> resolution{{1, 1}};
  Set<int> output = mjCAMOUT_RGB;  // bits of mjtCamOutBit
  Set<Real> fovy = 45;             // always degrees
  Set<Real> ipd = 0.068;
  Set<Vec<float, 4>> intrinsic;
  Set<Vec<float, 2>> sensor_size;
  Set<Vec<float, 2>> focal_length;
  Set<Vec<float, 2>> focal_pixel;
  Set<Vec<float, 2>> principal_length;
  Set<Vec<float, 2>> principal_pixel;
  std::vector<Real> userdata;
};

struct Light : BodyNode {
  Set<Real3> pos;
  Set<Real3> dir{{0, 0, -1}};
  Set<int> mode = mjCAMLIGHT_FIXED;
  std::string targetbody;
  Set<bool> active = true;
  Set<int> type = mjLIGHT_SPOT;
  std::string texture;
  Set<bool> castshadow = true;
  Set<float> bulbradius = 0.02F;
  Set<float> intensity = 0.0F;
  Set<float> range = 10.0F;
  Set<Vec3<float>> attenuation{{1, 0, 0}};
  Set<float> cutoff = 45.0F;  // always degrees
  Set<float> exponent = 10.0F;
  Set<Vec3<float>> ambient;
  Set<Vec3<float>> diffuse{{0.7F, 0.7F, 0.7F}};
  Set<Vec3<float>> specular{{0.3F, 0.3F, 0.3F}};
};

// A named or unnamed change of coordinates inside a body; it has no counterpart in the compiled model.
struct Frame : BodyNode {  // `frame` of a frame: the enclosing one, always of a smaller index
  std::string childclass;
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
};

// The explicit <inertial> of a body.
struct Inertial {
  bool present = false;
  Set<Real> mass = 0;
  Set<Real3> pos = kUndefined3;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Set<Real3> diaginertia;
  Set<Vec<Real, 6>> fullinertia =
      kUndefined6;  // xx yy zz xy xz yz; set: wins over diaginertia and orientation
  Place place;
};

// Children of one kind are in document order, whatever frames they stand in.
struct Body : BodyNode {
  std::string childclass;
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;
  Inertial inertial;
  Set<bool> mocap = false;
  Set<Real> gravcomp = 0;
  Set<int> sleep = mjSLEEP_AUTO;
  std::vector<Real> userdata;
  PluginUse plugin;
  KeptState kept;

  List<Frame> frames;
  List<Joint> joints;
  List<Geom> geoms;
  List<Site> sites;
  List<Camera> cameras;
  List<Light> lights;
  List<Body> bodies;

  // long, so compiled once
  Body();
  Body(const Body&);
  Body(Body&&) noexcept;
  ~Body();
  Body& operator=(const Body&);
  Body& operator=(Body&&) noexcept;

  List<Body>& nested() { return bodies; }
  const List<Body>& nested() const { return bodies; }
};

}  // namespace corten::spec
