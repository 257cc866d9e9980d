// Writing of the tree. Elements of a kind keep their order: a frame is opened as often as that needs.
#include <cmath>
#include <set>

#include "corten/mjcf/rows_body.h"
#include "corten/mjcf/rows_flex.h"
#include "corten/mjcf/writer.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf {

namespace {

class TreeWriter {
 public:
  TreeWriter(const Spec& spec, XmlWriter& xml) : spec_(spec), xml_(xml) {}

  void contents(const spec::Body& body) {
    named_frames_.clear();
    list(body, body.joints,
         [&](const spec::Joint& joint, const std::string& active) { this->joint(joint, active); });
    list(body, body.geoms,
         [&](const spec::Geom& geom, const std::string& active) { this->geom(geom, active); });
    list(body, body.sites, [&](const spec::Site& node, const std::string& active) {
      leaf("site", kSiteRows, node, &spec::Default::site, active);
    });
    list(body, body.cameras, [&](const spec::Camera& node, const std::string& active) {
      leaf("camera", kCameraRows, node, &spec::Default::camera, active);
    });
    list(body, body.lights,
         [&](const spec::Light& node, const std::string& active) { this->light(node, active); });
    write_plugin(body.plugin, xml_);
    empty_frames(body);
    bodies(body);
  }

 private:
  // What is written in the units of this model: orientations of attached models become quaternions.
  template <class N>
  N in_own_units(const N& node) const {
    N copy = node;
    if constexpr (requires { copy.alt; }) {
      if (node.origin == 0 || node.alt.type() == mjORIENTATION_QUAT) return copy;
      Quat<Real> quat = *node.quat;
      if (spec::resolve_orientation(node.alt, spec_.compiler_of(node), quat)) return copy;
      copy.alt = {};
      copy.quat = quat;
    }
    return copy;
  }

  spec::Joint in_own_units(const spec::Joint& joint) const {
    spec::Joint copy = joint;
    const bool degree = *spec_.compiler.degree != 0;
    const bool was_degree = *spec_.compiler_of(joint).degree != 0;
    if (degree == was_degree) return copy;
    const Real scale = degree ? 180 / build::kPi : build::kPi / 180;
    if (*joint.type == mjJNT_HINGE || *joint.type == mjJNT_BALL) {
      for (Real& bound : *copy.range) bound *= scale;
    }
    if (*joint.type == mjJNT_HINGE) {
      *copy.ref *= scale;
      *copy.springref *= scale;
    }
    return copy;
  }

  // The class that is active inside a frame, or in the body itself.
  static const std::string& active_class(const spec::Body& body, int frame) {
    return frame < 0 ? body.childclass : body.frames[frame].childclass;
  }

  void open_frames(const spec::Body& body, int frame) {
    if (frame < 0) return;
    const spec::Frame& node = body.frames[frame];
    open_frames(body, node.frame);
    const spec::Frame copy = in_own_units(node);
    const spec::Frame base;
    xml_.open("frame");
    if (!node.childclass.empty() && node.childclass != active_class(body, node.frame))
      xml_.attribute("childclass", node.childclass);
    spec::Frame unnamed = copy;
    if (!named_frames_.insert(frame).second) unnamed.name.clear();  // opened before
    xml_.rows(kFrameRows, &unnamed, &base);
  }
  void close_frames(const spec::Body& body, int frame) {
    for (; frame >= 0; frame = body.frames[frame].frame) xml_.close();
  }

  template <class N, class Fn>
  void list(const spec::Body& body, const spec::List<N>& nodes, Fn&& write) {
    int frame = -1;
    for (const N& node : nodes) {
      if (node.frame != frame) {
        close_frames(body, frame);
        frame = node.frame;
        open_frames(body, frame);
      }
      write(node, active_class(body, frame));
    }
    close_frames(body, frame);
  }

  void empty_frames(const spec::Body& body) {
    for (int frame = 0; frame < body.frames.size(); ++frame) {
      if (body.frames[frame].name.empty() || named_frames_.contains(frame)) continue;
      bool holds_body = false;
      for (const spec::Body& child : body.bodies) holds_body = holds_body || child.frame == frame;
      if (holds_body) continue;
      open_frames(body, frame);
      close_frames(body, frame);
    }
  }

  template <class N>
  void leaf(const char* name, Rows rows, const N& node, N spec::Default::*record, const std::string& active) {
    const N copy = in_own_units(node);
    xml_.open(name);
    write_class(node.classname, active, xml_);
    xml_.rows(rows, &copy, &(class_of(spec_, node).*record));
    xml_.close();
  }

  void light(const spec::Light& node, const std::string& active) {
    leaf("light", kLightRows, node, &spec::Default::light, active);
  }

