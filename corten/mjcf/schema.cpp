// The tree of element types, and the check of a document against it.
#include "corten/mjcf/schema.h"

#include <algorithm>
#include <deque>

#include "corten/mjcf/actuator_shortcuts.h"
#include "corten/mjcf/later.h"
#include "corten/mjcf/rows_asset.h"
#include "corten/mjcf/rows_flex.h"
#include "corten/mjcf/rows_mechanism.h"
#include "corten/mjcf/rows_sensor.h"
#include "corten/mjcf/rows_settings.h"

namespace corten::mjcf {

namespace {

using Children = std::vector<const ElementType*>;

// Owns the element types, which refer to each other.
class Schema {
 public:
  Schema() {
    const Children sections = {compiler(),
                               option(),
                               many("size", {rows_of<spec::Size>()}),
                               visual(),
                               many("statistic", {rows_of<spec::Statistic>()}),
                               default_class(),
                               extension(),
                               custom(),
                               asset(),
                               body(),
                               deformable(),
                               contact(),
                               equality(),
                               tendon(),
                               actuator(),
                               sensor(),
                               keyframe()};
    root_ = many("mujoco", {kRootRows}, sections);
  }
  const ElementType& root() const { return *root_; }

 private:
  static constexpr auto kRootRows = rows(by_hand("model"));
  static constexpr auto kDefaultRows = rows(by_hand("class"));

  ElementType* add(std::string_view name, bool once, std::vector<Rows> element_rows, Children children) {
    return &types_.emplace_back(ElementType{name, once, std::move(element_rows), std::move(children)});
  }
  ElementType* many(std::string_view name, std::vector<Rows> element_rows = {}, Children children = {}) {
    return add(name, false, std::move(element_rows), std::move(children));
  }
  ElementType* once(std::string_view name, std::vector<Rows> element_rows = {}, Children children = {}) {
    return add(name, true, std::move(element_rows), std::move(children));
  }
  ElementType* record(std::string_view name, std::vector<Rows> element_rows, Children children = {}) {
    ElementType* type = once(name, std::move(element_rows), std::move(children));
    type->in_default = true;
    return type;
  }

