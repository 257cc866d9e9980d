// URDF robots to a Spec: links become bodies, joints their joints. There is no schema; unknown parts are
// ignored.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "corten/asset/path.h"
#include "corten/math/build_frame.h"
#include "corten/mjcf/attribute.h"
#include "corten/mjcf/reader.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf {

namespace {

using spec::Real3;

struct Link {
  const XmlElement* element;
  const XmlElement* joint = nullptr;  // to its parent
  std::vector<int> children;          // in order of joints
  spec::Body* body = nullptr;         // once it has its place
};

// Joints by their word in URDF.
struct JointType {
  std::string_view word;
  int type;
};
constexpr int kPlanar = -1, kFixed = -2;  // three joints, none
constexpr JointType kJointTypes[] = {
    {"revolute", mjJNT_HINGE}, {"continuous", mjJNT_HINGE}, {"prismatic", mjJNT_SLIDE},
    {"floating", mjJNT_FREE},  {"spherical", mjJNT_BALL},   {"planar", kPlanar},
    {"fixed", kFixed},
};

class UrdfReader {
 public:
  explicit UrdfReader(Context& context) : context_(context), issues_(context.issues) {}

  void read(const XmlElement& root) {
    read_settings(root);
    if (const std::string* name = root.find("name")) context_.spec.modelname = *name;
    collect_materials(root);
    collect_links(root);
    collect_joints(root);
    if (!ok()) return;
    place_links(root);
  }

 private:
  bool ok() { return issues_.diagnostics().ok(); }

  // The child of that name; more than one is an error, none too if it is required.
  const XmlElement* child(const XmlElement& element, std::string_view name, bool required = false) {
    const XmlElement* found = nullptr;
    for (const XmlElement& candidate : element.children) {
      if (candidate.name != name) continue;
      if (found) issues_.error(candidate, "may appear only once");
      found = found ? found : &candidate;
    }
    if (!found && required) issues_.error(element, "needs an element <" + std::string(name) + ">");
    return found;
  }

  // `count` numbers of an attribute into `values`; true if it was there and right.
  bool numbers(const XmlElement& element, std::string_view name, Real* values, int count,
               bool required = false) {
    const std::string* text = element.find(name);
    if (required && (!text || is_blank(*text))) {
      issues_.error(element, missing(name));
    }
    const auto read = read_reals(element, name, count, issues_);
    if (read) std::copy(read->begin(), read->end(), values);
    return read.has_value();
  }

  void read_settings(const XmlElement& root) {
    spec::Compiler& compiler = context_.spec.compiler;
    *compiler.strippath = *compiler.fusestatic = *compiler.discardvisual = true;
    if (const XmlElement* mujoco = child(root, "mujoco")) {
      if (const XmlElement* section = child(*mujoco, "compiler")) read_compiler(*section, context_);
      if (const XmlElement* section = child(*mujoco, "option")) read_option(*section, context_);
      if (const XmlElement* section = child(*mujoco, "size")) read_size(*section, context_);
    }
    *compiler.degree = 0;
  }

  // Colours by name: the first definition anywhere that has one.
  void collect_materials(const XmlElement& element) {
    for (const XmlElement& inner : element.children) {
      if (inner.name == "material") {
        const std::string* name = inner.find("name");
        const XmlElement* color = child(inner, "color");
        Vec<float, 4> rgba{};
        if (name && color && read_color(*color, rgba)) colors_.emplace(*name, rgba);
      } else {
        collect_materials(inner);
      }
    }
  }

  bool read_color(const XmlElement& color, Vec<float, 4>& rgba) {
    Real values[4];
    if (!numbers(color, "rgba", values, 4, true)) return false;
    for (int i = 0; i < 4; ++i) rgba[i] = static_cast<float>(values[i]);
    return true;
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
    const XmlElement* element = child(joint, role, true);
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

  void place_links(const XmlElement& root) {
    for (Link& link : links_) {
      if (!link.joint) place_tree(link);
    }
    for (const Link& link : links_) {
      if (!link.body) return issues_.error(root, "the joints form a cycle");
    }
    // in document order, which decides the order of meshes
    for (const Link& link : links_) read_link(*link.element, *link.body);
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
      read_origin(*link.joint, body);
      read_joint(*link.joint, body);
    }
    context_.count_bodies(1, *link.element);
  }

