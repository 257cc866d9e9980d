// Reading of custom fields, extensions, keyframes and uses of plugins.
#include <algorithm>

#include "corten/mjcf/parts.h"
#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_asset.h"

namespace corten::mjcf {

namespace {

constexpr int kMaxNumeric = 500;

spec::PluginConfig read_config(const XmlElement& element, Context& context) {
  spec::PluginConfig config;
  for (const XmlElement& child : element.children) {
    if (child.name != "config") continue;
    const std::string* key = require(child, "key", context.issues);
    const std::string* value = require(child, "value", context.issues);
    if (!key || !value) continue;
    const bool repeated =
        std::any_of(config.begin(), config.end(), [&](const auto& entry) { return entry.first == *key; });
    if (repeated) context.issues.error(child, "configuration key '" + *key + "' is given twice");
    config.emplace_back(*key, *value);
  }
  return config;
}

void read_numeric(const XmlElement& element, Context& context) {
  spec::Numeric& numeric = context.spec.numerics.add();
  numeric.place = element.place();
  if (const std::string* name = require(element, "name", context.issues)) numeric.name = *name;
  std::string problem;
  if (const std::string* data = element.find("data")) {
    auto numbers = parse_reals(*data, problem);
    if (!numbers) return context.issues.error(element, "attribute 'data': " + problem);
    numeric.data = std::move(*numbers);
  }
  numeric.size = static_cast<int>(numeric.data.size());
  if (const std::string* size = element.find("size")) {
    const std::optional<int> given = parse_integer(*size, problem);
    if (!given) return context.issues.error(element, "attribute 'size': " + problem);
    numeric.size = *given;
  }
  if (numeric.size < 1 || numeric.size > kMaxNumeric) {
    context.issues.error(element,
                         "a numeric holds 1 to 500 numbers, its size is " + std::to_string(numeric.size));
  } else if (static_cast<int>(numeric.data.size()) > numeric.size) {
    context.issues.error(element, "has more data than its size");
  }
}

void read_tuple(const XmlElement& element, Context& context) {
  spec::Tuple& tuple = context.spec.tuples.add();
  tuple.place = element.place();
  read_rows(element, rows_of<spec::Tuple>(), &tuple, context.issues);
  for (const XmlElement& child : element.children) {
    if (child.name != "element") continue;
    TupleElement part;
    read_rows(child, kTupleElementRows, &part, context.issues);
    tuple.objtype.push_back(read_keyword(child, "objtype", kObject, context.issues).value_or(mjOBJ_UNKNOWN));
    tuple.objname.push_back(std::move(part.objname));
    tuple.objprm.push_back(part.prm);
  }
}

void read_text(const XmlElement& element, Context& context) {
  spec::Text& text = context.spec.texts.add();
  text.place = element.place();
  read_rows(element, rows_of<spec::Text>(), &text, context.issues);
  if (element.find("data") && text.data.empty()) context.issues.error(element, "attribute 'data' is empty");
}

}  // namespace

void read_extension(const XmlElement& section, Context& context) {
  for (const XmlElement& child : section.children) {
    if (child.name != "plugin") continue;
    const std::string* plugin = require(child, "plugin", context.issues);
    if (!plugin) continue;
    const auto& known = context.options.plugins;
    if (known && known->find(*plugin) < 0)
      context.issues.error(child, "unknown plugin '" + *plugin + "'", did_you_mean(*plugin, known->names()));
    auto& active = context.spec.active_plugins;
    if (std::find(active.begin(), active.end(), *plugin) == active.end()) active.push_back(*plugin);
    for (const XmlElement& instance : child.children) {
      if (instance.name != "instance") continue;
      spec::PluginInstance& node = context.spec.plugins.add();
      node.place = instance.place();
      node.plugin_name = *plugin;
      if (const std::string* name = require(instance, "name", context.issues)) node.name = *name;
      node.config = read_config(instance, context);
    }
  }
}

void read_custom(const XmlElement& section, Context& context) {
  constexpr Section parts[] = {{"numeric", read_numeric}, {"text", read_text}, {"tuple", read_tuple}};
  read_parts(section, parts, context);
}

void read_keyframe(const XmlElement& section, Context& context) {
  for (const XmlElement& child : section.children) {
    if (child.name != "key") continue;
    spec::Key& key = context.spec.keys.add();
    key.place = child.place();
    read_rows(child, rows_of<spec::Key>(), &key, context.issues);
  }
}

void read_plugin_use(const XmlElement& element, spec::PluginUse& plugin, Context& context) {
  plugin = {};
  plugin.active = true;
  plugin.place = element.place();
  if (const std::string* text = element.find("plugin")) plugin.plugin_name = *text;
  if (const std::string* text = element.find("instance")) plugin.name = *text;
  if (!plugin.name.empty()) return;
  plugin.config = read_config(element, context);
  plugin.order = ++context.plugin_uses;
}

void share_plugin(spec::PluginUse& plugin, std::string name, Context& context) {
  if (!plugin.active || !plugin.name.empty()) return;
  plugin.name = std::move(name);
  spec::PluginInstance& instance = context.spec.plugins.add();
  instance.name = plugin.name;
  instance.plugin_name = plugin.plugin_name;
  instance.config = std::move(plugin.config);
  instance.place = plugin.place;
  instance.order = plugin.order;
  plugin.config.clear();
}

}  // namespace corten::mjcf
