// Writing of default classes, extensions, custom fields, assets and deformables.
#include <set>

#include "corten/mjcf/actuator_shortcuts.h"
#include "corten/mjcf/rows_asset.h"
#include "corten/mjcf/rows_flex.h"
#include "corten/mjcf/rows_mechanism.h"
#include "corten/mjcf/writer.h"
#include "corten/mjcf/written_files.h"

namespace corten::mjcf {

namespace {

using Textures = std::array<std::string, kNTexRole>;

bool only_rgb(const Textures& textures) {
  for (std::size_t role = 0; role < textures.size(); ++role) {
    if (role != mjTEXROLE_RGB && !textures[role].empty()) return false;
  }
  return true;
}

// The rows and textures of a material; layers only if some role is not RGB.
void write_material_values(const spec::Material& material, const spec::Material& base, bool in_default,
                           XmlWriter& xml) {
  xml.rows(rows_of<spec::Material>(), &material, &base, in_default);
  if (material.textures == base.textures) return;
  if (only_rgb(material.textures) && only_rgb(base.textures)) {
    return xml.attribute("texture", material.textures[mjTEXROLE_RGB]);
  }
  for (const Keyword& role : kTextureRole) {
    const auto index = static_cast<std::size_t>(role.value);
    if (material.textures[index] == base.textures[index]) continue;
    xml.open("layer");
    xml.attribute("texture", material.textures[index]);
    xml.attribute("role", role.word);
    xml.close();
  }
}

template <class N>
void write_record(const char* name, std::initializer_list<Rows> groups, const N& own, const N& base,
                  XmlWriter& xml) {
  xml.group(name);
  for (Rows rows : groups) xml.rows(rows, &own, &base, true);
  xml.close();
}

void write_tendon_record(const spec::Tendon& own, const spec::Tendon& base, XmlWriter& xml) {
  xml.group("tendon");
  xml.rows(rows_of<spec::Tendon>(), &own, &base, true);
  xml.rows(rows_of<spec::Tendon>("spatial"), &own, &base, true);
  if (*own.springlength != *base.springlength) write_springlength(*own.springlength, xml);
  xml.close();
}

void write_records(const spec::Default& own, const spec::Default& base, XmlWriter& xml) {
  write_record("mesh", {rows_of<spec::Mesh>()}, own.mesh, base.mesh, xml);
  xml.group("material");
  write_material_values(own.material, base.material, true, xml);
  xml.close();
  write_record("joint", {rows_of<spec::Joint>()}, own.joint, base.joint, xml);
  write_record("geom", {rows_of<spec::Geom>()}, own.geom, base.geom, xml);
  write_record("site", {rows_of<spec::Site>()}, own.site, base.site, xml);
  write_record("camera", {rows_of<spec::Camera>()}, own.camera, base.camera, xml);
  write_record("light", {rows_of<spec::Light>()}, own.light, base.light, xml);
  write_record("pair", {rows_of<spec::Pair>()}, own.pair, base.pair, xml);
  write_record("equality", {rows_of<spec::Equality>()}, own.equality, base.equality, xml);
  write_tendon_record(own.tendon, base.tendon, xml);
  write_record("general", {find_actuator_kind("general")->common}, own.actuator, base.actuator, xml);
}

// A class of a name that was written before is left out: elements tell their differences from the first.
void write_class_tree(const spec::Default& root, const spec::Default& builtin, XmlWriter& xml) {
  struct Step {
    const spec::Default* own;  // null: the end of a class
    const spec::Default* base;
  };
  std::set<std::string> written;
  std::vector<Step> open{{&root, &builtin}};
  while (!open.empty()) {
    const auto [own, base] = open.back();
    open.pop_back();
    if (!own) {
      xml.close();
      continue;
    }
    const bool repeated = !written.insert(own->name).second;
    if (!repeated) {
      xml.group("default");
      if (own != &root) xml.attribute("class", own->name);
      write_records(*own, *base, xml);
      open.push_back({nullptr, nullptr});
    }
    for (int i = own->children.size(); i-- > 0;) open.push_back({&own->children[i], repeated ? base : own});
  }
}

void write_mesh(const Spec& spec, const WrittenFiles& files, const spec::Mesh& mesh, XmlWriter& xml) {
  const spec::Mesh& base = class_of(spec, mesh).mesh;
  xml.open("mesh");
  write_class(mesh.classname, "main", xml);
  xml.rows(rows_of<spec::Mesh>(), &mesh, &base);
  xml.rows(mesh_param_rows(), &mesh, &base);
  if (!mesh.file.empty()) xml.attribute("file", files.mesh_file(mesh, mesh.file));
  write_plugin(mesh.plugin, xml);
  xml.close();
}

void write_hfield(const WrittenFiles& files, const spec::HField& hfield, XmlWriter& xml) {
  const spec::HField base;
  xml.open("hfield");
  xml.rows(rows_of<spec::HField>(), &hfield, &base);
  if (!hfield.file.empty()) xml.attribute("file", files.mesh_file(hfield, hfield.file));
  if (!hfield.userdata.empty()) {  // the top row first
    std::string text;
    const int ncol = *hfield.ncol;
    for (int row = *hfield.nrow - 1; row >= 0; --row) {
      text += (text.empty() ? "" : "\n") + xml.numbers(hfield.userdata.data() + row * ncol, ncol);
    }
    xml.attribute("elevation", text);
  }
  xml.close();
}

void write_texture(const WrittenFiles& files, const spec::Texture& texture, XmlWriter& xml) {
  const spec::Texture base;
  xml.open("texture");
  xml.rows(rows_of<spec::Texture>(), &texture, &base);
  if (!texture.file.empty()) xml.attribute("file", files.texture_file(texture, texture.file));
  static constexpr const char* kSides[] = {"fileright", "fileleft",  "fileup",
                                           "filedown",  "filefront", "fileback"};
  for (std::size_t i = 0; i < 6; ++i) {
    if (!texture.cubefiles[i].empty())
      xml.attribute(kSides[i], files.texture_file(texture, texture.cubefiles[i]));
  }
  const int cells = (*texture.gridsize)[0] * (*texture.gridsize)[1];
  if (texture.gridlayout.set && cells > 0)
    xml.attribute("gridlayout", texture.gridlayout->substr(0, static_cast<std::size_t>(cells)));
  xml.close();
}

void write_skin(const WrittenFiles& files, const spec::Skin& skin, XmlWriter& xml) {
  const spec::Skin base;
  xml.open("skin");
  xml.rows(rows_of<spec::Skin>(), &skin, &base);
  if (!skin.file.empty()) xml.attribute("file", files.mesh_file(skin, skin.file));
  for (std::size_t i = 0; i < skin.bodyname.size(); ++i) {
    xml.open("bone");
    xml.attribute("body", skin.bodyname[i]);
    xml.attribute("bindpos", xml.numbers(skin.bindpos.data() + 3 * i, 3));
    xml.attribute("bindquat", xml.numbers(skin.bindquat.data() + 4 * i, 4));
    xml.attribute("vertid", xml.numbers(skin.vertid[i].data(), static_cast<int>(skin.vertid[i].size())));
    xml.attribute("vertweight",
                  xml.numbers(skin.vertweight[i].data(), static_cast<int>(skin.vertweight[i].size())));
    xml.close();
  }
  xml.close();
}

}  // namespace

void write_plugin_config(const spec::PluginConfig& config, XmlWriter& xml) {
  for (const auto& [key, value] : config) {
    xml.open("config");
    xml.attribute("key", key);
    xml.attribute("value", value);
    xml.close();
  }
}

void write_plugin_attributes(const spec::PluginUse& plugin, XmlWriter& xml) {
  if (!plugin.plugin_name.empty()) xml.attribute("plugin", plugin.plugin_name);
  if (!plugin.name.empty()) xml.attribute("instance", plugin.name);
}

void write_plugin(const spec::PluginUse& plugin, XmlWriter& xml) {
  if (!plugin.active) return;
  xml.open("plugin");
  write_plugin_attributes(plugin, xml);
  write_plugin_config(plugin.config, xml);
  xml.close();
}

void write_defaults(const Spec& spec, XmlWriter& xml) { write_class_tree(spec.defaults, {}, xml); }

void write_extension(const Spec& spec, XmlWriter& xml) {
  xml.group("extension");
  for (const std::string& plugin : spec.active_plugins) {
    xml.open("plugin");
    xml.attribute("plugin", plugin);
    for (const spec::PluginInstance& instance : spec.plugins) {
      if (instance.plugin_name != plugin) continue;
      xml.open("instance");
      xml.attribute("name", instance.name);
      write_plugin_config(instance.config, xml);
      xml.close();
    }
    xml.close();
  }
  xml.close();
}

void write_custom(const Spec& spec, XmlWriter& xml) {
  xml.group("custom");
  for (const spec::Numeric& numeric : spec.numerics) {
    xml.open("numeric");
    xml.attribute("name", numeric.name);
    xml.attribute("size", std::to_string(numeric.count()));
    xml.attribute("data", xml.numbers(numeric.data.data(), static_cast<int>(numeric.data.size())));
    xml.close();
  }
  for (const spec::Text& text : spec.texts) {
    xml.open("text");
    xml.attribute("name", text.name);
    xml.attribute("data", text.data);
    xml.close();
  }
  for (const spec::Tuple& tuple : spec.tuples) {
    xml.open("tuple");
    xml.attribute("name", tuple.name);
    for (std::size_t i = 0; i < tuple.objname.size(); ++i) {
      const Keyword* type = find_value(kObject, tuple.objtype[i]);
      xml.open("element");
      xml.attribute("objtype", type ? type->word : "");
      xml.attribute("objname", tuple.objname[i]);
      xml.attribute("prm", xml.number(tuple.objprm[i]));
      xml.close();
    }
    xml.close();
  }
  xml.close();
}

void write_assets(const Spec& spec, XmlWriter& xml) {
  const WrittenFiles files(spec);
  xml.group("asset");
  for (const spec::Texture& texture : spec.textures) write_texture(files, texture, xml);
  for (const spec::Material& material : spec.materials) {
    xml.open("material");
    write_class(material.classname, "main", xml);
    write_material_values(material, class_of(spec, material).material, false, xml);
    xml.close();
  }
  for (const spec::Mesh& mesh : spec.meshes) write_mesh(spec, files, mesh, xml);
  for (const spec::HField& hfield : spec.hfields) write_hfield(files, hfield, xml);
  for (const spec::Skin& skin : spec.skins) write_skin(files, skin, xml);
  xml.close();
}

void write_deformable(const Spec& spec, XmlWriter& xml) {
  const spec::Flex base;
  xml.group("deformable");
  for (const spec::Flex& flex : spec.flexes) {
    xml.open("flex");
    xml.rows(rows_of<spec::Flex>(), &flex, &base);
    xml.open("contact");
    xml.rows(rows_of<spec::FlexContact>(), &flex.contact, &base.contact);
    xml.close();
    xml.open("edge");
    xml.rows(rows_of<spec::Flex>("edge"), &flex, &base);
    xml.close();
    xml.open("elasticity");
    xml.rows(rows_of<spec::FlexElasticity>(), &flex.elasticity, &base.elasticity);
    xml.close();
    xml.close();
  }
  xml.close();
}

}  // namespace corten::mjcf
