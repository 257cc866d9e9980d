// The writer's parts: one function per section of MJCF.
#pragma once

#include "corten/mjcf/xml_writer.h"
#include "corten/spec/spec.h"

namespace corten::mjcf {

// write_settings.cpp
void write_settings(const Spec& spec, XmlWriter& xml);

// write_asset.cpp: defaults, extension, custom, assets
void write_defaults(const Spec& spec, XmlWriter& xml);
void write_extension(const Spec& spec, XmlWriter& xml);
void write_custom(const Spec& spec, XmlWriter& xml);
void write_assets(const Spec& spec, XmlWriter& xml);
void write_deformable(const Spec& spec, XmlWriter& xml);
void write_plugin(const spec::PluginUse& plugin, XmlWriter& xml);
void write_plugin_attributes(const spec::PluginUse& plugin, XmlWriter& xml);
void write_plugin_config(const spec::PluginConfig& config, XmlWriter& xml);

// write_body.cpp
void write_worldbody(const Spec& spec, XmlWriter& xml);

// write_mechanism.cpp: contact, equality, tendon, actuator, sensor, keyframe
void write_mechanisms(const Spec& spec, XmlWriter& xml);

// The class of an element if it is not the active one.
inline void write_class(const std::string& classname, std::string_view active, XmlWriter& xml) {
  if (!classname.empty() && classname != active) xml.attribute("class", classname);
}

// One length if there is no dead band.
inline void write_springlength(const Vec<Real, 2>& length, XmlWriter& xml) {
  xml.attribute("springlength", xml.numbers(length.data(), length[0] == length[1] ? 1 : 2));
}

// The records of an element's class.
inline const spec::Default& class_of(const Spec& spec, const spec::Node& node) {
  const spec::Default* found = spec.defaults.find(node.classname);
  return found ? *found : spec.defaults;
}

}  // namespace corten::mjcf