  void geom(const spec::Geom& geom, const std::string& active) {
    const spec::Geom copy = in_own_units(geom);
    xml_.open("geom");
    write_class(geom.classname, active, xml_);
    xml_.rows(kGeomRows, &copy, &class_of(spec_, geom).geom);
    write_plugin(geom.plugin, xml_);
    xml_.close();
  }

  void joint(const spec::Joint& joint, const std::string& active) {
    const spec::Joint builtin;
    if (*joint.type != mjJNT_FREE || !same_dynamics(joint, builtin)) {
      return leaf("joint", kJointRows, joint, &spec::Default::joint, active);
    }
    xml_.open("freejoint");
    xml_.rows(kFreeJointRows, &joint, &builtin);
    xml_.close();
  }

  // A free joint that took nothing from a class.
  static bool same_dynamics(const spec::Joint& a, const spec::Joint& b) {
    return *a.armature == *b.armature && *a.damping == *b.damping && *a.frictionloss == *b.frictionloss &&
           *a.stiffness == *b.stiffness && *a.margin == *b.margin &&
           *a.solref_friction == *b.solref_friction && *a.solimp_friction == *b.solimp_friction &&
           *a.actgravcomp == *b.actgravcomp && a.userdata == b.userdata &&
           *a.springdamper == *b.springdamper && *a.solref_limit == *b.solref_limit &&
           *a.solimp_limit == *b.solimp_limit;
  }

  void inertial(const spec::Body& body) {
    if (!body.inertial.present) return;
    spec::Inertial copy = body.inertial;
    if (body.origin != 0 && copy.alt.type() != mjORIENTATION_QUAT) {
      Quat<Real> quat = *copy.quat;
      if (!spec::resolve_orientation(copy.alt, spec_.compiler_of(body), quat)) {
        copy.alt = {};
        copy.quat = quat;
      }
    }
    const spec::Inertial base;
    copy.pos = std::isnan((*copy.pos)[0]) ? spec::Real3{} : *copy.pos;  // required
    xml_.open("inertial");
    xml_.rows(kInertialRows, &copy, &base);
    xml_.close();
  }

  void bodies(const spec::Body& body) {
    int index = 0;
    list(body, body.bodies, [&](const spec::Body& child, const std::string& active) {
      flexcomps(body, index++);
      this->body(child, active);
    });
    flexcomps(body, index);
  }

  void body(const spec::Body& body, const std::string& active) {
    const spec::Body base;
    // rows need a node of the same type; its lists are not looked at
    spec::Body head;
    head.name = body.name;
    head.origin = body.origin;
    head.pos = body.pos;
    head.quat = body.quat;
    head.alt = body.alt;
    head.mocap = body.mocap;
    head.gravcomp = body.gravcomp;
    head.sleep = body.sleep;
    head.userdata = body.userdata;
    head = in_own_units(head);
    xml_.open("body");
    if (!body.childclass.empty() && body.childclass != active) xml_.attribute("childclass", body.childclass);
    xml_.rows(kBodyRows, &head, &base);
    inertial(body);
    const auto outer = named_frames_;
    contents(body);
    named_frames_ = outer;
    xml_.close();
  }

  void flexcomps(const spec::Body& body, int index) {
    for (const spec::FlexComp& flexcomp : body.flexcomps) {
      if (flexcomp.body_index == index) this->flexcomp(flexcomp);
    }
  }

  void flexcomp(const spec::FlexComp& node) {
    const spec::FlexComp base;
    const spec::FlexComp copy = in_own_units(node);
    xml_.open("flexcomp");
    xml_.rows(kFlexCompRows, &copy, &base);
    if (!node.file.empty()) xml_.attribute("file", node.file);
    xml_.open("edge");
    xml_.rows(kFlexCompEdgeRows, &node, &base);
    xml_.close();
    xml_.open("elasticity");
    xml_.rows(kFlexElasticityRows, &node.elasticity, &base.elasticity);
    xml_.close();
    xml_.open("contact");
    xml_.rows(kFlexContactRows, &node.contact, &base.contact);
    xml_.close();
    xml_.open("pin");
    xml_.rows(kFlexCompPinRows, &node, &base);
    xml_.close();
    write_plugin(node.plugin, xml_);
    xml_.close();
  }

  const Spec& spec_;
  XmlWriter& xml_;
  std::set<int> named_frames_;  // frames of the current body that were opened with their name
};

}  // namespace

void write_worldbody(const Spec& spec, XmlWriter& xml) {
  xml.open("worldbody");
  TreeWriter(spec, xml).contents(spec.world);
  xml.close();
}

}  // namespace corten::mjcf
