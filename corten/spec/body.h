// The tree: bodies, their frames and explicit inertia. Values are as written.
#pragma once

#include "corten/model/fields_tree.h"
#include "corten/spec/camera.h"
#include "corten/spec/geom.h"
#include "corten/spec/joint.h"

namespace corten::spec {

// A named or unnamed change of coordinates inside a body; it has no counterpart in the compiled model.
struct Frame : BodyNode {  // `frame` of a frame: the enclosing one, always of a smaller index
  std::string childclass;
  Set<Real3> pos;
  Set<Quat<Real>> quat = Quat<Real>::identity();
  Orientation alt;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.childclass, both("childclass", kByHand));
    visit_pose(n, fn);
  }
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

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.pos, in_text("pos", kRequired));
    fn(n.mass, in_text("mass", kRequired));
    fn(n.diaginertia, in_text("diaginertia"));
    fn(n.fullinertia, in_text("fullinertia"));
    fn(n.quat, in_text("quat"));
    fn.text_of(n.alt);
  }
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

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_text("name"));
    fn(n.childclass, both("childclass", kByHand));
    visit_pose(n, fn);
    fn(n.inertial.mass, in_program("mass"));
    fn(n.inertial.pos, in_program("ipos"));
    fn(n.inertial.quat, in_program("iquat"));
    fn(n.inertial.diaginertia, in_program("inertia"));
    fn(n.inertial.alt, in_program("ialt"));
    fn(n.inertial.fullinertia, in_program("fullinertia"));
    fn(n.inertial.present, in_program("explicitinertial"));
    fn(n.mocap, both("mocap"));
    fn(n.gravcomp, both("gravcomp"), &BodyFields::body_gravcomp);
    fn(n.sleep, both("sleep").words(words::kBodySleep).of("mjtSleepPolicy"));
    fn(n.userdata, named("userdata", "user"), &BodyFields::body_user);
    fn(n.plugin, in_program("plugin"));
  }
};

}  // namespace corten::spec
