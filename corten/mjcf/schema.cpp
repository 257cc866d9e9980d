// The tree of element types, and the check of a document against it.
#include "corten/mjcf/schema.h"

#include <algorithm>
#include <deque>

#include "corten/mjcf/later.h"
#include "corten/mjcf/rows_actuator.h"
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
                               many("size", {kSizeRows}),
                               visual(),
                               many("statistic", {kStatisticRows}),
                               default_class(),
                               extension(),
                               custom(),
                               asset(),
                               contact(),
                               deformable(),
                               equality(),
                               tendon(),
                               actuator(),
                               sensor(),
                               keyframe(),
                               body()};
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
    return many("compiler", {kCompilerRows}, {once("lengthrange", {kLengthRangeRows})});
  }
  const ElementType* option() { return many("option", {kOptionRows}, {once("flag", {kFlagRows})}); }
  const ElementType* visual() {
    return many("visual", {},
                {once("global", {kVisualGlobalRows}), once("quality", {kVisualQualityRows}),
                 once("headlight", {kVisualHeadlightRows}), once("map", {kVisualMapRows}),
                 once("scale", {kVisualScaleRows}), once("rgba", {kVisualRgbaRows})});
  }
  const ElementType* default_class() {
    ElementType* type =
        many("default", {kDefaultRows},
             {record("mesh", {kMeshRows}), record("material", {kMaterialRows}, {many("layer", {kLayerRows})}),
              record("joint", {kJointRows}), record("geom", {kGeomRows}), record("site", {kSiteRows}),
              record("camera", {kCameraRows}), record("light", {kLightRows}), record("pair", {kPairRows}),
              record("equality", {kEqualityRows}), record("tendon", {kTendonRows, kSpatialRows}),
              record("general", {kGeneralRows}), record("motor", {kMotorRows}),
              record("position", {kPositionRows, shortcut_rows::kPosition}),
              record("velocity", {kMotorRows, shortcut_rows::kKv}),
              record("intvelocity", {kIntVelocityRows, shortcut_rows::kServo}),
              record("damper", {kDamperRows, shortcut_rows::kKv}),
              record("cylinder", {kMotorRows, shortcut_rows::kCylinder}),
              record("muscle", {kMuscleRows, shortcut_rows::kMuscle}),
              record("adhesion", {kAdhesionRows, shortcut_rows::kAdhesion})});
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
                {many("numeric", {kNumericRows}), many("text", {kTextRows}),
                 many("tuple", {kTupleRows}, {many("element", {kTupleElementRows})})});
  }
  const ElementType* skin() { return many("skin", {kSkinRows}, {many("bone", {kBoneRows})}); }
  const ElementType* asset() {
    return many(
        "asset", {},
        {many("mesh", {kMeshRows}, {plugin()}), many("hfield", {kHFieldRows}), skin(),
         many("texture", {kTextureRows}), many("material", {kMaterialRows}, {many("layer", {kLayerRows})}),
         many("model", {kModelAssetRows})});
  }
  const ElementType* body() {
    ElementType* type = many(
        "body", {kBodyRows},
        {once("inertial", {kInertialRows}), many("joint", {kJointRows}), many("freejoint", {kFreeJointRows}),
         many("geom", {kGeomRows}, {plugin()}), many("attach", {kAttachRows}), many("site", {kSiteRows}),
         many("camera", {kCameraRows}), many("light", {kLightRows}), plugin(), composite(), flexcomp()});
    type->children.push_back(type);
    return type;
  }
  const ElementType* composite() {
    return many("composite", {kCompositeRows},
                {many("joint", {kCompositeJointRows}), once("skin", {kCompositeSkinRows}),
                 once("geom", {kCompositeGeomRows}), once("site", {kCompositeSiteRows}), plugin()});
  }
  const ElementType* flexcomp() {
    return many("flexcomp", {kFlexCompRows},
                {once("edge", {kFlexCompEdgeRows}), once("elasticity", {kFlexElasticityRows}),
                 once("contact", {kFlexContactRows}), many("pin", {kFlexCompPinRows}), plugin()});
  }
  const ElementType* deformable() {
    return many("deformable", {},
                {many("flex", {kFlexRows},
                      {once("contact", {kFlexContactRows}), once("edge", {kFlexEdgeRows}),
                       once("elasticity", {kFlexElasticityRows})}),
                 skin()});
  }
  const ElementType* contact() {
    return many("contact", {}, {many("pair", {kPairRows}), many("exclude", {kExcludeRows})});
  }
  const ElementType* equality() {
    return many("equality", {},
                {many("connect", {kEqualityRows, kConnectRows}), many("weld", {kEqualityRows, kWeldRows}),
                 many("joint", {kEqualityRows, kEqJointRows}), many("tendon", {kEqualityRows, kEqTendonRows}),
                 many("flex", {kEqualityRows, kEqFlexRows}), many("flexvert", {kEqualityRows, kEqFlexRows})});
  }
  const ElementType* tendon() {
    return many("tendon", {},
                {many("spatial", {kTendonRows, kSpatialRows},
                      {many("site", {kWrapSiteRows}), many("geom", {kWrapGeomRows}),
                       many("pulley", {kWrapPulleyRows})}),
                 many("fixed", {kTendonRows}, {many("joint", {kWrapJointRows})})});
  }
  const ElementType* actuator() {
    return many("actuator", {},
                {many("general", {kGeneralRows}), many("motor", {kMotorRows}),
                 many("position", {kPositionRows, shortcut_rows::kPosition}),
                 many("velocity", {kMotorRows, shortcut_rows::kKv}),
                 many("intvelocity", {kIntVelocityRows, shortcut_rows::kServo}),
                 many("damper", {kDamperRows, shortcut_rows::kKv}),
                 many("cylinder", {kMotorRows, shortcut_rows::kCylinder}),
                 many("muscle", {kMuscleRows, shortcut_rows::kMuscle}),
                 many("adhesion", {kAdhesionRows, shortcut_rows::kAdhesion}),
                 many("plugin", {kActuatorPluginRows}, {config()})});
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
  const ElementType* keyframe() { return many("keyframe", {}, {many("key", {kKeyRows})}); }

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
