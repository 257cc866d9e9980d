// Joints of URDF: one of ours, three for a planar one, none for a fixed one; their dynamics and limits.
#include <algorithm>
#include <cmath>

#include "corten/math/build_frame.h"
#include "corten/mjcf/urdf_parts.h"

namespace corten::mjcf::urdf {

namespace {

using spec::Real3;

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

void add_planar(const XmlElement& element, spec::Body& body, const std::string& name, const Real3& axis) {
  Real3 normal = axis;
  build::normalize(normal);
  const Mat3<Real> frame = to_mat(build::z_to_vec(normal));
  add_joint(element, body, mjJNT_SLIDE, name + "_TX", frame.col(0));
  add_joint(element, body, mjJNT_SLIDE, name + "_TY", frame.col(1));
  add_joint(element, body, mjJNT_HINGE, name + "_RZ", axis);
}

void read_dynamics(const XmlElement& element, spec::Body& body, Issues& issues) {
  const XmlElement* dynamics = child(element, "dynamics", issues);
  if (!dynamics) return;
  Real damping = 0;
  Real friction = 0;
  const bool has_damping = numbers(*dynamics, "damping", &damping, 1, issues);
  const bool has_friction = numbers(*dynamics, "friction", &friction, 1, issues);
  for (spec::Joint& joint : body.joints) {
    if (has_damping) joint.damping = damping;
    if (has_friction) joint.frictionloss = friction;
  }
}

void read_limit(const XmlElement& element, spec::Joint& joint, Issues& issues) {
  const XmlElement* limit = child(element, "limit", issues);
  if (!limit) return;
  spec::Real2 range{};
  const bool has_lower = numbers(*limit, "lower", &range[0], 1, issues);
  const bool has_upper = numbers(*limit, "upper", &range[1], 1, issues);
  if (has_lower || has_upper) joint.range = range;
  if (has_lower != has_upper || range[0] > range[1]) joint.limited = int{mjLIMITED_FALSE};
  Real effort = 0;
  if (numbers(*limit, "effort", &effort, 1, issues) && effort != 0) {
    joint.actfrcrange = spec::Real2{-std::abs(effort), std::abs(effort)};
  }
}

}  // namespace

void read_joint(const XmlElement& element, spec::Body& body, Issues& issues) {
  const std::string& name = *element.find("name");
  const std::string& type = *element.find("type");
  Real3 axis{1, 0, 0};
  if (const XmlElement* inner = child(element, "axis", issues))
    numbers(*inner, "xyz", axis.data(), 3, issues, true);
  const int first = body.joints.size();
  const auto* known = std::ranges::find(kJointTypes, type, &JointType::word);
  if (known == std::end(kJointTypes)) {
    issues.error(element, "URDF has no joint of type '" + type + "'");
  } else if (known->type == kPlanar) {
    add_planar(element, body, name, axis);
  } else if (known->type != kFixed) {
    add_joint(element, body, known->type, name, axis);
  }
  if (body.joints.size() == first) return;
  read_dynamics(element, body, issues);
  read_limit(element, body.joints[first], issues);
}

}  // namespace corten::mjcf::urdf
