// Reading of the tree: bodies, frames and what stands in them.
#include <algorithm>
#include <cmath>

#include "corten/base/client_texts.h"
#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_body.h"
#include "corten/spec/kinds.h"

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

// Where an element of a body stands.
struct Stand {
  spec::Body& body;
  int frame;
  const spec::Default& active;
  Context& context;
};

// A new element with the record of its class.
template <class N>
N& add_node(const XmlElement& element, const Stand& at) {
  const spec::Default& from = element_class(element, at.active, at.context);
  const N& record = from.*spec::KindOf<N>::kRecord;
  N& node = spec::list_of<N>(at.body).add(record);
  node.classname = from.name;
  node.place = element.place();
  node.frame = at.frame;
  return node;
}

template <class N, auto Read>
void read_carried(const XmlElement& element, const Stand& at) {
  Read(element, add_node<N>(element, at), at.context);
}

// In a frame there may be several, all read into one; a quaternion matters only beside its own fullinertia.
void read_inertial(const XmlElement& element, const Stand& at) {
  spec::Inertial& inertial = at.body.inertial;
  inertial.present = true;
  inertial.place = element.place();
  read_posed(element, rows_of<spec::Inertial>(), inertial, at.context);
  const bool quat = element.find("quat") && element.find("fullinertia");
  if (inertial.fullinertia.set && (inertial.alt.type() != mjORIENTATION_QUAT || quat)) {
    at.context.issues.error(element, client_text::kFullInertiaTurned);
  }
}

void read_freejoint(const XmlElement& element, const Stand& at) {
  spec::Joint& joint = at.body.joints.add();
  joint.type = int{mjJNT_FREE};
  joint.classname = "main";
  joint.place = element.place();
  joint.frame = at.frame;
  read_rows(element, free_joint_rows(), &joint, at.context.issues);
}

void read_geom(const XmlElement& element, const Stand& at) {
  spec::Geom& geom = add_node<spec::Geom>(element, at);
  read_geom_values(element, geom, at.context);
  for (const XmlElement& child : element.children) {
    if (child.name == "plugin" && !geom.plugin.active) read_plugin_use(child, geom.plugin, at.context);
  }
}

void read_plugin(const XmlElement& element, const Stand& at) {
  read_plugin_use(element, at.body.plugin, at.context);
}

// The class of what stands in a body, frame or replicate.
const spec::Default& child_class(const XmlElement& element, const spec::Default& active, Context& context) {
  // inside frames, where attributes are not checked, `class` acts as childclass
  return named_class(element, element.find("childclass") ? "childclass" : "class", active, context);
}

void read_frame(const XmlElement& element, const Stand& at) {
  Context& context = at.context;
  const spec::Default& inner = child_class(element, at.active, context);
  spec::Frame& frame = at.body.frames.add();
  const int index = at.body.frames.size() - 1;
  frame.place = element.place();
  frame.frame = at.frame;
  frame.childclass = inner.name;
  frame.classname = at.active.name;
  read_posed(element, rows_of<spec::Frame>(), frame, context);
  ++context.open_frames;
  read_body_children(element, at.body, index, inner, context);
  --context.open_frames;
}

void read_body(const XmlElement& element, const Stand& at) {
  const spec::Default& inner = child_class(element, at.active, at.context);
  at.context.count_bodies(1, element);
  spec::Body& body = at.body.bodies.add();
  body.place = element.place();
  body.frame = at.frame;
  body.childclass = inner.name;
  body.classname = at.active.name;
  read_posed(element, rows_of<spec::Body>(), body, at.context);
  read_body_children(element, body, -1, inner, at.context);
}

struct BodyElement {
  std::string_view name;
  void (*read)(const XmlElement& element, const Stand& at);
  bool in_world = true;
};
constexpr BodyElement kBodyElements[] = {
    {"inertial", read_inertial, false},
    {"joint", read_carried<spec::Joint, read_joint_values>, false},
    {"freejoint", read_freejoint, false},
    {"geom", read_geom},
    {"site", read_carried<spec::Site, read_site_values>},
    {"camera", read_carried<spec::Camera, read_camera_values>},
    {"light", read_carried<spec::Light, read_light_values>},
    {"plugin", read_plugin},
    {"body", read_body},
    {"frame", read_frame},
    {"replicate",
     [](const XmlElement& e, const Stand& at) {
       read_replicate(e, at.body, at.frame, child_class(e, at.active, at.context), at.context);
     }},
    {"attach", [](const XmlElement& e, const Stand& at) { read_attach(e, at.body, at.frame, at.context); }},
    {"composite", [](const XmlElement& e,
                     const Stand& at) { read_composite(e, at.body, at.frame, at.active, at.context); }},
    {"flexcomp", [](const XmlElement& e, const Stand& at) { read_flexcomp(e, at.body, at.context); }},
};

void read_child(const XmlElement& child, const Stand& at) {
  const auto* known = std::ranges::find(kBodyElements, child.name, &BodyElement::name);
  if (known == std::end(kBodyElements)) {
    if (at.context.open_frames > 0)  // elsewhere the schema check has reported it
      at.context.issues.error(child, "unknown element");
  } else if (!known->in_world && &at.body == &at.context.spec.world) {
    at.context.issues.error(child, "the world cannot have a <" + child.name + ">", "put it in a body");
  } else {
    known->read(child, at);
  }
}

}  // namespace

void begin_orientation(const XmlElement& element, spec::Orientation& alt, Context& context) {
  const std::vector<std::string_view> given = given_alternatives(element);
  const std::size_t count = given.size() + (element.find("quat") ? 1 : 0);
  if (count > 1 && !context.options.lenient) context.issues.error(element, client_text::kTwoOrientations);
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
    context.issues.error(element, "a zero quaternion is not allowed in attribute 'quat'");
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
  read_rows(element, rows_of<spec::Joint>(), &joint, context.issues);
}

void read_geom_values(const XmlElement& element, spec::Geom& geom, Context& context) {
  read_posed(element, rows_of<spec::Geom>(), geom, context);
  if (geom.mass.set && std::isnan(*geom.mass)) geom.mass.set = false;  // NaN is the oracle's "undefined"
  if (context.options.lenient && (*geom.condim == 2 || *geom.condim == 5)) {
    context.issues.warning(element, "condim " + std::to_string(*geom.condim) + " rounded up");
    geom.condim = *geom.condim + 1;
  }
}

void read_site_values(const XmlElement& element, spec::Site& site, Context& context) {
  read_posed(element, rows_of<spec::Site>(), site, context);
}

void read_camera_values(const XmlElement& element, spec::Camera& camera, Context& context) {
  camera.userdata.clear();  // never inherited, unlike those of other elements
  read_posed(element, rows_of<spec::Camera>(), camera, context);
  const std::string* fovy = element.find("fovy");
  const std::string* sensorsize = element.find("sensorsize");
  if (fovy && sensorsize && !is_blank(*fovy) && !is_blank(*sensorsize)) {
    context.issues.error(element, "either 'fovy' or 'sensorsize' can be given, not both");
  }
}

void read_light_values(const XmlElement& element, spec::Light& light, Context& context) {
  read_rows(element, rows_of<spec::Light>(), &light, context.issues);
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
  for (const XmlElement& child : parent.children) read_child(child, {body, frame, active, context});
}

void read_worldbody(const XmlElement& section, Context& context) {
  if (!section.attributes.empty()) context.issues.error(section, "worldbody has no attributes");
  read_body_children(section, context.spec.world, -1, context.spec.defaults, context);
}

}  // namespace corten::mjcf
