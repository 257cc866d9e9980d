// Reading of the tree: bodies, frames and what stands in them.
#include <cmath>

#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_body.h"

namespace corten::mjcf {

namespace {

// in the priority of lenient reading
constexpr std::string_view kAlternatives[] = {"euler", "axisangle", "xyaxes", "zaxis"};

std::vector<std::string_view> given_alternatives(const XmlElement& element) {
  std::vector<std::string_view> given;
  for (std::string_view name : kAlternatives) {
    const std::string* text = element.find(name);
    if (text && !is_blank(*text)) given.push_back(name);
  }
  return given;
}

// A new element of a list with the records of its class.
template <class N>
N& add_node(const XmlElement& element, spec::List<N>& list, N spec::Default::*record, int frame,
            const spec::Default& active, Context& context) {
  const spec::Default& from = element_class(element, active, context);
  if constexpr (requires { (from.*record).userdata; })
    if (!(from.*record).userdata.empty())
      context.draw(1, {0, 0, static_cast<double>(sizeof(Real) * (from.*record).userdata.size())}, element);
  N& node = list.add(from.*record);
  node.classname = from.name;
  node.place = element.place();
  node.frame = frame;
  return node;
}

// In a frame there may be several, all read into one; a quaternion matters only beside its own fullinertia.
void read_inertial(const XmlElement& element, spec::Inertial& inertial, Context& context) {
  inertial.present = true;
  inertial.place = element.place();
  read_posed(element, kInertialRows, inertial, context);
  const bool quat = element.find("quat") && element.find("fullinertia");
  if (inertial.fullinertia.set && (inertial.alt.type() != mjORIENTATION_QUAT || quat)) {
    context.issues.error(element, "fullinertia and an orientation cannot both be given");
  }
}

void read_freejoint(const XmlElement& element, spec::Body& body, int frame, Context& context) {
  spec::Joint& joint = body.joints.add();
  joint.type = int{mjJNT_FREE};
  joint.classname = "main";
  joint.place = element.place();
  joint.frame = frame;
  read_rows(element, kFreeJointRows, &joint, context.issues);
}

void read_geom(const XmlElement& element, spec::Body& body, int frame, const spec::Default& active,
               Context& context) {
  spec::Geom& geom = add_node(element, body.geoms, &spec::Default::geom, frame, active, context);
  read_geom_values(element, geom, context);
  for (const XmlElement& child : element.children) {
    if (child.name == "plugin" && !geom.plugin.active) read_plugin_use(child, geom.plugin, context);
  }
}

// The class of what stands in a body, frame or replicate.
const spec::Default& child_class(const XmlElement& element, const spec::Default& active, Context& context) {
  // inside frames, where attributes are not checked, `class` acts as childclass
  return named_class(element, element.find("childclass") ? "childclass" : "class", active, context);
}

void read_frame(const XmlElement& element, spec::Body& body, int outer, const spec::Default& active,
                Context& context) {
  const spec::Default& inner = child_class(element, active, context);
  spec::Frame& frame = body.frames.add();
  const int index = body.frames.size() - 1;
  frame.place = element.place();
  frame.frame = outer;
  frame.childclass = inner.name;
  frame.classname = active.name;
  read_posed(element, kFrameRows, frame, context);
  ++context.open_frames;
  read_body_children(element, body, index, inner, context);
  --context.open_frames;
}

void read_body(const XmlElement& element, spec::Body& parent, int frame, const spec::Default& active,
               Context& context) {
  const spec::Default& inner = child_class(element, active, context);
  context.count_bodies(1, element);
  spec::Body& body = parent.bodies.add();
  body.place = element.place();
  body.frame = frame;
  body.childclass = inner.name;
  body.classname = active.name;
  read_posed(element, kBodyRows, body, context);
  read_body_children(element, body, -1, inner, context);
}

bool read_jointlike(const XmlElement& child, spec::Body& body, int frame, const spec::Default& active,
                    Context& context) {
  if (child.name != "inertial" && child.name != "joint" && child.name != "freejoint") return false;
  if (&body == &context.spec.world) {
    context.issues.error(child, "the world cannot have a <" + child.name + ">", "put it in a body");
  } else if (child.name == "inertial") {
    read_inertial(child, body.inertial, context);
  } else if (child.name == "joint") {
    read_joint_values(child, add_node(child, body.joints, &spec::Default::joint, frame, active, context),
                      context);
  } else {
    read_freejoint(child, body, frame, context);
  }
  return true;
}

bool read_leaf(const XmlElement& child, spec::Body& body, int frame, const spec::Default& active,
               Context& context) {
  if (child.name == "geom") {
    read_geom(child, body, frame, active, context);
  } else if (child.name == "site") {
    read_site_values(child, add_node(child, body.sites, &spec::Default::site, frame, active, context),
                     context);
  } else if (child.name == "camera") {
    read_camera_values(child, add_node(child, body.cameras, &spec::Default::camera, frame, active, context),
                       context);
  } else if (child.name == "light") {
    read_light_values(child, add_node(child, body.lights, &spec::Default::light, frame, active, context),
                      context);
  } else if (child.name == "plugin") {
    read_plugin_use(child, body.plugin, context);
  } else {
    return read_jointlike(child, body, frame, active, context);
  }
  return true;
}

void read_child(const XmlElement& child, spec::Body& body, int frame, const spec::Default& active,
                Context& context) {
  if (read_leaf(child, body, frame, active, context)) return;
  if (child.name == "body") {
    read_body(child, body, frame, active, context);
  } else if (child.name == "frame") {
    read_frame(child, body, frame, active, context);
  } else if (child.name == "replicate") {
    read_replicate(child, body, frame, child_class(child, active, context), context);
  } else if (child.name == "attach") {
    read_attach(child, body, frame, context);
  } else if (child.name == "composite") {
    read_composite(child, body, frame, active, context);
  } else if (child.name == "flexcomp") {
    read_flexcomp(child, body, context);
  } else if (context.open_frames > 0) {  // elsewhere the schema check has reported it
    context.issues.error(child, "unknown element");
  }
}

}  // namespace

void begin_orientation(const XmlElement& element, spec::Orientation& alt, Context& context) {
  const std::vector<std::string_view> given = given_alternatives(element);
  const std::size_t count = given.size() + (element.find("quat") ? 1 : 0);
  if (count > 1 && !context.options.lenient)
    context.issues.error(element, "more than one orientation is given");
  if (count > 1 && context.options.lenient) {
    context.issues.warning(
        element, "more than one orientation is given, '" + std::string(given.front()) + "' is used");
  }
  if (!given.empty()) alt = {};
}

void end_orientation(const XmlElement& element, const Quat<Real>& quat, spec::Orientation& alt,
                     Context& context) {
  const std::string* text = element.find("quat");
  if (text && !is_blank(*text) && quat == Quat<Real>{}) {
    context.issues.error(element, "attribute 'quat' must not be all zero");
  }
  const std::vector<std::string_view> given = given_alternatives(element);
  if (given.size() < 2) return;
  // lenient: keep the first by priority
  if (given.front() != "euler") alt.euler.set = false;
  if (given.front() != "axisangle") alt.axisangle.set = false;
  if (given.front() != "xyaxes") alt.xyaxes.set = false;
  alt.zaxis.set = false;
}

void read_joint_values(const XmlElement& element, spec::Joint& joint, Context& context) {
  read_rows(element, kJointRows, &joint, context.issues);
}

void read_geom_values(const XmlElement& element, spec::Geom& geom, Context& context) {
  read_posed(element, kGeomRows, geom, context);
  if (geom.mass.set && std::isnan(*geom.mass)) geom.mass.set = false;  // NaN is the oracle's "undefined"
  if (context.options.lenient && (*geom.condim == 2 || *geom.condim == 5)) {
    context.issues.warning(element, "condim " + std::to_string(*geom.condim) + " rounded up");
    geom.condim = *geom.condim + 1;
  }
}

void read_site_values(const XmlElement& element, spec::Site& site, Context& context) {
  read_posed(element, kSiteRows, site, context);
}

void read_camera_values(const XmlElement& element, spec::Camera& camera, Context& context) {
  camera.userdata.clear();  // never inherited, unlike those of other elements
  read_posed(element, kCameraRows, camera, context);
  const std::string* fovy = element.find("fovy");
  const std::string* sensorsize = element.find("sensorsize");
  if (fovy && sensorsize && !is_blank(*fovy) && !is_blank(*sensorsize)) {
    context.issues.error(element, "fovy and sensorsize cannot both be given");
  }
}

void read_light_values(const XmlElement& element, spec::Light& light, Context& context) {
  read_rows(element, kLightRows, &light, context.issues);
  const std::optional<int> directional = read_keyword(element, "directional", kFalseTrue, context.issues);
  if (!directional) return;
  if (element.find("type")) {
    context.issues.error(element, "type and directional cannot both be given");
  } else {
    light.type = *directional ? int{mjLIGHT_DIRECTIONAL} : int{mjLIGHT_SPOT};
  }
}

void read_body_children(const XmlElement& parent, spec::Body& body, int frame, const spec::Default& active,
                        Context& context) {
  for (const XmlElement& child : parent.children) read_child(child, body, frame, active, context);
}

void read_worldbody(const XmlElement& section, Context& context) {
  if (!section.attributes.empty()) context.issues.error(section, "worldbody has no attributes");
  read_body_children(section, context.spec.world, -1, context.spec.defaults, context);
}

}  // namespace corten::mjcf
