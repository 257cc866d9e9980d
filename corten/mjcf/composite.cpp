// <composite type="cable">: a chain of bodies along a curve.
#include <cmath>

#include "corten/math/build_frame.h"
#include "corten/mjcf/cable_skin.h"
#include "corten/mjcf/parts.h"
#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_flex.h"

namespace corten::mjcf {

namespace {

using spec::Real3;

// Everything a composite element says.
struct Cable {
  Composite shape;
  spec::Joint joint;
  spec::Geom geom;
  spec::Site site;
  CompositeSkin skin;
  spec::PluginUse plugin;
  std::vector<Vec3<float>> vertices;

  int bodies() const { return static_cast<int>(vertices.size()) - 1; }
  // "B_first", "B_1", …, "B_last" with the prefix in front
  std::string part_name(const char* kind, int i) const {
    const std::string place = i == 0 ? "first" : i == bodies() - 1 ? "last" : std::to_string(i);
    return shape.prefix + kind + "_" + place;
  }
};

int curve_of(const std::vector<int>& curve, int axis) {
  return axis < static_cast<int>(curve.size()) ? curve[static_cast<std::size_t>(axis)] : int{kCurveZero};
}

Real curve_value(int shape, int k, int count, const Real3& size) {
  switch (shape) {
    case kCurveLine:
      return k * size[0] / (count - 1);
    case kCurveCos:
      return size[1] * std::cos(build::kPi * k * size[2] / (count - 1));
    case kCurveSin:
      return size[1] * std::sin(build::kPi * k * size[2] / (count - 1));
    default:
      return 0;
  }
}

std::vector<int> read_curve(const XmlElement& element, const Composite& shape, Context& context) {
  std::vector<int> curve;
  if (!shape.curve->empty() && is_blank(*shape.curve))
    context.issues.error(element, "attribute 'curve' is blank");
  for (const std::string& word : parse_words(*shape.curve)) {
    const Keyword* keyword = find_word(kCurveShape, word);
    if (!keyword || curve.size() == 3) {
      context.issues.error(
          element, "The curve array contains an invalid shape: expected up to three of s, cos(s), sin(s), 0");
      return {};
    }
    curve.push_back(keyword->value);
  }
  return curve;
}

// Points of the curve, in single precision as the oracle keeps them.
std::vector<Vec3<float>> curve_points(const Composite& shape, const std::vector<int>& curve) {
  std::vector<Vec3<float>> points;
  const int count = (*shape.count)[0];
  for (int k = 0; k < count; ++k) {
    Real3 point{};
    for (int axis = 0; axis < 3; ++axis)
      point[axis] = curve_value(curve_of(curve, axis), k, count, *shape.size);
    point = rotate(*shape.quat, point);
    points.push_back(
        {static_cast<float>(point[0]), static_cast<float>(point[1]), static_cast<float>(point[2])});
  }
  return points;
}

std::vector<Vec3<float>> given_points(const std::vector<float>& vertex) {
  std::vector<Vec3<float>> points;
  for (std::size_t i = 0; i + 2 < vertex.size(); i += 3)
    points.push_back({vertex[i], vertex[i + 1], vertex[i + 2]});
  return points;
}

void read_cable_joint(const XmlElement& element, Cable& cable, Context& context) {
  require(element, "kind", context.issues);
  read_keyword(element, "kind", kCompositeJointKind, context.issues);
  read_rows(element, composite_joint_rows(), &cable.joint, context.issues);
  CompositeFix dropped;
  read_rows(element, kCompositeFixRows, &dropped, context.issues);
}

void read_cable_skin(const XmlElement& element, Cable& cable, Context& context) {
  read_rows(element, kCompositeSkinRows, &cable.skin, context.issues);
  if (*cable.skin.group < 0 || *cable.skin.group >= kNGroup)
    context.issues.error(element, "attribute 'group' must be 0 to 5");
}

void read_cable_plugin(const XmlElement& element, Cable& cable, Context& context) {
  read_plugin_use(element, cable.plugin, context);
  if (cable.plugin.plugin_name != "mujoco.elasticity.cable")
    context.issues.error(element, "only plugin mujoco.elasticity.cable can be used");
}

constexpr Part<Cable> kCableParts[] = {
    {"joint", read_cable_joint, Second::kRefused},
    {"geom",
     [](const XmlElement& e, Cable& cable, Context& context) {
       read_rows(e, composite_geom_rows(), &cable.geom, context.issues);
     },
     Second::kIgnored},
    {"site",
     [](const XmlElement& e, Cable& cable, Context& context) {
       read_rows(e, composite_site_rows(), &cable.site, context.issues);
     },
     Second::kIgnored},
    {"skin", read_cable_skin, Second::kIgnored},
    {"plugin", read_cable_plugin, Second::kIgnored},
};

std::string check_cable(const Cable& cable) {
  const Composite& shape = cable.shape;
  const auto& count = *shape.count;
  for (int i = 0; i < 3; ++i) {
    if (count[i] < 1) return "each count is 1 or more";
    if (i > 0 && count[i] > 1 && count[i - 1] == 1)
      return "a count above 1 follows a count of 1; give the numbers above 1 first";
  }
  if (!shape.vertex.empty() && count[0] > 1) return "vertex and count cannot both be given";
  if (shape.vertex.empty() && dot(*shape.size, *shape.size) < 1e-15) return "size or vertex is needed";
  if (count[1] > 1 || (shape.vertex.empty() && count[0] == 1))
    return "a cable needs exactly one count above 1";
  const int type = *cable.geom.type;
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_BOX) {
    return "geom type must be capsule, cylinder or box";
  }
  // of less than one vertex the oracle makes a cable without bodies
  if (cable.vertices.size() == 1 || (cable.vertices.empty() && type == mjGEOM_BOX))
    return "a cable needs at least two vertices";
  return {};
}

// The frame carried along the curve: tangent t, normal n.
struct Track {
  Real3 tangent{};
  Real3 normal{};
};

Real3 edge(const Cable& cable, int k) {
  Real3 e{};
  if (k >= cable.bodies()) return e;
  const auto& a = cable.vertices[static_cast<std::size_t>(k)];
  const auto& b = cable.vertices[static_cast<std::size_t>(k) + 1];
  for (int i = 0; i < 3; ++i) e[i] = static_cast<Real>(b[i] - a[i]);
  return e;
}

// Orientation of body k; the track goes on from body k - 1.
Quat<Real> advance(const Cable& cable, int k, Track& track) {
  Real3 tangent = edge(cable, k);
  build::normalize(tangent);
  Real3 binormal{};
  if (k == 0) {
    Real3 next = edge(cable, 1);
    build::normalize(next);
    binormal = cross(tangent, next);
    build::normalize(binormal);
    track.normal = cross(binormal, tangent);
  } else {
    binormal = cross(track.tangent, tangent);
    const Real angle = std::atan2(build::normalize(binormal), dot(track.tangent, tangent));
    track.normal = rotate(axis_angle_quat(binormal, angle), track.normal);
  }
  build::normalize(track.normal);
  if (k > 0) {
    binormal = cross(tangent, track.normal);
    build::normalize(binormal);
  }
  track.tangent = tangent;
  return build::frame_to_quat(tangent, track.normal, binormal);
}

void add_joint(const Cable& cable, int k, spec::Body& body) {
  if (k == 0 && *cable.shape.initial == "none") return;
  spec::Joint& joint = body.joints.add(cable.joint);
  joint.name = cable.part_name("J", k);
  joint.type = int{mjJNT_BALL};
  if (k == 0 && *cable.shape.initial == "free") {
    joint.type = int{mjJNT_FREE};
    joint.damping = joint.armature = joint.frictionloss = 0.0;
  }
}

void add_geom(const Cable& cable, int k, Real length, spec::Body& body) {
  spec::Geom& geom = body.geoms.add(cable.geom);
  geom.name = cable.shape.prefix + "G" + std::to_string(k);
  if (*geom.type == mjGEOM_BOX) {
    geom.pos = Real3{length / 2, 0, 0};
    (*geom.size)[0] = length / 2;
  } else {
    geom.fromto = Vec<Real, 6>{0, 0, 0, length, 0, 0};
  }
}

void add_site(const Cable& cable, int k, Real length, spec::Body& body) {
  const bool last = k == cable.bodies() - 1;
  if (k != 0 && !last) return;
  spec::Site& site = body.sites.add(cable.site);
  site.name = cable.part_name("S", k);
  if (last) site.pos = Real3{length, 0, 0};
}

// The names of two consecutive bodies; as in the oracle the second one never counts as last when the first
// one is the first.
void add_exclude(const Cable& cable, int k, const spec::Body& body, Context& context) {
  spec::Exclude& exclude = context.spec.excludes.add();
  exclude.place = body.place;
  exclude.bodyname1 = cable.part_name("B", k);
  exclude.bodyname2 = k == 0 ? cable.shape.prefix + "B_1" : cable.part_name("B", k + 1);
}

spec::Body& add_body(const Cable& cable, int k, spec::Body& parent, const spec::Default& active) {
  spec::Body& body = parent.bodies.add();
  body.name = cable.part_name("B", k);
  body.classname = body.childclass = active.name;
  body.plugin = cable.plugin;
  const Real3 e = edge(cable, k);
  const Real length = norm(e);
  add_geom(cable, k, length, body);
  add_joint(cable, k, body);
  add_site(cable, k, length, body);
  for (auto& joint : body.joints) joint.classname = active.name;
  for (auto& geom : body.geoms) geom.classname = active.name;
  for (auto& site : body.sites) site.classname = active.name;
  return body;
}

void add_chain(const XmlElement& element, const Cable& cable, spec::Body& parent, int frame,
               const spec::Default& active, Context& context) {
  Track track;
  Quat<Real> previous = Quat<Real>::identity();
  spec::Body* owner = &parent;
  for (int k = 0; k < cable.bodies(); ++k) {
    const Quat<Real> quat = advance(cable, k, track);
    spec::Body& body = add_body(cable, k, *owner, active);
    body.place = element.place();
    if (k == 0) {
      const auto& start = cable.vertices.front();
      const Real3& offset = *cable.shape.offset;
      body.frame = frame;
      body.pos = Real3{offset[0] + start[0], offset[1] + start[1], offset[2] + start[2]};
      body.quat = quat;
    } else {
      body.pos = Real3{norm(edge(cable, k - 1)), 0, 0};
      body.quat = build::mul(conjugate(previous), quat);
    }
    if (k + 1 < cable.bodies()) add_exclude(cable, k, body, context);
    previous = quat;
    owner = &body;
  }
}

void add_skin(const XmlElement& element, const Cable& cable, Context& context) {
  spec::Skin& skin = context.spec.skins.add(
      cable_skin({cable.shape.prefix, cable.bodies() + 1, *cable.geom.size, cable.skin}));
  skin.place = element.place();
}

}  // namespace

