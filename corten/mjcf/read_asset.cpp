// Reading of assets: meshes, height fields, textures, materials, skins, and models to attach.
#include <cmath>

#include "corten/asset/path.h"
#include "corten/base/client_texts.h"
#include "corten/mjcf/parts.h"
#include "corten/mjcf/rows_asset.h"

namespace corten::mjcf {

namespace {

// What the parameters of a builtin mesh may be; empty if they are right. Those that count are truncated.
std::string check_mesh_params(int builtin, const std::vector<Real>& p) {
  const auto count = [&](std::size_t n) { return p.size() == n; };
  const auto integer = [&](std::size_t i, int low) { return std::trunc(p[i]) >= low; };
  switch (builtin) {
    case mjMESH_BUILTIN_SPHERE:
      return count(1) && integer(0, 0) && p[0] < 5 ? "" : "sphere needs 1 parameter between 0 and 4";
    case mjMESH_BUILTIN_HEMISPHERE:
      return count(1) && integer(0, 0) && p[0] < 11 ? "" : "hemisphere needs 1 parameter between 0 and 10";
    case mjMESH_BUILTIN_SUPERSPHERE:
      return count(3) && integer(0, 3) && p[1] >= 0 && p[2] >= 0
                 ? ""
                 : "supersphere needs 3 parameters: >= 3, >= 0, >= 0";
    case mjMESH_BUILTIN_SUPERTORUS:
      return count(4) && integer(0, 3) && p[1] > 0 && p[1] <= 1 && p[2] > 0 && p[3] > 0
                 ? ""
                 : "supertorus needs 4 parameters: >= 3, in (0, 1], > 0, > 0";
    case mjMESH_BUILTIN_WEDGE:
      return count(5) && integer(0, 1) && integer(1, 1) && p[2] > 0 && p[2] <= 180 && p[3] > 0 &&
                     p[3] <= 90 && p[4] >= 0 && p[4] <= 1
                 ? ""
                 : "wedge needs 5 parameters: > 0, > 0, in (0, 180], in (0, 90], in [0, 1]";
    case mjMESH_BUILTIN_PLATE:
      if (!count(2)) return client_text::kPlateParameters;
      return integer(0, 1) && integer(1, 1) ? "" : "both resolutions must be positive";
    case mjMESH_BUILTIN_CONE:
      return count(2) ? "" : "cone needs 2 parameters";
    default:
      return "builtin 'none' is no mesh";
  }
}

void read_mesh(const XmlElement& element, Context& context) {
  const spec::Default& record = element_class(element, context.spec.defaults, context);
  spec::Mesh& mesh = context.spec.meshes.add(record.mesh);
  mesh.classname = record.name;
  mesh.place = element.place();
  read_mesh_values(element, mesh, context);
}

// Elevation as the compiler wants it: the first row of the text is the one at maximum y.
void flip_rows(spec::HField& hfield, const std::vector<float>& elevation) {
  const int nrow = *hfield.nrow;
  const int ncol = *hfield.ncol;
  hfield.userdata.clear();
  for (int row = nrow - 1; row >= 0; --row) {
    hfield.userdata.insert(hfield.userdata.end(), elevation.begin() + row * ncol,
                           elevation.begin() + (row + 1) * ncol);
  }
}

void read_hfield(const XmlElement& element, Context& context) {
  spec::HField& hfield = context.spec.hfields.add();
  hfield.place = element.place();
  read_rows(element, rows_of<spec::HField>(), &hfield, context.issues);
  hfield.file = read_file_name(element, "file", *context.spec.compiler.meshdir, context);
  if (element.find("file") && hfield.file.empty()) hfield.nrow = hfield.ncol = 0;  // as if from that file
  const std::string* text = element.find("elevation");
  if (!text || !hfield.file.empty() || *hfield.nrow <= 0 || *hfield.ncol <= 0) return;
  std::string problem;
  const auto elevation = parse_floats(*text, problem);
  if (!elevation) return context.issues.error(element, "attribute 'elevation': " + problem);
  if (elevation->empty()) return;
  if (elevation->size() != static_cast<std::size_t>(*hfield.nrow) * static_cast<std::size_t>(*hfield.ncol)) {
    return context.issues.error(element, "elevation: data length must match nrow*ncol");
  }
  flip_rows(hfield, *elevation);
}

void read_grid_layout(const XmlElement& element, spec::Texture& texture, Context& context) {
  const std::string* layout = element.find("gridlayout");
  if (!layout) return;
  const std::int64_t cells = std::int64_t{(*texture.gridsize)[0]} * (*texture.gridsize)[1];
  if (layout->size() > 12)
    return context.issues.error(element, "attribute 'gridlayout': more than 12 characters");
  if (static_cast<std::int64_t>(layout->size()) != cells) {
    return context.issues.error(element,
                                "attribute 'gridlayout' must have as many characters as the grid has cells");
  }
  texture.gridlayout = *layout + std::string(12 - layout->size(), '.');
}

void read_texture(const XmlElement& element, Context& context) {
  spec::Texture& texture = context.spec.textures.add();
  texture.place = element.place();
  read_rows(element, rows_of<spec::Texture>(), &texture, context.issues);
  const std::string& dir = *context.spec.compiler.texturedir;
  texture.file = read_file_name(element, "file", dir, context);
  static constexpr const char* kSides[] = {"fileright", "fileleft",  "fileup",
                                           "filedown",  "filefront", "fileback"};
  for (std::size_t i = 0; i < 6; ++i) texture.cubefiles[i] = read_file_name(element, kSides[i], dir, context);
  read_grid_layout(element, texture, context);
}

void read_material(const XmlElement& element, Context& context) {
  const spec::Default& record = element_class(element, context.spec.defaults, context);
  spec::Material& material = context.spec.materials.add(record.material);
  material.classname = record.name;
  material.place = element.place();
  read_material_values(element, material, context);
}

void read_model(const XmlElement& element, Context& context) {
  const std::string* file = require(element, "file", context.issues);
  if (!file) return;
  const std::string path = combine_path(context.spec.modelfiledir, *file);
  const std::string* type = element.find("content_type");
  const std::string* name = element.find("name");
  if (context.options.decode)
    if (std::optional<Spec> decoded = context.options.decode(path, type ? *type : std::string())) {
      if (name) decoded->modelname = *name;
      context.spec.models.add(std::move(*decoded));
      return;
    }
  const std::string extension = extension_of(path);
  if (extension != ".xml" && extension != ".urdf" && !(type && *type == "text/xml")) {
    return context.issues.error(element, "model file '" + *file + "' has no known format",
                                "expected .xml or .urdf");
  }
  ReadOptions inner = context.options;
  constexpr int kMaxNesting = 50;
  if (++inner.nesting > kMaxNesting)
    return context.issues.error(element, "models nest too deeply", "does this one contain itself?");
  Spec& model = context.spec.models.add(read_file(path, &context.vfs, inner, context.issues.diagnostics()));
  if (name) model.modelname = *name;
}

}  // namespace

std::string read_file_name(const XmlElement& element, std::string_view attribute,
                           const std::string& asset_dir, Context& context) {
  const std::string* text = element.find(attribute);
  if (!text) return {};
  const std::string file = reduce_path(*text);
  const std::string& include_dir = element.source ? element.source->include_dir : std::string();
  if (file.empty() || include_dir.empty()) return file;
  if (context.vfs.open(context.spec.modelfiledir, combine_path(asset_dir, file))) return file;
  return reduce_path(combine_path(include_dir, file));
}

void read_mesh_values(const XmlElement& element, spec::Mesh& mesh, Context& context) {
  read_rows(element, rows_of<spec::Mesh>(), &mesh, context.issues);
  mesh.file = read_file_name(element, "file", *context.spec.compiler.meshdir, context);
  if (element.find("maxhullvert") && *mesh.maxhullvert != -1 && *mesh.maxhullvert < 4) {
    context.issues.error(element, "attribute 'maxhullvert' must be -1 or at least 4");
  }
  if (mesh.builtin.set) {
    read_rows(element, mesh_param_rows(), &mesh, context.issues);
    if (mesh.params.empty()) {
      context.issues.error(element, missing("params"));
    } else if (element.find("file") || !mesh.uservert.empty()) {
      context.issues.error(element, "a builtin mesh cannot be used with user vertex data or a file");
    } else if (std::string problem = check_mesh_params(*mesh.builtin, mesh.params); !problem.empty()) {
      context.issues.error(element, problem);
    }
  }
  for (const XmlElement& child : element.children) {
    if (child.name == "plugin" && !mesh.plugin.active) read_plugin_use(child, mesh.plugin, context);
  }
}

void read_material_values(const XmlElement& element, spec::Material& material, Context& context) {
  read_rows(element, rows_of<spec::Material>(), &material, context.issues);
  const std::string* texture = element.find("texture");
  if (texture) material.textures[mjTEXROLE_RGB] = *texture;
  for (const XmlElement& layer : element.children) {
    if (layer.name != "layer") continue;
    if (texture) context.issues.error(element, "layers cannot be combined with attribute 'texture'");
    const std::string* name = require(layer, "texture", context.issues);
    if (!require(layer, "role", context.issues)) continue;
    const std::optional<int> role = read_keyword(layer, "role", kTextureRole, context.issues);
    if (name && role) material.textures[static_cast<std::size_t>(*role)] = *name;
  }
}

void read_skin(const XmlElement& element, Context& context) {
  spec::Skin& skin = context.spec.skins.add();
  skin.place = element.place();
  read_rows(element, rows_of<spec::Skin>(), &skin, context.issues);
  skin.file = read_file_name(element, "file", *context.spec.compiler.meshdir, context);
  if (*skin.group < 0 || *skin.group >= kNGroup)
    context.issues.error(element, "attribute 'group' must be 0 to 5");
  for (const XmlElement& child : element.children) {
    if (child.name != "bone") continue;
    Bone bone;
    read_rows(child, kBoneRows, &bone, context.issues);
    skin.bodyname.push_back(bone.body);
    skin.bindpos.insert(skin.bindpos.end(), bone.bindpos->begin(), bone.bindpos->end());
    skin.bindquat.insert(skin.bindquat.end(), bone.bindquat->data(), bone.bindquat->data() + 4);
    skin.vertid.push_back(bone.vertid);
    skin.vertweight.push_back(bone.vertweight);
  }
}

void read_asset(const XmlElement& section, Context& context) {
  static constexpr Section kAssets[] = {{"mesh", read_mesh},         {"hfield", read_hfield},
                                        {"skin", read_skin},         {"texture", read_texture},
                                        {"material", read_material}, {"model", read_model}};
  read_parts(section, kAssets, context);
}

}  // namespace corten::mjcf
