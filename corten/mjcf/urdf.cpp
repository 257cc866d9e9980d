// URDF robots to a Spec: links become bodies, joints their joints. There is no schema; unknown parts are
// ignored.
#include <map>

#include "corten/mjcf/attribute.h"
#include "corten/mjcf/urdf_parts.h"

namespace corten::mjcf {

namespace {

using namespace urdf;
using spec::Real3;

struct Link {
  const XmlElement* element;
  const XmlElement* joint = nullptr;  // to its parent
  std::vector<int> children;          // in order of joints
  spec::Body* body = nullptr;         // once it has its place
};

class UrdfReader {
 public:
  explicit UrdfReader(Context& context) : context_(context), issues_(context.issues) {}

  void read(const XmlElement& root) {
    read_settings(root);
    if (const std::string* name = root.find("name")) context_.spec.modelname = *name;
    Shapes shapes(root, context_);
    collect_links(root);
    collect_joints(root);
    if (!ok()) return;
    place_links(root, shapes);
  }

 private:
  bool ok() { return issues_.diagnostics().ok(); }

  void read_settings(const XmlElement& root) {
    spec::Compiler& compiler = context_.spec.compiler;
    *compiler.strippath = *compiler.fusestatic = *compiler.discardvisual = true;
    if (const XmlElement* mujoco = child(root, "mujoco", issues_)) {
      if (const XmlElement* section = child(*mujoco, "compiler", issues_)) read_compiler(*section, context_);
      if (const XmlElement* section = child(*mujoco, "option", issues_)) read_option(*section, context_);
      if (const XmlElement* section = child(*mujoco, "size", issues_)) read_size(*section, context_);
    }
    *compiler.degree = 0;
  }

  void collect_links(const XmlElement& root) {
    for (const XmlElement& element : root.children) {
      if (element.name != "link") continue;
      const std::string* name = require(element, "name", issues_);
      if (!name) continue;
      if (!indices_.emplace(*name, static_cast<int>(links_.size())).second) {
        issues_.error(element, "repeated link name '" + *name + "'");
      }
      links_.push_back({&element, nullptr, {}, nullptr});
    }
  }

  int link_of(const XmlElement& joint, std::string_view role) {
    const XmlElement* element = child(joint, role, issues_, true);
    const std::string* name = element ? require(*element, "link", issues_) : nullptr;
    if (!name) return -1;
    const auto found = indices_.find(*name);
    if (found == indices_.end()) issues_.error(*element, "unknown link '" + *name + "'");
    return found == indices_.end() ? -1 : found->second;
  }

  void collect_joints(const XmlElement& root) {
    for (const XmlElement& element : root.children) {
      if (element.name != "joint") continue;
      require(element, "name", issues_);
      require(element, "type", issues_);
      const int parent = link_of(element, "parent");
      const int own = link_of(element, "child");
      if (parent < 0 || own < 0) continue;
      Link& link = links_[static_cast<std::size_t>(own)];
      if (link.joint) issues_.error(element, "its child link has a parent already");
      link.joint = &element;
      links_[static_cast<std::size_t>(parent)].children.push_back(own);
    }
  }

  void place_links(const XmlElement& root, Shapes& shapes) {
    for (Link& link : links_) {
      if (!link.joint) place_tree(link);
    }
    for (const Link& link : links_) {
      if (!link.body) return issues_.error(root, "the joints form a cycle");
    }
    // in document order, which decides the order of meshes
    for (const Link& link : links_) {
      if (const XmlElement* inertial = child(*link.element, "inertial", issues_))
        read_inertial(*inertial, link.body->inertial);
      shapes.read(*link.element, *link.body);
    }
  }

  // parents first; the children of a link in the order of the joints
  void place_tree(Link& root) {
    std::vector<std::pair<Link*, spec::Body*>> open{{&root, &context_.spec.world}};  // with the parent
    while (!open.empty()) {
      const auto [link, parent] = open.back();
      open.pop_back();
      place(*link, *parent);
      for (std::size_t i = link->children.size(); i-- > 0;)
        open.emplace_back(&links_[static_cast<std::size_t>(link->children[i])], link->body);
    }
  }

  void place(Link& link, spec::Body& parent) {
    const std::string& name = *link.element->find("name");
    const bool is_world = !link.joint && name == "world";
    spec::Body& body = is_world ? parent : parent.bodies.add();
    if (!is_world) {
      body.name = name;
      body.place = link.element->place();
      body.classname = body.childclass = "main";
    }
    link.body = &body;
    if (link.joint) {
      if (const auto origin = read_origin(*link.joint, issues_)) {
        body.pos = origin->pos;
        body.quat = origin->quat;
      }
      read_joint(*link.joint, body, issues_);
    }
    context_.count_bodies(1, *link.element);
  }

  void read_inertial(const XmlElement& element, spec::Inertial& inertial) {
    inertial.present = true;
    inertial.place = element.place();
    Real3 xyz{};
    if (const XmlElement* origin = child(element, "origin", issues_)) {
      Real3 unused{};
      numbers(*origin, "xyz", xyz.data(), 3, issues_);
      numbers(*origin, "rpy", unused.data(), 3, issues_);  // ignored, as in the oracle
    }
    inertial.pos = xyz;
    Real mass = 0;
    if (const XmlElement* inner = child(element, "mass", issues_, true))
      numbers(*inner, "value", &mass, 1, issues_, true);
    inertial.mass = mass;
    Vec<Real, 6> full{};
    static constexpr const char* kEntries[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    if (const XmlElement* inner = child(element, "inertia", issues_, true)) {
      for (int i = 0; i < 6; ++i) numbers(*inner, kEntries[i], &full[i], 1, issues_, true);
    }
    if (full != Vec<Real, 6>{}) inertial.fullinertia = full;
  }

  Context& context_;
  Issues& issues_;
  std::vector<Link> links_;
  std::map<std::string, int> indices_;
};

}  // namespace

void read_urdf(const XmlElement& root, Context& context) { UrdfReader(context).read(root); }

}  // namespace corten::mjcf