  // rpy turns about the fixed axes x, y, z
  template <class N>
  void read_origin(const XmlElement& element, N& node) {
    const XmlElement* origin = child(element, "origin");
    if (!origin) return;
    Real3 xyz{};
    Real3 rpy{};
    numbers(*origin, "xyz", xyz.data(), 3);
    numbers(*origin, "rpy", rpy.data(), 3);
    Quat<Real> quat = Quat<Real>::identity();
    (void)spec::resolve_euler(rpy, "XYZ", quat);
    node.pos = xyz;
    node.quat = quat;
  }

  void read_inertial(const XmlElement& element, spec::Inertial& inertial) {
    inertial.present = true;
    inertial.place = element.place();
    Real3 xyz{};
    if (const XmlElement* origin = child(element, "origin")) {
      Real3 unused{};
      numbers(*origin, "xyz", xyz.data(), 3);
      numbers(*origin, "rpy", unused.data(), 3);  // ignored, as in the oracle
    }
    inertial.pos = xyz;
    Real mass = 0;
    if (const XmlElement* inner = child(element, "mass", true)) numbers(*inner, "value", &mass, 1, true);
    inertial.mass = mass;
    Vec<Real, 6> full{};
    static constexpr const char* kEntries[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    if (const XmlElement* inner = child(element, "inertia", true)) {
      for (int i = 0; i < 6; ++i) numbers(*inner, kEntries[i], &full[i], 1, true);
    }
    if (full != Vec<Real, 6>{}) inertial.fullinertia = full;
  }

  void read_link(const XmlElement& element, spec::Body& body) {
    if (const XmlElement* inertial = child(element, "inertial")) read_inertial(*inertial, body.inertial);
    std::string name;
    Vec<float, 4> rgba = spec::kGrey;
    for (const XmlElement& shape : element.children) {
      if (shape.name == "visual" || shape.name == "collision") read_shape(shape, name, rgba, body);
    }
  }

  void read_shape(const XmlElement& element, std::string& name, Vec<float, 4>& rgba, spec::Body& body) {
    if (const std::string* own = element.find("name")) name = *own;
    const bool visual = element.name == "visual";
    if (visual) read_material(element, rgba);
    if (visual && *context_.spec.compiler.discardvisual) return;
    spec::Geom& geom = body.geoms.add();
    geom.classname = "main";
    geom.place = element.place();
    read_origin(element, geom);
    if (const XmlElement* geometry = child(element, "geometry", true)) read_geometry(*geometry, geom);
    geom.rgba = rgba;
    geom.contype = visual ? 0 : 1;
    geom.conaffinity = visual ? 0 : 1;
    geom.group = visual ? 1 : 0;
    if (visual) geom.density = 0.0;
    if (name.empty()) return;
    if (geom_names_.insert(name).second) {
      geom.name = name;
    } else {
      issues_.warning(element, "repeated geom name '" + name + "' dropped");
    }
  }

  void read_material(const XmlElement& visual, Vec<float, 4>& rgba) {
    const XmlElement* material = child(visual, "material");
    if (!material) return;
    const std::string* name = require(*material, "name", issues_);
    if (const XmlElement* color = child(*material, "color")) {
      read_color(*color, rgba);
    } else if (name && colors_.contains(*name)) {
      rgba = colors_[*name];
    }
  }

  struct Shape {
    std::string_view word;
    int type;
    void (UrdfReader::*read)(const XmlElement& element, spec::Geom& geom);
  };

  // The first shape of this list that is given counts.
  void read_geometry(const XmlElement& geometry, spec::Geom& geom) {
    static constexpr Shape kShapes[] = {{"box", mjGEOM_BOX, &UrdfReader::read_box},
                                        {"cylinder", mjGEOM_CYLINDER, &UrdfReader::read_round},
                                        {"sphere", mjGEOM_SPHERE, &UrdfReader::read_sphere},
                                        {"capsule", mjGEOM_CAPSULE, &UrdfReader::read_round},
                                        {"mesh", mjGEOM_MESH, &UrdfReader::read_mesh}};
    for (const Shape& shape : kShapes)
      if (const XmlElement* element = child(geometry, shape.word)) {
        geom.type = shape.type;
        return (this->*shape.read)(*element, geom);
      }
    issues_.error(geometry, "has no known shape", "box, cylinder, sphere, capsule or mesh");
    geom.size = Real3{};
  }

  void read_box(const XmlElement& element, spec::Geom& geom) {
    Real3 size{};
    numbers(element, "size", size.data(), 3, true);
    for (Real& value : size) value /= 2;
    geom.size = size;
  }

  void read_sphere(const XmlElement& element, spec::Geom& geom) {
    Real3 size{};
    numbers(element, "radius", &size[0], 1, true);
    geom.size = size;
  }

  void read_round(const XmlElement& element, spec::Geom& geom) {
    Real3 size{};
    numbers(element, "radius", &size[0], 1, true);
    numbers(element, "length", &size[1], 1, true);
    size[1] /= 2;
    geom.size = size;
  }

  void read_mesh(const XmlElement& element, spec::Geom& geom) {
    const std::string* file = require(element, "filename", issues_);
    Real3 scale{1, 1, 1};
    numbers(element, "scale", scale.data(), 3);
    if (!file) return;
    const std::string base = base_name_without_extension(*file);
    std::vector<Real3>& scales = scales_[base];
    geom.meshname = base;
    // a scale met before refers to the first mesh, whichever it was, as in the oracle
    if (std::find(scales.begin(), scales.end(), scale) != scales.end()) return;
    if (!scales.empty()) geom.meshname += std::to_string(scales.size());
    scales.push_back(scale);
    spec::Mesh& mesh = context_.spec.meshes.add();
    mesh.name = geom.meshname;
    mesh.classname = "main";
    mesh.file = *context_.spec.compiler.strippath ? base_name(*file) : *file;
    mesh.scale = scale;
    mesh.place = element.place();
  }

  spec::Joint& add_joint(const XmlElement& element, spec::Body& body, int type, const std::string& name,
                         const Real3& axis) {
    spec::Joint& joint = body.joints.add();
    joint.name = name;
    joint.classname = "main";
    joint.place = element.place();
    joint.type = type;
    joint.axis = axis;
    return joint;
  }

  void read_joint(const XmlElement& element, spec::Body& body) {
    const std::string& name = *element.find("name");
    const std::string& type = *element.find("type");
    Real3 axis{1, 0, 0};
    if (const XmlElement* inner = child(element, "axis")) numbers(*inner, "xyz", axis.data(), 3, true);
    const std::size_t first = static_cast<std::size_t>(body.joints.size());
    const auto* known = std::ranges::find(kJointTypes, type, &JointType::word);
    if (known == std::end(kJointTypes)) {
      issues_.error(element, "URDF has no joint of type '" + type + "'");
    } else if (known->type == kPlanar) {
      add_planar(element, body, name, axis);
    } else if (known->type != kFixed) {
      add_joint(element, body, known->type, name, axis);
    }
    if (body.joints.size() == static_cast<int>(first)) return;
    read_dynamics(element, body);
    read_limit(element, body.joints[static_cast<int>(first)]);
  }

  void add_planar(const XmlElement& element, spec::Body& body, const std::string& name, const Real3& axis) {
    Real3 normal = axis;
    build::normalize(normal);
    const Mat3<Real> frame = to_mat(build::z_to_vec(normal));
    add_joint(element, body, mjJNT_SLIDE, name + "_TX", frame.col(0));
    add_joint(element, body, mjJNT_SLIDE, name + "_TY", frame.col(1));
    add_joint(element, body, mjJNT_HINGE, name + "_RZ", axis);
  }

  void read_dynamics(const XmlElement& element, spec::Body& body) {
    const XmlElement* dynamics = child(element, "dynamics");
    if (!dynamics) return;
    Real damping = 0;
    Real friction = 0;
    const bool has_damping = numbers(*dynamics, "damping", &damping, 1);
    const bool has_friction = numbers(*dynamics, "friction", &friction, 1);
    for (spec::Joint& joint : body.joints) {
      if (has_damping) joint.damping = damping;
      if (has_friction) joint.frictionloss = friction;
    }
  }

  void read_limit(const XmlElement& element, spec::Joint& joint) {
    const XmlElement* limit = child(element, "limit");
    if (!limit) return;
    spec::Real2 range{};
    const bool has_lower = numbers(*limit, "lower", &range[0], 1);
    const bool has_upper = numbers(*limit, "upper", &range[1], 1);
    if (has_lower || has_upper) joint.range = range;
    if (has_lower != has_upper || range[0] > range[1]) joint.limited = int{mjLIMITED_FALSE};
    Real effort = 0;
    if (numbers(*limit, "effort", &effort, 1) && effort != 0) {
      joint.actfrcrange = spec::Real2{-std::abs(effort), std::abs(effort)};
    }
  }

  Context& context_;
  Issues& issues_;
  std::vector<Link> links_;
  std::map<std::string, int> indices_;
  std::map<std::string, Vec<float, 4>> colors_;
  std::map<std::string, std::vector<Real3>> scales_;
  std::set<std::string> geom_names_;
};

}  // namespace

void read_urdf(const XmlElement& root, Context& context) { UrdfReader(context).read(root); }

}  // namespace corten::mjcf