  const ElementType* compiler() {
    return many("compiler", {rows_of<spec::Compiler>()},
                {once("lengthrange", {rows_of<spec::LengthRange>()})});
  }
  const ElementType* option() { return many("option", {option_rows()}, {once("flag", {kFlagRows})}); }
  const ElementType* visual() {
    Children parts;
    for (const VisualPart& part : visual_parts()) parts.push_back(once(part.name, {part.rows}));
    return many("visual", {}, parts);
  }
  const ElementType* default_class() {
    ElementType* type =
        many("default", {kDefaultRows},
             {record("mesh", {rows_of<spec::Mesh>()}),
              record("material", {rows_of<spec::Material>()}, {many("layer", {kLayerRows})}),
              record("joint", {rows_of<spec::Joint>()}), record("geom", {rows_of<spec::Geom>()}),
              record("site", {rows_of<spec::Site>()}), record("camera", {rows_of<spec::Camera>()}),
              record("light", {rows_of<spec::Light>()}), record("pair", {rows_of<spec::Pair>()}),
              record("equality", {rows_of<spec::Equality>()}),
              record("tendon", {rows_of<spec::Tendon>(), rows_of<spec::Tendon>("spatial")})});
    for (const ActuatorKind& kind : actuator_kinds())
      if (kind.name != "plugin") type->children.push_back(record(kind.name, {kind.common, kind.shortcut}));
    type->children.push_back(type);
    return type;
  }
  const ElementType* config() { return many("config", {kConfigRows}); }
  const ElementType* plugin() { return many("plugin", {kPluginRows}, {config()}); }
  const ElementType* extension() {
    return many("extension", {},
                {many("plugin", {kExtensionPluginRows}, {many("instance", {kInstanceRows}, {config()})})});
  }
  const ElementType* custom() {
    return many("custom", {},
                {many("numeric", {rows_of<spec::Numeric>()}), many("text", {rows_of<spec::Text>()}),
                 many("tuple", {rows_of<spec::Tuple>()}, {many("element", {kTupleElementRows})})});
  }
  const ElementType* skin() { return many("skin", {rows_of<spec::Skin>()}, {many("bone", {kBoneRows})}); }
  const ElementType* asset() {
    return many("asset", {},
                {many("mesh", {rows_of<spec::Mesh>()}, {plugin()}), many("hfield", {rows_of<spec::HField>()}),
                 skin(), many("texture", {rows_of<spec::Texture>()}),
                 many("material", {rows_of<spec::Material>()}, {many("layer", {kLayerRows})}),
                 many("model", {kModelAssetRows})});
  }
  const ElementType* body() {
    ElementType* type =
        many("body", {rows_of<spec::Body>()},
             {once("inertial", {rows_of<spec::Inertial>()}), many("joint", {rows_of<spec::Joint>()}),
              many("freejoint", {free_joint_rows()}), many("geom", {rows_of<spec::Geom>()}, {plugin()}),
              many("attach", {kAttachRows}), many("site", {rows_of<spec::Site>()}),
              many("camera", {rows_of<spec::Camera>()}), many("light", {rows_of<spec::Light>()}), plugin(),
              composite(), flexcomp()});
    type->children.push_back(type);
    return type;
  }
  const ElementType* composite() {
    return many("composite", {kCompositeRows},
                {many("joint", {composite_joint_rows()}), once("skin", {kCompositeSkinRows}),
                 once("geom", {composite_geom_rows()}), once("site", {composite_site_rows()}), plugin()});
  }
  const ElementType* flexcomp() {
    return many("flexcomp", {kFlexCompRows},
                {once("edge", {kFlexCompEdgeRows}), once("elasticity", {rows_of<spec::FlexElasticity>()}),
                 once("contact", {rows_of<spec::FlexContact>()}), many("pin", {kFlexCompPinRows}), plugin()});
  }
  const ElementType* deformable() {
    return many(
        "deformable", {},
        {many("flex", {rows_of<spec::Flex>()},
              {once("contact", {rows_of<spec::FlexContact>()}), once("edge", {rows_of<spec::Flex>("edge")}),
               once("elasticity", {rows_of<spec::FlexElasticity>()})}),
         skin()});
  }
  const ElementType* contact() {
    return many("contact", {},
                {many("pair", {rows_of<spec::Pair>()}), many("exclude", {rows_of<spec::Exclude>()})});
  }
  const ElementType* equality() {
    return many("equality", {},
                {many("connect", {rows_of<spec::Equality>(), kConnectRows}),
                 many("weld", {rows_of<spec::Equality>(), kWeldRows}),
                 many("joint", {rows_of<spec::Equality>(), kEqJointRows}),
                 many("tendon", {rows_of<spec::Equality>(), kEqTendonRows}),
                 many("flex", {rows_of<spec::Equality>(), kEqFlexRows}),
                 many("flexvert", {rows_of<spec::Equality>(), kEqFlexRows})});
  }
  const ElementType* tendon() {
    return many("tendon", {},
                {many("spatial", {rows_of<spec::Tendon>(), rows_of<spec::Tendon>("spatial")},
                      {many("site", {kWrapSiteRows}), many("geom", {kWrapGeomRows}),
                       many("pulley", {kWrapPulleyRows})}),
                 many("fixed", {rows_of<spec::Tendon>()}, {many("joint", {kWrapJointRows})})});
  }
  const ElementType* actuator() {
    Children kinds;
    for (const ActuatorKind& kind : actuator_kinds())
      kinds.push_back(many(kind.name, {kind.common, kind.shortcut},
                           kind.name == "plugin" ? Children{config()} : Children{}));
    return many("actuator", {}, kinds);
  }
  const ElementType* sensor() {
    Children kinds;
    for (const SensorKind& kind : sensor_kinds()) {
      const SensorRows attributes = sensor_rows(kind);
      kinds.push_back(many(kind.word, {attributes.common, attributes.object, attributes.reference},
                           kind.type == mjSENS_PLUGIN ? Children{config()} : Children{}));
    }
    return many("sensor", {}, kinds);
  }
  const ElementType* keyframe() { return many("keyframe", {}, {many("key", {rows_of<spec::Key>()})}); }