void read_composite(const XmlElement& element, spec::Body& body, int frame, const spec::Default& active,
                    Context& context) {
  Cable cable;
  cable.joint.group = 3;
  cable.site.group = 3;
  cable.skin.rgba = Vec<float, 4>{1, 1, 1, 1};
  read_rows(element, kCompositeRows, &cable.shape, context.issues);
  if (*cable.shape.type != kCompCable) {
    return context.issues.error(element, "this composite type is deprecated",
                                "use type 'cable', replicate or flexcomp");
  }
  read_parts(element, kCableParts, cable, context);
  const std::vector<int> curve = read_curve(element, cable.shape, context);
  if (!context.issues.diagnostics().ok()) return;
  const auto links = static_cast<std::int64_t>(std::max<std::size_t>(
      static_cast<std::size_t>(std::max(1, (*cable.shape.count)[0])), cable.shape.vertex.size() / 3));
  context.draw(1, {links - 1, 4 * links, 4000.0 * static_cast<double>(links)}, element);
  cable.vertices =
      cable.shape.vertex.empty() ? curve_points(cable.shape, curve) : given_points(cable.shape.vertex);
  const std::string wrong = check_cable(cable);
  if (!wrong.empty()) return context.issues.error(element, wrong);
  const bool has_skin = *cable.geom.type == mjGEOM_BOX;
  if (has_skin && *cable.skin.subgrid > 0 && (cable.bodies() < 2 || *cable.skin.subgrid > kMaxSubgrid)) {
    return context.issues.error(element, "a skin with subgrid needs two bodies and a subgrid of at most " +
                                             std::to_string(kMaxSubgrid));
  }

  share_plugin(cable.plugin, "composite" + cable.shape.prefix, context);
  add_chain(element, cable, body, frame, active, context);
  if (has_skin) add_skin(element, cable, context);
  spec::Text& text = context.spec.texts.add();
  text.place = element.place();
  text.name = "composite_" + cable.shape.prefix;
  text.data = "rope_" + cable.shape.prefix;
}

}  // namespace corten::mjcf
