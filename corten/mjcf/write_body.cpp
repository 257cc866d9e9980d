// Writing of the tree. Elements of a kind keep their order: a frame is opened as often as that needs.
#include <cmath>
#include <set>

#include "corten/mjcf/rows_body.h"
#include "corten/mjcf/writer.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf {

namespace {

class TreeWriter {
 public:
  TreeWriter(const Spec& spec, XmlWriter& xml) : spec_(spec), xml_(xml) {}

  // A body and everything below it, without recursion: a tree of a program may be deeper than the stack.
  void tree(const spec::Body& world) {
    std::vector<Open> open;
    enter(world, open);
    while (!open.empty()) {
      Open& top = open.back();
      const spec::Body& body = *top.body;
      if (top.next == body.bodies.size()) {
        close_frames(body, top.frame);
        open.pop_back();
        if (!open.empty()) xml_.close();
        continue;
      }
      const spec::Body& child = body.bodies[top.next];
      change_frame(body, child.frame, top.frame, top.named_frames);
      ++top.next;
      head(child, active_class(body, top.frame));
      enter(child, open);
    }
  }

 private:
  // A body whose children are being written.
  struct Open {
    const spec::Body* body;
    int next = 0;                // child
    int frame = -1;              // that is open
    std::set<int> named_frames;  // opened with their name
  };

  void enter(const spec::Body& body, std::vector<Open>& open) {
    named_frames_.clear();
    carried(body);
    open.push_back({&body, 0, -1, std::move(named_frames_)});
  }

  // Everything in a body but the bodies.
  void carried(const spec::Body& body) {
    list(body, body.joints,
         [&](const spec::Joint& joint, const std::string& active) { this->joint(joint, active); });
    list(body, body.geoms,
         [&](const spec::Geom& geom, const std::string& active) { this->geom(geom, active); });
    list(body, body.sites, [&](const spec::Site& node, const std::string& active) {
      leaf("site", rows_of<spec::Site>(), node, &spec::Default::site, active);
    });
    list(body, body.cameras, [&](const spec::Camera& node, const std::string& active) {
      leaf("camera", rows_of<spec::Camera>(), node, &spec::Default::camera, active);
    });
    list(body, body.lights,
         [&](const spec::Light& node, const std::string& active) { this->light(node, active); });
    write_plugin(body.plugin, xml_);
    empty_frames(body);
  }

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

  // a frame and those around it, from the outside
  void open_frames(const spec::Body& body, int frame, std::set<int>& named) {
    std::vector<int> chain;
    for (; frame >= 0; frame = body.frames[frame].frame) chain.push_back(frame);
    for (std::size_t i = chain.size(); i-- > 0;) open_frame(body, chain[i], named);
  }
  void open_frame(const spec::Body& body, int frame, std::set<int>& named) {
    const spec::Frame& node = body.frames[frame];
    spec::Frame copy = in_own_units(node);
    const spec::Frame base;
    xml_.open("frame");
    if (!node.childclass.empty() && node.childclass != active_class(body, node.frame))
      xml_.attribute("childclass", node.childclass);
    if (!named.insert(frame).second) copy.name.clear();  // opened before
    xml_.rows(rows_of<spec::Frame>(), &copy, &base);
  }
  void close_frames(const spec::Body& body, int frame) {
    for (; frame >= 0; frame = body.frames[frame].frame) xml_.close();
  }

  void change_frame(const spec::Body& body, int wanted, int& frame, std::set<int>& named) {
    if (wanted == frame) return;
    close_frames(body, frame);
    frame = wanted;
    open_frames(body, frame, named);
  }

  template <class N, class Fn>
  void list(const spec::Body& body, const spec::List<N>& nodes, Fn&& write) {
    int frame = -1;
    for (const N& node : nodes) {
      change_frame(body, node.frame, frame, named_frames_);
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
      open_frames(body, frame, named_frames_);
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
    leaf("light", rows_of<spec::Light>(), node, &spec::Default::light, active);
  }

  void geom(const spec::Geom& geom, const std::string& active) {
    spec::Geom copy = in_own_units(geom);
    const spec::Geom& base = class_of(spec_, geom).geom;
    if (!std::isnan(*copy.mass)) copy.density = base.density;  // the mass decides
    xml_.open("geom");
    write_class(geom.classname, active, xml_);
    xml_.rows(rows_of<spec::Geom>(), &copy, &base);
    write_plugin(geom.plugin, xml_);
    xml_.close();
  }

  void joint(const spec::Joint& joint, const std::string& active) {
    if (*joint.type != mjJNT_FREE || !is_bare(joint))
      return leaf("joint", rows_of<spec::Joint>(), joint, &spec::Default::joint, active);
    const spec::Joint builtin;
    xml_.open("freejoint");
    xml_.rows(free_joint_rows(), &joint, &builtin);
    xml_.close();
  }

  // A free joint without anything that <freejoint> cannot say.
  static bool is_bare(const spec::Joint& joint) {
    const spec::Joint builtin;
    spec::Joint rest = joint;
    rest.type = builtin.type, rest.name = builtin.name, rest.group = builtin.group,
    rest.align = builtin.align;
    XmlWriter text;
    text.group("rest");
    text.rows(rows_of<spec::Joint>(), &rest, &builtin);
    text.close();
    return text.take().empty();
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
    xml_.rows(rows_of<spec::Inertial>(), &copy, &base);
    xml_.close();
  }

  // The start of a body element.
  void head(const spec::Body& body, const std::string& active) {
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
    xml_.rows(rows_of<spec::Body>(), &head, &base);
    inertial(body);
  }

  const Spec& spec_;
  XmlWriter& xml_;
  std::set<int> named_frames_;  // frames of the current body that were opened with their name
};

}  // namespace

void write_worldbody(const Spec& spec, XmlWriter& xml) {
  xml.open("worldbody");
  TreeWriter(spec, xml).tree(spec.world);
  xml.close();
}

}  // namespace corten::mjcf