  std::deque<ElementType> types_;
  const ElementType* root_;
};

bool is_body_like(std::string_view name) {
  return name == "body" || name == "worldbody" || name == "frame" || name == "replicate";
}

class Check {
 public:
  explicit Check(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void element(const XmlElement& element, const ElementType& type) {
    if (diagnostics_.full()) return;
    for (const XmlAttribute& attribute : element.attributes) {
      if (type.row(attribute.name)) continue;
      const std::string later = later_attribute_hint(element.name, attribute.name);
      diagnostics_.error(element.place(), describe(element), "unknown attribute '" + attribute.name + "'",
                         later.empty() ? did_you_mean(attribute.name, type.attributes()) : later);
    }
    std::vector<std::string_view> seen;
    for (const XmlElement& child : element.children) this->child(child, type, seen);
  }

 private:
  void child(const XmlElement& child, const ElementType& parent, std::vector<std::string_view>& seen) {
    const bool in_body = parent.name == "body";
    // the inside of frames and replicates is free
    if (in_body && (child.name == "frame" || child.name == "replicate")) return;
    const bool as_body =
        is_body_like(child.name) && (parent.name == "mujoco" || (in_body && child.name == "body"));
    const ElementType* type = as_body ? parent.child("body") : parent.child(child.name);
    if (!type) return unknown(child, parent);
    if (type->once && std::find(seen.begin(), seen.end(), child.name) != seen.end()) {
      diagnostics_.error(child.place(), describe(child), "may appear only once");
    }
    seen.push_back(child.name);
    element(child, *type);
  }

  void unknown(const XmlElement& child, const ElementType& parent) {
    std::vector<std::string_view> names;
    for (const ElementType* candidate : parent.children) names.push_back(candidate->name);
    if (parent.name == "mujoco") names.push_back("worldbody");
    const std::string later = later_element_hint(parent.name, child.name);
    diagnostics_.error(child.place(), describe(child),
                       "unknown element in <" + std::string(parent.name) + ">",
                       later.empty() ? did_you_mean(child.name, names) : later);
  }

  Diagnostics& diagnostics_;
};

}  // namespace

const ElementType* ElementType::child(std::string_view child_name) const {
  for (const ElementType* candidate : children) {
    if (candidate->name == child_name) return candidate;
  }
  return nullptr;
}

const Row* ElementType::row(std::string_view attribute) const {
  for (const Rows& group : rows) {
    for (const Row& candidate : group) {
      if (candidate.name == attribute && !(in_default && candidate.has(kNoDefault))) return &candidate;
    }
  }
  return nullptr;
}

std::vector<std::string_view> ElementType::attributes() const {
  std::vector<std::string_view> names;
  for (const Rows& group : rows) {
    for (const Row& candidate : group) {
      if (!(in_default && candidate.has(kNoDefault))) names.push_back(candidate.name);
    }
  }
  return names;
}

const ElementType& mjcf_schema() {
  static const Schema schema;
  return schema.root();
}

void check_schema(const XmlElement& root, Diagnostics& diagnostics) {
  Check(diagnostics).element(root, mjcf_schema());
}

std::string describe(const XmlElement& element) {
  const std::string* name = element.find("name");
  return "<" + element.name + (name && !name->empty() ? " name=\"" + *name + "\"" : std::string()) + ">";
}

}  // namespace corten::mjcf
